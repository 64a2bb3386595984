"""Tools for mail, calendar, office, home, garden, farm, weather, shop, money and kitchen, with orders (see zenotools.py for the form)."""

TOOLS = """
@mail send_mail/write_email | Sends an e-mail.
: to,recipient mail The address it goes to.
: subject,about topic The subject.
: body,text text The text of the mail, line by line.
: copy?,cc mail Who gets a copy.
Mail {to} about {subject}: {body}
{to} is waiting for news. Write to that address, subject {subject}, text: {body}
The subject is {subject}, the recipient {to}.[ A copy goes to {copy}.] The text reads: {body}
I want to send {body} to {to}. Let the subject be {subject}.
With {subject} as its subject, a mail saying {body} should go to {to}[ and in copy to {copy}].
@mail archive_mails/store_away | Moves the mails of a sender to the archive. Nothing is lost.
: sender,from mail The address they came from.
: before,older_than date Only mails from before this day.
Archive what {sender} wrote before {before}.
My inbox is full. Everything that came from {sender} before {before} can go to the archive.
Before {before}, {sender} wrote a lot. Put that into the archive.
I wish to keep the mails of {sender}, but not in the inbox. Archive those older than {before}.
Older than {before} and from {sender}: archive it.
@mail block_sender/refuse_mail | Refuses all further mail from a sender.
: sender,address mail The address that is refused.
: report?,as_spam bool Whether it is reported as spam.
I never want mail from {sender} again.
{sender} annoys me. Block that address, <report:and report it as spam/but do not report it>.
Shut out {sender}. <report:It is spam, report it/No report is needed>.
No more mail from {sender}, please.
Could you refuse whatever {sender} sends from now on?
@messages text_person/send_message | Sends a short message to a person.
: person,to first The person's name.
: message,content line What the message says.
: at?,later time When it is sent; at once if left out.
Text {person} {message}
Tell {person} this by message[ at {at}]: {message}
{person} does not know yet. Send {message}
At {at} I want {person} to get the message {message}
{message} is what I would like to tell {person}. Can you message that?
@messages create_group/open_chat | Opens a chat group.
: members,people list:first Who is in it.
: title,name topic The title of the group.
: silent?,muted bool Whether it makes no sound.
Open a group with {members} and call it {title}.
{title} is our theme. Make a chat for {members}.
{members} should be able to chat together; name the group {title}, <silent:and mute it/and do not mute it>.
I need a chat group named {title} for {members}.
Get {members} into one group. <silent:It must be silent/It need not be silent>, and its title is {title}.
@calendar add_event/create_appointment | Puts an appointment into the calendar.
: what,title topic What it is about.
: day,date date The day.
: start,time time When it starts.
: guests?,with list:name Who is invited.
On {day} at {start} there is {what}. Put it in my calendar.
I nearly forgot {what}. It is on {day} and starts at {start}.
Note {what} for {day}, {start}[, with {guests}].
At {start} on {day} I meet {guests} about {what}.
Could you keep {day} free from {start} on? The matter is {what}.
|| It starts at {start}. || The matter is {what}. || My calendar needs an entry on {day}.
@calendar move_event/reschedule | Moves an appointment to another day.
: event,appointment id The number of the appointment.
: day,new_date date The new day.
: tell?,notify bool Whether the guests are told.
Move {event} to {day}.
I am ill today. Move {event} to {day}, <tell:and tell the guests/but do not tell the guests>.
{day} suits me better for {event}.
Could {event} be on {day} instead? <tell:Let everyone know/Nobody has to be told>.
Not now: {event} should rather happen on {day}.
@office book_room/reserve_meeting_room | Books a meeting room.
: room,name proper The name of the room.
: day,on date The day.
: hours,length num:0.5-8 For how many hours.
: people?,seats int:2-40 How many people come.
Book the room {room} on {day} for {hours} hours.
We meet on {day}. The room called {room} would be right, for {hours} hours.
For {hours} hours I need the {room} room; the day is {day}.
{people} of us are coming on {day}. Reserve {room} for {hours} hours.
Is {room} free on {day}? Take it for {hours} hours[, we are {people}].
@office order_supplies/restock_office | Orders things for the office.
: items,things list:word What is ordered.
: desk,deliver_to id The desk it goes to.
: urgent?,express bool Whether it has to come fast.
Order {items} for desk {desk}.
We are out of {items}. Desk {desk} needs them; <urgent:it is urgent/it is not urgent>.
Desk {desk} asks for {items}.
Please get {items}, <urgent:quickly, it is urgent/there is no rush>. They go to {desk}.
To {desk}, with {items}! <urgent:Express/No express>, please.
@tasks add_task/new_todo | Adds something to the list of things to do.
: task,what chore What is to be done.
: due?,deadline date The last day for it.
: list,project proper The list it is put on.
Put {task} on the list {list}[, due {due}].
I must not forget something: {task}. My list {list} is the place for it.
On the {list} list there should be {task}[ by {due}].
By {due} I have to do this: {task}. Note it under {list}.
{list} is missing an entry. It is {task}.
@tasks assign_task/hand_over | Gives a task to a person.
: task,ticket id The number of the task.
: person,assignee name Who does it.
: hours?,estimate num:0.5-30 How many hours it takes.
Give {task} to {person}.
{person} has time this week. Let {task} be done there[; it takes {hours} hours].
I cannot do {task}. {person} should take it.
{task} is for {person}[, about {hours} hours].
Who does {task}? Make it {person}.
About {hours} hours of work for {person}: {task}.
@home dim_lamp/set_lamp | Sets how bright a lamp is.
: lamp,which thing The lamp, as the owner calls it, without the word lamp.
: percent,brightness int:0-100 Brightness in percent.
: fade?,seconds int:1-60 Seconds that the change takes.
Set the lamp called {lamp} to {percent} percent.
It is too bright. The {lamp} lamp should go down to {percent} percent[ within {fade} seconds].
{percent} percent is enough for the {lamp} lamp.
I would like {percent} percent from the lamp named {lamp}.
Within {fade} seconds, bring the {lamp} lamp to {percent} percent.
@home heat_room/set_heating | Sets the temperature of a room.
: room,where word The room.
: degrees,celsius num:12-26 Degrees Celsius.
: until?,ends time When the heating goes back.
Heat the {room} to {degrees} degrees[ until {until}].
I am freezing. {degrees} degrees in the {room} would be nice.
Until {until}, keep {degrees} degrees in the {room}.
The {room} is cold. Make it {degrees} degrees.
In the {room} it should have {degrees} degrees by now, see to that.
@home lock_doors/secure_doors | Locks doors of the house.
: doors,which list:word The doors to lock, by name.
: alarm?,arm bool Whether the alarm is set.
Lock these doors: {doors}.
We are leaving. The doors {doors} must be locked, <alarm:and the alarm set/but set no alarm>.
Are the doors {doors} locked? If not, do it.
<alarm:With the alarm on/Without the alarm>, lock the doors named {doors}.
I forgot to lock {doors}. <alarm:Arm the alarm too/Leave the alarm off>.
@energy start_charging/charge_vehicle | Charges a vehicle at home.
: vehicle,plate plate The number plate.
: target,percent int:20-100 How full it shall be, in percent.
: cheap?,night_rate bool Whether it waits for cheap power.
Charge {vehicle} to {target} percent.
{vehicle} is nearly empty. {target} percent would do, <cheap:and wait for cheap power/and do not wait for cheap power>.
Up to {target} percent, please: {vehicle} has a long way tomorrow.
I drive early. Bring {vehicle} to {target} percent, <cheap:at the cheap rate/no matter what it costs>.
How about {target} percent for {vehicle}?
@garden water_bed/irrigate | Waters a bed in the garden.
: bed,plants word What grows in the bed.
: litres,amount num:0.5-60 How many litres.
: time?,at time When; now if left out.
Give the {bed} bed {litres} litres[ at {time}].
The {bed} looks dry. {litres} litres should help.
{litres} litres for the {bed}, please.
At {time}, water the {bed} with {litres} litres.
My {bed} is thirsty. Let it have {litres} litres[ at {time}].
@garden order_seeds/buy_seeds | Orders packets of seeds.
: plants,kinds list:word The plants.
: packets,each int:1-30 Packets of each.
: organic?,bio bool Whether they must be organic.
Order {packets} packets each of {plants}.
Spring is near. I want {plants}, {packets} packets of each, <organic:organic ones/not necessarily organic>.
{plants} are what I want to sow. Buy {packets} packets each.
<organic:Only organic seeds/They need not be organic>: {packets} packets each of {plants}.
Of {plants} I need seeds, namely {packets} packets of every kind.
@farm plough_field/till_field | Ploughs a field.
: field,name proper The name of the field, without the word field.
: depth,cm int:5-45 How deep, in centimetres.
: driver?,who first Who drives.
Plough the {field} field {depth} centimetres deep.
The soil of the {field} field is hard. {depth} cm are needed[, and {driver} shall drive].
{depth} centimetres deep, that is how the field called {field} must be ploughed.
{driver} has time today, so let {driver} plough the field {field} at {depth} cm.
Rain is over. Till the field named {field}; {depth} centimetres will do.
@farm mend_fence/repair_fence | Sends somebody to mend a fence.
: field,of proper The name of the field that the fence goes round.
: nails,count int:2-400 How many nails are needed.
: today?,now bool Whether it has to be today.
The fence of the {field} field is broken. Mend it; {nails} nails are enough.
Mend the fence of {field} with {nails} nails.
{nails} nails ought to do for the fence of the field {field}, <today:and it must be today/it need not be today>.
Sheep got out at {field}. Have the fence there mended, and take {nails} nails.
Take {nails} nails and repair the fence round the field called {field}.
@farm record_milk/note_yield | Notes how much milk an animal gave.
: animal,cow proper The name of the animal.
: litres,yield num:1-40 Litres.
: day,date date The day.
{animal} gave {litres} litres on {day}.
Note for {day}: {litres} litres from the cow {animal}.
It was a good day, {day}. {litres} litres came from {animal}; write that down.
How proud I am of {animal}! Record {litres} litres for {day}.
Write down {litres} litres of milk. The cow is {animal}, the day {day}.
@weather get_forecast/weather_for | Tells the weather at a place on a day.
: place,town town The town.
: day,date date The day.
: unit?,degrees enum:celsius,fahrenheit The unit of the temperature.
What will the weather be in {place} on {day}?
I travel on {day}. Do I need a coat in {place}?
On {day} we want to picnic at {place}. Will it rain?[ Tell it in {unit}.]
{place} on {day}: sun or rain?
I want the forecast in {unit} for {place}, and the day is {day}.
@weather storm_warning/warn_of_wind | Warns as soon as the wind at a place is strong.
: place,where town The place.
: speed,kmh int:20-160 Kilometres an hour from which it warns.
Warn me when the wind in {place} reaches {speed} kilometres an hour.
My boat lies in {place}. From {speed} km/h of wind on I must know.
Above {speed} km/h it gets dangerous at {place}, so tell me in time.
If {place} gets wind of {speed} km/h, wake me.
I worry about {place}. Let me know of any wind from {speed} kilometres an hour.
@shop place_order/buy_item | Orders goods in the shop.
: item,article thing The article.
: quantity,pieces int:1-60 How many.
: address,ship_to address Where it is sent.
: gift?,wrap bool Whether it is wrapped as a gift.
Send {quantity} of the article {item} to "{address}".
I need {quantity} pieces of {item}. Ship them to "{address}", <gift:gift wrapped/no gift wrap>.
The address is {address}. The article is called {item}, and I take {quantity}.
{quantity} times {item}, please; <gift:wrap it as a gift/it is not a gift>. It goes to this address: {address}
To "{address}" I want {quantity} pieces of {item} sent.
@shop return_article/send_back | Sends a bought article back.
: order,purchase id The number of the order.
: reason,because line Why it goes back.
: refund,money_back bool Whether money is wanted, not another article.
{order} goes back because of this: {reason} <refund:I want my money back/I do not want money, only another one>.
I am not happy with {order}. Return it with the reason {reason} <refund:A refund, please/No refund, please>.
<refund:Refund me for/Replace, do not refund,> {order}. My reason: {reason}
Send back {order}, <refund:for a refund/not for a refund>, and give as the reason {reason}
My reason is {reason} The order was {order}, and I want <refund:the money/a new one instead of the money>.
@money transfer_money/send_payment | Transfers money to a person.
: person,payee name Who gets it.
: amount,sum num:1-900 How much.
: currency,in enum:EUR,USD,GBP,CHF,SEK The currency.
: note?,purpose topic What it is for.
Send {amount} {currency} to {person}[ for "{note}"].
I owe {person} some money. It is {amount} {currency}.
{person} should get {amount} {currency} from me.
In {currency}, please pay {amount} to {person}.
For "{note}" I pay {amount} {currency}, and {person} receives it.
Pay {person}. The amount is {amount} and the currency {currency}.
@money split_bill/share_costs | Shares a bill among people.
: total,amount num:5-900 What the bill comes to.
: people,among list:first Who shares it.
: tip?,tip_percent int:1-25 The tip in percent.
Split {total} among {people}[ with {tip} percent tip].
We ate together: {people}. The bill came to {total}.
{people} share a bill of {total}. How much is it each?[ We tip {tip} percent.]
The bill says {total}. Divide it between {people}.
With {tip} percent on top, {total} is to be shared by {people}.
@kitchen set_timer/start_kitchen_timer | Starts a timer for a dish.
: dish,label word What is cooking.
: minutes,length int:1-240 How many minutes.
Timer for the {dish}, {minutes} minutes.
The {dish} is in the oven. It needs {minutes} minutes.
In {minutes} minutes the {dish} will be done, so remind me.
I just put the {dish} on. Call me after {minutes} minutes.
{minutes} minutes, please. It is for the {dish}.
@kitchen brew_drink/make_drink | Makes a hot drink.
: drink,kind enum:coffee,tea,cocoa,espresso What it is.
: cups,count int:1-12 How many cups.
: sugar?,sweet bool Whether sugar goes in.
Make {cups} cups of {drink}, <sugar:with sugar/no sugar>.
We have guests. {cups} cups of {drink} should be enough.
{drink} would be lovely, {cups} cups of it, <sugar:sweetened/without sugar>.
Could I get {cups} cups? I mean {drink}.
I would die for {drink}. {cups} cups, please, <sugar:and put sugar in/and leave out the sugar>.
@kitchen find_recipe/suggest_recipe | Finds a recipe that uses what there is.
: ingredients,using list:word What is to be used.
: avoid?,without word What must not be in it.
: servings,portions int:2-12 For how many people.
What can I cook from {ingredients} for {servings} people?[ It has to be free of {avoid}.]
The fridge holds {ingredients}. {servings} people are hungry.
For {servings} I want to cook something with {ingredients}[, but no {avoid}].
{servings} portions, please, made from {ingredients}.
No {avoid} for me! There are {ingredients}, and we are {servings}.
@parcels track_parcel/where_is_parcel | Tells where a parcel is.
: parcel,tracking_number id The number of the parcel.
: carrier,company proper Who carries it.
Where is {parcel}? {carrier} carries it.
{carrier} has had {parcel} for days. Where is it?
I am waiting for a parcel. Its number is {parcel}, the carrier is {carrier}.
Ask {carrier} about {parcel}.
Track {parcel}; it was sent with {carrier}.
@parcels book_pickup/collect_parcel | Has a parcel collected at a house.
: address,from address Where it is collected.
: weight,kg num:0.2-30 Weight in kilograms.
: day,date date The day.
A parcel of {weight} kg is to be collected on {day}. The address is {address}
Come on {day} to "{address}"; the parcel weighs {weight} kilograms.
I have something to send. It weighs {weight} kg, and on {day} it lies at "{address}".
At "{address}" there will be a parcel on {day}, {weight} kilos.
{weight} kilograms have to leave "{address}" on {day}.
"""
