"""Tools and the wordings that ask for them, part two (the form is explained in part one)."""
DATA = r'''
record_sale|shop|Record a sale in the till.|product:thing,quantity:int,price:num
-Sold {quantity} {product} at {price} each. Ring it up.
-Record a sale: {product}, {quantity} pieces, price {price}.
-A customer took {quantity} of the {product} for {price} apiece.
-{quantity} x {product} @ {price}
-Please put in the till {quantity} pieces {product}, one costs {price}.
restock|shop|Order more of a product from a supplier.|product:thing,amount:int,supplier:shop,urgent?:bool
-Order {amount} more of the {product} from {supplier}[, it's urgent{!urgent=true}].
-We're low on the {product}. Get {amount} from {supplier}[. There's no hurry{!urgent=false}].
-{supplier} should send us {amount} of the {product}[ as fast as they can, we have none left{!urgent=true}].
-Restock the {product}: {amount}, supplier {supplier}.
-I need {amount} {product} delivered by {supplier}.
change_price|shop|Change the price of a product.|product:thing,price:num
-The {product} costs {price} from now on.
-Change the price of the {product} to {price}.
-{product}: new price {price}
-I want to sell the {product} for {price}.
-Would you reprice the {product}? It ought to be {price}.
gift_card|shop|Sell a gift card.|amount:big=in pounds,recipient:name,wrapped?:bool
-A gift card of {amount} pounds for {recipient}[, gift-wrapped{!wrapped=true}|, unwrapped{!wrapped=false}].
-I'd like to give {recipient} a voucher over {amount}[. Put it in nice paper{!wrapped=true}].
-{recipient} is to get a {amount} pound gift card.
-gift card, {amount}, to {recipient}
-Please make a gift card, name {recipient}, value {amount}.
track_parcel|shop|Find out where a parcel is.|number:code=tracking number
-Where is parcel {number}?
-My parcel {number} hasn't come. Track it.
-Has {number} been delivered yet? It's a parcel.
-I'm waiting for a parcel, tracking number {number}.
-Could you trace {number} for me? The customer is getting nervous.
issue_refund|shop|Give money back for an order.|order:code,amount:num,reason?:text
-Refund {amount} for order {order}[, because: "{reason}"].
-Order {order}: pay back {amount}[. Reason "{reason}"].
-The customer of order {order} should get {amount} back.
-Give {amount} back on {order}[ and note "{reason}"].
-Something was wrong with {order}, please return {amount} to them.
opening_hours|shop|Set the opening hours of a day.|weekday:weekday,opens:time,closes:time
-On {weekday} we open at {opens} and close at {closes}.
-{weekday}: {opens} to {closes}
-Set the hours for {weekday}: from {opens} until {closes}.
-Starting next week the shop is open {weekday} from {opens} till {closes}, please change that.
-I'd like {weekday} to run from {opens} to {closes}.
print_labels|shop|Print price labels.|text:code,copies:int,colour?:e/white/yellow/green
-Print {copies} labels saying {text}[ on {colour} paper].
-{copies} labels with {text}, please.
-I need {copies} copies of the label {text}[, {colour} ones].
-Label: {text}. Copies: {copies}.
-Could you run off {copies} {colour} labels? Text: {text}
loyalty_points|shop|Add points to a loyalty card.|card:code,points:int
-Add {points} points to card {card}.
-Card {card} gets {points} points.
-{card}: +{points} points
-Please credit {points} loyalty points on {card}.
-The lady with card {card} earned {points} points today.
pay_bill|money|Pay a bill.|payee:shop,amount:num,due?:date
-Pay {payee} {amount}[ by {due}].
-The bill from {payee} is {amount}. (Pay it|Settle it)[, due {due}].
-{amount} to {payee}[ on {due}], please pay.
-I owe {payee} {amount}. See that it's paid.
-There's an unpaid bill of {amount}, {payee}. Take care of it[ before {due}].
split_bill|money|Split a sum among people.|total:num,people:names
-Split {total} between {people}.
-{people} had dinner for {total}. Who owes what?
-Share a bill of {total} among {people}.
-The bill was {total}. {people} are paying together.
-{total} / {people}, split evenly
set_budget|money|Set a monthly budget.|category:e/groceries/fuel/clothes/gifts,limit:big
-(Set|Limit) the {category} budget to {limit} a month.
-We shouldn't spend more than {limit} on {category} each month.
-{category}: at most {limit} per month
-I'd like a monthly ceiling of {limit} for {category}.
-Our budget for {category} is {limit} now.
loan_payment|money|Work out the monthly rate of a loan.|sum:big,years:int,interest:num=percent a year
-What are the monthly payments on {sum} over {years} years at {interest} percent?
-A loan of {sum}, {years} years, {interest} % interest: what do I pay a month?
-We're borrowing {sum} at {interest} percent for {years} years. Work out the rate.
-loan {sum}, {interest}%, {years} y
-If I borrow {sum} and pay {interest} percent for {years} years, how much is it monthly?
exchange_money|money|Convert money into another currency.|amount:num,source:e/GBP/EUR/USD,target:e/DKK/PLN/CHF
-Convert {amount} {source} to {target}.
-How much is {amount} {source} in {target}?
-I've {amount} {source} left and need {target}.
-{amount} {source} = ? {target}
-Change {amount} {source} into {target} for me, in figures.
log_expense|money|Write an expense into the household book.|what:thing,cost:num,paid_by?:name
-I bought a {what} for {cost}[, {paid_by} paid]. Put it in the book.
-Expense: {what}, {cost}[, paid by {paid_by}].
-The {what} cost {cost}. Log it[; {paid_by} paid].
-Note {cost} spent on a {what}.
-{what} {cost}[ {paid_by}] -> household book
send_invoice|money|Send an invoice.|customer:full,email:email,amount:num
-Send {customer} an invoice for {amount}, address {email}.
-Invoice {customer} ({email}) for {amount}.
-{customer} owes us {amount}. Bill them at {email}.
-Bill over {amount} to {email}, the customer is {customer}.
-I'd like to charge {customer} {amount}; the invoice goes to {email}.
donate|money|Give to a good cause.|cause:e/lifeboats/foodbank/hospice/wildlife,amount:int,anonymous?:bool
-Give {amount} pounds to the {cause}[, without my name{!anonymous=true}].
-I'd like to donate {amount} to the {cause}[; nobody need know it's me{!anonymous=true}].
-{amount} for the {cause}, please[. You may say it's from me{!anonymous=false}].
-Donation: {cause}, {amount}
-My grandmother wanted the {cause} to have {amount}. Please give it.
send_email|messages|Send an e-mail.|to:email,subject:text,body:text
-E-mail {to}, subject "{subject}", text "{body}".
-Write to {to}: "{body}". The subject line is "{subject}".
-Send {to} a mail headed "{subject}" that says "{body}"
-To: {to}\nSubject: {subject}\n\n{body}
-I'd like to mail "{body}" to {to}, with "{subject}" as the subject.
send_sms|messages|Send a text message to a phone.|phone:phone,message:text
-Text {phone}: "{message}"
-Send a text message to {phone} saying "{message}".
-{message}\n\nThat goes to {phone} as a text message.
-SMS for {phone}, "{message}"
-Let {phone} know by text that "{message}".
post_notice|messages|Put a notice on the village notice board.|title:text,days:int=how long it stays
-Put a notice "{title}" on the board for {days} days.
-The board should show "{title}" for {days} days.
-Pin up "{title}", {days} days.
-Notice board: "{title}". Take it down after {days} days.
-For {days} days I'd like "{title}" to hang on the board.
invite_people|messages|Invite people to something by e-mail.|emails:emails,event:event,reply_needed?:bool
-Invite {emails} to the {event}[ and ask them to answer{!reply_needed=true}].
-{emails} should get an invitation to the {event}[, no reply necessary{!reply_needed=false}].
-Send invitations for the {event} to {emails}.
-I'm holding a {event}. Please ask {emails} to come[, I need to know who's coming{!reply_needed=true}].
-{event}: invite {emails}
leave_voicemail|messages|Leave a spoken message.|person:name,words:text
-Leave {person} a voice message: "{words}"
-Speak "{words}" onto {person}'s answering machine.
-Voicemail for {person}: "{words}"
-{person} doesn't pick up. Leave the spoken message "{words}".
-Say "{words}" on the machine of {person}.
write_postcard|messages|Send a printed postcard.|recipient:full,town:town,greeting:text
-A postcard to {recipient} in {town}: "{greeting}"
-Send {recipient}, {town}, a card with "{greeting}" on it by post.
-Postcard! "{greeting}" For {recipient}, who lives in {town}.
-I'd love {recipient} in {town} to get a postcard saying "{greeting}".
-{recipient} of {town} has been ill. Post a card: "{greeting}"
add_contact|messages|Save a contact.|name:full,phone?:phone,email?:email
-Save {name} in my contacts, {phone}.
-New contact: {name}, {email}[, {phone}].
-{name}'s address is {email}. Keep it in the contacts.
-Add {name} to the contacts[; number {phone}].
-Please put {name} into address book with phone {phone}.
create_event|calendar|Put something into the calendar.|title:event,day:date,start:time,place?:town
-Put the {title} in the calendar: {day} at {start}[ in {place}].
-There's a {title} on {day}, {start}[, {place}]. Don't let me forget; calendar please.
-{day} {start} {title}
-I'd like an entry for the {title}. It starts at {start} on {day}[ and takes place in {place}].
-Calendar: {title}, {day}, {start}[, in {place}].
set_reminder|calendar|Remind the user of something.|about:job,day:date,at?:time
-Remind me on {day} to {about}[ at {at}].
-On {day} I have to {about}. Give me a nudge[ at {at}].
-I always forget to {about}. Remind me, {day}[, {at}].
-Reminder {day}: {about}
-Please don't let me forget to {about} on {day}.
cancel_event|calendar|Cancel a calendar entry.|title:event,day:date,tell_guests?:bool
-Cancel the {title} on {day}[ and let the guests know{!tell_guests=true}].
-The {title} of {day} isn't happening. Take it out[, I'll tell the guests myself{!tell_guests=false}].
-{day}: the {title} is off. Cancel it[; everybody invited should be told{!tell_guests=true}].
-I can't make the {title} on {day}, so strike it from the calendar.
-No {title} on {day}. Cancel.
move_event|calendar|Move a calendar entry to another day.|title:event,old_day:date,new_day:date
-Move the {title} from {old_day} to {new_day}.
-The {title} is not on {old_day} but on {new_day}. Shift it.
-{title}: {old_day} -> {new_day}
-Could the {title} of {old_day} be put off until {new_day}?
-I'd like to have the {title} on {new_day} instead of {old_day}.
free_slots|calendar|Find free time on a day.|day:date,minutes:int
-When am I free on {day} for {minutes} minutes?
-Find me {minutes} free minutes on {day}.
-Is there a gap of {minutes} minutes in my day on {day}?
-I need {minutes} minutes of quiet on {day}; where do they fit?
-{day}: any free slot of {minutes} min?
birthday|calendar|Save a birthday.|person:name,day:date,gift_ideas?:things
-{person}'s birthday is {day}. Save it[, and {gift_ideas} would please them].
-Save a birthday: {person}, {day}[, gift ideas {gift_ideas}].
-{person} was born on {day}. Put it with the birthdays.
-Please keep the birthday of {person}: {day}.
-I never remember {person}'s birthday, it's {day}.
read_file|files|Read a file.|path:path,lines?:int=only so many lines
-(Read|Open|Show me) {path}.
-What's in {path}[? The first {lines} lines will do]?
-Show [the first {lines} lines of] {path}.
-I need to see what {path} says.
-Could I have a look at `{path}`?
write_file|files|Write text into a file.|path:path,content:multi,append?:bool=add to the end
-Write this to {path}:\n```\n{content}\n```
-Save the following as {path}\n\n{content}
-(Add this to the end of{!append=true}|Overwrite{!append=false}) {path}:\n{content}
-{content}\n\nThat's the text for the file {path}, write it.
-The file `{path}` should hold:\n"""\n{content}\n"""
move_file|files|Move a file.|source:path,target:path,overwrite?:bool
-Move {source} to {target}[, overwriting what is there{!overwrite=true}].
-{source} belongs at {target}. Move it[, but don't overwrite anything{!overwrite=false}].
-mv {source} {target}
-I'd like {source} to live at {target} from now on.
-Please shift file {source} to place {target}.
delete_file|files|Delete a file for good.|path:path
-Delete {path}.
-{path} can be deleted.
-Get rid of the file {path}.
-I don't need {path} any longer, wipe it.
-rm {path}
search_files|files|Search files for a text.|directory:dir,text:code_text,case_sensitive?:bool
-Search {directory} for `{text}`[, minding capitals{!case_sensitive=true}|, ignoring case{!case_sensitive=false}].
-Which files under {directory} contain "{text}"?
-grep "{text}" in {directory}
-I'm looking for {text} somewhere in {directory}.
-Find "{text}" within the folder {directory}.
replace_text|files|Replace a text in a file.|path:path,old:code_text,new:code_text
-In {path} replace `{old}` with `{new}`.
-{path}: "{old}" should be "{new}".
-Change "{old}" to "{new}" in {path}.
-There's `{old}` in {path}, which is wrong. Make it `{new}`.
-Swap {old} for {new} in the file {path}
zip_folder|files|Pack a folder into an archive.|folder:dir,archive:zip,password?:code
-Zip {folder} into {archive}[, password {password}].
-Pack {folder} as {archive}.
-Make an archive {archive} out of {folder}[ and lock it with {password}].
-I'd like everything from {folder} in {archive}.
-{folder} > {archive}
list_folder|files|List what a folder holds.|folder:dir,hidden?:bool=with hidden files
-What's in {folder}[, hidden files too{!hidden=true}]?
-List {folder}[ including the hidden ones{!hidden=true}|, not the hidden ones{!hidden=false}].
-ls {folder}
-Show me the contents of the folder {folder}.
-Which files lie in {folder}?
set_permissions|files|Set who may open a file.|path:path,mode:e/private/shared/public
-Make {path} {mode}.
-{path} should be {mode}.
-Set {path} to {mode}, please.
-Who may see {path}? I want it {mode}.
-I'd rather {path} was {mode}.
share_file|files|Share a file with people.|path:path,people:emails,can_edit?:bool
-Share {path} with {people}[; they may edit it{!can_edit=true}|, just for reading{!can_edit=false}].
-{people} need access to {path}.
-Let {people} see {path}[ but not change it{!can_edit=false}].
-Give {people} access to {path}[ and let them make changes{!can_edit=true}].
-I'd like to share {path}. People: {people}
'''
