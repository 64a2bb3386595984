"""Tools, second shelf: sports, music, games, office. The form is that of the first shelf."""

SHELF = r"""
## sports
@record_score | Record the final score of a game. | home:team, away:team, home_goals:i0-12, away_goals:i0-12
[Record|Enter] {home} {home_goals}, {away} {away_goals}.
The {home} [hosted|played at home against] the {away}, final score {home_goals} to {away_goals}. [Enter it.|Record that.]
final: {home} {home_goals} - {away} {away_goals}
[Please|] log the game: home {home} with {home_goals}, away {away} with {away_goals}.
{home} at home scored {home_goals}, visitors {away} scored {away_goals}. [Put it in the books.|Write it down.]
@sign_player | Sign a player for a team. | player:person, team:team, years:i1-6?
[Sign|Register] {player} for the {team}(( for {years} years)).
{player} [joins|goes to] the {team}((, {years} years)). [Make it official.|Sign the deal.]
The {team} [want|take] {player}((, contract of {years} years)). [Do it.|Sign.]
{team} + {player}(( ({years} years))), [sign|new signing]
[Could|Can] you get {player} signed with the {team}(( for {years} years))?
@injury_report | Report the injury of a player. | player:person, body_part:e(knee/ankle/shoulder/wrist), days_out:i1-60?
{player} hurt [his|her|the] {body_part}((, out {days_out} days)). [Report it.|Injury report please.]
[Injury|Report]: {player}, {body_part}((, {days_out} days))
[Report|File] a {body_part} injury for {player}((, expected out {days_out} days)).
Bad news, the {body_part} of {player} [is injured|gave way](( and the doc says {days_out} days)). [Put it in the report.|Report that.]
[Please|] note that {player} has an injured {body_part}((; {days_out} days out)).
@book_field | Book a playing field. | field:i1-12, day:weekday, start:time, lights:b?
[Book|Reserve] field {field} on {day} at {start}((, lights on<lights=true>)).
We [train|play] {day} {start}. [Book|Get us] field {field}((, and it'll be dark so we need the lights<lights=true>)).
field {field}, {day}, {start}((, no lights<lights=false>))
[Can|Could] the kids have field {field} on {day} at {start}?
I'd like field {field} [for|on] {day}, {start}((, with floodlights<lights=true>)).
@lap_time | Save a lap time. | runner:person, lap:i1-30, seconds:n20-200
[Save|Log] {seconds} seconds for {runner}, lap {lap}.
{runner} ran lap {lap} in {seconds} seconds. [Save it.|Log that.]
lap {lap} {runner} {seconds}
[Stopwatch|Timing]: {runner}, lap {lap}, {seconds} s. [Save.|Enter it.]
[Put|Write] down lap {lap} of {runner}: {seconds} seconds
@buy_tickets | Buy tickets for a game. | match_day:date, seats:i1-8, section:e(north/south/east/west)?, student:b?
[Buy|Get] {seats} tickets for the game on {match_day}(( in the {section} section))((, I'm a student<student=true>)).
{seats} seats, {match_day}((, {section} stand)), [please|for the game].
I want to see the game on {match_day} with friends, {seats} [tickets|seats](( on the {section} side)).
game {match_day} x{seats}(( {section}))(( student price<student=true>))
[Could|Can] you order {seats} tickets for {match_day}((, {section} section))?
@set_lineup | Set the lineup of a team. | team:team, players:Lperson, captain:person?
[Set|Post] the {team} lineup: {players}.(( Captain: {captain}.))
The {team} [start|play] with {players}((, led by captain {captain})). [Enter the lineup.|Set that.]
lineup {team} = {players}
[Tonight|Today] {players} [play|start] for the {team}((; {captain} wears the armband as captain)). [Save the lineup.|Set it.]
[I'd like|Please put] {players} in the {team} lineup((, {captain} as captain)).
@training_plan | Make a training plan. | sport:e(running/rowing/cycling/swimming), weeks:i2-16, days_per_week:i2-6?
[Make|Write] me a {weeks} week {sport} plan((, {days_per_week} days a week)).
I [want|need] to get fit for {sport} in {weeks} weeks((, training {days_per_week} days per week)). [Plan it.|Give me a plan.]
{sport} plan, {weeks} weeks((, {days_per_week} days weekly))
[Could|Can] I have a {sport} training plan [over|for] {weeks} weeks((, {days_per_week} days each week))?
{weeks} weeks [to|until] my {sport} race. [Training plan please.|Plan my training.](( I have {days_per_week} days a week.))
@standings | Show the league table. | league:e(junior/senior/women), top:i3-20?
[Show|Print] the {league} table((, top {top})).
Who leads the {league} league?(( Top {top}, please.))
{league} standings((, first {top}))
[How|What] does the {league} league table look like?(( The top {top} will do.))
[I want|I'd like] the {league} standings(( down to place {top})).
@appoint_referee | Appoint a referee for a match. | referee:person, match:code
[Appoint|Assign] {referee} [as referee of|to whistle] match {match}.
{referee} [refs|will referee] {match}. [Enter it.|Appoint.]
Match {match} needs a referee, [take|use] {referee}.
referee {match}: {referee}
[Could|Can] {referee} be [put down|named] as referee for {match}?
@gym_checkin | Check a member in at the gym. | member:person, locker:i1-200?, guest:b?
[Check|Sign] in {member}((, locker {locker}))((, bringing a guest<guest=true>)).
{member} is [here|at the door]((, give locker {locker}))(( and comes alone, no guest<guest=false>)). [Check in.|Check-in please.]
check-in {member}(( / locker {locker}))
[Could|Can] you check {member} in((, a friend comes along as guest<guest=true>))?
[Hello,|] {member} [wants to train|arrived].(( Locker {locker}.)) Check in, please.
@rent_bike | Rent a bike. | size:e(small/medium/large), hours:i1-12, helmet:b?
[Rent|Get] me a {size} bike for {hours} hours((, with a helmet<helmet=true>)).
I'd like a {size} bike, {hours} hours((, I have my own helmet so none please<helmet=false>)).
{size} bike / {hours} hours((/ plus helmet<helmet=true>))
[Can|Could] I [hire|rent] a bike? {size}, for {hours} hours((, and lend me a helmet<helmet=true>)).
For {hours} hours [I need|we want] a bike in {size}.

## music
@play_song | Play a song. | title:song, volume:i1-100?, repeat:b?
[Play|Put on] {title}(( at volume {volume}))((, on repeat<repeat=true>)).
[I want to hear|I feel like] {title}((, volume {volume})).
{title}[, play it| please]((, again and again<repeat=true>))
[Could|Can] you [start|play] the song {title}((, volume {volume}))((, just once, no repeat<repeat=false>))?
[DJ|Hey], {title} [now|next]((, loudness {volume})).
@make_playlist | Make a playlist. | playlist_name:text, songs:Lsong, public:b?
[Make|Create] a playlist {playlist_name} with {songs}((, visible to all so public<public=true>)).
[New|A new] playlist: {playlist_name}; {songs}.
Put {songs} [on|in] a playlist [called|named] {playlist_name}((, keep it private<public=false>)).
I'd like {songs} as a [list|playlist] under the name {playlist_name}.
playlist {playlist_name} = {songs}
@tune_instrument | Give the reference tone for tuning. | instrument:e(guitar/violin/cello/ukulele), hertz:i430-446?
[Tune|Help me tune] my {instrument}((, A at {hertz} hertz)).
My {instrument} [sounds off|is out of tune]. [Give me the tone.|Reference tone?](( We play at {hertz} Hz.))
tuning {instrument}(( {hertz} Hz))
[Play|Give] the tuning tone for {instrument}(( based on {hertz} Hz)).
[Could|Can] I get a tone [for|to tune] the {instrument}((, {hertz} hertz))?
@set_metronome | Start the metronome. | bpm:i40-220, beats:i2-7?
[Set|Start] the metronome at {bpm}((, {beats} beats per bar)).
metronome {bpm} bpm((, {beats} beats))
I [practice|play] at {bpm} beats per minute. [Metronome please.|Start the metronome.]
[Click|Tick] at {bpm}((, bars of {beats})), metronome on.
[Could|Can] the metronome go {bpm}(( with {beats} beats a bar))?
@book_studio | Book a recording studio. | studio:town, day:date, engineer:person?, hours:i1-10
[Book|Reserve] the {studio} studio on {day} for {hours} hours((, {engineer} at the desk)).
We record on {day}, {hours} hours, [studio in {studio}|in the {studio} studio]((, engineer {engineer})). [Book it.|Reserve.]
studio {studio} {day} {hours}h((, engineer: {engineer}))
[Could|Can] we [have|get] the studio in {studio} on {day} ({hours} hours)?(( {engineer} should engineer.))
Our band needs {hours} hours of studio time in {studio}, {day}.
@transpose_song | Transpose a song by half steps. | title:song, half_steps:i1-11, direction:e(up/down)
[Transpose|Move] {title} {direction} by {half_steps} half steps.
{title}: {half_steps} half steps {direction}
The singer [needs|wants] {title} {half_steps} half steps {direction}. [Transpose it.|Do that.]
[Could|Can] {title} go {direction} {half_steps} half steps?
[Shift|Bring] {title} {half_steps} half steps {direction}, [please|thanks].
@find_lyrics | Find the lyrics of a song. | song:song, singer:person?
[Find|Show] the lyrics of {song}(( by {singer})).
[How do|What are] the words of {song}(( as sung by {singer}))?
lyrics {song}(( / {singer}))
I [forgot|need] the [words|lyrics] to {song}((, {singer} sang it)).
[Could|Can] you get me the text of the song {song}(( by {singer}))?
@order_strings | Order strings for an instrument. | instrument:e(guitar/bass/banjo/harp), gauge:n0-2, sets:i1-20
[Order|Buy] {sets} sets of {instrument} strings, gauge {gauge}.
I need {instrument} strings: {sets} sets, {gauge} gauge.
{sets} x {instrument} strings {gauge}
[We broke|The tour ate] all our {instrument} strings. [Order|Get] {sets} sets, gauge {gauge}.
[Could|Can] you order gauge {gauge} strings for the {instrument}, {sets} sets?
@announce_gig | Announce a concert. | venue:place, town:town, doors:time, sold_out:b?
[Announce|Post] our gig at {venue}, {town}, doors {doors}((, it's sold out<sold_out=true>)).
We play {venue} in {town}, doors open {doors}. [Announce it.|Tell the fans.](( Tickets are still to be had, so it's not sold out<sold_out=false>.))
gig: {venue} / {town} / {doors}((/ sold out<sold_out=true>))
[Please|] put out the word: {town}, {venue}, doors at {doors}((, every ticket is gone<sold_out=true>)).
Doors at {doors}, {venue}, {town}[. Announce the show.| - announce that concert.]
@rehearsal_reminder | Remind band members of a rehearsal. | members:Lperson, rehearsal_time:time
[Remind|Ping] {members} of the rehearsal at {rehearsal_time}.
Rehearsal is at {rehearsal_time}. [Remind|Tell] {members}.
rehearsal {rehearsal_time} -> {members}
{members} [keep forgetting|never remember] rehearsal; [remind them|send them a reminder] that it starts at {rehearsal_time}.
[Could|Can] you remind {members} that we rehearse at {rehearsal_time}?
@mix_track | Set the level of a track in the mix. | track:e(drums/vocals/bass/keys), decibels:n0-12, mute_others:b?
[Set|Push] {track} to {decibels} dB((, and mute the rest<mute_others=true>)).
{track} at {decibels} decibels(( with everything else muted<mute_others=true>)).
[I can't hear|We need more of] the {track}. {decibels} dB [please|on the mix].
mix: {track} {decibels}
[Could|Can] the {track} go to {decibels} dB(( while the others stay on, no muting<mute_others=false>))?

## games
@roll_dice | Roll dice. | dice:i1-10, sides:i4-20
[Roll|Throw] {dice} dice with {sides} sides.
{dice}d{sides}
I attack! {dice} dice, {sides} sides each.
[Could|Can] you roll {dice} dice of {sides} sides?
[Give me|I need] {dice} rolls of a {sides} sided die[, all at once| now].
@save_game | Save the game in a slot. | slot:i1-20, comment:text?
[Save|Save my game] in slot {slot}((, comment {comment})).
Before the boss, save to slot {slot}((, note {comment})).
save {slot}(( {comment}))
[Please|] store [my progress|the game] in slot {slot}(( with the comment {comment})).
[Could|Can] we save? Slot {slot}((, label it {comment})).
@make_move | Make a chess move. | from_square:sq, to_square:sq2, offer_draw:b?
[Move|Play] from {from_square} to {to_square}((, and offer a draw<offer_draw=true>)).
{from_square} {to_square}
My piece on {from_square} goes to {to_square}((; I propose a draw<offer_draw=true>)).
[I play|I'd move] {from_square}-{to_square}((, no draw offer<offer_draw=false>)).
[Put|Take] the one on {from_square} to {to_square}.
@create_character | Create a character for a game. | character:first, profession:e(wizard/knight/thief/ranger), strength:i3-18?
[Create|Roll up] {character}, a {profession}((, strength {strength})).
My new character is {character} the {profession}((, with strength {strength})). [Create it.|Set it up.]
{character} / {profession}(( / str {strength}))
I want to [play|be] a {profession} called {character}((, {strength} strength)).
[Could|Can] you make a {profession} by the name of {character}((, strength of {strength}))?
@invite_friend | Invite a friend to a match. | friend:person, game:e(chess/poker/bridge/checkers), message:text?
[Invite|Ask] {friend} to a game of {game}((, message {message})).
I'd love to play {game} with {friend}. [Send the invite.|Invite them.](( Write {message}.))
{game} with {friend}? [Invite.|Send it.]
[Challenge|Get] {friend} [to|for] {game}(( and tell them {message})).
invite {friend} {game}(( {message}))
@trade_items | Trade items with another player. | player:person, give:Lnoun, receive:Lnoun
[Trade|Offer] {player} my {give} for {receive}.
{player} gets {give}, I get {receive}. [Trade it.|Make the trade.]
trade with {player}: giving {give}; receiving {receive}
I [want|would like] {receive} from {player} and [give|pay with] {give}.
[Propose|Suggest] to {player} that I hand over {give} in exchange for {receive}.
@set_difficulty | Set the difficulty of the game. | difficulty:e(easy/normal/hard/insane), permadeath:b?
[Set|Change] the difficulty to {difficulty}((, with permadeath<permadeath=true>)).
[I want|Make] it {difficulty}((, but no permadeath<permadeath=false>)), [difficulty I mean|the difficulty].
difficulty {difficulty}
[Too boring!|This level kills me.] [Switch|Go] to {difficulty} difficulty(( and turn permadeath on<permadeath=true>)).
[Could|Can] we play on {difficulty}?
@start_tournament | Start a tournament. | tournament:text, entrants:Lperson, rounds:i2-9?
[Start|Open] a tournament {tournament} with {entrants}((, {rounds} rounds)).
{entrants} [play|compete] in {tournament}((, {rounds} rounds)). [Start it.|Set up the tournament.]
tournament {tournament}: {entrants}
We [hold|run] a tournament [called|named] {tournament}; players are {entrants}.(( {rounds} rounds.))
[Could|Can] you set up a cup for {entrants}, [named|title] {tournament}((, over {rounds} rounds))?
@buy_item | Buy an item in the game shop. | item:noun, amount:i1-99, equip:b?
[Buy|Get] {amount} {item} [at|from] the shop((, and equip it<equip=true>)).
shop: {amount} x {item}((, don't equip<equip=false>))
I want {amount} of the {item} [from the shop|that the shop sells]((, put it on right away<equip=true>)).
[Spend my gold on|Trade gold for] {amount} {item}.
[Could|Can] I have {amount} {item} from the trader?
@hint | Give a hint for a puzzle. | puzzle:i1-300, strength:e(tiny/normal/full)?
[Give me a|I need a] (({strength} ))hint for puzzle {puzzle}.
[I'm stuck|No idea what to do] on puzzle {puzzle}. Hint?(( Make it {strength}.))
puzzle {puzzle} hint((, {strength}))
[Could|Can] you help with puzzle {puzzle}((, a {strength} hint))?
Puzzle {puzzle} [drives me mad|beats me], so a (({strength} ))hint please.
@high_score | Submit a high score. | player:person, points:i100-99000, level:i1-40?
[Submit|Enter] {points} points for {player}((, level {level})).
{player} [made|got] {points} points((, reaching level {level})). [To the high scores!|Submit it.]
high score: {player} {points}((, level {level}))
[Put|Write] {player} on the board with {points}(( (level {level}))).
[New record|Finally], {points} by {player}[. Submit it.| - submit that score.]

## office
@send_email | Send an e-mail. | to:email, subject:text, body:text
[Send|Write] an e-mail to {to}, subject {subject}, saying {body}.
E-mail {to} [with|under] the subject {subject}; [body|text] {body}.
to {to} / subject {subject} / body {body}
[Could|Can] you [mail|write to] {to}? Subject {subject}, [message|text] {body}.
{to} [should|must] [get|receive] a mail titled {subject} that says: {body}
@book_meeting | Book a meeting. | topic:text, attendees:Lperson, meeting_date:date, online:b?
[Book|Set up] a meeting about {topic} with {attendees} on {meeting_date}((, online<online=true>)).
{attendees} and I [need|have] to talk about {topic}. [Meeting|Book it] on {meeting_date}((, by video so online<online=true>)).
meeting {meeting_date}: {topic}; {attendees}
[Could|Can] you invite {attendees} on {meeting_date}? [It's about|Topic:] {topic}((, in the room, not online<online=false>)).
On {meeting_date} [we discuss|there'll be a meeting on] {topic} with {attendees}. [Put it in the calendar.|Book that.]
@request_leave | Request days of leave. | from_date:date, days:i1-20, unpaid:b?
[Request|Book] {days} days of leave from {from_date}((, unpaid<unpaid=true>)).
I'd like [time|] off, {days} days starting {from_date}((, without pay<unpaid=true>)).
leave: {from_date}, {days} days((, paid not unpaid<unpaid=false>))
[Starting|As of] {from_date} I'm [gone|away] for {days} days. [File my leave.|Request leave.]
[Could|Can] I [take|have] {days} days off from {from_date}?
@file_expense | File an expense. | amount:n2-900, category:e(travel/meals/hotel/tools), comment:text?
[File|Submit] {amount} for {category}((, comment {comment})).
I [spent|paid] {amount} [on|for] {category}. [Expense it.|File that.](( Note {comment}.))
expense {category} {amount}(( {comment}))
[Please|] put {amount} dollars on my expenses, {category}((, with the remark {comment})).
[Reimburse|I want back] {amount}, category {category}((, reason {comment})).
@print_document | Print a document. | document:path, copies:i1-50?, color:b?
[Print|Run off] {document}((, {copies} copies))((, in color<color=true>)).
(({copies} copies of ))[printout of|the file] {document}[, printed| from the printer]((, black and white<color=false>)).
print {document}(( x{copies}))
[Could|Can] you send {document} to the printer((, {copies} copies))((, and in color please<color=true>))?
I [need|want] {document} on paper((, {copies} times)).
@translate_text | Translate a text. | text:text, language:e(Spanish/German/French/Korean)
[Translate|Put] {text} [to|into] {language}.
[How do you say|What is] {text} in {language}?
{language} for {text}, [please|translate]
[I need|My colleague wants] {text} [translated|rendered] into {language}.
[Translation|Translate] to {language}: {text}
@add_contact | Add a contact. | contact_name:person, email:email?, company:team?
[Add|Save] {contact_name} [to my contacts|as a contact]((, {email}))((, works at {company})).
[New contact|Contact]: {contact_name}(( <{email}>))
I [met|talked to] {contact_name}(( from {company})). [Save the contact.|Add them to my contacts.](( Mail is {email}.))
[Put|Write] {contact_name} in the address book((, e-mail {email})).
contact {contact_name}((, {email}))((, company {company}))
@set_reminder | Set a reminder. | what:text, at:time, repeat:e(daily/weekly/monthly)?
[Remind me|Set a reminder] at {at}(( {repeat})): {what}
[Remind me of|Don't let me forget] {what} at {at}((, {repeat})).
At {at} [I want to be|I must be] reminded of {what}((, {repeat})).
reminder {at} {what}(( ({repeat})))
[Could|Can] you remind me at {at}? {what}(( It should be {repeat}.))
@book_room | Book a room in the building. | room:code, day:weekday, people:i2-40, projector:b?
[Book|Reserve] room {room} on {day} for {people} people((, we show slides so projector<projector=true>)).
{people} of us need {room} on {day}((, with a projector<projector=true>)).
room {room} / {day} / {people} people((/ no projector<projector=false>))
[Could|Can] I have room {room} [on|for] {day}? We're {people}((, and a projector would help<projector=true>)).
On {day} [hold|keep] {room} for a group of {people}.
@draft_invoice | Draft an invoice. | customer:person, amount:n10-4000, due:date?, paid:b?
[Draft|Write] an invoice of {amount} to {customer}((, due {due})).
{customer} owes us {amount}. [Make the invoice.|Draft an invoice.](( Due date {due}.))
invoice {customer} {amount}((, due {due}))((, already paid<paid=true>))
[Please|] bill {customer} {amount}((, payable by {due})).
[Could|Can] you [prepare|draft] the {customer} invoice? {amount}((, they paid it already<paid=true>)).
@shorten_text | Shorten a text to some words. | text:text, max_words:i3-30
[Shorten|Cut] {text} to {max_words} words.
{text} in [at most|no more than] {max_words} words[, please|].
[Too long|My boss hates long mails]: {text} Make it {max_words} words.
[I need|Give me] a version of {text} with [up to|at most] {max_words} words.
[Boil|Trim] this down to {max_words} words: {text}
"""
