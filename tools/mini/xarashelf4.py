"""Tools of the office, mail, messages, calendars, timers, health, pets, sport and games."""

SHELF = r"""
mail | send_email write_mail compose_email | Sends an e-mail. / Writes a mail to an address.
to/recipient:email:Address of the receiver. ; subject/title_line:phrase:Subject line. ; body/text:text:What the mail says. ; cc/copy_to?:email:Address that gets a copy.
!Send a mail to {to} with the subject {subject}[ and a copy to {cc}] that says: {body}
!Mail {body} to {to}, subject {subject}[, with {cc} in copy].
The subject is {subject}, the address {to}[, the copy goes to {cc}] and the text is {body}.
I have to write to {to}. The mail says {body} under the subject {subject}.
{to} should read the words {body}. Send them by mail under the subject {subject}.

mail | forward_mail pass_mail_on redirect_mail | Forwards a mail to another address. / Passes a mail on.
mail/mail_id:id:Number of the mail. ; to/address:email:Who gets it. ; comment/remark?:text:Words put above it.
!Forward {mail} to {to}[ with the remark {comment}].
{to} ought to see mail {mail}[. Put {comment} above it].
Mail {mail} is not for me but for {to}.
To {to} with mail {mail}, please[; add the words {comment}].
Would you pass mail {mail} on? It is meant for {to}.

mail | make_filter mail_rule sort_mail | Makes a rule that moves mails of a sender to a folder. / Files mails automatically.
sender/from_address:email:Whose mails. ; folder/to_folder:noun:The folder, by its name alone. ; mark_read/read?:bool:Whether they count as read.
Everything from {sender} should go to the {folder} folder[{mark_read? and be marked as read| but stay unread}].
!Move mails of {sender} into the folder {folder}[, {mark_read?marked as read|but not marked as read}].
The {folder} folder is for mails that {sender} writes. Make a rule.
I get too much from {sender}. Let it land in the folder called {folder}.
!Make a rule: the folder {folder} takes what {sender} sends.

messages | send_message text_person message_somebody | Sends a short message to a person. / Texts somebody.
person/to:person:Who gets it. ; text/message:text:What it says. ; at/send_at?:time:When it is sent.
!Tell {person}[ at {at}]: {text}
!Send {person} the message {text}[ at {at}].
{person} should know this: {text}
!Text {text} to {person}[; wait until {at}].
I can't talk now. Let {person} read {text} on the phone.

messages | post_to_channel announce publish_note | Posts a text in a channel. / Announces something to a group.
channel/room:small:The channel. ; text/announcement:text:What is posted. ; pin/pinned:bool:Whether it is pinned.
!Post {text} in the channel {channel} and {pin?pin it|do not pin it}.
The channel {channel} needs the news {text}. {pin?Pin it|No need to pin it}.
{pin?Pinned|Not pinned}, in the channel {channel}, I want to see the words {text}.
!Announce {text} in {channel}, {pin?pinned|unpinned}.
!Write in the channel {channel}, {pin?as a pinned post|without pinning it}: {text}

phone | call_number dial phone_number | Dials a number. / Calls a phone number.
number/phone:phone:The number with its spaces. ; speaker/loudspeaker?:bool:Whether the loudspeaker is on.
!Call {number}[ {speaker?on the loudspeaker|without the loudspeaker}].
I'd like to talk to the people at {number}.
Ring up {number} for me.
The number is {number}. Dial it[, {speaker?speaker on|speaker off}].
Somebody called from {number}; call back.

phone | save_contact add_contact new_contact | Saves a person's number. / Puts somebody in the phone book.
name/person:person:Who it is. ; number/phone:phone:The number. ; email/mail?:email:Mail address.
!Save {name} with the number {number}[ and the mail address {email}].
{number} is the number of {name}. Keep it.
My new colleague is {name}, phone {number}[, mail {email}]. Add this to my contacts.
The phone book lacks {name}. The number is {number}.
!Put {number} into my contacts under {name}.

calendar | add_event create_event put_in_calendar | Puts an event into the calendar. / Makes an appointment.
title/event:phrase:What it is called. ; day/date:date:Which day. ; start/from_time:time:When it begins. ; end/to_time?:time:When it is over.
!Put {title} in my calendar for {day} at {start}[, ending at {end}].
On {day} at {start}[ until {end}] I have {title}. Write it in.
{title} begins at {start} on {day}[ and is over by {end}], so block the time.
I must not miss {title}: {day}, {start}.
At {start} on {day}, please[, till {end}], and call the event {title}.

calendar | invite_people send_invitation ask_to_meeting | Invites people to a meeting. / Sends invitations.
people/guests:list(first):Who is invited, each name separate. ; day/date:date:Which day. ; place/room?:noun:The room, by its name alone.
!Invite {people} to the meeting on {day}[ in the {place} room].
{people} should come on {day}[; the room is called {place}].
On {day} I want to meet {people}. Invite them.
The meeting of {day} needs {people}.
Could {people} join us on {day}[, in the room {place}]?

calendar | move_event reschedule postpone | Moves an event to another date. / Reschedules an appointment.
event/title:phrase:The event. ; old_day/from_date:date:The day it was on. ; new_day/to_date:date:The day it goes to.
!Move {event} from {old_day} to {new_day}.
{event} was planned for {old_day}, but {new_day} is better.
!Let {event} take place on {new_day} instead of {old_day}.
On {old_day} I am ill, so put {event} on {new_day}.
To {new_day} with the event {event}! It stands on {old_day} now.

reminders | set_reminder remind_me add_reminder | Reminds the user of something on a date. / Sets a reminder.
text/what:phrase:What to remind of. ; day/on_date:date:Which day. ; time/at?:time:Which time. ; repeat/yearly?:bool:Whether it comes again each year.
!Remind me of {text} on {day}[ at {time}][, {repeat?every year|only once}].
I tend to forget things. On {day}[ at {time}] I must think of {text}.
{text} is on my mind; tell me again on {day}.
On {day}[, at {time},] remind me about this: {text}
The reminder should say {text} and come on {day}[. {repeat?Repeat it each year|Don't repeat it}].

timers | start_timer set_timer countdown | Starts a timer. / Counts minutes down.
minutes/length:int(1,180):How many minutes. ; label/name?:word:What the timer is called.
!Start a timer of {minutes} minutes[ named {label}].
{minutes} minutes from now I want to hear a bell.
Wake me in {minutes} minutes.
[Name it {label}: ]I need a countdown of {minutes} minutes.
How about a timer? {minutes} minutes are right.

timers | set_alarm wake_me alarm_at | Sets an alarm at a time on a weekday. / Makes the alarm clock ring.
time/at:time:When it rings. ; day/weekday:day:On which weekday. ; sound/tone?:enum(bells,birds,radio,buzz,harp):How it sounds. ; snooze/may_snooze?:bool:Whether it may be put off.
!Wake me at {time} on {day}[ with {sound}].
On {day} I have to get up at {time}[. {snooze?I may snooze|No snoozing}].
An alarm for {day}, {time}[, sound {sound}].
It is {day} when I leave early, so the alarm must ring at {time}[, {snooze?snooze allowed|with no snooze}].
{time} is when the alarm has to ring this {day}.

office | book_meeting_room reserve_room take_room | Books a meeting room. / Reserves a room in the office.
room/room_name:noun:The room, by its name alone. ; day/date:date:Which day. ; people/seats?:int(2,40):How many people come. ; projector/beamer?:bool:Whether a projector is needed.
!Book the {room} room on {day}[ for {people} people][, {projector?with a projector|no projector needed}].
On {day} we meet in the room {room}[, {people} of us].
Is the {room} room free on {day}? Take it[, {projector?and get a projector|without a projector}].
I need a room on {day}. The one called {room} is best.
The team wants the {room} room[ with {people} seats] on {day}.

office | request_leave ask_for_holiday day_off | Asks for days off. / Files a request for leave.
person/employee:person:Who wants to be away. ; first_day/start:since:First day off. ; last_day/end:till:Last day off. ; paid/paid_leave:bool:Whether it is paid leave.
{person} wants to be off from {first_day} to {last_day}, {paid?paid|unpaid}.
!Ask for {paid?paid|unpaid} leave for {person}: back after {last_day}, away from {first_day}.
From {first_day} on, {person} will be away; the last day is {last_day}. It is {paid?paid|not paid}.
The holiday of {person} ends on {last_day} and begins on {first_day}. It is {paid?paid leave|no paid leave}.
{paid?As paid leave|Not as paid leave}, {person} takes the time until {last_day}, beginning with {first_day}.

office | log_hours record_work book_time | Notes hours of work on a project. / Keeps the time sheet.
project/project_name:noun:The project, by its name alone. ; hours/time_spent:num(0.5,12,1):How many hours. ; day/date?:date:Which day. ; note/comment?:text:What was done.
I worked {hours} hours on the {project} project[ on {day}][; note {note}].
!Log {hours} hours for the project {project}[ on {day}].
The {project} project took {hours} hours of my time[, on {day}].
{hours} hours went into the project called {project}[. Add the comment {note}].
On my time sheet, the {project} project should have {hours} hours.

office | assign_task give_task delegate | Gives a task to a person. / Assigns a ticket.
task/ticket:id:Number of the task. ; person/assignee:person:Who does it. ; due/deadline?:date:When it must be done. ; priority/level?:enum(low,normal,high,critical):How important.
!Give {task} to {person}[, to be done by {due}][, priority {priority}].
{person} takes care of {task}[ until {due}].
{task} is for {person}[; the priority is {priority}].
Who does {task}? {person} does[, by {due}].
The ticket {task} lies around. Let {person} have it[ with {priority} priority].

health | book_doctor doctor_appointment see_doctor | Makes an appointment with a doctor. / Books a visit because of a complaint.
complaint/reason:matter:What hurts. ; doctor/physician:person:The doctor's name, without Dr. ; day/date:date:Which day. ; time/at?:time:When.
I have {complaint} and want to see Dr {doctor} on {day}[ at {time}].
!Make an appointment with Dr {doctor} on {day}[ at {time}] for {complaint}.
On {day}, Dr {doctor} should look at this: {complaint}
Because of {complaint} I need Dr {doctor}. Is {day} possible[, say {time}]?
Dr {doctor} is my doctor. It's about {complaint}, and {day} would suit me.

health | log_medicine took_medicine note_dose | Notes a dose of a medicine. / Records that somebody took medicine.
medicine/drug:small:The medicine. ; milligrams/dose_mg:int(5,900):How much. ; time/taken_at:time:When it was taken. ; with_food/after_meal?:bool:Whether it was taken with food.
I took {milligrams} mg of {medicine} at {time}[, {with_food?with food|on an empty stomach}].
At {time} it was {milligrams} mg of {medicine}. Note that.
!Log {medicine}, {milligrams} mg, {time}[, {with_food?with a meal|without a meal}].
{time} was the time when I swallowed {medicine}, {milligrams} milligrams of it.
!Write down that I had {milligrams} mg {medicine} at {time}.

health | record_weight log_weight save_weight | Notes the weight of a person. / Keeps somebody's weight.
person/who:first:Whose weight. ; kilos/weight:num(10,130,1):Kilograms. ; day/measured_on?:date:When.
{person} weighs {kilos} kg[ on {day}]. Keep that.
!Note {kilos} kg for {person}[, measured on {day}].
The scales say {kilos} kilos for {person}.
[On {day} ]{person} stepped on the scales and it was {kilos} kg.
What did {person} weigh? {kilos} kg, write it down.

pets | feed_pet_plan pet_feeding set_feeder | Sets the feeder of a pet. / Plans when a pet is fed.
pet/pet_name:first:Name of the pet. ; grams/portion:int(10,500):Grams of food. ; time/at:time:When it is fed.
{pet} gets {grams} grams at {time}.
!Feed {pet} at {time} with {grams} g.
At {time} the feeder should give {grams} grams to {pet}.
My cat {pet} is too fat, so {grams} grams at {time} must do.
Set the feeder: {time}, {grams} g, for {pet}.

pets | book_groomer groom_pet pet_grooming | Books a pet groomer. / Makes an appointment for a pet's coat.
pet/name:first:Name of the pet. ; service/treatment:enum(bath,trim,brushing,claws,teeth):What is done. ; day/date:date:Which day.
!Book {service} for {pet} on {day}.
{pet} needs the {service} treatment. {day} would suit us.
On {day} the groomer should do {service} with my dog {pet}.
My rabbit is called {pet}. Please book it in on {day} for {service}.
Is {day} free at the groomer's? {pet} comes for {service}.

sport | log_run record_workout note_run | Notes a training. / Records sport with its length.
activity/sport:enum(running,swimming,rowing,cycling,climbing,skiing):Kind of sport. ; distance/kilometres:num(0.5,90,1):Kilometres. ; minutes/duration:int(5,300):Minutes it took.
I did {distance} km of {activity} in {minutes} minutes.
!Log {activity}: {minutes} minutes, {distance} km.
In {minutes} minutes I made {distance} kilometres {activity}. Keep a record.
My {activity} today: {distance} km. It took me {minutes} minutes.
It took {minutes} minutes of {activity} to cover {distance} km, write that down.

sport | enter_result save_score match_result | Stores the result of a match. / Saves how a match ended.
home/home_team:team:The team that played at home. ; guest/away_team:team:The team that came. ; home_goals/home_score:int(0,4):Goals of the home team. ; guest_goals/away_score:int(5,9):Goals of the guests.
The {home} played at home against the {guest}. The guests made {guest_goals} goals, the hosts {home_goals}.
{guest_goals} goals for the visiting {guest}, {home_goals} for the hosts, the {home}.
!Store this: the guests, the {guest}, won with {guest_goals} goals; the {home} had {home_goals} at home.
At home the {home} lost with {home_goals} goals to the {guest}, who got {guest_goals}.
With {home_goals} goals the {home} lost on their own ground; the {guest} scored {guest_goals}.

games | create_game new_game start_match | Starts a game with players. / Opens a round of a game.
game/which:enum(chess,poker,checkers,dominoes,bridge,darts):Which game. ; players/participants:list(first):Who plays, each name separate. ; public/open:bool:Whether others may watch.
!Start {game} with {players}, {public?open to watchers|closed to watchers}.
{players} want to play {game}. {public?Others may watch|Nobody may watch}.
It's raining, so {game} it is for {players}; {public?make it public|do not make it public}.
{public?A public|A private} round of {game} for {players}.
Can we play {game}? {public?Let others watch|Don't let others watch}. The players are {players}.

games | give_item add_to_inventory hand_item | Gives a player a thing in a game. / Puts an item into a player's bag.
player/hero:first:Which player. ; item/object:word:What the player gets. ; count/quantity?:int(2,99):How many.
!Give the player {player} the item {item}[, {count} times].
The player {player} has found {item}[, {count} of them].
Into the bag of {player} goes the item {item}[, and there are {count}].
{player} deserves a reward: the item {item}[, {count} pieces].
!Put the item {item} in the inventory of {player}[; the count is {count}].
"""
SHELF = SHELF.strip().split("\n\n")
