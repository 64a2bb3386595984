"""Everyday tools of photos, video, podcasts, slides and documents, in the form that catalog.py reads."""
from toolvalues import CLOSED, POOLS


def files(names, endings):
    """Every name with every ending."""
    return [n + "." + e for n in names.split() for e in endings.split()]


POOLS.update({
    "picture_file": files("beach sunset family IMG_2041 portrait cat logo cover team skyline DSC0077 holiday garden flyer avatar", "jpg png webp"),
    "clip_file": files("intro wedding trailer interview drone lecture VID_310 goal demo concert skate lesson", "mp4 mov mkv"),
    "sound_file": files("episode4 voice jingle rain drums intro interview memo take2 bassline choir outro", "mp3 wav flac"),
    "slide_file": files("pitch lecture roadmap kickoff quarter sales training thesis", "pptx key odp"),
    "doc_file": files("contract thesis letter report minutes manual cv proposal chapter3 agenda", "docx pdf odt"),
    "font": "Arial|Helvetica|Georgia|Futura|Garamond|Roboto|Verdana|Courier|Times|Lato|Comic Sans|Open Sans".split("|"),
    "podcast": "Night Signals|The Long Table|Daily Bytes|Crime Corner|History Bites|Two Pints|Green Thumb|Startup Diary|Sleep Well|Planet Talk".split("|"),
})
CLOSED.update("picture_file clip_file sound_file slide_file doc_file font".split())

TOOLS = {"photo": """
crop_image/crop/image_crop: Crops an image to the given size/Cut a picture
image/file/photo picture_file Image to crop/File
width/w/target_width #200-4000 Width in pixels/New width
height/h/target_height #150-3000 Height in pixels/New height
- crop {image} to {width} by {height}[ pixels]
- cut {image} down to {width}x{height}
- make {image} {width} (pixels |)wide and {height} (pixels |)high by cropping
! {image} should be {height} pixels tall and {width} pixels wide, cut off the rest
? can you trim {image} to {width} x {height}

rotate_image/rotate_photo/turn_picture: Rotate an image by an angle/Turns a photo
photo/image/path picture_file Photo to rotate/Which picture
degrees/angle/by =90,180,270,45 Angle in degrees/How far to turn
clockwise?/right?/cw? ! Direction, true for clockwise/True to turn right
- rotate {photo} (by |){degrees} degrees[ {clockwise=clockwise:true,to the right:true,counterclockwise:false,to the left:false}]
- turn {photo} {clockwise=right:true,left:false,clockwise:true} by {degrees} degrees
! {photo} lies on its side, turn it {degrees} degrees
- give {photo} a {degrees} degree turn
? could you turn {photo} {degrees} degrees {clockwise=to the left:false,to the right:true}

flip_image/mirror_image/flip: Mirrors an image/Flip a picture along an axis
image/file/photo picture_file Which image/Input file
direction/axis/mode =horizontal,vertical Axis of the flip/How to mirror
- flip {image} {direction=horizontally:horizontal,vertically:vertical,upside down:vertical,left to right:horizontal}
- mirror {image} {direction=horizontally:horizontal,vertically:vertical,top to bottom:vertical}
- do a {direction} flip of {image}
? can {image} be mirrored {direction=from left to right:horizontal,from top to bottom:vertical}

adjust_image/tune_photo/edit_levels: Change brightness and contrast of a photo/Adjusts a picture
image/photo/file picture_file Photo to change/Image file
brightness/light/exposure #1-60 Change of brightness in percent/Brightness
contrast?/contrast_level?/contrast_percent? #1-60 Change of contrast in percent/Contrast
- brighten {image} by {brightness} percent[ and raise the contrast by {contrast}]
- make {image} {brightness}% brighter[ with {contrast}% more contrast]
! {image} is too dark, add {brightness} percent of light[ and {contrast} percent of contrast]
? could you lift the brightness of {image} by {brightness}%
- in {image}, turn the contrast up by {contrast} and the brightness up by {brightness}

apply_filter/add_filter/photo_filter: Puts a filter on a photo/Apply an effect
photo/image/target picture_file Photo/Image that gets it
filter/effect/style =sepia,noir,vintage,blur,sharpen,sketch Name of the effect/Which filter
strength?/intensity?/amount? #5-100 Strength in percent/How strong
- put the {filter} filter on {photo}[ at {strength} percent]
- make {photo} look {filter=old:vintage,like a drawing:sketch,brownish:sepia,like a black and white film:noir}
- apply {filter} to {photo}[ with {strength}% strength]
! I want {photo} with a {filter} effect[, {strength} percent strong]
- {filter=soften:blur,sharpen:sharpen,blur:blur} {photo}[ by {strength}%]

add_watermark/watermark/stamp_image: Writes a watermark on an image/Adds a text over a photo
image/photo/file picture_file Where to put it/Image
text/mark/caption text Text of the watermark/Words to print
position?/corner?/place? =top_left,top_right,bottom_left,bottom_right,center Where on the image/Position
- put {text} on {image}[ in the {position=top left:top_left,top right:top_right,bottom left:bottom_left,bottom right corner:bottom_right,middle:center}]
- mark {image} with the words {text}
- stamp {image}: {text}
- write {text} {position=in the center:center,at the top left:top_left,at the bottom right:bottom_right} of {image}
! {image} needs a watermark saying {text}

create_album/new_album/make_album: Creates a photo album/New album from photos
name/title/album title Name of the album/Title
photos?/images?/files? *picture_file Photos to put in/Images
shared?/public?/share? ! Whether others see it/True for a shared album
- make (an|a new) album (called|named) {name}[ with {photos}]
- collect {photos} in an album named {name}
- start {shared=a shared:true,a private:false,a public:true} album called {name}
- put {photos} into a new album, {name}
! {photos} belong in an album of their own, call it {name}

move_photo/move_to_album/change_album: Moves a photo between albums/From one album to another
photo/image/item picture_file Photo to move/Which photo
source/from_album/old_album folder Album it is in/From
target/to_album/new_album folder Album it goes to/To
- move {photo} from {source} to {target}
- take {photo} out of {source} and put it in {target}
! {photo} is in {source} but belongs in {target}
? can you put {photo} into {target} instead of {source}
- into {target}, move {photo} from {source}

tag_people/tag_photo/label_faces: Tags people in a photo/Names those who are on a picture
photo/image/file picture_file Photo/Which picture
people/names/persons *person Who is on it/People
- tag {people} in {photo}
! {photo} shows {people}
! {people} (can be seen|are the ones) in {photo}
- mark {people} on {photo}
- in {photo}, label {people}

change_background/replace_background/set_backdrop: Replaces the background of a photo/New backdrop
image/photo/file picture_file Photo to change/Image
color/background/fill color New background color/Color
keep_shadow?/shadow?/with_shadow? ! Keep the shadow/True to keep shadows
- give {image} a {color} background[ {keep_shadow=with its shadow:true,without the shadow:false}]
- make the background of {image} {color}
- put {color} behind the people in {image}[ and {keep_shadow=keep the shadow:true,drop the shadow:false}]
! the backdrop in {image} should be {color}
""", "video": """
trim_video/cut_clip/trim: Cuts a video to a part/Keep a section of a clip
video/clip/file clip_file Video to cut/Which clip
start/from_second/begin #0-40 First second to keep/Start in seconds
end/to_second/stop #45-600 Last second to keep/End in seconds
- trim {video} from second {start} to (second |){end}
- keep only the seconds {start} to {end} of {video}
- cut {video} so that it begins at {start} and ends at {end} seconds
! of {video} I need the part between {start} and {end} seconds
? can you shorten {video} to what lies between second {start} and second {end}

merge_videos/join_clips/concat_video: Joins clips to one video/Concatenate
clips/videos/inputs *clip_file Clips in their order/Which videos
output/target/result clip_file Name of the result/Output file
fade?/transition?/crossfade? ! Fade between clips/True for a soft change
- join {clips} into {output}[ {fade=with a fade:true,without fades:false}]
- make {output} out of {clips}
- merge {clips} and save it as {output}
- put {clips} one after the other[ {fade=with soft transitions:true,with hard cuts:false}] and call the result {output}

change_speed/set_playback_rate/speed_video: Changes the speed of a video/Faster or slower
video/clip/file clip_file Which video/Clip
factor/rate/speed ~0.2-4 Speed factor/Times the normal speed
keep_pitch?/pitch?/preserve_pitch? ! Keep the pitch of the sound/True to keep it
- play {video} at {factor} times the (normal |)speed
- set the speed of {video} to {factor}[ {keep_pitch=and keep the pitch:true,and let the pitch change:false}]
- make {video} run {factor} times as fast
! {video} should run at {factor}x speed
- {factor}x speed for {video}

add_subtitle/insert_caption/subtitle: Adds a subtitle line/Text on screen
video/file/clip clip_file Which video/Video
text/line/caption text What to show/Subtitle
from_second/start/at #1-90 When it appears/First second
duration?/seconds?/length? #2-9 How long it stays/Seconds on screen
- at second {from_second} of {video}, show {text}
- add the subtitle {text} to {video} at {from_second} seconds[, for {duration} seconds]
- in {video} write {text} from second {from_second} on
! {from_second} seconds into {video} it should say {text}
- caption {video} at {from_second} seconds[ for {duration} seconds] with the text {text}

extract_audio/video_to_audio/rip_sound: Saves the sound of a video/Audio track of a clip
video/source/input clip_file Video with the sound/Input
audio/target/output sound_file Sound file to write/Output
- save the sound of {video} as {audio}
- get the audio out of {video} into {audio}
- make {audio} from the sound track of {video}
! I want what is heard in {video} as {audio}
? can you write the audio of {video} to {audio}

set_resolution/scale_video/convert_resolution: Changes resolution and frame rate/Video quality
video/clip/input clip_file Video/Clip
resolution/quality/lines =480p,720p,1080p,4k Picture size/Resolution
fps?/frame_rate?/frames? =24,25,30,60 Frames per second/Frame rate
- convert {video} to {resolution}[ at {fps} frames per second]
- make {video} {resolution=full hd:1080p,ultra hd:4k,720p:720p}[ with {fps} frames a second]
- export {video} in {resolution}[, {fps} fps]
! I need {video} in {resolution}
""", "podcast": """
play_podcast/start_episode/listen: Plays a podcast/Start an episode
show/podcast/name podcast Which podcast/Show
episode?/number?/ep? #1-200 Number of the episode/Episode
speed?/rate?/tempo? ~0.5-3 Playback speed/Speed
- play {show}[, episode {episode}]
- put on episode {episode} of {show}[ at {speed} times speed]
! I would like to hear {show}[ at {speed}x speed]
? can you start number {episode} of {show}
- let me listen to {show}

subscribe_podcast/follow_podcast/add_show: Subscribes to a podcast/Follow a show
podcast/show/title podcast Show to follow/Podcast
auto_download?/download?/offline? ! Download new episodes/True to save new episodes
keep?/max_episodes?/limit? #2-30 How many episodes to keep/Episodes kept
- subscribe to {podcast}[ {auto_download=and download new episodes:true,with automatic downloads:true,without downloads:false}]
- follow {podcast}[ and keep the last {keep} episodes]
! I do not want to miss {podcast}[, keep {keep} episodes]
- sign me up for {podcast}, {auto_download=with downloads:true,streaming only:false}

skip_seconds/seek_audio/jump: Jumps in what is playing/Seek
seconds/by/amount #5-180 How many seconds/Seconds
direction/way/where =forward,back Direction of the jump/Forward or back
- {direction=skip:forward,rewind:back,go back:back,jump ahead:forward} {seconds} seconds
- jump {seconds} seconds {direction=ahead:forward,back:back,forward:forward,backwards:back}
! I missed something, go {seconds} seconds {direction=back:back}
? can we go {direction} by {seconds} seconds

record_audio/start_recording/voice_memo: Records sound/Voice recorder
name/file/save_as sound_file File to record to/Name of the recording
minutes?/length?/duration? #2-90 How long/Minutes
microphone?/input?/source? =built_in,headset,usb Which microphone/Input
- record[ {minutes} minutes of sound] to {name}[ with the {microphone=headset:headset,USB microphone:usb,built-in microphone:built_in}]
- take a voice memo[ of {minutes} minutes] and call it {name}
! what I say now goes into {name}
- start recording into {name}[ for {minutes} minutes]

set_audio_fade/fade_audio/fades: Fades a sound in and out/Fade in and fade out
file/audio/track sound_file Which sound/File
fade_in/in_seconds/start_fade #1-15 Seconds at the beginning/Length of the fade in
fade_out/out_seconds/end_fade #1-20 Seconds at the end/Length of the fade out
- fade {file} in over {fade_in} (seconds|s) and out over {fade_out} (seconds|s)
- let {file} fade in for {fade_in} and fade out for {fade_out} seconds
! {file} needs a {fade_out} second fade at the end and a {fade_in} second fade at the beginning
- at the start of {file} fade for {fade_in} seconds, at the end for {fade_out}

mix_tracks/overlay_audio/mixdown: Mixes music under a voice/Two tracks to one
voice/speech/front sound_file Sound in front/Track with the voice
music/background/bed sound_file Sound behind/Track with music
music_level?/percent?/volume? #5-60 Loudness of the music in percent/Music volume
- put {music} under {voice}[ at {music_level} percent]
- mix {voice} with {music} in the background[ at {music_level}%]
- lay {voice} over {music}[, the music at {music_level}% volume]
! behind {voice} I want to hear {music}[ at {music_level} percent]

cut_silence/remove_silence/strip_gaps: Removes silent parts/Cut pauses
audio/file/track sound_file Sound file/Recording
longer_than/min_pause/seconds ~0.3-5 Shortest pause to remove in seconds/Seconds of silence
- remove pauses longer than {longer_than} seconds from {audio}
- cut every silence over {longer_than} seconds out of {audio}
! in {audio}, no pause should be longer than {longer_than} seconds
- clean {audio} of gaps above {longer_than} s
""", "slides": """
add_slide/insert_slide/new_slide: Adds a slide to a presentation/New slide
deck/presentation/file slide_file Presentation/Which slides
title/heading/headline title Title of the slide/Heading
position?/after?/index? #1-40 After which slide/Place of the slide
layout?/template?/design? =blank,two_columns,title_only,picture Layout of the slide/Look
- add a slide (called|titled) {title} to {deck}[ after slide {position}]
- in {deck}, insert a slide {title}[ after number {position}]
- put a {layout=two column:two_columns,blank:blank,picture:picture} slide titled {title} into {deck}
! {deck} needs a slide named {title}[ after slide {position}]

move_slide/reorder_slide/change_slide_order: Moves a slide to another place/Order of slides
deck/file/presentation slide_file Which presentation/Deck
slide/from_index/source #1-20 Slide to move/Old number
new_position/to_index/target #21-50 Where it goes/New number
- move slide {slide} of {deck} to position {new_position}
- make slide {slide} number {new_position} in {deck}
- in {deck} put slide {slide} in place {new_position}
! slide {slide} in {deck} should come at {new_position}
? can slide {slide} go to place {new_position} in {deck}

delete_slides/remove_slides/drop_slides: Deletes slides from a deck/Remove slides
deck/file/presentation slide_file Presentation/Deck
numbers/slides/indexes *#1-60 Numbers of the slides/Which slides
- delete {numbers} from the slides of {deck}
- throw out {numbers} of {deck}
! {deck} is too long, drop number {numbers}
- in {deck}, remove {numbers}

replace_in_document/find_replace/substitute_in_file: Replaces words in a document/Find and replace
document/file/doc doc_file Document/Where
old/find/search word Word to look for/Old word
new/replace/replacement word Word to put there/New word
match_case?/case_sensitive?/exact_case? ! Mind capital letters/True to match case
- replace {old} with {new} in {document}[, {match_case=matching case:true,ignoring case:false}]
- change every {old} in {document} to {new}
- in {document}, put {new} where it says {old}
! {document} should say {new} instead of {old}
- swap {old} for {new} throughout {document}

set_margins/page_margins/document_margins: Sets the margins of a document/Page margins
doc/document/file doc_file Document/File
left/left_margin/margin_left #5-60 Left margin in millimeters/Left
right/right_margin/margin_right #5-60 Right margin in millimeters/Right
top?/top_margin?/margin_top? #5-60 Top margin in millimeters/Top
- set the margins of {doc} to {left} left and {right} right
- leave {left} mm on the left and {right} mm on the right of {doc}[, {top} mm at the top]
! {doc} gets {right} millimeters on the right side and {left} on the left
- in {doc} use {left} millimeters for the left edge, {right} for the right[ and {top} for the top]

set_font/change_font/font: Sets font and size/Type of the text
document/file/doc doc_file Which document/Document
font/family/typeface font Name of the font/Font
size?/points?/font_size? #8-48 Size in points/Text size
bold?/heavy?/strong? ! Bold text/True for bold
- set {document} in {font}[, {size} points]
- use {size} point {font} for {document}
- change the font of {document} to {font}[ {bold=in bold:true,not bold:false}]
! {document} looks better in {font}[ at {size} points]
- write {document} in {bold=bold:true,regular:false} {font}

merge_documents/combine_docs/join_pdf: Joins documents into one/Merge files
documents/inputs/files *doc_file Documents in order/Files to join
output/result/target doc_file New document/Output
- merge {documents} into {output}
- make one document {output} of {documents}
- combine {documents}, name it {output}
! {documents} should become {output}

extract_pages/take_pages/page_range: Takes pages out of a document/Range of pages
source/document/file doc_file Document with the pages/Source
first/from_page/start #1-30 First page/From
last/to_page/end #31-200 Last page/To
output?/target?/save_as? doc_file New file/Where to save
- take pages {first} to {last} out of {source}[ and save them as {output}]
- extract page {first} through {last} of {source}[ into {output}]
! I need only pages {first}-{last} of {source}
? can I have {source} from page {first} up to page {last}
- from {source} get everything between page {first} and page {last}

protect_document/lock_document/set_doc_password: Protects a document with a password/Document password
file/document/doc doc_file Document to protect/File
password/secret/key word Password/Secret word
allow_print?/printing?/can_print? ! Printing stays allowed/True to allow printing
- lock {file} with {password}[, {allow_print=printing allowed:true,no printing:false}]
- protect {file} by the password {password}
- put the password {password} on {file}[ {allow_print=but allow printing:true,and forbid printing:false}]
! nobody should open {file} without the password {password}
"""}
