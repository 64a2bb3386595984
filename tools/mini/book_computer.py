"""Everyday tools of sheets, phones, settings, printers, strings, languages and users, in the form that catalog.py reads."""
from toolvalues import CLOSED, POOLS

POOLS.update({
    "sheet_file": [n + e for n in "budget sales2026 inventory hours forecast grades guests prices team_plan costs".split() for e in (".xlsx", ".csv", ".ods")],
    "cell": [c + str(n) for c in "ABCDEFGHK" for n in (1, 2, 5, 7, 12, 20, 33, 48)],
    "cell_range": [f"{a}{i}:{b}{j}" for a, b in ("AC", "BB", "AF", "CE", "DD", "BG") for i, j in ((1, 9), (2, 20), (3, 14), (10, 55))],
    "app_name": "Maps|Camera|Chrome|Spotify|Slack|WhatsApp|Photos|Notes|Chess Pro|Weather|Firefox|Zoom|Calculator|Telegram|Steam|Outlook".split("|"),
    "wifi_name": "HomeNet|CoffeeShop|Guest-5G|FRITZBox 7590|Airport Free|linksys|Office-WLAN|The LAN Before Time|hotel_lobby|Pixel_9".split("|"),
    "printer_name": "LaserJet 4|Brother upstairs|Epson-220|office printer|Canon MX|front desk printer|color printer|HP-3rd-floor".split("|"),
    "paper_file": [n + e for n in "invoice_07 report letter ticket map recipe poster thesis notes/todo Downloads/form ~/contract boarding_pass".split() for e in (".pdf", ".docx", ".txt")],
    "wallpaper_file": [n + e for n in "alps beach ~/Pictures/forest night_sky holiday/boat /home/anna/cat Downloads/desert lake_3".split() for e in (".jpg", ".png")],
    "scan_file": [n + e for n in "passport receipt_12 contract letter page1 birth_certificate invoice-88 drawing homework".split() for e in (".pdf", ".png", ".tiff")],
})
CLOSED.update("sheet_file cell cell_range app_name wifi_name printer_name paper_file wallpaper_file scan_file".split())

TOOLS = {"sheets": """
set_cell/write_cell/update_cell: Writes a value into a cell/Set one cell
sheet/file/workbook sheet_file Which spreadsheet/Sheet
cell/address/at cell Which cell/Address of the cell
value/content/number ~1-5000 What to write/Number
- write {value} into {cell} of {sheet}
- in {sheet}, set {cell} to {value}
- put {value} in cell {cell} of {sheet}
! {cell} in {sheet} should be {value}
? can you change {cell} to {value} in {sheet}

copy_range/duplicate_cells/copy_cells: Copies cells to another place/Copy a range
sheet/file/workbook sheet_file Spreadsheet/Sheet
source/from_range/cells cell_range Cells to copy/Range
target/to_cell/destination cell Upper left cell of the copy/Where it goes
values_only?/plain?/no_formulas? ! Only the values/True to leave formulas out
- copy {source} to {target} in {sheet}[, {values_only=values only:true,without formulas:true,with formulas:false}]
- in {sheet}, put a copy of {source} at {target}
! {source} of {sheet} should also stand at {target}
- at {target}, repeat the cells {source} of {sheet}

sum_cells/sheet_sum/total_range: Adds up the cells of a range/Sum of a range
sheet/file/workbook sheet_file Spreadsheet/Sheet
range/cells/area cell_range Cells to add/Range
into?/result_cell?/write_to? cell Cell for the result/Where the sum goes
- add up {range} in {sheet}[ and write it to {into}]
? what do the cells {range} of {sheet} add up to
! in {sheet} I need the total of {range}[ in {into}]
- sum {sheet} over {range}[, result in {into}]

add_column/insert_column/new_column: Adds a column to a table/New column
sheet/file/table sheet_file Spreadsheet/Table
name/header/title column Name of the new column/Header
after?/behind?/right_of? cell Cell after which it goes/Place
width?/chars?/size? #5-60 Width in characters/Width
- add a column {name} to {sheet}[, {width} characters wide]
- in {sheet}, insert a column called {name}[ to the right of {after}]
! {sheet} needs a column for {name}[ behind {after}]
? could {sheet} get another column, {name}

swap_columns/exchange_columns/switch_columns: Swaps two columns/Exchange two columns
sheet/file/table sheet_file Spreadsheet/Table
first/column_a/left column One column/First
second/column_b/right column The other column/Second
- swap {first} and {second} in {sheet}
- in {sheet}, exchange the column {first} with {second}
! {first} should be where {second} is in {sheet}, and the other way round
? can {first} and {second} trade places in {sheet}

freeze_rows/freeze_panes/pin_rows: Keeps rows and columns in sight/Freeze panes
sheet/workbook/file sheet_file Spreadsheet/Sheet
rows/top_rows/row_count #2-9 Rows to keep/Number of rows
columns?/left_columns?/column_count? #2-6 Columns to keep/Number of columns
- freeze the first {rows} rows of {sheet}[ and {columns} columns]
- keep {rows} rows[ and {columns} columns] in view in {sheet}
! the top {rows} rows of {sheet} should stay when I scroll
- in {sheet} pin {rows} rows[ and {columns} columns]
""", "mobile": """
set_ringtone/change_ringtone/ringtone: Sets the sound of a call/Ring tone
sound/tone/song song Sound to play/Tone
contact?/person?/caller? person Only for this caller/Caller
vibrate?/vibration?/buzz? ! Vibrate too/True to vibrate
- use {sound} as my ringtone[ for {contact}]
- when {contact} calls, play {sound}
! my phone should ring with {sound}[, {vibrate=with vibration:true,without vibration:false}]
- set {sound} as the ringtone of {contact}[ {vibrate=and vibrate:true,and do not vibrate:false}]

set_quiet_hours/do_not_disturb/silent_period: No sounds between two times/Quiet hours
start/from_time/begin time When silence begins/From
end/to_time/until time When silence ends/Until
allow_alarms?/alarms?/let_alarms_ring? ! Alarms still ring/True to allow alarms
- keep my phone silent from {start} to {end}[, {allow_alarms=alarms may ring:true,not even alarms:false}]
- between {start} and {end} nobody should disturb me
! I sleep from {start} until {end}, mute everything[ {allow_alarms=except alarms:true,including alarms:false}]
? can the phone be quiet until {end}, beginning at {start}

join_wifi/connect_wifi/connect_network: Connects to a wireless network/Joins a network
network/ssid/name wifi_name Name of the network/Network
password/key/passphrase word Password/Key
remember?/save?/auto_join? ! Connect again by itself/True to remember it
- connect to {network} with (the password|the key) {password}
- join {network}, the password is {password}[, {remember=remember it:true,do not save it:false}]
- use {password} to get into {network}[ {remember=and save it:true,just this once:false}]
! the wifi here is {network} and the key {password}, go online

set_app_limit/limit_app/screen_time: Limits the daily time of an app/App timer
app/program/name app_name Which app/App
minutes/limit/per_day #5-240 Minutes a day/Limit in minutes
child?/user?/for_user? person For which child/Child
- allow {minutes} minutes of {app} a day[ for {child}]
- limit {app} to {minutes} minutes[ for {child}]
! {child} may use {app} for {minutes} minutes a day
- after {minutes} minutes, close {app}[ for {child}]
? can you stop {app} after {minutes} minutes a day

toggle_permission/app_permission/grant_access: Allows or forbids an app something/App permission
app/program/for_app app_name Which app/App
permission/access/right =camera,microphone,location,contacts,photos What it may use/Permission
allowed/granted/enabled ! Allow or forbid/True to allow
- {allowed=allow:true,forbid:false} {app} to use my {permission}
- {allowed=give:true,deny:false} {app} access to (the|my) {permission}
! {app} {allowed=may:true,may not:false,must not:false,can:true} use the {permission}
- switch the {permission} {allowed=on:true,off:false} for {app}
- for {app}, turn {permission} access {allowed=on:true,off:false}

install_app/get_app/download_app: Installs an app/App from the store
app/name/program app_name App to install/App
device?/on?/target? =phone,tablet,watch Where to install it/Device
auto_update?/updates?/keep_updated? ! Update by itself/True for automatic updates
- install {app}[ on my {device}][ {auto_update=with automatic updates:true,without updates:false}]
- put {app} on my {device}
! I need {app} on the {device=watch:watch,tablet:tablet,phone:phone}
? can you get {app} from the store[, {auto_update=always up to date:true,no updates:false}]
""", "settings": """
set_screen_brightness/display_brightness/screen_light: Sets the brightness of the screen/Display light
percent/level/brightness #5-100 Brightness in percent/Level
night_mode?/warm?/night_light? ! Warm colors for the night/True for night colors
- set the screen to {percent} percent[ {night_mode=with night mode:true,without night mode:false}]
- dim the display to {percent}%
! the screen is too bright, {percent} percent is enough
- {percent}% brightness[, night light {night_mode=on:true,off:false}]

set_wallpaper/change_wallpaper/desktop_background: Sets the picture behind the windows/Wallpaper
image/file/picture wallpaper_file Picture file/Image
screen?/display?/monitor? #1-4 Which screen/Screen
fit?/mode?/style? =fill,center,tile,stretch How it fits/Fit
- use {image} as wallpaper[ on screen {screen}]
- put {image} on my desktop[, {fit=tiled:tile,centered:center,stretched:stretch}]
! I want {image} behind my windows[ on monitor {screen}]
- set the background of screen {screen} to {image}
- on screen {screen} show {image} as the wallpaper

map_shortcut/bind_key/set_hotkey: Opens a program by a key/Keyboard shortcut
key/shortcut/combo =F5,F9,F12,Ctrl+K,Ctrl+J,Alt+T,Alt+M Key to press/Shortcut
app/program/opens app_name Program that opens/Program
- open {app} when I press {key}
- bind {key} to {app}
- let {key} start {app}
! {app} should open with {key}
? can {key} launch {app}

set_sleep_timeout/sleep_after/power_timeout: Minutes until the computer sleeps/Energy settings
screen_minutes/screen_off/display_after #2-20 Minutes until the screen goes off/Screen timeout
sleep_minutes/computer_sleep/sleep_after #21-180 Minutes until the computer sleeps/Sleep timeout
on_battery?/battery?/unplugged? ! On battery/True for battery power
- turn the screen off after {screen_minutes} minutes and sleep after {sleep_minutes}[ {on_battery=on battery:true,when plugged in:false}]
- sleep after {sleep_minutes} minutes, screen off after {screen_minutes}
! {on_battery=on battery:true,on mains power:false}, the screen goes dark after {screen_minutes} minutes and the computer sleeps after {sleep_minutes}
- go to sleep in {sleep_minutes} minutes of no use, but blank the screen after {screen_minutes}

set_default_app/default_program/open_with: Sets the program for a kind of file/Default program
extension/file_type/type =pdf,mp3,jpg,docx,html,csv Kind of file/Extension
app/program/use app_name Program/App
- open {extension} files with {app}
- use {app} for {extension} files
! {extension} files should open in {app}
- make {app} the default for {extension}
? can {app} open all {extension} files from now on

uninstall_program/remove_software/uninstall: Removes a program/Uninstall
program/name/software app_name Which program/Name
keep_data?/keep_settings?/save_data? ! Keep the data of the user/True to keep data
- uninstall {program}[ {keep_data=and keep my data:true,and delete its data:false}]
- remove {program} from this computer[, {keep_data=keeping the data:true,data and all:false}]
! I do not need {program} any more[, {keep_data=save its data:true,wipe its data:false}]
- get rid of {program}
""", "printer": """
print_file/print/send_to_printer: Prints a file/Print job
file/document/path paper_file What to print/File
copies/count/number #2-60 How many copies/Copies
printer?/device?/on? printer_name Which printer/Printer
color?/in_color?/colored? ! Color or black and white/True for color
double_sided?/duplex?/both_sides? ! Print on both sides/True for both sides
- print {copies} copies of {file}[ on the {printer}]
- print {file} {copies} times[ {color=in color:true,in black and white:false}]
! I need {file} on paper, {copies} copies[, {double_sided=double sided:true,on one side only:false}]
- on the {printer}, make {copies} prints of {file}[ {double_sided=on both sides:true,single sided:false}]
? could I have {copies} copies of {file}[ {color=in color:true,without color:false}]

print_pages/print_range/page_print: Prints some pages of a file/Range of pages
file/document/path paper_file What to print/File
first/from_page/start #1-20 First page/From
last/to_page/end #21-150 Last page/To
scale?/percent?/zoom? #25-200 Size in percent/Scale
- print {file} from page {first} to {last}[ at {scale}%]
- print pages {first} to {last} of {file}
! of {file} I only want pages {first} to {last} on paper
- from {file}, print everything between page {first} and page {last}[, scaled to {scale} percent]

cancel_print/stop_printing/delete_job: Cancels a print job/Stop a job
job/job_id/number #100-9999 Number of the job/Job
printer?/device?/on? printer_name Which printer/Printer
- cancel print job {job}[ on the {printer}]
- stop printing {job}
! job {job} was a mistake, take it off the {printer}
? can you stop job {job}[ on the {printer}]

scan_page/scan_to_file/scan: Scans paper into a file/Scanner
target/file/save_as scan_file File for the scan/Name
dpi/resolution/dots =150,300,600,1200 Dots per inch/Resolution
color?/in_color?/colored? ! Scan in color/True for color
- scan to {target} at {dpi} dpi[ {color=in color:true,in gray:false}]
- scan this page with {dpi} dpi and save it as {target}
! I want this sheet as {target}, {dpi} dots per inch[, {color=colored:true,black and white:false}]
- make a {dpi} dpi scan called {target}
""", "strings": """
replace_text/string_replace/replace_all: Replaces every occurrence in a text/Substitute a word
text/input/string text Text to change/Input
old/search/find word What to look for/Old part
new/replacement/replace_with word What to put there/New part
- replace {old} with {new} in {text}
- in {text} change {old} to {new}
- put {new} in place of {old} in {text}
- with {new} instead of {old}, give me {text}
? what is {text} with {old} replaced by {new}

count_occurrences/count_substring/occurrences: Counts how often a part is in a text/Number of occurrences
text/haystack/input text Where to look/Text
part/needle/word word What to count/Part
ignore_case?/case_insensitive?/any_case? ! Ignore upper and lower case/True to ignore case
? how often is {part} in {text}
? how many times does {part} come up in {text}
- count {part} in {text}
- in {text}, count how often {part} stands[, {ignore_case=ignoring case:true,minding case:false}]
- count the word {part}[, {ignore_case=in any case:true,case sensitive:false},] in: {text}

split_string/split/explode: Splits a text at a separator/Text to parts
text/string/input code Text to split/Input
separator/delimiter/sep =;,-,/,_,| Where to split/Separator
limit?/max_parts?/max? #2-9 Most parts/Limit
- split {text} {separator=at semicolons:;,at dashes:-,at slashes:/,at underscores:_}[ into at most {limit} parts]
- with {separator} as the separator, split {text}
- cut {text} into pieces at every {separator=semicolon:;,dash:-,slash:/,underscore:_,pipe:|}
? what are the parts of {text} between the {separator=dashes:-,slashes:/,semicolons:;,pipes:|}

join_strings/join/implode: Joins words to one text/Words with a separator
parts/items/words *noun What to join/Words
separator/glue/between =-,_,/,+,; What to put between/Separator
- join {parts} with {separator=dashes:-,underscores:_,slashes:/,plus signs:+,semicolons:;}
- make one word of {parts} with {separator=a dash:-,an underscore:_,a slash:/} between
- put {separator} between {parts}
! {parts} should be one text with {separator} in between

pad_string/pad/fill_text: Fills a text up to a length/Padding
text/string/value word Text to fill/Value
length/width/size #12-60 Length of the result/Width
fill/char/with =0,*,-,x,. Character to fill with/Fill character
side?/direction?/align? =left,right Where to add/Side
- pad {text} to {length} with {fill=zeros:0,stars:*,dashes:-,dots:.}[ on the {side}]
- fill {text} up to {length} characters with {fill}
- add {fill=zeros:0,stars:*,dots:.} on the {side} of {text} until it is {length} long
! {text} should be {length} characters long, filled with {fill=dashes:-,dots:.,zeros:0}[ on the {side}]

make_slug/slugify/url_slug: Turns a title into a slug/Slug for a link
title/text/name title Title/Text
max_length?/limit?/length? #10-80 Most characters/Longest slug
separator?/glue?/sep? =-,_ Between words/Separator
- make a slug (of|from) {title}[ with {separator=dashes:-,underscores:_}]
- turn {title} into a slug[ of at most {max_length} characters]
? what would {title} look like in a link
! I need {title} for a link[, no longer than {max_length} characters]

truncate_text/shorten/cut_text: Cuts a text after some characters/Shorten a text
text/string/input text Text to shorten/Input
length/max_length/limit #5-80 Characters to keep/Most characters
ending?/suffix?/tail? =...,--,~ What to put at the end/Ending
- shorten {text} to {length} characters[ and put {ending} at the end]
- cut off {text} after {length} characters
- keep the first {length} characters of {text}
! of {text} I need (no more than|at most|only the first) {length} characters

regex_match/match_pattern/test_regex: Tests if a pattern matches a text/Regular expression
pattern/regex/expression =[a-z]+,\\d+,^a.*z$,\\w+@\\w+,[0-9]+-[0-9]+,^#.* Pattern/Regular expression
text/string/subject word Text to test/Subject
? does {pattern} match {text}
- test {text} against the pattern {pattern}
- check with {pattern} whether {text} fits
? would {text} be found by {pattern}

encode_text/encode/text_encoder: Encodes a text/Base64, hex or url
text/data/input text What to encode/Text
scheme/format/encoding =base64,hex,url,rot13 How/Encoding
- encode {text} {scheme=as base64:base64,in hex:hex,for a link:url,with rot13:rot13}
- turn {text} into {scheme}
? what is {text} in {scheme}
- to {scheme}, convert {text}
- give me the {scheme} form of {text}

hash_text/hash/digest: Computes a hash of a text/Checksum of a string
text/input/data text What to hash/Text
algorithm/method/kind =md5,sha1,sha256,crc32 Algorithm/Which hash
uppercase?/upper?/capital_letters? ! Capital letters in the result/True for capitals
- compute the {algorithm} of {text}
? what is the {algorithm} hash of {text}
- hash {text} with {algorithm}[, {uppercase=in capital letters:true,in small letters:false}]
- with {algorithm}, hash: {text}

change_case/convert_case/set_case: Changes capital and small letters/Case of a text
text/string/input text Text/Input
case/style/mode =upper,lower,title,snake,camel Case/How to write it
- write {text} in {case=capital letters:upper,small letters:lower,snake case:snake,title case:title,camel case:camel}
- put {text} into {case} case
- make {text} {case=all caps:upper,lower case:lower}
? what is {text} in {case} case
"""}
