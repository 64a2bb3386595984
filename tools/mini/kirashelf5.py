"""Tools of school, language, museums, music, photos, games and numbers (see kiratools.py for the form)."""

TOOLS = r"""
# units | convert_length change_length length_in | Converts a length into another unit. ~ Turns miles, meters and other units into each other.
. value,amount : num:1~900 : The number.
. unit_from,from_unit : length : Unit of the number.
. unit_to,to_unit : length : Unit wanted.
- Convert {value} from {unit_from} to {unit_to}.
- How many {unit_to} are {value} {unit_from}?
- {value} {unit_from} in {unit_to}
- The American manual says {value} {unit_from}. I think in {unit_to}.
- I need {unit_to}, but all I have is {value} {unit_from}.
- Express {value} {unit_from} in {unit_to}, please.
# units | convert_temperature degrees_to change_scale | Converts a temperature into another scale. ~ Changes between Celsius, Fahrenheit and Kelvin.
. degrees,temperature : num:-40~400 : The temperature.
. from_scale,scale_from : enum:celsius;fahrenheit;kelvin : Scale of the temperature.
. to_scale,scale_to : enum:celsius;fahrenheit;kelvin : Scale wanted.
- What are {degrees} degrees {from_scale} in {to_scale}?
- Convert {degrees} {from_scale} to {to_scale}.
- My oven only knows {to_scale}; the recipe says {degrees} {from_scale}.
- {degrees} {from_scale} -> {to_scale}
- I need the {to_scale} value of {degrees} {from_scale}.
- Change {degrees} from {from_scale} into {to_scale}.
# units | convert_weight weigh_in mass_to_unit | Converts a weight into another unit. ~ Turns pounds, ounces and grams into each other.
. quantity,weight : num:1~500 : The number.
. given,from_unit : enum:pounds;grams;ounces;stone;kilograms : Its unit.
. wanted,to_unit : enum:pounds;grams;ounces;stone;kilograms : Unit wanted.
- {quantity} {given} in {wanted}, please.
- How much is {quantity} {given} if I measure in {wanted}?
- My scale shows {wanted} only. What are {quantity} {given}?
- Turn {quantity} {given} into {wanted}.
- The baby weighed {quantity} {given}. Grandpa wants that in {wanted}.
- weight: {quantity} {given} = ? {wanted}
# maths | average_of mean_value compute_average | Computes the average of numbers. ~ Gives the mean, rounded if wanted.
. numbers,values : list:num:1~90 : The numbers.
. digits,decimals? : int:0~4 : Digits after the point.
- What's the average of {numbers}?
- Average: {numbers}
- My grades were {numbers}. Work out the mean.
- I measured {numbers}, what is the mean value?
- Compute the average. The numbers are {numbers}.
- Take {numbers} and tell me their mean.
# maths | evaluate_formula calculate_expression work_out | Works out an arithmetic expression. ~ Evaluates a formula.
. expression,formula : of:(12 + 7) * 3;2^10 - 24;sqrt(81) / 3;18 % 5 + 2;100 / (4 + 6);3.5 * 12 - 7;(8 - 2)^2;1/3 + 1/6 : The expression.
. rounding,decimals? : int:1~6 : Digits after the point.
- Calculate "{expression}".
- What's {expression} ?[ Round to {rounding} digits.]
- Work out {expression} with {rounding} decimals.
- {expression} = ?
- I don't trust my head here: {expression}
- Please evaluate the formula "{expression}"[, {rounding} decimals].
# maths | loan_payment monthly_rate mortgage_rate | Computes the monthly payment of a loan. ~ Works out what a credit costs each month.
. loan,principal : int:1000~300000 : Sum that is borrowed.
. interest,percent : num:1~9 : Interest per year in percent.
. years,term : int:10~35 : Years.
- What do I pay each month for {loan} over {years} years at {interest} percent?
- Loan {loan}, {interest}% interest, {years} years: the monthly payment?
- The bank offers {interest} percent. I'd borrow {loan} and pay it back in {years} years.
- Monthly rate please: term {years} years, loan {loan}, interest {interest}.
- If I take {loan} for {years} years and the interest is {interest}%, how high is the payment?
- {loan} euros at {interest}% for {years} years
# school | enter_grade give_mark record_grade | Enters a pupil's grade. ~ Records a mark in a subject.
. pupil,student : person : The pupil.
. subject,course : subject : The subject.
. points,mark : int:1~100 : The points.
- {pupil} got {points} points in {subject}.
- {subject}: {pupil} {points}
- Enter {points} for {pupil} in {subject}.
- I've marked the {subject} papers; {pupil} has {points}.
- In {subject}, {pupil} reached {points} points. Record it.
- Grade for {pupil}. Subject {subject}, points {points}.
# school | set_homework give_homework assign_exercise | Sets homework for a class. ~ Gives pupils something to do until a day.
. group,class_name : of:5b;Year 9;class 7a;the Latin group;11 East;form 3C : The class.
. exercise,task : of:page 42, no. 3 to 7;read chapter two;write ten sentences;learn the verbs;draw a map of Europe;finish the worksheet : What is to be done.
. due,until : day : Until when.
- Homework for {group}: "{exercise}" by {due}.
- {group} should do "{exercise}" until {due}.
- By {due}, {group} has to do this: "{exercise}".
- Set "{exercise}" for {group}, due {due}.
- It's {group} again. Due on {due}: "{exercise}".
- Give {group} something to do, "{exercise}", to be handed in {due}.
# school | mark_absent report_absence pupil_missing | Notes that a pupil is absent. ~ Reports a pupil as missing on a day.
. pupil,child : person : The pupil.
. day,date : date : The day.
. excused,excuse? : bool : Whether there is an excuse.
- {pupil} is absent on {day}, <excused:true=excused;false=unexcused>.
- Mark {pupil} as missing on {day}.
- On {day} {pupil} didn't come, <excused:true=but there's a note from the parents;false=and nobody called>.
- absence {pupil} {day}
- {pupil} stays at home on {day} <excused:true=with an excuse;false=without any excuse>.
- Where was {pupil} on {day}? Not here. Put that down.
# school | book_lab reserve_classroom get_room | Reserves a classroom for a lesson. ~ Books a room of the school.
. room,lab : of:Lab 2;music room;gym B;computer room;art studio;Room 117 : The room.
. weekday,day : day : The day.
. period,lesson : int:1~9 : Number of the lesson.
- I need {room} on {weekday}, lesson {period}.
- {room}, {weekday}, lesson {period}
- Reserve {room} for period {period} on {weekday}.
- My class wants to use {room}. {weekday}, period {period}.
- Is {room} free in lesson {period} on {weekday}? Book it.
- {weekday} period {period}: please give us {room}.
# language | translate_text into_language render_in | Translates a text into a language. ~ Renders words in another tongue.
. text,source_text : phrase : The text.
. target,to_language : language : Language wanted.
. formal,polite? : bool : Polite form.
- Translate "{text}" into {target}.
- What is "{text}" in {target}?
- How would I say "{text}" in {target}, <formal:true=politely;false=among friends>?
- {target} please: "{text}"
- I'm writing to a <formal:true=stranger, so be formal;false=buddy, so no formal tone>. Put "{text}" into {target}.
- My host speaks {target} only. I want to tell her "{text}".
# language | define_word look_up_word word_meaning | Explains what a word means. ~ Looks a word up in a dictionary.
. word,term : of:serendipity;gossamer;palimpsest;quaint;ledger;brusque;mellow;fathom;wistful : The word.
. lang,in_language? : language : Language of the explanation.
- What does "{word}" mean?[ Explain in {lang}.]
- Define {word}[ in {lang}].
- {word} - meaning?
- I came across the word {word}. Look it up[, explanation in {lang}].
- My pupil asked what {word} means.
- Dictionary: {word}[, {lang}]
# language | add_flashcard new_vocab_card save_vocab | Makes a flashcard with two sides. ~ Adds a word to the vocabulary cards.
. front,question : of:der Hund;la mesa;le pain;il gatto;neko;de fiets;kirja : Front of the card.
. back,answer : of:the dog;the table;bread;the cat;a bicycle;a book;the moon : Back of the card.
. deck,box? : of:animals;week 3;hard ones;kitchen;exam : The deck.
- Flashcard: front {front}, back {back}[, deck {deck}].
- Make a card. {front} on one side, {back} behind it[, in {deck}].
- Add {front} = {back} to my cards[ ({deck})].
- {front} means {back}; put that on a card[ in the deck {deck}].
- I keep forgetting {front}. On the back write {back}.
- New card with {back} as the answer; the question side is {front}.
# library | borrow_book lend_book check_out | Lends a book to a reader. ~ Checks a book out on a card.
. title,book : title : The book.
. reader,borrower : person : Who borrows it.
. days,for_days? : int:7~60 : For how many days.
- {reader} borrows "{title}"[ for {days} days].
- Lend {reader} "{title}"[, {days} days].
- Check out "{title}" to {reader}[ for {days} days].
- "{title}" goes home with {reader}.
- I have {reader} at the desk with "{title}" in hand.
- For {days} days {reader} would like to have "{title}".
# library | search_catalog find_books look_for_books | Searches the library for books. ~ Finds titles about a topic or by an author.
. topic,about : topic : The topic.
. author,by? : person : The author.
. language,in_language? : language : Language of the books.
- Books about "{topic}"[ by {author}][ in {language}].
- Has the library got something on "{topic}"[, in {language}]?
- I'm writing a paper on "{topic}". Which books are there[ by {author}]?
- Search the catalogue: "{topic}"[, author {author}].
- Find me {language} books that deal with "{topic}".
- "{topic}" - any books?
# library | renew_loan extend_book keep_longer | Extends the loan of a book. ~ Lets a reader keep a book longer.
. book,title : title : The book.
. weeks,by_weeks : int:1~6 : By how many weeks.
- Extend "{book}" by {weeks} weeks.
- I haven't finished "{book}"; can I keep it {weeks} weeks more?
- Renew "{book}", {weeks} weeks.
- {weeks} more weeks for "{book}"
- "{book}" is due today. I'd need {weeks} weeks.
- Another {weeks} weeks with "{book}", please.
# book | rate_book review_title give_stars | Rates a book with stars. ~ Records how much somebody liked a book.
. title,book : title : The book.
. stars,rating : int:1~5 : Number of stars.
. review,comment? : of:A slow start, but worth it;Could not put it down;Too many characters;Lovely ending;I gave up halfway : A remark.
- {stars} stars for "{title}"[: "{review}"].
- I give "{title}" {stars} stars[ and say "{review}"].
- Rate "{title}" with {stars}[. Comment: "{review}"].
- "{title}": {stars}/5
- Read "{title}" in two days. {stars} stars[ and the words "{review}"].
- Put my rating down, {stars} stars; the book is "{title}".
# museum | buy_tickets museum_entry book_admission | Buys tickets for a museum. ~ Books admission for adults and children.
. museum,place : of:Maritime Museum;Toy Museum;Gallery of Light;Open-Air Museum;Mine Museum;House of Maps : The museum.
. adults,grown_ups : int:1~6 : Number of adults.
. children,kids? : int:7~20 : Number of children.
. date,day : date : The day.
- {adults} adults[ and {children} children], {museum}, {date}.
- We go to the {museum} on {date}: {adults} adults[, {children} kids].
- Tickets for the {museum} please. {adults} grown-ups[ plus {children} children] on {date}.
- On {date} {adults} adults[ with {children} children] want to see the {museum}.
- {museum} {date}, adults {adults}[, children {children}]
- Get us into the {museum}: the day is {date}, and we're {adults} adults.
# museum | catalogue_object add_exhibit register_piece | Registers an object of the collection. ~ Adds an exhibit with its year and room.
. object,piece : of:bronze compass;ship's bell;oil portrait;stone axe;tin drum;silk fan;printing press : The object.
. year,from_year : int:1200~1990 : Year it comes from.
. room,hall? : of:East Hall;Room 12;depot;Rotunda;Cabinet 3 : Where it is.
- Register the {object} from {year}[ in {room}].
- {object}, {year}[, {room}]
- A donor gave us a {object} of {year}[; it stands in {room}].
- Add to the collection: {object}, dated {year}[, place {room}].
- We have a new piece, a {object}. Year {year}.
- The {object} was made in {year}. Catalogue it[ under {room}].
# museum | guide_tour book_guided_tour reserve_tour | Books a guided tour for a group. ~ Reserves a guide in a language.
. size,people : int:5~40 : Size of the group.
. language,tongue : language : Language of the tour.
. at,start : time : When it starts.
- A tour in {language} for {size} people at {at}.
- {at}: {size} visitors, guide speaking {language}.
- We're {size} persons and would like a {language} tour; {at} is fine.
- Guided tour, {language}, {size} people, {at}
- Book a guide who speaks {language}. We arrive at {at} with {size} people.
- At {at} my group of {size} wants to be shown round in {language}.
# music | play_song start_music put_on_song | Plays a song. ~ Starts music by an artist, in a room.
. song,track : song : The song.
. artist,by? : artist : Who performs it.
. room,where? : room : Where it plays.
- Play "{song}"[ by {artist}][ in the {room}].
- I want to hear "{song}"[ in the {room}].
- Put on "{song}"[, the version of {artist}].
- "{song}", loud!
- That earworm again: "{song}"[ by {artist}]. Play it for me.
- Let "{song}" play[ in the {room}].
# music | make_playlist new_playlist create_mix | Makes a playlist of songs. ~ Puts songs together under a name.
. name,title : of:Sunday slow;Run faster;Kitchen party;Road to Split;Rainy days;Focus : Name of the list.
. songs,tracks : list:song : The songs.
. public,shared? : bool : Whether others can see it.
- Make a playlist "{name}" with {songs}.
- New playlist, <public:true=public;false=private>, name "{name}", songs: {songs}.
- Put {songs} on a list called "{name}".
- {songs} belong together. Call the playlist "{name}" and <public:true=share it;false=don't share it>.
- "{name}" = {songs}
- For tonight I want {songs} in one mix; name it "{name}".
# music | set_volume change_volume louder_or_softer | Sets the volume of a loudspeaker. ~ Makes the sound louder or softer.
. speaker,device : of:kitchen radio;soundbar;bedroom speaker;party box;car stereo;old hi-fi : The loudspeaker.
. level,volume : int:0~100 : From 0 to 100.
- Volume of the {speaker} to {level}.
- {speaker} {level}
- The neighbours are knocking! {speaker} down to {level}.
- Turn the {speaker} to {level}.
- I can't hear a thing, put the {speaker} at {level}.
- {level} is loud enough for the {speaker}.
# music | tune_metronome start_metronome set_tempo | Starts a metronome. ~ Beats a tempo in a metre.
. bpm,tempo : int:40~220 : Beats a minute.
. metre,time_signature? : enum:4/4;3/4;6/8;5/4 : The metre.
- Metronome at {bpm}[, {metre}].
- Beat {bpm} for me[ in {metre}].
- I practise a piece[ in {metre}]; tempo {bpm}.
- {bpm} bpm[ {metre}]
- Give me {bpm} beats a minute[ in {metre}].
- Let's start slowly: {bpm} beats.
# audio | cut_audio trim_sound clip_recording | Cuts a piece out of a recording. ~ Keeps the sound between two seconds.
. file,recording : audio : The recording.
. start,from_second : int:0~60 : Second it begins.
. end,to_second : int:61~600 : Second it ends.
- Cut {file} from second {start} to second {end}.
- Keep only seconds {start} to {end} of {file}.
- {file}: {start} - {end} seconds
- The interview in {file} is too long. From {start} until {end} seconds is all I need.
- I want the part of {file} that begins at {start} s and stops at {end} s.
- Trim {file}; start {start}, end {end}.
# audio | transcribe_audio write_down_speech speech_to_text | Writes down what is said in a recording. ~ Turns speech into text.
. file,audio : audio : The recording.
. language,spoken? : language : Language that is spoken.
. speakers,name_speakers? : bool : Tell the speakers apart.
- Transcribe {file}[, they speak {language}].
- What do they say in {file}? Write it down, <speakers:true=with the speakers;false=without speakers>.
- I need {file} as text[; language {language}].
- {file} to text, <speakers:true=tell speakers apart;false=no need to separate speakers>
- Type up {file} for me[. It's {language}].
- The recording {file} should become a written text.
# photos | resize_image scale_picture make_image_size | Changes the size of a picture. ~ Scales an image to a width and height.
. image,file : image : The picture.
. width,width_px : int:100~1900 : Width in pixels.
. height,height_px? : int:2000~4000 : Height in pixels.
- Resize {image} to {width}[ by {height}] pixels.
- {image} should be {width} pixels wide[ and {height} high].
- Make {image} {width} px wide.
- The site rejects {image}. Width {width}[, height {height}], please.
- {image} -> {width}px
- Scale {image}[; height {height}] with a width of {width}.
# photos | convert_image change_format picture_as | Saves a picture in another format. ~ Converts an image.
. picture,source : image : The picture.
. format,to_format : enum:jpeg;png8;avif;bmp;svg : The format.
. quality,percent? : int:50~100 : Quality in percent.
- Convert {picture} to {format}[ with quality {quality}].
- I need {picture} as {format}[, {quality} percent].
- {picture} in {format} please
- Save {picture} in the {format} format[; quality {quality}].
- My old program can't read {picture}, it wants {format}.
- Make a {format} of {picture}.
# photos | rotate_photo turn_picture spin_image | Rotates a picture. ~ Turns an image by degrees.
. photo,file : image : The picture.
. angle,degrees : enum:90;180;270 : By how many degrees.
- Rotate {photo} by {angle} degrees.
- {photo} is upside down; turn it {angle} degrees.
- Turn {photo} {angle}°.
- {photo}, rotation {angle}
- By {angle} degrees, please, turn {photo}.
- I held the camera wrong for {photo}. Needs {angle} degrees.
# photos | add_to_album put_in_album album_photos | Puts pictures into an album. ~ Adds photos to a collection.
. album,name : of:Iceland 2022;Grandma's 80th;Kittens;Building site;Best of May;Band photos : The album.
. photos,pictures : list:image : The pictures.
- Put {photos} into the album {album}.
- Album {album}: add {photos}.
- {photos} belong in {album}.
- I've chosen {photos} for {album}.
- For my album {album} take these: {photos}.
- Let's fill {album} with {photos}.
# video | add_subtitles burn_captions subtitle_video | Adds subtitles to a video. ~ Puts a caption file onto a film.
. video,film : video : The video.
. subtitles,caption_file : of:en.srt;subs/german.vtt;final.srt;captions_fr.srt;titles.ass : File with the subtitles.
. size,font_size? : int:12~60 : Size of the letters.
- Add {subtitles} to {video}[ at size {size}].
- {video} needs the subtitles in {subtitles}[, size {size}].
- Put the captions from {subtitles} on {video}.
- My dad is hard of hearing: {video} with {subtitles}[, letters {size}].
- The subtitle file is {subtitles}, the film is {video}. Join them.
- {video} + {subtitles}
# tv | record_show tape_program save_broadcast | Records a program on television. ~ Tapes a show from a channel.
. show,program : of:Evening News;Garden Doctor;Cup Final;Space Hour;The Baker's Duel;Old Westerns : The program.
. channel,station : of:Channel 5;BBC Two;Arte;Kanal 9;Sport 1;NRK : The channel.
. series,all_episodes? : bool : All episodes.
- Record {show} on {channel}.
- I won't be home for {show}; it's on {channel}. Tape <series:true=every episode;false=only this episode>.
- {channel}, {show}, record <series:true=the whole series;false=just one>
- Save {show} for me, channel {channel}.
- Please record "{show}" from {channel}.
- {show} starts while I'm out. The channel is {channel}.
# events | book_concert concert_tickets get_show_tickets | Buys tickets for a concert. ~ Books places at a show in a city.
. artist,band : artist : Who plays.
. city,town : city : Where.
. tickets,number : int:1~8 : How many tickets.
. standing,standing_room? : bool : Standing instead of seats.
- {tickets} tickets for {artist} in {city}.
- {artist} plays in {city}! Get {tickets} tickets, <standing:true=standing;false=seated>.
- We want to see {artist} in {city}, {tickets} of us.
- {city}, {artist}, {tickets}x <standing:true=standing room;false=seats>
- Buy {tickets} for the {artist} gig in {city}.
- It's our anniversary: {artist}, live in {city}, {tickets} places.
# theatre | assign_role cast_actor give_part | Gives a part in a play to an actor. ~ Casts somebody for a role.
. play,piece : title : The play.
. role,part : of:the king;the maid;first witch;old sailor;the thief;the aunt : The part.
. actor,who : person : Who plays it.
- {actor} plays {role} in "{play}".
- Cast {actor} as {role}, play "{play}".
- In "{play}", {role} goes to {actor}.
- We've found someone for {role} in "{play}", namely {actor}.
- "{play}" - {role} - {actor}
- Give the part of {role} in "{play}" to {actor}.
# games | start_game new_match begin_game | Starts a game with players. ~ Opens a new match of a board or card game.
. game,which : enum:chess;go;ludo;poker;dominoes;backgammon : The game.
. players,with : list:first : Who plays.
. minutes,time_limit? : int:5~90 : Minutes each has.
- {players} want to play {game}[, {minutes} minutes each].
- Start {game} for {players}[ with {minutes} minutes].
- A round of {game}: {players}[; limit {minutes} minutes].
- {game}! Players are {players}.
- Let {players} play {game}.
- New match of {game}, with {players}[ and {minutes} minutes on the clock].
# games | roll_dice throw_dice cast_dice | Rolls dice. ~ Throws dice with so many sides.
. dice,number : int:1~9 : How many dice.
. sides,faces : enum:d6;d8;d10;d12;d20;d100 : Sides of each.
. bonus,plus? : int:10~19 : Points that are added.
- Roll {dice} {sides}[ plus {bonus}].
- Throw {dice} of the {sides}[ and add {bonus}].
- My elf attacks: {dice} times {sides}[, bonus {bonus}].
- {dice} x {sides}[ + {bonus}]
- I need {dice} {sides} thrown.
- Cast the {sides}, {dice} of them[ with a bonus of {bonus}].
# games | save_game store_progress keep_savegame | Saves the state of a game. ~ Stores progress in a slot under a name.
. slot,slot_no : int:1~12 : Number of the slot.
. label,name : of:before the dragon;city gate;level 9 start;all coins;boss fight;snow castle : Name of the saved game.
- Save my game in slot {slot} as "{label}".
- Slot {slot}: "{label}"
- I must stop playing. Keep this as "{label}", slot {slot}.
- Store the progress under "{label}" in slot {slot}.
- "{label}" into slot {slot}, quickly!
- Put a savegame named "{label}" into slot {slot}.
# quiz | add_question new_quiz_question put_in_quiz | Adds a question to a quiz. ~ Writes a question with its answer.
. question,ask : of:How many legs has a spider?;Which planet has rings?;Who painted sunflowers?;What do bees make?;When did the wall fall? : The question.
. answer,solution : of:eight;Saturn;van Gogh;honey;1989;nobody : The answer.
. points,worth? : int:2~20 : Points for it.
- Quiz question: "{question}" Answer: {answer}[, {points} points].
- Add "{question}" to the quiz; the answer is {answer}[ and it's worth {points} points].
- For the quiz[, {points} points]: "{question}" - {answer}
- The answer is {answer}, the question "{question}". Put it into the quiz.
- New question[ for {points} points]. "{question}" Right answer: {answer}.
- Ask them "{question}" and accept {answer}.
"""
