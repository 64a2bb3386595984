"""Tools of music, films, books, schools, languages, museums, pictures, weather and sums."""

SHELF = r"""
music | play_song play_track start_music | Plays a song. / Starts music in a room.
song/track:title:The song. ; room/in_room?:room:Where it is played. ; volume/loudness?:int(1,100):How loud. ; repeat/loop?:bool:Whether it starts over at its end.
!Play {song}[ in the {room}][, {repeat?over and over|just once}].
I want to hear {song}[ at volume {volume}].
What a day! The song {song} would cheer me up[; play it in the {room}].
[In the {room}, ]I feel like dancing to the song {song}.
My favourite is called {song}, so let it sound[ in the {room}][, with the volume at {volume}].

music | make_playlist create_playlist new_playlist | Makes a playlist of songs. / Puts songs into a list.
name/playlist:noun:The playlist, by its name alone. ; songs/tracks:list(title):The songs, each one separate. ; shuffle/mixed?:bool:Whether the order is mixed.
!Make a playlist named {name} with the songs {songs}.
The playlist {name} should hold {songs}.
I love {songs}. Put them in the playlist {name}.
!Collect these in the playlist {name}[, {shuffle?shuffled|not shuffled}]: {songs}.
Can the {name} playlist have the following songs: {songs}?

music | book_lesson music_lesson learn_instrument | Books a music lesson. / Makes an appointment to learn an instrument.
instrument/plays:instrument:The instrument. ; teacher/with_whom:person:Who teaches. ; pupil/student:first:Who learns. ; day/weekday:day:On which weekday.
{pupil} wants to learn the {instrument} with {teacher}, on {day}.
On {day}, {teacher} teaches {pupil} to play the {instrument}. Book it.
!Book a lesson on the {instrument} for {pupil}. {teacher} gives it, on {day}.
{teacher} has time on {day}. {pupil} could come with the {instrument}.
A lesson for {pupil}, please! The teacher is {teacher}, the day {day}, the instrument the {instrument}.

films | rate_film give_stars review_film | Gives a film stars. / Saves how somebody liked a film.
film/movie:title:The film. ; stars/rating:int(1,10):How many stars. ; comment/words?:text:What one thinks of it.
I give {stars} stars to the film {film}[ and say {comment}].
!Rate {film} with {stars} stars[; my comment is {comment}].
The film {film} was worth {stars} stars to me.
{stars} stars for the film called {film}[, with the comment {comment}].
Yesterday I saw {film}. It gets {stars} stars.

films | add_to_watchlist watch_later remember_film | Puts a film on a person's watch list. / Saves a film for later.
film/title:title:The film. ; person/viewer:first:Whose list. ; until/watch_by?:date:Until when it should be seen.
{person} wants to see {film}[ by {until}]. Keep it on the list.
!Put {film} on the watch list of {person}.
The film {film} sounds good to {person}, for later[, but by {until}].
On {person}'s watch list there should be the film {film}.
Could {film} be saved for {person}[, to be seen before {until}]?

books | add_quote save_quotation keep_quote | Saves a quotation from a book. / Keeps a passage of a book.
quote/passage:text:The words. ; book/source:title:The book. ; page/page_number?:int(2,900):The page.
!Save the words {quote} from the book {book}[, page {page}].
On page {page} of the book {book} it says {quote}. Keep that.
I read this in {book}: {quote}
The passage {quote} is from the book {book}[, page {page}]. Store it.
!Keep a quotation from {book}[, page {page}]. It goes: {quote}

books | set_bookmark mark_page save_page | Remembers the page where a reader stopped. / Sets a bookmark.
book/title:title:The book. ; page/at_page:int(2,1200):The page. ; reader/person?:first:Who reads.
I stopped at page {page} of {book}.
!Put a bookmark in {book} at page {page}[ for {reader}].
Page {page} is as far as I got in the book {book}.
[{reader} fell asleep. ]The book {book} was open at page {page}. Remember that.
In {book} I am on page {page}; mark it.

library | lend_book borrow_book check_out_book | Lends a book to a person. / Notes that a reader takes a book.
book/title:title:The book. ; reader/borrower:person:Who takes it. ; until/due:date:When it has to be back.
Until {until}, {reader} may keep the book {book}.
!Lend the book {book} to {reader} until {until}.
{reader} takes {book} home and brings it back on {until}.
The book {book} goes to {reader}; it is due on {until}.
Can {reader} have {book}? It will be back by {until}.

library | return_book give_back_book check_in_book | Notes that a reader brings a book back. / Takes a book back.
book/title:title:The book. ; reader/returned_by:person:Who brings it. ; damaged/is_damaged:bool:Whether it is damaged.
{reader} brought back {book}, {damaged?damaged|undamaged}.
!Take the book {book} back from {reader}; it is {damaged?damaged|not damaged}.
The book {book} is here again. It was {reader} who had it, and there is {damaged?a stain on it, it is damaged|no damage}.
{damaged?It has a torn page, so it is damaged|It has no damage}. {reader} returns the book {book}.
Note the return of {book} by {reader}, {damaged?with damage|without damage}.

museums | lend_exhibit loan_object lend_to_museum | Lends an object to a museum. / Records a loan between museums.
object/inventory_number:id:Number of the object. ; town/museum_town:town:Town of the museum. ; until/return_by:date:When it comes back. ; insured_for/value?:int(100,90000):Insured value.
Until {until} the museum in {town} may have {object}.
!Lend {object} to the museum in {town} until {until}[, insured for {insured_for}].
The museum in {town} asks for {object}. It may keep it until {until}[; the insured value is {insured_for}].
{object} travels to the museum in {town} and is back on {until}.
By {until} we want {object} back, until then the museum of {town} shows it.

museums | guided_tour book_tour tour_booking | Books a guided tour. / Arranges a tour through an exhibition.
exhibition/show:title:The exhibition. ; people/visitors:int(2,60):How many visitors. ; tour_language/spoken:language:Language of the guide. ; day/date:date:Which day.
!Book a tour in {tour_language} through {exhibition} on {day} for {people} people.
We are {people} and speak {tour_language}. On {day} we'd like to be guided through {exhibition}.
On {day}, {people} visitors come for the exhibition {exhibition}; the guide should speak {tour_language}.
The exhibition {exhibition} interests us, {people} people. Is there a guide for {tour_language} on {day}?
A {tour_language} guide is needed on {day}: {people} guests want to see the exhibition {exhibition}.

school | assign_homework give_homework set_homework | Gives a class homework. / Sets homework in a subject.
subject/lesson:subject:The subject. ; task/exercise:text:What is to be done. ; due/hand_in:date:Until when. ; grade/year?:int(1,12):Which year of school.
!Give homework in {subject}, due on {due}: {task}
By {due} the pupils[ of year {grade}] must do {task} for {subject}.
The homework in {subject} is {task} and is due on {due}.
For {subject}, the class[ of year {grade}] has to hand in {task} on {due}.
On {due} I collect the {subject} homework. It reads: {task}

school | enter_grade record_mark save_grade | Saves a pupil's mark. / Records a mark in a subject.
pupil/student:person:Who gets it. ; subject/course:subject:The subject. ; mark/points:int(1,100):The mark in points.
{pupil} has {mark} points in {subject}.
!Enter {mark} points in {subject} for {pupil}.
In {subject}, {pupil} got {mark} points. Record it.
The {subject} test went well for {pupil}: {mark} points.
{mark} points go to {pupil}; the subject is {subject}.

school | report_absence mark_absent note_absence | Notes that a pupil is away. / Records a pupil's absence.
pupil/child:person:Who is away. ; first_day/since:since:First day away. ; last_day/until:till:Last day away. ; excused/with_excuse:bool:Whether there is an excuse.
{pupil} is away until {last_day}, since {first_day}, {excused?excused|not excused}.
!Note that {pupil} is absent from {first_day} to {last_day}, {excused?with an excuse|without an excuse}.
My child {pupil} stays at home from {first_day}. The last day is {last_day}. {excused?There is an excuse|There is no excuse}.
Up to {last_day} we won't see {pupil}, who left us on {first_day}. {excused?The parents sent an excuse|No excuse was sent}.
{excused?Excused|Not excused} is {pupil}: last day away {last_day}, first day {first_day}.

language | add_vocabulary save_word learn_word | Saves a foreign word with its meaning. / Adds a word to the vocabulary.
word/term:word:The foreign word. ; meaning/translation:word:What it means. ; tongue/word_language?:language:Which language.
The[ {tongue}] word {word} means {meaning}. Save it.
!Save {word} with the meaning {meaning}[; it is {tongue}].
{meaning} is what the word {word} means[ in {tongue}]. I want to learn it.
Today I learned {word}, which means {meaning}.
!Add to my words: {word} has the meaning {meaning}.

translation | translate_text translate say_in_language | Translates a text into a language. / Says a text in another language.
text/phrase:text:What is translated. ; target/to_language:language:The language wanted. ; formal/polite?:bool:Whether it is formal.
!Translate {text} into {target}[, {formal?formally|not formally}].
How do you say {text} in {target}?
!Put this into {target}: {text}
I need the {target} for {text}[, {formal?in formal words|informal please}].
My friend only understands {target}. Let her read {text} in that language.

translation | find_synonyms other_words synonyms_of | Finds words of the same meaning. / Looks for synonyms.
word/term:word:The word. ; count/how_many?:int(2,20):How many at most.
!Find[ {count}] synonyms of {word}.
Which other words mean the same as {word}?
I use {word} too often. Show me words with the same meaning[, {count} of them].
What could I write instead of {word}?
The word {word} is dull; I need synonyms[, {count} at most].

pictures | resize_picture scale_image change_size | Changes the size of a picture. / Makes a picture larger or smaller.
file/picture:file:The picture. ; width/pixels_wide:int(16,4000):New width. ; height/pixels_high:int(16,4000):New height. ; keep_ratio/proportional?:bool:Whether the proportions stay.
!Resize {file} to a width of {width} and a height of {height}[, {keep_ratio?keeping the proportions|ignoring the proportions}].
{file} should be {height} pixels high and {width} wide.
I need {file} with the height {height} and the width {width}.
The width must be {width}, the height {height}; the picture is {file}.
{file} is too big for my page. A height of {height} is right, and a width of {width}.

pictures | write_on_picture add_caption caption_image | Writes words onto a picture. / Puts a caption in a picture.
file/image:anypath:The picture. ; caption/words:text:What is written. ; colour/ink?:colour:Colour of the letters. ; position/place?:enum(top,bottom,middle,left,right):Where it stands.
!Write {caption} on {file}[ in {colour}][, at the {position}].
The picture {file} needs the words {caption}[ at the {position}].
!On {file}, put this caption: {caption}
!Let {file} carry the caption {caption}[ in {colour} letters].
I'd like to see {caption} written[ in {colour}] across the picture {file}.

pictures | fill_background recolour_background set_background | Gives a picture a background. / Paints what is behind a picture.
file/picture:file:The picture. ; code/hex_colour:hex:The colour's code.
!Give {file} the background {code}.
The background of {file} should be {code}.
{code} is the colour I want behind {file}.
Behind {file} there is white. {code} would be nicer.
Can {file} have {code} as its background?

weather | forecast_for get_forecast weather_on | Forecasts the weather of a town. / Says how the weather will be.
town/place:town:Where. ; day/date:date:Which day. ; detail/hourly?:bool:Whether each hour is shown.
What will the weather be like in {town} on {day}[, {detail?hour by hour|no need for each hour}]?
On {day} I am in {town}. Do I need an umbrella?
!Get the forecast of {day} for {town}.
Will it rain on {day} in {town}?
I'd like to know if {town} has sun on {day}.

weather | storm_warning warn_of_weather weather_alert | Sends a warning to a mail address when the weather of a town turns bad. / Sets up a weather warning.
town/place:town:Where. ; danger/event:enum(frost,storm,hail,flood,heat,snow,fog):What to warn of. ; email/send_to:email:Who is warned.
!Warn {email} when {danger} is coming to {town}.
{email} wants to hear of {danger} in {town}.
If there is {danger} in {town}, write to {email}.
In {town} my plants fear {danger}. My address is {email}, warn me.
I'm afraid of {danger}; send warnings for {town} to {email}.

units | convert_length change_length_unit length_in | Converts a length. / Says a length in another unit.
value/number:num(0.5,900):The number. ; source/from_unit:enum(miles,feet,inches,yards):Unit it has. ; target/to_unit:enum(metres,kilometres,centimetres,millimetres):Unit wanted.
How many {target} are {value} {source}?
!Convert {value} {source} to {target}.
I have {value} {source} and need it in {target}.
The plan is in {target}, my tape says {value} {source}. What is it then?
In {target}, how long is something of {value} {source}?

units | convert_weight weight_in change_weight_unit | Converts a weight. / Says a weight in another unit.
value/amount:num(0.5,500):The number. ; source/from_unit:enum(pounds,ounces,stones,carats):Unit it has. ; target/to_unit:enum(grams,kilograms,tonnes,milligrams):Unit wanted.
What are {value} {source} in {target}?
!Change {value} {source} into {target}.
My scales only know {target}, but I need {value} {source}.
The recipe says {value} {source}. What does that make in {target}?
I'd like to have {value} {source} expressed in {target}.

sums | add_percentage percent_of take_percent | Works out a percentage of a number. / Takes some percent of a number.
percent/rate:num(1,95,1):How many percent. ; base/number:num(10,9000):Of which number.
What is {percent} percent of {base}?
!Take {percent} percent of {base}.
The bill is {base} and I tip {percent} percent. How much is that?
My loan is {base}; the interest is {percent} percent of it. Work it out.
From {base} they take {percent} percent. What does that come to?

science | log_measurement store_measurement note_reading_of | Stores a measurement of a sample. / Records a value that an instrument showed.
sample/sample_id:id:Number of the sample. ; quantity/measured:enum(mass,density,acidity,volume,temperature):What was measured. ; value/result:num(0.1,300):The value. ; time/at?:time:When.
The {quantity} of sample {sample} is {value}[, read at {time}].
!Store {value} as the {quantity} of {sample}[ at {time}].
Sample {sample}: {quantity} {value}. Record that.
I measured {value} for the {quantity} of sample {sample}.
[At {time} ]I looked at {sample} and the {quantity} was {value}.

network | test_address ping_address check_url | Tests whether an address answers. / Checks a web address.
url/address:url:The web address. ; tries/attempts?:int(2,20):How often it is tried. ; timeout/seconds?:int(2,90):Seconds to wait.
!Check {url}[, {tries} times].
Does {url} answer[ within {timeout} seconds]?
I can't open {url}. Test it[, with {tries} tries].
Is something wrong with {url} today?
The page {url} seems to be down, see whether it answers[; give it {timeout} seconds].

network | block_site forbid_site ban_site | Blocks web addresses for a person. / Keeps a person away from sites.
sites/addresses:list(url):The addresses, each separate. ; person/user:first:Who may not open them. ; until/lifted_on?:date:When it ends.
!Block {sites} for {person}[ until {until}].
{person} must not open {sites}[ before {until}].
The sites {sites} are not for {person}.
[Until {until}, ]I don't want {person} to see {sites}.
Too much time is lost. Keep {person} away from {sites}.
"""
SHELF = SHELF.strip().split("\n\n")
