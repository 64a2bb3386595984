"""More ways of asking for the steps of a job: idioms, asides, reasons. They join the lists
of the same names in agentorders.py, where the letters in braces are explained."""
from agentsay import ways

CREATE = ways("""- whip up {p} with {x} in it
- get {p} going: its one line is {x}
- leave me a note in {p} that says {x}
- see to it that {p} exists and says {x}
- have {x} (written|put|saved) (to|in) a brand-new {p}
! I can't find {p}, so it must never have been made. It should just say {x}
! (what we lack|what is missing) is {p} with {x} in it
! {x}: that, and nothing more, is what {p} has to say
! there's no {p} yet. One line will do: {x}
! picture a file {p} whose content is {x}. Make that real
? is there room for a file {p} that says {x}""")
CREATE_BLOCK = ways("""- turn the text below into {p}
- get {p} on its feet with what follows
- have these lines (saved|stored|written) as {p}
- take down this text and call it {p}
! I typed up {p} for you to save
! {p} should look like this, to the letter
! nothing but this is to be in {p}
! the new {p} goes like this
? would you be so kind as to save this as {p}""")
EDIT = ways("""- strike out {a} in {p} and write {b} over it
- find {a} in {p} and make that {b}
- bring {p} up to date: {b} in place of {a}
- set {p} right, where {a} stands for what is really {b}
- do away with {a} in {p}; {b} takes its place
! {p} got it wrong: {b} is right, {a} isn't
! what {p} calls {a} is now called {b}
! {a}? No, {b}. That's in {p}
! I meant {b} when I wrote {a} in {p}
! please: no more {a} in {p}, {b} it is
! my eye fell on {a} in {p}. It has to be {b}
! for the record, {p} ought to have {b} where {a} is now
! where {p} says {a} I'd rather read {b}
? doesn't {p} still say {a}? Make it {b}
? what if {a} in {p} became {b}? Do it, please""")
EDIT_MANY = ways("""- wipe out {a} in {l}; it's {b} now
- have {l} say {b}, not {a}
- bring {l} in line: {a} gives way to {b}
! one name has changed, {a} to {b}, and it shows in {l}
! {a} haunts us in {l}. {b} is what we want there
? would you purge {a} from {l} in favour of {b}""")
APPEND = ways("""- let {x} be the closing words of {p}
- round off {p} with {x}
- slip {x} in at the tail of {p}
- top up {p}, at its end, with the line {x}
! {p} stops too early. After its last line comes {x}
! what {p} still lacks, right at its end, is {x}
! I'd like to see {x} when I scroll to the bottom of {p}
? is there space for {x} at the foot of {p}""")
PREPEND = ways("""- crown {p} with the line {x}
- let {x} head {p}
- lead {p} off with {x}, the rest stays below
! whoever opens {p} should see {x} before anything else
! {p} has no heading; {x} would be one
! {x} first, and then all that {p} has now
? could {x} be the opening of {p}, with the old lines under it""")
PREPEND_MANY = ways("""- top {l} with {x}
- let {x} head each of {l}, the old lines stay
! whoever opens {l} should see {x} first
! {x} is to lead the text in {l}
? could you head {l} with the line {x}""")
APPEND_MANY = ways("""- let {l} all close with {x}
- round off each of {l} with the line {x}
! {l} stop too early; {x} comes at their end
! {x} has to be the last line in {l}
? could you end {l} with the line {x}""")
INSERT = ways("""- (slip|squeeze|push|work) (the line |){x} in {w} in {p}
- make room in {p} {w} for (the line |){x}
- (leave|set|have) (the new line |){x} stand {w} in {p}
- (extend|complete|enrich) {p} by {x} {w}
? (is there|could there be) room for {x} {w} in {p}
? would you (set|write|place) {x} {w} in (the file |){p}
! {w}, {p} (should|must|ought to) have (one more line|another line|a line): {x}
! I (want|would like|need) (the line |){x} {w} in {p}
! (something|one line) is missing in {p}: {x}, {w}
! {x} (was left out of|is absent from) {p}. It (stands|comes|goes) {w}""")
UNLINE = ways("""- (wipe|rub) {x} out of {p}
- lose {x} in {p}
- have {x} (taken|cut) out of {p}
! {p} would be better without {x}
! {x} (annoys|bothers) me in {p}. (Take it out|Out with it)
! I don't want to see {x} in {p} any more""")
COPY = ways("""- see that {q} gets the same text as {p}
- make a twin of {p} and let it be known as {q}
- back {p} up (to|as|under) {q}
- let {p} stay, but have it as {q} too
! two of {p} would be good; the other one is {q}
! {q} is going to be {p} all over again
! in case {p} breaks I want {q} with the same text
? what about {q} as a copy of {p}""")
MOVE = ways("""- let {p} (live|go) on as {q}
- see that {p} turns up as {q} and no longer as {p}
- find {p} a new home: {q}
! {p} has been called that long enough; {q} it shall be
! nobody looks for it under {p}. {q} is the place
! I misnamed {p}. It's {q}
? wouldn't {q} be the better name for {p}? Change it""")
MOVE_RM = ways("""- (bring|carry) {p} over to {q}, and (end|finish|close) with `rm {p}`
- (make|set up) {q} with what {p} has, and get rid of {p} by `rm {p}`
- (let|have) {q} take the text of {p}, then (do|run|use) `rm {p}`
! (rename|renaming) here means: write {q} like {p}, then `rm {p}`
! {p} is to be {q}. First (copy|save) the text, then `rm {p}`
? can {p} become {q}? (Write|Save) it there and (run|do) `rm {p}`""")
DELETE = ways("""- (wipe|clear|sweep|take) {p} away
- (do away with|dispose of|clear out|say goodbye to) {p}
- (free|rid) us of {p}
- have {p} (removed|deleted|erased)
! {p} (is just in the way|has had its day|was a mistake|is of no use); (remove|delete|drop) it
! I (don't want|can't stand) {p} any more. (Delete|Remove) it
! we can (do|live) without {p}, so (off with it|delete it)
? (may|must|should) {p} stay? No, (delete|remove) it""")
DELETE_RM = ways("""- have `rm {p}` (run|done|executed)
- say `rm {p}` to the shell
! all that {p} needs is `rm {p}`
! {p} was only for a day. (Run|Do) `rm {p}`""")
JOIN = ways("""- glue {q} to the end of {p} and call the whole {z}, leaving both
- pour {p} and {q} into one {z}, {p} first
- let {z} begin with all of {p} and go on with all of {q}
! {p} and {q} belong together. As {z}, in that order
! I read {p} and {q} one after the other, so have them both in {z}
? what about one {z} for {p} and {q}, {p} on top""")
HEAD = ways("""- (let|have) {q} (hold|be|contain) the (first|top) {n} lines of {p}
- (pick|lift|fetch) the (first|top|opening) {n} lines out of {p} and (save|store|put) them (as|in) {q}
? (can|could) the (first|top) {n} lines of {p} (go|be saved) (in|into) {q}
! of {p} I only (want|need|keep) the (first|top) {n} lines, in {q}
! {n} lines, the (first|top) ones of {p}, (make|are) the whole of {q}""")
RUN = ways("""- (put|set) {c} in motion
- (bring|get) {c} going
- (have|take) a shot at {c}
- (see|look at|find out) what {c} does
- give the order {c}
- let's see {c} at work
? what happens (with|on|after) {c}
? how does {c} (do|fare|end|go)
! {c} (is waiting|wants to be run|is due|comes next)
! I'd like {c} (run|executed|started)
! the command is {c}. (Run it|Go ahead)""")
KEEP = ways("""- let {c} speak and write down every word in {p}
- have {p} filled with what {c} prints
- turn the output of {c} into {p}
! {c} talks, {p} keeps it. Nothing added, nothing left out
! later I want to read in {p} what {c} said today
! {p} is the place for whatever {c} prints
? can {p} be the place where I find what {c} prints""")
FIXED = ways("""- coax {c} into passing: it says what it wants
- chase down what makes {c} unhappy, cure it, and prove it with another run
- listen to what {c} complains of and leave it with nothing to complain of
! {c} won't go through. Read what it says, act on it, try again
! we can't ship while {c} fails. Its message names the fault; remove it
! {c} has been failing since this morning. Get to the bottom of it
? what is {c} unhappy about? Cure it and try once more""")
FILL = ways("""- give {m} in {q} its real value, which is {k} in {p}
- let {q} have the {k} that {p} has, where it now says {m}
- carry the value of {k} over from {p} to {q}, in place of {m}
! {q} is waiting for {k}. {p} has it; it goes where {m} is
! {m} in {q} was only ever meant as a stand-in for {k} of {p}
! don't let {m} stay in {q}: {p} tells what {k} is
? can {m} in {q} give way to what {p} says about {k}""")
SETTING = ways("""- (dial|bring) {k} to {v} in {p}
- (let|have) {p} say {v} for {k}
- see that {k} (comes to|is) {v} in {p}
! I (don't like|am not happy with) {k} as it is in {p}. (Try|Make it|Put) {v}
! {v} (suits us|is better|would be right) for {k}, (which is in|see) {p}
! {k} is in {p} and (wants|needs) (changing|a new value): {v}
? (what about|how about|why not) {v} for {k} in {p}""")
LOST = ways("""- hunt for {p} in the folders and have it say {b} where it says {a}
- look for a file called {p} somewhere, and make {a} in it {b}
! {p} is around here somewhere. It says {a}, and I want {b}
! I remember a {p}, not where. {a} in it is to be {b}
? who knows where {p} went? Find it and turn {a} into {b}""")
FIND = ways("""- dig up the file that speaks of {x}
- point me to the file with {x} in it
- name the file that has {x}
! {x} rings a bell, but in what file was it
! somebody asks me about {x}. It's in one of the files, name it
! I've been looking for {x} all day. Which file has it
? does any file here have {x}? Tell me which""")
VALUE = ways("""- quote me {k} from {p}
- name the {k} that {p} has
! {k} must be somewhere in {p}. What's its value
! remind me of {k} in {p}
? how is {k} set in {p}
? {p} sets {k} to what""")
VALUE_KIND = ways("""- dig up our {e} file and read me its {k}
- see what {k} is; it's in the one file that ends with {e}
! {k} is in a file that ends in {e}, and there is only one. What's its value
! one file here ends in {e}. What does that give for {k}
? do you see a {e} file? What's its {k}""")
COMPARE = ways("""- hold {p} against {q} and say whether they match
- see if {q} is a true copy of {p}
! somebody says {p} and {q} are twins. Is that so
! {p} or {q}, is it all the same
? is there any difference between {p} and {q}""")
LINES = ways("""- go through {p} and count its lines
- give me the length of {p} as a number of lines
- (say|see|work out) how many lines {p} (has|runs to|comes to)
! {p} has some lines; how many
! the number of lines in {p} is what I'm after
? {p} has how many lines
? what's the line count of {p}""")
NUMBER = ways("""- give me its number
- say which number you saw
- let me hear the count
! its count is what I'm after
! I'm only interested in the number
? and the number
? so, how many""")
FILES = ways("""- let me have the paths of all files
- run through the names of all the files for me
! what I want in the end is the name of every file
! a full list of the files would be nice
? and which files does that leave us with
? so what files do we have""")
FIRST_LINE = ways("""- read me the line that {p} starts with
! the first line of {p} is what I want to hear
? how does {p} begin
? and what's at the top of {p}""")
LAST_LINE = ways("""- read me the line that {p} ends with
! the line at the bottom of {p} is what I want to hear
? how does {p} end
? and what's the last thing {p} says""")
SHOW = ways("""- let me see all of {p} (then|in the end|after that)
? and how does {p} read (then|now|after all that)
! {p} as it is (then|in the end) is what I want to see""")
OVERWRITE = ways("""- (replace|overwrite) (the whole text of|everything in|all that is in) {p} (with|by) {x}
- (throw out|discard|wipe) (all the lines of|what is in|the old text of) {p} and (write|put) {x} (there|in it) instead
- let {p} say {x} and nothing of what it says now
- (start {p} over|write {p} anew|empty {p} and begin again) with the (single|one) line {x}
? (can|could) {p} (just|simply) say {x}, with all the rest gone
! {p} is (rubbish|worthless|out of date) (from top to bottom|as a whole). (Its only line|All it says) should be {x}
! (nothing|not a line) in {p} is worth keeping; (write|put) {x} (there|in it)
! (the new|from now on the) text of {p} is {x}, the old one (goes|is not needed)""")
INDEX = ways("""- (write|put|save) (the names|a list|the paths) of all files (that are here|in the workspace|we have) (to|into|in) {p}, one (on a line|a line|per line)
- make {p} a list of (all files|the files that are there|all paths), one (a line|per line), (without itself|itself left out)
- list (all|the) files and (save|keep) the list (as|in) {p}, a line for each
! {p} (should|must|is to) (list|name|hold) (all the other files|every other file), one a line
! I need {p} with the name of each file (we have|that is here|in the workspace), a line each
? can I have (an index|a list) of (all|the) files (as|in) {p}, one a line""")
IFSAYS = ways("""- (look into|read|check) {p}: if it (says|has|mentions) {a}, (change|turn) that (to|into) {b}; if not, leave it
- (see|check) (if|whether) {p} (says|has|contains) {a}, and only then (make it|write|change it to) {b}
- change {a} to {b} in {p}, (but only if it is there|provided it is there at all); (read|look) first
? does {p} (say|have|mention) {a}? (If so|In that case|If yes), (make it|turn it into) {b}
! {p} (may|might|could) (still |)(say|have) {a}. (Look|Check|Read it) first, and if it does, (make it|write) {b}
! I (think|believe|guess) {p} (says|has) {a}. (See|Check), and (if I am right|in that case) (turn|change) it (into|to) {b}""")
