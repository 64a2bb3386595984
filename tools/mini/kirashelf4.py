"""Tools of the office, messages, calendars, health, sport and pets (see kiratools.py for the form)."""

TOOLS = r"""
# mail | send_email write_mail compose_message | Sends an e-mail. ~ Writes a mail to an address.
. to,recipient : email : The address.
. subject,title : of:Invoice March;Lost umbrella;Offer no. 12;Summer party;Your question;Key handover;Re: broken heater : The subject.
. body,text : phrase : What the mail says.
- Mail {to}, subject "{subject}", and write: {body}
- Write to {to} about "{subject}": {body}
- E-mail for {to}. Subject: "{subject}". Text: "{body}"
- {to} should get "{body}" by e-mail, with the subject "{subject}".
- Subject "{subject}", body "{body}", send it to {to}.
- Let {to} know by mail: "{body}". Put "{subject}" in the subject line.
# mail | search_mail find_emails look_in_inbox | Searches the mailbox. ~ Finds mails by words, sender or date.
. words,query : topic : Words to look for.
. sender,from_address? : email : Who sent it.
. after,since? : date : Only newer than this day.
- Find mails about "{words}"[ from {sender}].
- Did {sender} ever write about "{words}"?
- Search my inbox for "{words}"[, after {after}].
- There was a message on "{words}"[ since {after}]. Where is it?
- mail search "{words}"[ by {sender}]
- I can't find the mail with "{words}" in it[; it came after {after}].
# mail | forward_mail pass_on_email send_on | Forwards a mail to somebody else. ~ Sends a received message on.
. mail_id,message : id : The mail.
. to,address : email : Who gets it.
. note,remark? : phrase : A line on top.
- Forward {mail_id} to {to}[ with the note "{note}"].
- {to} should see {mail_id}. Send it on.
- Pass {mail_id} on to {to}[ and add "{note}"].
- Message {mail_id} isn't for me but for {to}, forward it.
- {mail_id} to {to}[: "{note}"]
- Would {to} please read {mail_id}? Forward the thing[, adding "{note}"].
# mail | out_of_office set_autoreply vacation_answer | Sets an automatic answer for a period. ~ Answers mails while somebody is away.
. from_day,start : date : First day.
. to_day,end : date : Last day.
. message,answer : of:I am away, please call Ada.;Back soon!;On parental leave, write to the team.;No access to mail until I return.;Gone fishing. : The answer that is sent.
- I'm away from {from_day} to {to_day}. Auto-reply: {message}
- Out of office {from_day} until {to_day} saying "{message}"
- Answer my mails with "{message}" between {from_day} and {to_day}.
- Holiday at last! Start {from_day}, end {to_day}, and people get "{message}".
- Set the automatic answer "{message}", beginning {from_day} and ending {to_day}.
- From {from_day} everybody should read "{message}", up to {to_day}.
# chat | send_text text_person message_contact | Sends a text message to a person. ~ Texts somebody.
. person,contact : person : Who gets it.
. message,text : phrase : What it says.
- Text {person}: {message}
- Tell {person} "{message}".
- Send {person} a message saying "{message}".
- Message {person} that says: {message}
- "{message}" - text that to {person}.
- Let {person} know this: {message}
- {person} is waiting for word from me. Write "{message}".
# chat | post_channel say_in_channel announce_in | Posts a message in a channel. ~ Writes to a group channel, pinned if wanted.
. channel,room : of:#general;#ops;#lunch;#design;#random;#sales-team;#book-club : The channel.
. text,content : phrase : The message.
. pin,pinned? : bool : Keep it on top.
- Post "{text}" in {channel}.
- {channel}: "{text}", <pin:true=pinned;false=not pinned>
- Write to {channel}: {text}
- Everybody in {channel} must read "{text}", so <pin:true=pin it;false=just post it>.
- Announce in {channel} that: {text}
- Please say "{text}" on {channel} <pin:true=and pin the message;false=without pinning it>.
# chat | mute_chat silence_thread quiet_conversation | Mutes a conversation for some hours. ~ Stops alerts of a chat.
. chat,conversation : of:Family;Football dads;Flat 12;Class 4b parents;Work lunch;Neighbours;Cousins : The conversation.
. hours,for_hours : int:1~72 : How many hours.
- Mute {chat} for {hours} hours.
- I can't bear "{chat}" any longer. {hours} hours of silence, please.
- No alerts from {chat} in the next {hours} hours.
- {chat} quiet {hours} h
- {hours} hours without {chat}, that would be bliss. Mute it.
- The {chat} chat keeps buzzing; silence it, {hours} hours.
# phone | call_number dial_phone ring_up | Calls a phone number. ~ Dials a number, with the loudspeaker if wanted.
. number,phone : phone : The number.
. speaker,loudspeaker? : bool : Use the loudspeaker.
- Call {number}.
- Ring {number} <speaker:true=on the loudspeaker;false=without the loudspeaker>.
- Dial {number} for me, <speaker:true=loudspeaker on;false=loudspeaker off>.
- I have to speak to the people at {number}.
- {number} call pls
- Get me {number} on the phone.
# calendar | add_event create_appointment put_in_calendar | Puts an event into the calendar. ~ Makes an appointment.
. title,event : of:dentist;team lunch;parents' evening;budget review;haircut;choir rehearsal;boiler check;chess night : What it is.
. date,on : date : The day.
. time,at : time : When it begins.
. minutes,length? : int:15~240 : How long in minutes.
- {title} on {date} at {time}[, {minutes} minutes].
- Put {title} into my calendar: {date}, {time}.
- I've got {title} at {time} on {date}[; it takes {minutes} minutes].
- {date} {time} {title}
- Appointment. What: {title}. Day: {date}. Hour: {time}.[ Length: {minutes} minutes.]
- At {time} there's {title}, and the day is {date}. Note it.
# calendar | move_event reschedule_event shift_appointment | Moves an event to another day and time. ~ Reschedules something in the calendar.
. event,what : of:dentist;team lunch;parents' evening;budget review;haircut;choir rehearsal;boiler check;chess night : The event.
. new_date,to_date : date : The new day.
. new_time,to_time? : time : The new time.
- Move {event} to {new_date}[ at {new_time}].
- {event} doesn't suit me. Make it {new_date}[, {new_time}].
- Reschedule {event}: {new_date}[ {new_time}]
- They called, the {event} is now on {new_date}[ and starts at {new_time}].
- Shift the {event}; {new_date} is better[, say {new_time}].
- Could my {event} be on {new_date} instead?
# calendar | free_slots when_free find_gap | Finds free time of some people on a day. ~ Looks for a gap in calendars.
. people,attendees : list:first : Whose calendars.
. day,date : date : The day.
. minutes,length : int:15~180 : How long the gap must be in minutes.
- When are {people} free for {minutes} minutes on {day}?
- Find {minutes} minutes on {day} for {people}.
- {people}, {day}, {minutes} minutes: any gap?
- I'd like to sit down with {people} on {day}. It takes {minutes} minutes, so when?
- On {day}, is there a hole of {minutes} minutes that suits {people}?
- We need {minutes} minutes together, that's {people}, on {day}.
# tasks | add_task new_todo remember_to | Adds something to the list of tasks. ~ Notes a thing to do, with a priority.
. task,what : todo : What is to be done.
. due,by? : date : Until when.
. priority,importance? : enum:low;normal;high : How important.
- Add a task: {task}
- Put "{task}" on my list[, due {due}].
- I mustn't forget to "{task}"[; priority {priority}].
- To do: "{task}"[ by {due}]
- "{task}" goes on the list[ with {priority} priority].
- One more thing to do[, {priority} priority]: {task}
# tasks | complete_task tick_off finish_todo | Marks a task as done. ~ Ticks a thing off the list.
. number,task_no : int:1~120 : Number of the task.
. comment,remark? : note : A remark.
- Task {number} is done.
- Tick off {number}[, remark: "{comment}"].
- I've finished number {number}[. Comment: "{comment}"].
- {number} done
- Hooray, {number} is behind me, mark it.
- You can cross out task {number}[ and note "{comment}"].
# tasks | remind_me set_reminder nudge_at | Reminds of something at a time. ~ Sets a reminder.
. text,about : todo : What of.
. at,time : time : When.
. repeat,every? : enum:daily;weekly;monthly : How often again.
- Remind me at {at}: {text}
- At {at}, remind me to "{text}"[, {repeat}].
- "{text}" - I need a nudge at {at}[ and the reminder is {repeat}].
- Give me a reminder that says "{text}", {at}.
- Poke me at {at} so that I "{text}".
- I always forget it: "{text}". Remind me at {at}[ {repeat}].
# meeting | book_meeting_room reserve_room get_conference_room | Books a room for a meeting. ~ Reserves a conference room for so many people.
. room,name : of:Aquarium;Room 3.14;Loft;Blue Room;Library Corner;Boardroom;Greenhouse : The room.
. start,from_time : time : When it begins.
. people,seats? : int:2~30 : How many people.
- Book {room} from {start}[ for {people} people].
- {room} at {start}[, {people} of us]
- We meet at {start}. Is {room} free? Then take it[; there are {people} of us].
- Reserve {room}; we start at {start}.
- I'd love to have {room} when the client comes at {start}[ ({people} persons)].
- A room for {start}, preferably {room}[, {people} seats].
# meeting | take_minutes record_decision note_decision | Writes a decision into the minutes of a meeting. ~ Records what a meeting decided.
. meeting,session : of:board;weekly sync;retro;parents' council;allotment club;design review : The meeting.
. decision,text : of:The fee stays at 20 euros;We switch to oat milk;No deploys on Fridays;Ada becomes treasurer;The logo will be green;Summer party on the roof : What was decided.
- Minutes of the {meeting}: {decision}
- In the {meeting} we decided: "{decision}"
- Write down for the {meeting} that "{decision}".
- "{decision}" - that's the decision of the {meeting}.
- {meeting} minutes, decision "{decision}"
- Nobody objected, so record "{decision}" under {meeting}.
# notes | save_note jot_down new_note | Saves a short note. ~ Jots something down, with tags.
. text,note : text : The note.
. tags,labels? : list:tag : Tags.
- Note: {text}
- Jot this down[ with the tags {tags}]: {text}
- Keep a note that says "{text}".
- Save "{text}" as a note[, tagged {tags}].
- Write in my notes: {text}
- I had a thought: "{text}". Keep it[ under {tags}].
# office | order_supplies restock_office buy_supplies | Orders office supplies. ~ Buys paper, pens and the like for a department.
. item,article : of:toner;A4 paper;sticky notes;blue pens;folders;staples;envelopes : The article.
. boxes,count : int:1~40 : How many boxes.
. dept,department? : enum:sales;legal;support;finance : Who pays.
- Order {boxes} boxes of {item}[ for {dept}].
- We're out of {item}: {boxes} boxes[, {dept} pays].
- {boxes} boxes {item}
- Somebody took all the {item}. Get {boxes} boxes[; charge {dept}].
- {item} please, {boxes} boxes[ on the account of {dept}].
- Can the supply room get {boxes} boxes of {item}?
# office | request_leave ask_holiday book_days_off | Asks for days off. ~ Files a request for leave.
. first_day,from_date : date : First day off.
. last_day,to_date : date : Last day off.
. kind,leave_type? : enum:vacation;sick;unpaid;parental : Kind of leave.
- I'd like {first_day} to {last_day} off[ as {kind} leave].
- Leave request: {first_day} until {last_day}[, {kind}].
- Days off please, from {first_day}, last one {last_day}[; kind: {kind}].
- My sister gets married, so I need leave beginning {first_day} and ending {last_day}.
- {kind} leave, {first_day} - {last_day}
- File my absence. It starts on {first_day} and is over on {last_day}.
# people | add_contact new_contact save_person | Saves a person in the address book. ~ Adds a contact with phone and mail.
. name,person : person : The name.
. phone,telephone : phone : Phone number.
. email,mail? : email : Mail address.
- Save {name}, {phone}[, {email}].
- {name}'s number is {phone}[ and the address is {email}]. Keep it.
- New contact: {name}, phone {phone}[, mail {email}].
- I met {name} at the fair; number {phone}[, e-mail {email}]. Put it into the address book.
- Under {phone} you reach {name}. Add that to my contacts.
- Add {name} with {phone} to the contacts.
# people | set_birthday remember_birthday add_birthday | Notes the birthday of a person. ~ Remembers when somebody was born.
. person,who : person : The person.
. day,date : date : The birthday.
- {person}'s birthday is {day}.
- Remember {day}, that's when {person} has a birthday.
- On {day} {person} celebrates. Note the birthday.
- Birthday: {person}, {day}
- I forgot it last year: {person}, born on {day}.
- Please write {day} next to {person} in the list of birthdays.
# jobs | post_vacancy advertise_job new_opening | Publishes a job offer. ~ Advertises a vacancy in a town.
. role,job : of:night baker;data analyst;bus driver;florist;nurse;roofer;tutor;receptionist : The job.
. town,city : city : Where.
. hours,weekly_hours? : int:10~40 : Hours a week.
- Post a job: {role} in {town}[, {hours} hours a week].
- We're looking for a {role} in {town}[ for {hours} hours weekly].
- {town}: {role} wanted[, {hours} h]
- Our {role} has quit. Advertise the place in {town}.
- Put out an ad; role {role}, town {town}[, {hours} hours].
- The {town} branch needs a {role}. Publish that.
# health | log_weight record_weight body_weight | Records the body weight. ~ Notes what somebody weighs.
. kilos,weight : num:40~130 : Weight in kilograms.
. date,day? : date : The day.
- I weigh {kilos} kilos[ on {date}].
- Weight: {kilos} kg[, {date}].
- The scales said {kilos}[ on {date}]. Note it.
- {kilos} kg this morning, oh dear.
- Put down {kilos} as my weight[ for {date}].
- After the holidays I'm at {kilos} kg, log that.
# health | medicine_reminder remind_pill schedule_medicine | Reminds of a medicine every so many hours. ~ Schedules when to take a drug.
. medicine,drug : of:ibuprofen;iron tablets;eye drops;vitamin D;cough syrup;antibiotic;insulin : The medicine.
. every_hours,interval : int:2~24 : Hours between two doses.
. days,for_days? : int:2~30 : For how many days.
- Remind me to take {medicine} every {every_hours} hours[ for {days} days].
- {medicine} each {every_hours} hours[, {days} days].
- The doctor gave me {medicine}; a dose every {every_hours} hours[ over {days} days].
- Every {every_hours} hours: {medicine}
- I keep missing my {medicine}. Beep every {every_hours} hours[ during {days} days].
- Schedule {medicine}, {every_hours} hours apart.
# health | book_doctor doctor_appointment see_doctor | Makes an appointment with a doctor. ~ Books a visit at a practice.
. speciality,doctor : enum:dentist;GP;eye doctor;dermatologist;physio : What kind of doctor.
. date,day : date : The day.
. complaint,reason? : of:toothache;itchy arm;back pain;yearly check;blurred sight;sore knee : What it is about.
- {speciality} on {date}[ because of {complaint}].
- I need the {speciality}, {date} would be good[; it's {complaint}].
- Appointment, {speciality}, {date}[, {complaint}].
- My {complaint} is getting worse. Get me to the {speciality} on {date}.
- Book a {speciality} for {date}.
- Can the {speciality} see me on {date}?
# health | log_sleep record_night sleep_entry | Records a night's sleep. ~ Notes hours and quality of sleep.
. hours,slept : num:3~11 : Hours slept.
. quality,rating? : int:1~10 : From 1 to 10.
- I slept {hours} hours[, quality {quality}].
- Sleep: {hours} h[, {quality} of 10].
- {hours} hours of sleep last night, and I'd rate it {quality}.
- Only {hours} hours in bed, write that down.
- Last night was {hours} hours[ and a {quality} for quality].
- The baby let me sleep {hours} hours. Record it.
# sport | log_run record_run add_running | Records a run. ~ Notes distance and time of a run.
. km,distance : num:1~42 : Distance in kilometers.
. minutes,duration : int:6~280 : Time in minutes.
. route,where? : of:river loop;stadium;forest trail;beach;treadmill;old railway : Where.
- I ran {km} km in {minutes} minutes[ on the {route}].
- Run: {km} km, {minutes} min[, {route}].
- {minutes} minutes for {km} kilometers[, {route}]. Log the run.
- My legs hurt! {km} km, and it took {minutes} minutes.
- Note today's run[ ({route})]: {km} km, {minutes} minutes.
- It took me {minutes} minutes to run {km} km.
# sport | enter_result match_result report_score | Enters the result of a match. ~ Reports how two teams played.
. home,home_team : team : Home team.
. away,guest_team : team : Guests.
. home_goals,home_score : int:0~3 : Goals of the home team.
. away_goals,guest_score : int:4~9 : Goals of the guests.
- {home} against {away} ended {home_goals} to {away_goals}.
- {home} - {away} {home_goals}:{away_goals}
- {away} scored {away_goals} away at {home}, who had {home_goals}.
- Result: home {home} {home_goals}, away {away} {away_goals}.
- At home {home} got {home_goals}; the visitors, {away}, got {away_goals}.
- {home} lost with {home_goals} to {away_goals} against visiting {away}. Enter the score.
# sport | next_match fixture_of when_plays | Tells when a team plays next. ~ Looks up the fixtures of a team.
. team,club : team : The team.
. matches,how_many? : int:1~10 : How many matches.
- When does {team} play next?[ The next {matches} matches, please.]
- Fixtures of {team}[, {matches} matches].
- Who's up next for {team}?
- I'd like to see {team} live. What are their next[ {matches}] games?
- {team} schedule
- Show me the coming[ {matches}] matches of {team}.
# gym | plan_workout add_exercise workout_entry | Adds an exercise to a workout. ~ Plans sets and repetitions.
. exercise,move : of:squats;push-ups;deadlift;plank;lunges;bench press;pull-ups;rowing : The exercise.
. sets,rounds : int:1~8 : Number of sets.
. reps,repetitions : int:9~30 : Repetitions in a set.
. weight,kg? : num:31~140 : Weight in kilograms.
- {sets} sets of {reps} {exercise}[ with {weight} kg].
- {exercise} {sets} x {reps}[ @ {weight} kg]
- Put {exercise} into my workout: {reps} reps, {sets} sets.
- My coach wants {exercise}, {sets} rounds with {reps} repetitions[ at {weight} kilos].
- Add to the training: {exercise}, {reps} times in each of {sets} sets.
- I want {sets} rounds of {exercise}, {reps} each.
# gym | join_class book_course sign_up_class | Signs somebody up for a class. ~ Books a place in a course of the gym.
. course,class_name : enum:yoga;spinning;boxing;pilates;zumba;aqua fit : The class.
. day,weekday : day : The day.
. member,person? : person : Who takes part.
- Sign {member} up for {course} on {day}.
- {course}, {day}[, for {member}].
- Is there room in {course} on {day}? Book a place[ for {member}].
- I've decided to do {course} every week; begin on {day}.
- On {day} I want to go to {course}.
- Reserve a mat in {day} {course}[; the name's {member}].
# pets | feed_pet log_feeding pet_fed | Records that a pet was fed. ~ Notes what an animal ate and how much.
. pet,name : pet : The pet.
. grams,amount : int:5~600 : Grams of food.
. food,what? : of:kibble;tuna;hay;seeds;wet food;mealworms : What it ate.
- {pet} got {grams} grams[ of {food}].
- Fed {pet}, {grams} g[ {food}].
- {grams} grams went into {pet}[, it was {food}]. Note the feeding.
- {pet} ate {grams} g
- Write down that {pet} has eaten {grams} grams[ of {food}].
- Breakfast for {pet}: {grams} grams[, {food}].
# vet | vet_visit book_vet take_to_vet | Books a visit at the vet. ~ Makes an appointment for an animal.
. animal,pet : pet : The animal.
. date,when : date : The day.
. reason,problem : of:limping;vaccination;itching ears;bad teeth;not eating;check-up : What for.
- Vet for {animal} on {date}, {reason}.
- Take {animal} to the vet on {date}; reason: {reason}.
- {animal} - {reason} - {date}
- Poor {animal}! It's {reason}. Can the vet have a look on {date}?
- On {date} the vet should see {animal} ({reason}).
- I need a vet on {date}. Patient: {animal}. Problem: {reason}.
# pets | book_dog_walker hire_walker walk_dog | Hires somebody to walk a dog. ~ Arranges a walk for a dog.
. dog,pet : pet : The dog.
. minutes,length : int:15~120 : How long.
. at,start_time : time : When it starts.
- Somebody has to walk {dog} at {at}, {minutes} minutes.
- Walk for {dog}: {at}, {minutes} minutes.
- I work late. Hire a walker for {dog}, {minutes} minutes from {at}.
- {minutes} minutes outside for {dog}, starting {at}.
- At {at} please have {dog} walked for {minutes} minutes.
- {dog} needs a {minutes} minutes walk; let it start at {at}.
# dance | book_lesson dance_lesson take_lesson | Books a dance lesson with a teacher. ~ Reserves a lesson in a style.
. style,dance : enum:tango;salsa;waltz;swing;ballet;hip hop : The dance.
. teacher,with : first : The teacher.
. level,skill? : enum:beginner;intermediate;advanced : The level.
- A {style} lesson with {teacher}[, {level}].
- I'd like to learn {style} from {teacher}[; I'm a {level}].
- {style} / {teacher}[ / {level}]
- Book me with {teacher} for {style}[ at {level} level].
- Our wedding is near and we can't {style}. {teacher} should teach us.
- Does {teacher} have time for a {style} lesson?[ Level: {level}]
"""
