"""Everyday tools of drawing, social media, newsletters, maps and television, in the form that catalog.py reads."""
from toolvalues import CLOSED, POOLS

POOLS.update({
    "shape": "circle|square|triangle|star|heart|hexagon|rectangle|spiral|diamond|cloud".split("|"),
    "tv_channel": "BBC One|CNN|Eurosport|Arte|ZDF|Discovery|HBO|Canal 5|National Geographic|MTV|Sky News|Channel 4".split("|"),
    "tv_show": "Dark Harbor|The Baker's Duel|Galaxy Patrol|Old Friends|Night Court|Wild Planet|The Last Castle|Cooking Stars|Late Report".split("|"),
    "handle": "@lena_k|@tomcat|@natureshots|@dailybread|@old_maps|@rocketfan|@studio54|@mia.runs|@thebikeguy|@chefpaolo".split("|"),
    "poi": "gas station|pharmacy|supermarket|playground|charging station|bakery|post office|museum|car wash|parking garage|hospital|campsite|cash machine|library".split("|"),
})
CLOSED.update("shape tv_channel handle poi".split())

TOOLS = {"design": """
draw_shape/add_shape/shape: Draws a shape/Shape on the canvas
shape/kind/type shape What to draw/Shape
x/left/pos_x #0-900 Distance from the left/Horizontal position
y/top/pos_y #0-700 Distance from the top/Vertical position
color?/fill?/colour? color Fill color/Color
- draw a {color} {shape} at {x}, {y}
- put a {shape} {x} pixels from the left and {y} from the top[ in {color}]
- at {x} / {y}, draw a {shape}[, filled {color}]
! I want a {shape} {y} pixels below the top, {x} pixels from the left

draw_line/line/add_line: Draws a line between two points/Straight line
x1/from_x/start_x #0-400 Start, across/First x
y1/from_y/start_y #0-400 Start, down/First y
x2/to_x/end_x #401-900 End, across/Second x
y2/to_y/end_y #401-900 End, down/Second y
- draw a line from {x1},{y1} to {x2},{y2}
- connect the point {x1}, {y1} with the point {x2}, {y2}
- a line from ({x1} {y1}|point {x1} {y1}) to {x2} {y2}
! the line starts at {x1}, {y1} and ends at {x2}, {y2}

new_canvas/create_canvas/new_drawing: Creates an empty drawing/Canvas of a size
width/w/size_x #200-4000 Width in pixels/Width
height/h/size_y #200-4000 Height in pixels/Height
background?/color?/paper? color Background color/Color of the canvas
name?/title?/file? title Name of the drawing/Title
- make a canvas {width} wide and {height} high[ with a {background} background]
- open a new {width} by {height} drawing[ called {name}]
- start a drawing of {width}x{height} pixels[ on {background}]
! I need an empty picture, {height} pixels high and {width} wide

recolor_layer/set_layer_color/replace_color: Changes one color into another/Recolor
layer/name/in_layer title Which layer/Layer
old_color/from_color/source color Color to replace/Old color
new_color/to_color/target color Color to use/New color
- change {old_color} to {new_color} in the layer {layer}
- turn everything {old_color} on layer {layer} into {new_color}
- on the layer {layer}, use {new_color} instead of {old_color}
! what is {old_color} on {layer} should be {new_color}
- replace the {old_color} by {new_color} on {layer}

add_text_box/place_text/write_on_canvas: Places a text on the drawing/Text element
text/content/label text What it says/Text
size/font_size/points #8-120 Size of the letters/Points
font?/family?/typeface? font Font/Typeface
bold?/strong?/heavy? ! Bold letters/True for bold
- in {size} points write {text}
- place a {size} point text[ in {font}] saying {text}
- write {text} in {font}, size {size}
- add {text} in {bold=bold:true,thin:false} letters of {size} points
- with {size} point {font}, write: {text}

export_drawing/save_design/render: Exports the drawing/Save as an image
format/type/as =png,svg,pdf,jpg File format/Format
scale?/factor?/zoom? #2-8 How many times larger/Scale
transparent?/no_background?/alpha? ! Transparent background/True for transparency
- export (it|the drawing|my design) as {format=PNG:png,SVG:svg,PDF:pdf,JPG:jpg}[ at {scale} times the size]
- save the design as {format}[ {transparent=with a transparent background:true,with a solid background:false}]
! I need the drawing as {format=a vector file:svg,a PDF:pdf,a PNG:png}[, {scale}x]
? can I get the design in {format}[, {transparent=transparent:true,without transparency:false}]

set_opacity/layer_opacity/transparency: Sets how opaque a layer is/Opacity
layer/element/name title Layer/Which layer
percent/opacity/value #1-99 Opacity in percent/Percent
- set the layer {layer} to {percent} percent opacity
- make {layer} {percent}% opaque
! {layer} should be only {percent} percent visible
- {percent} percent opacity for the layer {layer}
""", "social": """
follow_user/follow/add_follow: Follows a user/Follow an account
user/handle/account handle Whom to follow/Account
notify?/notifications?/alerts? ! Tell about new posts/True for notifications
- follow {user}[ {notify=with notifications:true,without notifications:false}]
! I want to see what {user} posts
- start following {user}[ and {notify=tell me about every post:true,keep quiet about new posts:false}]
? can you follow {user} for me

mute_user/mute/silence_account: Hides the posts of a user for a time/Mute
user/account/handle handle Whom to mute/Account
days/duration/for_days #2-60 How many days/Days
stories?/also_stories?/include_stories? ! Mute stories as well/True to mute stories too
- mute {user} for {days} days[, {stories=stories too:true,but not the stories:false}]
! for {days} days I do not want to see {user}
- hide everything from {user} for the next {days} days
? could {user} be silent for {days} days

comment_post/add_comment/write_comment: Comments on a post/Comment
post_id/post/on id Post to comment on/Id of the post
text/comment/body text The comment/What to write
- comment on post {post_id}: {text}
- under {post_id} write {text}
- leave a comment on {post_id} saying {text}
! I want to say {text} under post {post_id}
- reply to the post {post_id} with {text}

schedule_post/plan_post/post_later: Publishes a post at a set time/Scheduled post
text/content/message text Text of the post/What to publish
network/platform/channel =instagram,facebook,linkedin,mastodon,threads Where to post/Network
date/day/on weekday Day/When
time?/at?/hour? time Time of day/Hour
- on {date}[ at {time}], post on {network=Instagram:instagram,Facebook:facebook,LinkedIn:linkedin,Mastodon:mastodon}: {text}
- schedule {text} for {date} on {network}
- publish {text} on {network} {date}[ at {time}]
! {network} gets this post on {date}[ at {time}]: {text}

send_direct_message/dm/private_message: Sends a private message/Direct message
to/receiver/user handle Who gets it/Receiver
message/text/body text What to say/Message
from_account?/sender?/as_user? handle Account that sends/Sender
- write to {to}[ from {from_account}]: {message}
- send {to} a private message saying {message}
- from {from_account}, message {to} with the text {message}
- tell {to} privately {message}
? can you dm {to} with {message}

react_to_post/react/add_reaction: Reacts to a post/Leave a reaction
post/post_id/item id Which post/Post
reaction/kind/emoji =like,love,laugh,sad,angry Reaction/How to react
- {reaction=like:like,love:love,laugh at:laugh} post {post}
- give post {post} {reaction=a heart:love,a thumbs up:like,a sad face:sad,an angry face:angry}
- react to {post} with {reaction}
! {post} deserves {reaction=a like:like,a laugh:laugh,a heart:love}

update_profile/edit_profile/set_bio: Changes the profile/New bio and name
bio/about/text text Text about the user/Bio
display_name?/name?/shown_name? person Name that is shown/Name
city?/location?/place? city City/Location
private?/hidden?/locked? ! Only followers can see it/True for a private profile
- make my bio {bio}
- change my profile to say {bio}[, and my city to {city}]
- set my name to {display_name} and my bio to {bio}
- make my profile {private=private:true,public:false} and write {bio} as my bio
- in my profile, write {bio}
""", "newsletter": """
send_newsletter/publish_issue/newsletter: Sends a newsletter to a list/Mail to subscribers
subject/title/headline text Subject line/Subject
audience/list/segment =customers,members,partners,volunteers,donors Who gets it/Audience
date?/day?/send_on? weekday Day it goes out/When
- send the newsletter {subject} to (the|all|our) {audience}[ on {date}]
- tell (all|our) {audience} by newsletter[ on {date}]: {subject}
! our {audience} get a newsletter[ on {date}] with the subject {subject}
- mail {subject} to our {audience}

add_subscriber/subscribe/newsletter_signup: Adds a reader to a mailing list/New subscriber
email/address/mail email Mail address/Address of the reader
name?/person?/who? person Name of the reader/Name
frequency?/how_often?/rate? =daily,weekly,monthly How often mail is sent/Frequency
- subscribe {email}[ for {frequency=daily mails:daily,weekly mails:weekly,a mail every month:monthly,a mail every day:daily}]
- put {name}, {email}, on the mailing list
! {email} would like the newsletter {frequency=every day:daily,every week:weekly,once a month:monthly}
- add {email}[, {name},] to the readers
? can {email} get our newsletter[ {frequency}]

remove_subscriber/unsubscribe/newsletter_signoff: Takes a reader off a mailing list/Unsubscribe
email/reader/address email Who leaves/Mail address
reason?/why?/comment? =too_many,not_interested,spam Why/Reason
- unsubscribe {email}[ because of {reason=too many mails:too_many,no interest:not_interested,spam:spam}]
- take {email} off the mailing list
! {email} does not want our newsletter any more[, reason: {reason=too many:too_many,not interested:not_interested}]
- stop mailing {email}

change_subscriber_email/update_address/replace_email: Replaces the address of a reader/New mail address
old_email/from_email/current email Address so far/Old address
new_email/to_email/updated email Address from now on/New address
- change {old_email} to {new_email} (in the list|on the mailing list)
! {old_email} now reads our mails at {new_email}
- from now on send the newsletter to {new_email} instead of {old_email}
! the reader {old_email} has a new address, {new_email}
- replace {old_email} by {new_email}
""", "maps": """
search_nearby/find_nearby/places_near: Finds places near an address/Nearby search
kind/what/category poi Kind of place/What to find
near/address/around address Around which address/Center
radius?/within?/meters? #100-5000 Radius in meters/How far at most
open_now?/open?/only_open? ! Only places that are open/True for open ones
? where is the nearest {kind} to {near}[ within {radius} meters]
- find a {kind} near {near}[, no further than {radius} meters]
- around {near}, look for a {kind}[ {open_now=that is open now:true,open or not:false}]
! I am at {near} and need a {kind}[ within {radius} m]

save_place/add_favorite/pin_place: Saves a place under a name/Bookmark on the map
address/place/location address Address/Where it is
name/label/as title Name for the place/Name
icon?/symbol?/pin? =home,work,star,heart,flag Symbol on the map/Icon
- save {address} as {name}[ with a {icon}]
- pin {address} on the map[ with a {icon}] and call it {name}
- remember {address} under the name {name}
! the place at {address} is {name}, save it

share_location/send_position/live_location: Shares where the user is/Live position
person/with/contact person Who may see it/Person
minutes/duration/for_minutes #10-240 How long/Minutes
exact?/precise?/accurate? ! Exact or rough position/True for the exact place
- show {person} where I am for {minutes} minutes
- share my {exact=exact:true,rough:false} position with {person} for {minutes} minutes
- for {minutes} minutes, let {person} see my location
! {person} may follow me on the map for {minutes} minutes
? can {person} see where I am for the next {minutes} minutes

download_map/offline_map/save_area: Downloads a map for offline use/Offline area
city/area/region city Around which city/Area
radius_km/size/around #5-150 Radius in kilometers/How far around
satellite?/with_satellite?/aerial? ! With satellite pictures/True for satellite
- download the map of {city} and {radius_km} km around it[, {satellite=with satellite pictures:true,without satellite pictures:false}]
- save {radius_km} kilometers around {city} for offline use
! I have no network in {city}, save the map {radius_km} kilometers around
- get me an offline map of {city}, reaching {radius_km} km out
""", "television": """
switch_channel/tune_to/set_channel: Switches to a channel/Tunes the television
channel/station/name tv_channel Which channel/Channel
room?/tv?/where? room Which television/Room
- put on {channel}[ in the {room}]
- switch (the TV|the television|over) to {channel}
- in the {room}, switch to {channel}
! I would like to watch {channel}[ in the {room}]
? what is on {channel}, can you turn it on

record_show/record_program/set_recording: Records a show/TV recording
show/program/title tv_show What to record/Show
channel/station/from tv_channel From which channel/Channel
date?/day?/on? weekday Day/When
whole_series?/series?/all_episodes? ! Every episode/True for the whole series
- record {show} on {channel}[ this {date=Monday:Monday,Friday:Friday,Sunday:Sunday,Saturday:Saturday}]
- tape {show} from {channel}[, {whole_series=all episodes:true,just this episode:false}]
! I am out when {channel} shows {show}, record it
? can you save {show} for me, it is on {channel}[ on {date}]

resume_episode/play_episode/watch_series: Plays an episode of a series/Watch an episode
series/show/title tv_show Series/Which series
season/series_number/s #1-15 Season/Number of the season
episode/number/ep #1-24 Episode/Number of the episode
subtitles?/captions?/subs? lang Language of the subtitles/Subtitles
- play season {season}, episode {episode} of {series}[ with {subtitles} subtitles]
- put on {series}, episode {episode} of season {season}
! I stopped {series} at episode {episode} in season {season}, go on there
? can we watch episode {episode} of {series}, season {season}[, subtitles in {subtitles}]
- from {series}, season {season}, show me number {episode}

set_tv_input/select_source/change_input: Changes the input of the television/Picture source
source/input/port =hdmi1,hdmi2,antenna,usb,bluetooth Input/Where the picture comes from
tv?/room?/in_room? room Which television/Room
- switch the (TV|television)[ in the {tv}] to {source=the first HDMI port:hdmi1,the second HDMI port:hdmi2,the antenna:antenna,the USB stick:usb}
- show what comes from {source=the antenna:antenna,the USB port:usb,HDMI 1:hdmi1,HDMI 2:hdmi2}[ on the TV in the {tv}]
- use {source} as input[ in the {tv}]
! in the {tv}, the picture should come from {source}

lock_channel/block_channel/parental_lock: Locks a channel with a code/Parental control
channel/station/name tv_channel Channel to lock/Channel
pin/code/secret #1000-9999 Four digits/Code
until?/end?/till? time When the lock ends/Until
- lock {channel} with {pin}[ until {until}]
- block {channel} by the code {pin}
! the children should not see {channel}[ before {until}], use the code {pin}
- with pin {pin}, lock {channel}
"""}
