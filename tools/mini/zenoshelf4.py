"""Tools for travel, maps, cars, health, sport, school, museums, music, pictures and games, with orders (see zenotools.py for the form)."""

TOOLS = """
@travel book_train/reserve_train | Books a train journey.
: start,from_town town Where the journey begins.
: goal,to_town town Where it ends.
: day,date date The day.
: seats?,tickets int:1-9 How many seats.
Book a train from {start} to {goal} on {day}[, {seats} seats].
I have to be in {goal} on {day}. I start in {start}.
To {goal}, from {start}, by train on {day}!
On {day} I leave {start} for {goal}. Get me on a train.
My aunt lives in {goal} and I live in {start}. Find me a train for {day}[; {seats} seats, please].
|| I start in {start}. || The train should take me to {goal}. || The day is {day}.
@travel book_hotel/reserve_room | Books a room in a hotel.
: hotel,house proper The name of the hotel, without the word hotel.
: arrival,check_in date The first night.
: nights,length int:1-21 How many nights.
: breakfast?,with_breakfast bool Whether breakfast is included.
Book the hotel {hotel} for {nights} nights from {arrival}.
{nights} nights at {hotel}, please, starting on {arrival}, <breakfast:with breakfast/without breakfast>.
I arrive on {arrival}. The hotel is called {hotel}, and I stay {nights} nights.
From {arrival} on I need a bed for {nights} nights; {hotel} is the hotel I like.
<breakfast:With breakfast/No breakfast>: {nights} nights from {arrival} in the hotel {hotel}.
@travel cancel_booking/drop_reservation | Cancels a booking.
: booking,number id The number of the booking.
: reason?,why line Why.
: refund?,money_back bool Whether the money is wanted back.
Cancel {booking}, <refund:and I want my money back/but I do not want my money back>.
I cannot travel. Drop the booking {booking}.[ The reason is {reason}]
{booking} has to be cancelled.
{reason} That is why {booking} must be cancelled.
My plans have changed. Booking {booking} is no longer needed, <refund:and a refund is due/and I ask for no refund>.
@maps plan_route/find_way | Finds the way between two places.
: origin,from address The address where it begins.
: goal,to town The town where it ends.
: by,means enum:car,bicycle,bus,foot How one travels.
How do I get to {goal} by {by}? I am at "{origin}".
From "{origin}" I want to reach {goal}; I go by {by}.
By {by}, what is the way to {goal}? My address is {origin}
I stand at "{origin}". Show me how to get to {goal} by {by}.
{goal} is where I must be. I go by {by} and start from "{origin}".
@maps find_nearby/places_around | Finds places of some kind near a town.
: kind,what enum:pharmacy,bakery,museum,garage,bank What kind of place.
: town,near town The town.
: radius,km num:0.5-30 How far away, in kilometres.
Is there a {kind} within {radius} km of {town}?
I am in {town}. I need a {kind}, {radius} kilometres away at most.
Within {radius} kilometres of {town}, look for a {kind}.
Find me a {kind}! {town} is where I am, and {radius} km is as far as I walk.
{radius} km round {town}: any {kind}?
@cars book_service/garage_visit | Books a visit to the garage.
: plate,car plate The number plate of the car.
: day,date date The day.
: fault,problem line What is wrong, as the owner puts it.
My car {plate} should be seen on {day}. The fault is {fault}
On {day} I can bring {plate} in. Tell the garage {fault}
{fault} That is what I have to say about {plate}. Book the garage for {day}.
Book {plate} into the garage with the words {fault} and let it be {day}.
The garage has time on {day}. Put down {plate} and write {fault}
@cars log_fuel/note_refuel | Notes a stop for fuel.
: plate,vehicle plate The number plate.
: litres,amount num:5-90 Litres filled in.
: price,paid num:5-160 What it cost.
: town?,place town Where it was.
I filled {litres} litres into {plate} and paid {price}[ in {town}].
Fuel is dear. For {price} I got {litres} litres; the car is {plate}.
Note for {plate}: {litres} litres, {price} paid[, in {town}].
{price} is what I paid for {litres} litres. Put it under {plate}.
In {town}, {plate} took {litres} litres at a cost of {price}.
@health log_weight/note_weight | Notes the weight of a person.
: person,who first The person.
: kilograms,kg num:30-140 The weight.
: day,on date The day.
On {day}, {person} weighed {kilograms} kg.
{person} stood on the scales. Note {kilograms} kilograms for {day}.
Write down {kilograms} kg for {person}; it was {day}.
{kilograms} kilograms, that is what {person} had on {day}. Keep a record.
Keep this for {day}: {person}, {kilograms} kilograms.
@health remind_medicine/pill_reminder | Reminds a person to take a medicine.
: medicine,drug word The medicine.
: time,at time When.
: drops,dose int:1-60 How many drops.
: food?,with_food bool Whether it is taken with food.
Remind me of {medicine} at {time}, {drops} drops.
The doctor gave me {medicine}. {drops} drops at {time}, <food:with food/not with food>.
At {time} I must take {drops} drops of {medicine}.
{drops} drops of {medicine} are due at {time}, <food:together with a meal/without a meal>; do not let me forget.
I keep forgetting {medicine}. Ring at {time}; {drops} drops is the dose.
@health see_doctor/book_doctor | Makes an appointment with a doctor.
: doctor,with_whom name The doctor's name.
: day,date date The day.
: complaint,because topic What the matter is.
I need to see Doctor {doctor} on {day}. It is about "{complaint}".
Make me an appointment on {day}; the doctor is {doctor} and the matter {complaint}.
Because of "{complaint}" I want to see {doctor} on {day}.
Does {doctor} have time on {day}? I come because of "{complaint}".
{complaint} is what I want to talk about with Doctor {doctor}. The day should be {day}.
@sport log_run/note_training | Notes a run.
: distance,km num:1-42 Kilometres.
: minutes,duration int:5-300 How long it took.
: shoes?,wearing thing The shoes worn.
I ran {distance} km in {minutes} minutes.
Note my run. It took {minutes} minutes for {distance} kilometres.
{minutes} minutes and {distance} km, that was my run[ in shoes that I call "{shoes}"].
It was raining, but I ran for {minutes} minutes and came {distance} kilometres far.
After {minutes} minutes I had run {distance} kilometres. Put that down.
@sport book_court/reserve_court | Books a court.
: game,sport enum:tennis,squash,badminton,padel What is played.
: day,date date The day.
: time,from time When it starts.
: players?,with list:first Who plays.
A court for {game} on {day} at {time}, please.
{players} want to play {game}. Book {day}, {time}.
On {day} from {time} on, is there a court for {game}? Book it.
At {time} on {day} we play {game}[: {players}]. Get us a court.
We have not played {game} for ages. Let it be {day}, from {time}.
@pets feed_animal/dispense_food | Gives an animal its food.
: animal,pet proper The name of the animal.
: grams,amount int:5-900 How many grams.
: food?,what word What it eats.
Give {animal} {grams} grams[ of {food}].
{animal} is hungry. {grams} grams will do.
{grams} grams[ of {food}] for {animal}!
Has {animal} eaten? If not, {grams} grams[ of {food}].
I am late. Please feed {animal}; {grams} grams is the right amount.
@pets find_vet/vet_appointment | Makes an appointment at the vet.
: pet,animal first The name of the pet.
: town,place town The town of the vet.
: emergency?,urgent bool Whether it is an emergency.
{pet} limps. Find a vet in {town}, <emergency:it is an emergency/it is no emergency>.
I need a vet in {town} for {pet}.
In {town}, is there a vet who can see {pet}? <emergency:This is urgent/It is not urgent>.
{town} is where we live. My {pet} has to see the vet.
Take {pet} to a vet; we are in {town} and <emergency:it cannot wait/it can wait>.
@school set_homework/give_exercise | Gives homework to a class.
: group,class id The class.
: pages,page_list int:2-300 The page to be done.
: subject,topic topic What it is about.
: due,until date The last day.
{group} gets homework on "{subject}", page {pages}, until {due}.
Until {due}, class {group} shall do page {pages}. The subject is {subject}.
Page {pages} is homework for {group}. It deals with "{subject}" and is due on {due}.
My class {group} learns about "{subject}". Give page {pages} as homework, due {due}.
By {due} I want page {pages} done by {group}; the subject is {subject}.
@school record_grade/enter_mark | Enters a mark of a pupil.
: pupil,student name The pupil.
: mark,grade num:1-6 The mark.
: subject,in enum:maths,physics,history,art,latin The subject.
{pupil} got {mark} in {subject}.
In {subject} I give {pupil} {mark}.
The tests are marked. {mark} for {pupil}, the subject is {subject}.
Enter {mark} as the {subject} mark of {pupil}.
{mark} is what {pupil} earned in {subject}.
@library lend_book/check_out | Lends a book to a reader.
: title,book title The title of the book.
: reader,to name Who borrows it.
: until,back_by date When it must be back.
{reader} borrows {title} until {until}.
Until {until}, {reader} may keep {title}.
The book {title} goes to {reader}. It has to be back by {until}.
{reader} is at the desk with {title}. Lend it until {until}.
Back by {until}: {title}, lent to {reader}.
@library reserve_book/hold_title | Keeps a book back for a reader until it is fetched.
: title,work title The title.
: card,reader_card id The number of the reader's card.
: email?,tell mail Where news is sent.
Keep {title} for the card {card}[ and write to {email}].
My card is {card}. I want {title} as soon as it is back.
I looked for {title} in vain. Hold it for card {card}.
{card} is my card and {title} is the book I wish to have reserved.
As soon as it is in, tell {email}: {title}, for the card {card}.
@museums lend_painting/loan_out | Lends a picture to another museum.
: picture,work title The title of the picture.
: museum,borrower town The town of the museum that borrows it.
: until,ends date The last day of the loan.
Until {until} the museum in {museum} may have {picture}.
{museum} wants to show {picture}. Lend it to the museum there until {until}.
Lend {picture} to the museum of {museum}, but only until {until}.
The picture {picture} goes to {museum}, and {until} is the last day.
May {museum} have {picture}? I agree, up to {until}.
@museums book_tour/guided_tour | Books a guided tour.
: museum,place proper The name of the museum, without the word museum.
: people,visitors int:1-40 How many come.
: language,in enum:English,German,French,Polish,Spanish The language of the guide.
: day,date date The day.
A tour of the {museum} museum for {people} in {language} on {day}.
On {day} we come with {people} people. The museum is called {museum} and we speak {language}.
{people} of us want to see the museum {museum}; {day} is the day and {language} the language.
In {language}, please: a tour for {people} people on {day}. The name of the museum is {museum}.
We love museums. Book {museum} for {day}, {people} people, guide in {language}.
@translation translate_text/render_text | Translates a text into a language.
: text,words text The text.
: language,into enum:German,French,Polish,Spanish,Japanese,Welsh The language it is translated into.
: formal?,polite bool Whether the tone is formal.
Translate into {language}: {text}
How does one say {text} in {language}?
My neighbour only speaks {language}. I want to tell her {text}
{text} I need that in {language}, <formal:and formal/but not formal>.
In {language}, <formal:in a formal tone/nothing formal>, what is {text}
@translation explain_word/look_up_word | Explains what a word means.
: word,term word The word.
: examples?,count int:1-9 How many examples are given.
What does the word {word} mean?
I read the word {word} yesterday. Explain it[ with {examples} examples].
{word} is a word that I do not know. Look it up.
With {examples} examples, explain the word {word}.
Somebody called me {word}. What is the meaning of that word?
@music play_album/start_album | Plays an album.
: album,title title The title of the album.
: artist?,by name Who made it.
: shuffle?,mixed bool Whether the order is mixed.
: volume,loudness int:0-100 How loud.
Play {album}[ by {artist}] at volume {volume}.
I want to dance. Put on {album}, volume {volume}, <shuffle:in mixed order/in its own order, not mixed>.
Volume {volume}, the album is {album}[, and {artist} made it].
At volume {volume} I would love to hear {album}.
{artist} made a record named {album}. Let me hear it at volume {volume}.
@music make_playlist/collect_songs | Makes a list of songs.
: name,title proper What the list is called.
: songs,tracks list:title The songs.
: private?,hidden bool Whether only the owner sees it.
Make a playlist {name} with {songs}.
{songs} should be on a list that is called {name}.
My party needs music. Put {songs} on one list, named {name}.
Call it {name}. <private:Keep it private/It need not be private>. The songs are {songs}.
I like {songs}. Make a list of them, {name} by name.
@pictures crop_picture/cut_image | Cuts a picture to a size.
: file,image file:picture The picture.
: width,w int:20-4000 The width in pixels.
: height,h int:20-4000 The height in pixels.
Cut {file} to a width of {width} and a height of {height} pixels.
{file} is too big. Height {height}, width {width} would be right.
It should be {height} pixels high and {width} wide. The picture is {file}.
Crop {file}; I need {height} in height and {width} in width.
{width} pixels wide, {height} high: make {file} like that.
@pictures tag_pictures/label_photos | Puts a keyword on pictures.
: keyword,tag word The keyword.
: files,photos list:file The pictures.
Put the keyword {keyword} on {files}.
{files} all show the same. Tag them as {keyword}.
I want to find {files} under {keyword}, so tag them.
The keyword is {keyword}; it goes on {files}.
{keyword} is the right tag for {files}.
@video cut_video/trim_clip | Cuts a piece out of a video.
: video,clip file:video The video.
: begin,start int:0-900 The second where the piece begins.
: length,seconds int:1-600 How many seconds it lasts.
: sound?,audio bool Whether the sound is kept.
From {video} take {length} seconds, beginning at second {begin}.
{video} is too long. I want {length} seconds of it from second {begin} on, <sound:with sound/without sound>.
At second {begin} of {video} it gets good. Cut out {length} seconds.
{length} seconds are enough: {video}, from second {begin}.
<sound:Keep the sound/Drop the sound>, start at second {begin} and take {length} seconds of {video}.
@games new_round/start_game | Starts a round of a game.
: game,which enum:chess,checkers,backgammon,go,poker The game.
: players,names list:first Who plays.
: minutes?,limit int:3-120 Minutes for each.
Start a round of {game} with {players}[, {minutes} minutes each].
{players} want to play {game}.
I am bored. Let {players} play {game}[ with {minutes} minutes each].
{game}! {players} are ready.
With {minutes} minutes for each, {players} will play {game}.
@games save_score/record_points | Saves the points of a player.
: player,who first The player.
: points,score int:0-9999 The points.
: level?,stage proper The name of the level.
{player} made {points} points.
Save {points} for {player}[; the level is called {level}].
I saw it: {player} got {points} points. Save that.
In the level named {level}, {player} has reached {points} points.
{points} points! Note that for {player}.
"""
