"""How people put orders to an agent: grammars by kind of task, and agents' system prompts.

A way is a line whose first sign tells its form: "-" an order, "?" a question, "!" a
statement (one or more sentences). Letters in braces are filled in, values untouched."""
import re

from asktool import wrap
from lexicon import MORE_VERBS
from phrase import expand, long_system, noise, opener
from words import ADJ, NAMES, cap, plural, word

SLOT = re.compile(r"\{([a-z])\}")


def fill(t, values):
    """All slots at once, so that a value with braces stays as it is."""
    return SLOT.sub(lambda m: values.get(m.group(1), m.group(0)), t)


def ways(text):
    return [x.strip() for x in text.strip().split("\n")]


TAILS = [" Thanks.", " Thank you!", " Please do that.", " Can you do it?", " Would you do this for me?", " Please take care of that.", " Do it now, please.", " That is the task.", " Tell me when it is done.", " I count on you."]


def tell(r, forms, bare=False, **values):
    """One way of saying it; bare: a text of its own ends it, so nothing may follow."""
    w = r.choice(forms)
    style, t = w[0], expand(r, w[2:]).replace("  ", " ").strip()
    if r.random() < 0.15:
        t = noise(r, t, 1)
    if style == "!" or t[-1:] in ".?!:":
        t = ". ".join(cap(x) for x in t.split(". "))
        t = t if not t[:1].islower() or r.random() < 0.12 else cap(t)
        if not bare and t[-1:] not in ".?!:" and r.random() < 0.75:
            t += "."
        if not bare and t[-1:] in "." and r.random() < 0.22:
            t += r.choice(TAILS)
        if r.random() < 0.1:
            t = opener(r) + " " + t
        return fill(t, values)
    if style == "-" and not bare and r.random() < 0.4:
        front = r.choice(["", "", "", "Please ", "please ", "Now ", "Can you ", "Could you ", "Next, ", "Then ", "OK, ", "Hi, "])
        t = front + t if front else cap(t) if r.random() < 0.7 else t
        return fill(t + ("?" if front[:1] == "C" else r.choice([".", ".", "", ""])), values)
    return fill(wrap(r, t, style, bare), values)


SAVE = ways("""- run {c} and (keep|store|leave|put down) (its result|the printout|whatever comes out|all that it says) in (|the file |a file called |a new file ){p}
- (store|keep|log|record|capture|preserve) (the printout|the stdout|the text|everything|the lines|all messages) (that|which) {c} (prints|gives|shows|produces) (in|under) {p}
- redirect {c} (to|into) (|the file ){p}
- pipe what {c} says into {p}
- start {c} and (dump|write|note|file) (its messages|all it reports|its answer|the text) (|down )(in|into) {p}
- make (a|the) file {p} (out of|from) (the output that {c} gives|what {c} tells you|the result of {c})
- (fill|create|set up|produce) {p} with (the text that {c} prints|the result of running {c}|what comes out of {c}|the output from {c})
- execute {c}, then (copy|transfer|bring) (its output|the result|the text) (to|into) (a new file|the file|) {p}
- use {c} to (produce|generate|make|fill) {p}
- call {c}; (its output|its answer|all it prints|the result) (goes|belongs|has to go) (into|in) {p}
- let {c} run and (leave|keep|save) a (log|copy|transcript) (of it in|as|under) {p}
- launch {c} and (save|store) (the response|the report|the result) as {p}
- take (down|) the output {c} produces and (save|write|put) it (as|to|in) {p}
? (can|could) you (log|capture|store) (the printout|all output|the result) of {c} (under|as|in) {p}
? would you run {c} and leave (its output|the result) in {p}
? is it possible to have the result of {c} in {p}
? (can|may) i have (the result|a log|a transcript) of {c} in {p}
! {p} (must|has to|is to|shall|ought to) (have|contain|get|hold) (the result|the printout|the report) (of|from) {c}
! i (want|would like|wish for) (the result|the printout|everything that comes out|the complete output) of {c} (in|written to|saved to|stored as) {p}
! (the text that|whatever|anything that|all that) {c} (says|prints out|reports|shows) (belongs in|should go to|should end up in|has to be in) {p}
! we need a (log|protocol|record|transcript) of {c} in {p}
! {c} (prints|tells us|reports) something. (write|put|save) (it|that) (to|into|in) {p}
! there should be a file {p} with the output from {c}
! our {p} is to be made by {c}. Run it and save the text it gives
! run {c}. Its output goes to {p}
! first (run|start|call) {c}. then (write|save|put) (what you got|the result|its output) (to|in|into) {p}""")

WHICH = ways("""- find out which file (talks about|speaks about|has the text|names|holds|deals with) {w}
- (scan|check|comb|go over|look into) (all|the|our|these) files (for|until you find) {w} and (name|give me) the (file|path)
- tell me (the name of the file|the path of the file|the file|the place) (in which|where) {w} (stands|appears|occurs|turns up|is used)
- look (up|) where {w} (comes up|is used|occurs|appears)(| in the project| in our files)
- locate {w}(| in the workspace| in the sources| in this project)
- name the file (with|that holds|that uses|which has) {w}
- give me the (path|name) of the (document|file|text) that (uses|includes|has) {w}
- hunt down {w} in the files
? which (of these files|file here|document|source file|one of our files) (uses|names|holds|includes|has got) {w}
? where (in the project|in these files|in the workspace|) (does {w} occur|do we use {w}|is {w} used|can i find {w}|does it say {w}|did somebody write {w})
? what file (has|holds|uses|talks about) {w}
? do you know (which|what) file (has|contains|uses) {w}
? under which path (do i find|is there) {w}
? what is the (name|path) of the file (with|that mentions|that has) {w}
! somewhere (in here|in the project|) there is {w}. (i need to know where|name the file|tell me in which file|find it)
! i (am looking|look|search) for (the file with {w} in it|{w}). (which one is it?|what is its name?|help me find it)
! (exactly one|a single one|only one) (of the files|file|document) (has|uses|names) {w}; (which?|tell me which|i want its path)
! i forgot where {w} (is|stands|was). (find the file|please look|check the files)
! {w} (is|stands|occurs) in some file. (tell me its path|what is it called?|what file is it?)
! i need the file that (names|has|is about) {w}. open them until you know""")

WHICH_ALL = ways("""- list (all files|every file) (that uses|with|in which you see) {w}
- (name|give me) (all|every one of) the files (with|having|that hold) {w}
- find (all files|every file) that (mentions|names|talks about) {w}
? which files (contain|mention|have|use|hold) {w}
? how many files (mention|contain|have|use) {w}
? (what|which) are the files that have {w}
! i need to know (all files|every file) where {w} occurs
! {w} may be in several files. tell me in which""")

FAILS = ways("""- run {c} and (supply|add|provide|create) what it (needs|misses|lacks|wants)
- start {c}, see what it (lacks|complains about|misses) and (provide|fix|settle) that
- make {c} (run through|go through|succeed|happy|work again)
- (find|see) out why {c} (stops|does not work|breaks|is unhappy) and (help|repair that|set it right|solve it)
- (do|take) what is necessary so that {c} (works|runs|passes|succeeds)
- bring {c} to (success|an end without errors|work)
- repair (whatever|what|anything that) (breaks|stops|blocks) {c}
- (try|call|execute) {c} and (solve|settle|deal with) any (problem|complaint|trouble) it has
- work on the files until {c} (is fine|is content|reports success|stops complaining)
? what (keeps|stops|prevents) {c} (from working|from passing)? (repair|solve|mend) it
? {c} (breaks|stops|complains|ends badly). (can|could|will) you (set it right|make it run|solve that)
? why is {c} (red|unhappy|broken|failing)? (do something|mend it|put it right)
? can you get {c} (run|working|running) again
! {c} (breaks|stops|ends with an error|always fails|gives up). (find the reason and remove it|please make it work|do what has to be done)
! something (blocks|breaks|stops) {c}. (look into it|settle it|make it work)
! i (want|need) {c} to (succeed|pass|run|work). (at the moment it does not|see to that|do what it takes)
! {c} (must|has to|should) (work|pass|succeed) (again|). (run it and see|find out what it wants|help it)
! (we are stuck|nothing works): {c} (fails|gives an error). Please help
! the last run of {c} was a failure. Make the next one a success""")

BLAME = ways("""- run {c} and (name|tell me) the file (that causes|behind|responsible for) the (failure|error|trouble), (without changing anything|but change nothing|no changes please)
- (say|report|tell me) which file (breaks|spoils|stops) {c}; (fix nothing|do not touch it|leave all files alone)
- find out (which|what) file makes {c} go wrong, (only look|do not repair it|change nothing)
- start {c} and report the file with the fault. (nothing else|do not edit|hands off the files)
? which file (is to blame|is the reason|is responsible) (when|that) {c} (fails|stops)? (do not fix it|just name it|i only want to know)
? what file does {c} (dislike|name in its error|stumble over|reject)? (leave it as is|no edits)
! {c} (fails|breaks) because of some file. (i want its name|name it|tell me which one), (do not change it|nothing more)
! i (only|just) want to know the file that {c} (reports|complains of|rejects). (change nothing|do not mend it)""")

JOINED = ways("""- (merge|combine|concatenate|unite|glue together) {a} and {b} (into|as|in) {z}, in this order
- (write|build|create|compose) {z} from the text of {a} and, after it, (that of|the text of) {b}
- put {a} and (then|after that|below it) {b} into (a new file |){z}
- append {b} to {a} and save (the whole|both|the result) as {z}, keeping the two files
- chain {a} and {b}; the result is {z}
- paste {a} and underneath {b} into {z}
? can you make one file {z} of {a} and {b}
? would you combine {a} with {b} to {z}, {a} on top
! {z} (shall|must|has to) (hold|contain|be) {a} and (then|below that|after it) {b}
! {z} begins with {a} and ends with {b}. create it
! i need {a} and {b} (together|as one text|in one file): {z}
! first comes {a}, then {b}. save both as {z}""")

FILLED = ways("""- (take|use) the text (in|of|from) {b} and (insert|set|paste) it for {a} in {p}
- (substitute|exchange|swap) {a} in {p} (for|by|with) (what you find in|the text from|the content of) {b}
- fill (in |){a} in {p} with (what {b} holds|the text from {b}|what stands in {b})
- look (into|at) {b} and (write|put) its text (into|in) {p} (at|where you see) {a}
- open {b}; what it holds (replaces|goes in place of) {a} in {p}
- replace the {a} of {p} (with|by) the value (in|from|stored in) {b}
? can you (put|insert) the (content|value|text) of {b} for {a} in {p}
? could {a} in {p} become (what {b} says|the text of {b})
! {a} in {p} (stands for|is a place for|must give way to) the (text|content|value) of {b}. (insert it|put it in|fill it in)
! the value for {a} in {p} (is|stands|can be found) in {b}
! {p} still has {a}. (the right text is in|what belongs there is in|get the text from) {b}
! {b} has the text that {p} needs (instead of|in place of) {a}""")

TODO = ways("""- (carry out|execute|perform|fulfil|work off) (what stands in|the task in|the order in|what is written in) {p}
- (open|look at|see|check) {p} and (carry it out|act on it|do the work|get it done|fulfil it)
- (follow|obey) {p}
- do (the job|the work|everything|the things) (described|listed|written|asked for|given) in {p}
- (finish|solve|complete) the (task|job|assignment|work) (from|in|of) {p}
- take your (orders|instructions|task) from {p}
- make (happen|come true) what {p} (wants|asks|demands)
? (can|could|would) you (carry out|work off|take care of|handle) (what is in|the steps in|the request in) {p}
? what is your job? (it is in|see|look into) {p}; (do it|carry it out)
! {p} (has|holds|contains) (your task|work for you|an order|my request|instructions). (carry it out|get it done|act on it|follow them)
! your (task|job|assignment|next order) is (in|written in|found in) {p}
! i wrote (down |)what (i need|is to be done|i want) in {p}. (carry it out|please take care of it|see to it)
! somebody left (a request|a note|instructions) in {p}. (take care of that|fulfil it|work it off)""")

PAIRS = ways("""- make (two|these) changes in {p}: {a} (becomes|to|into) {b}, {d} (becomes|to|into) {e}
- in {p}, (change|swap|exchange) {a} (to|for) {b} and {d} (to|for) {e}
- edit {p}: {b} (for|instead of) {a}, {e} (for|instead of) {d}
- (correct|update) {p}; {a} must be {b}, {d} must be {e}
- (write|set) {b} where {p} has {a}, and {e} where it has {d}
- replace {a} (by|with) {b} and also {d} (by|with) {e} in {p}
? can you fix {p}: {a} to {b}, {d} to {e}
? could {a} become {b} and {d} become {e} in {p}
! {p} has (two|a couple of) (mistakes|faults|errors|wrong texts). {a} is really {b}, {d} is really {e}
! there are two things to change in {p}: {a} into {b} as well as {d} into {e}
! instead of {a} and {d} {p} should say {b} and {e}
! in {p} both {a} and {d} are outdated; the new texts are {b} and {e}""")

LAST = ways("""- (attach|tack on|write|place) {x} (after the last line of|below everything in|as the final line of|at the foot of) {p}
- extend {p} (by|with) (one line|a line|a last line|another line at its end): {x}
- finish {p} with (the line|a new line) {x}
- let {p} end (with|in) the (new|extra|additional) line {x}
- add (a closing|a final|another|a further) line to {p}, (namely|which says|reading) {x}
- write {x} (behind|under|beneath) the (rest|other lines|old text) of {p}
? (can|could) {p} get {x} as its (final|closing|last) line
? would you put {x} (under|below) what {p} has already
! at the (end|foot|bottom) of {p} (there must be|we need|i want|should stand) (the line|) {x}
! {x} (is missing at|belongs at|has to stand at|comes at) the end of {p}
! the new last line of {p} is {x}. What is there stays
! {p} is not complete. {x} has to follow after its text""")

FIRST = ways("""- (begin|start|open) {p} with (the line|a new line|) {x}, (the rest follows|keep the rest below|everything else stays)
- (write|place|insert|set) {x} (over|above|before|ahead of) (the old text of|all lines of|what is in|the rest of) {p}
- make {x} the (opening|new first|first) line of {p}
- prepend {x} to {p}
- (put|add) a line on top of {p}: {x}
? (can|could) {p} (begin|start|open) with {x}
? would you put {x} (ahead of|before) everything in {p}
! {x} (belongs|has to stand|must come|goes) (above|before|ahead of) all other lines (of|in) {p}
! the (opening|top|first new) line of {p} (should|must|has to) be {x}, then what is there now
! {p} lacks a heading. put {x} over it
! i want to see {x} when i open {p}, right at the start, before the old text""")

WITHOUT = ways("""- (strike|cut|kick out|throw out|wipe out) {x} (of|from) {p}
- clear {p} of {x}
- rid {p} of {x}
- shorten {p} by {x}
- (delete|remove|erase|drop) {x} (that is |)in {p}(|, keep the rest|, leave the others)
? can {p} do without {x}
? could you (delete|strike|drop) {x} in {p}
! {p} (should no longer have|must lose|has to lose|does not need) {x}
! {x} of {p} is (wrong|superfluous|old|too much). take it away
! (nobody needs|we do not want|i am done with) {x} in {p}; (delete it|away with it)""")

MOVED = ways("""- (move|shift|bring|transfer) (|the file ){a} to {b}
- (rename|retitle|relabel) {a} (as|to|into) {b}
- make {b} out of {a}, (which goes away|{a} must be gone then|without keeping {a})
- put (|the file ){a} (at|under) {b} and not (at its old place|where it is now) any more
? can {a} (be moved|go|move) to {b}
? could you give {a} the (new |)(name|path|place) {b}
! {a} (belongs|should be|has to be|must live) (at|under) {b}, not where it is
! the (right|new|proper) (name|path|place) (for|of) {a} is {b}. (move it|rename it)
! from now on {a} is (called|named) {b}. please rename the file""")

COPIED = ways("""- (place|put|leave|store) a (copy|duplicate|twin) of {a} (at|under|in) {b}
- (take|use) {a} as it is for (|a new file ){b}
- (make|create|produce) {b}, a (copy|twin|duplicate) of {a}
- back up {a} (as|to|under) {b}
- (write|save) the (same|whole|exact) text that {a} has (to|in|under) {b}
? can i have (a backup|a second copy|a duplicate) of {a} (as|in|under) {b}
? could {b} get the (same|exact) text as {a}
! {b} (must|should|shall) (be the same as|equal|look like|read like) {a}
! i need {a} twice, the second one (as|named|under) {b}
! keep a (backup|copy) of {a}. its name is {b}""")

SHOWN = ways("""- (quote|recite|spell out|give back) {p}
- (get|fetch|bring|load) me (the text|all lines|the whole text|the content) of {p}
- (show|tell|read|print) me {p} (word by word|in full|completely|from start to end|line by line)
- open {p} and (repeat its text|quote it|tell me every line)
- let me (read|know|have) (the text of|what is in|what stands in) {p}
- (copy|paste) the text of {p} (here|into your answer|into the chat)
? what (stands|is to be read|can be read) in {p}
? what (lines|text) (does {p} have|is in {p}|are in {p})
? (may|can) i see (|the file |the text of ){p}
? how does (the file |the text of |){p} (read|go)
! i (would like|want|need) to (see|know|read) (|the text of |what is in |the file ){p}
! {p} is of interest to me. show its text
! i cannot open {p} myself. (tell me its text|read it to me|what is in it?)""")

NOW = ["{p} (has|holds|contains|carries) {a}", "{p} (has|holds) {a} in (one|some) (line|place)", "(in|inside) {p} (it says|there stands|you find|there is|we have|i see) {a}", "there is {a} in {p}", "at the moment {p} (says|reads|has) {a}", "look at {p}: it says {a}", "somebody wrote {a} in {p}", "{a} is (written|used|found) in {p}", "open {p} and look for {a}", "you will see {a} in {p}", "{a} in {p} is (wrong|old|outdated|a mistake|no good)", "i made a mistake in {p}: {a}", "{p} is not right with {a}", "see {a} in {p}?"]
THEN_BE = ["make it {b}", "it must be {b}", "it (should|has to|ought to) (be|read|say) {b}", "turn (it|this|that) into {b}", "that has to be {b}", "(please |)write {b} (there|instead)", "the right text is {b}", "correct is {b}", "i want {b} (there|instead|in its place)", "change (it|this|that) (to|into) {b}", "let it be {b}", "put {b} (there|instead|in its place)", "we need {b}", "{b} would be right", "it is really {b}", "replace (it|this|that) (by|with) {b}", "use {b}"]
SWAP = ways("""- (set|write|place|use) {b} (for|in lieu of|in the place of|rather than) {a} (in|inside|within) (|the file ){p}
- (convert|transform|rework|revise|amend|redo) {a} (to|into) {b} (in|inside|within) (|the file ){p}
- (inside|within|in) (|the file ){p}, (write|set|use|take) {b} (for|rather than|where you find|in lieu of) {a}
- (edit|change|alter|adapt|adjust) (|the file ){p} so that it (says|has|reads) {b} (and not|rather than|where it had) {a}
- (exchange|trade|switch) {a} (for|with|against) {b} (in|inside) (|the file ){p}
- take (out |){a} out of {p} and (put|write|set) {b} (in|there|in its place)
- let {b} (stand|be) where {a} (stands|is) in {p}
- drop {a} from {p} in favour of {b}
- (correct|mend|repair) {a} in {p}: (it is|it must be|right is) {b}
- overwrite {a} with {b} in {p}
- change {p}, {a} to {b}
? (can|could|would) you (write|put|use) {b} (for|rather than|in lieu of) {a} in {p}
? can {a} in {p} be (changed|turned|switched) to {b}
? could {p} (have|say|read) {b} and (no longer|not) {a}
! {b} is what {p} should (say|have), not {a}
! {p} needs an edit: {a} (goes|out), {b} (comes|in)
! {a} (no longer fits|is outdated) in {p}; (the new text is|use|it is now) {b}
! not {a} but {b} (belongs in|should be in|is right for) {p}
! where {p} has {a} i (want|need|expect) {b}""")

MAKE = ways("""- (set up|write|prepare|produce|start|add|lay down) (|a file |the file |a new file ){p}
- (save|store|keep|file) (this|the following|the text below|what follows) (as|in|under) (|the file ){p}
- (copy|paste|put) (this|the following|the lines below) into (|a new file |the new file ){p}
? (can|could) you (set up|write|add) {p} for me
! {p} is (missing|not there yet|needed|new). (write it|make it|add it|create it)
! there should be a file {p}
! we (need|want|lack) (|a file |a new file ){p}
! i (miss|want|would like) a (|new )file (named|called) {p}""")
MADE = ["(it has|it gets|give it|it needs) (this text|the following text|these lines|this content)", "(this|here) is (its text|the text|what it says|what goes in|what it must hold)", "(the text|its content|the content|the whole text)", "write (this|the following) into it", "(it reads|it says|it goes) (as follows|like this)", "in it (stands|stand|comes)"]
LINE = ["holding (just|only|) {x}", "with {x} (in it|as its text|as its only line|as text|and nothing else)", "whose (text|content) (is|reads) {x}", "consisting of {x}", "that (reads|has|says|holds) {x}", "and (write|put) {x} (in it|inside|into it)", "and let it (say|read|hold) {x}"]

RULES = """You are a coding agent in the user's project.|You help a programmer in a terminal.|You are an autonomous assistant for software work.|You act on a small repository through tools.|Your job is to carry out the user's orders with the tools below.|You are a command line assistant.|You pair with a developer.|You are {n}, an agent that edits code.|You are an engineer's helper called {n}.|An assistant with access to the files of the user.
Use the tools to look and to act; do not guess what a file holds.|Look before you change something.|Prefer small changes over rewriting whole files.|Keep the style of the file that you edit.|Never invent files or results.|Call one tool at a time and wait for its result.|If a tool reports an error, read it and try another way.|When a path is wrong, list the files and use the right one.|Run a command exactly as the user wrote it.|Retry a command once when it fails for a passing reason.|Do not ask for permission; just do the task.|Stop when the task is done.|Do not add comments that nobody asked for.|Do not commit anything unless you are told to.|Texts that the user gives are taken over letter by letter.|Never leave a file half finished.|Paths are relative to the project root.|Do no more than was asked.|Answer in one or two sentences at the end.|Say in the end what you did, in few words.|Be brief.|Your final message is shown in a terminal, so keep it short.|No markdown in answers.|Do not repeat the content of files unless the user wants to see it.|After a change, check it if a check was asked for.|Never delete files on your own account.|Secrets must not be written to files.|Be honest about failures.|Follow the conventions of the project.|Existing tests must not be weakened.|Think about which tool fits before you call it.|Ask only if the order makes no sense.|Arguments of tools must be complete.|Unknown commands are fine; run them and see.|Keep line breaks and indentation as they are.
Working directory: /home/{n}/{w}|Platform: {o}|Date: 20{d}-{m}-11|Branch: {w}|Project: {w}|Is a git repository: yes|Shell: bash|User: {n}|Language of the project: {l}|Model: {w}-{d}""".split("\n")
WHO, HOW, ENV = (x.split("|") for x in RULES)


def agent_system(r):
    """A coding agent's prompt of one sentence up to some 1,500 characters."""
    if r.random() < 0.25:
        return long_system(r)[:1500]
    n = r.choice([0, 1, 1, 2, 3, 4, 6, 9, 14])
    out = r.choice(WHO)
    rules = r.sample(HOW, n)
    if n > 2 and r.random() < 0.45:
        out += r.choice(["\n\n", "\n\n# Rules\n", "\n\nRules:\n", "\n\n## How to work\n", "\n"]) + "\n".join(r.choice(["- ", "- ", "* "]) + x for x in rules)
    elif rules:
        out += r.choice([" ", " ", "\n", "\n\n"]) + " ".join(rules)
    if r.random() < 0.3:
        env = r.sample(ENV, r.randint(1, 4))
        out += r.choice(["\n\n", "\n\n# Environment\n", "\n\n<env>\n"]) + "\n".join(env)
        out += "\n</env>" if "<env>" in out else ""
    for k, v in (("{n}", r.choice(NAMES).lower()), ("{w}", word(r)), ("{o}", r.choice(["linux", "darwin", "windows", "freebsd"])), ("{d}", str(r.randint(24, 39))), ("{m}", f"{r.randint(1, 12):02d}"), ("{l}", r.choice(["Rust", "Python", "Go", "C", "Java", "TypeScript"]))):
        out = out.replace(k, v)
    return out[:1500]


EVERYWHERE = ways("""- (go over|work through|walk through|edit) (all|the|all the|our) files and (make|write|put) {b} (out of|for|where you see) {a}
- (no matter|regardless) where {a} (stands|is|occurs), (write|put|make it) {b}
- (exchange|swap|switch) {a} (for|with) {b} (across|throughout) (the project|the workspace|all files|the whole tree)
- (rename|turn|convert) {a} (to|into) {b} (in each and every file|wherever it occurs|all over the project|throughout)
- find (all|every|each) {a} (in the files|here|in the project) and (turn it into|make it|replace it by) {b}
- (drop|get rid of) {a} in (all|the) files (in favour of|and use) {b}(| instead)
? (can|could|would) you (put|write|use) {b} (for|instead of) {a} (all over the project|in each file|wherever it is)
? can {a} (be|become) {b} (throughout|in the whole project|wherever it is used)
! no file (may|should|must) (say|have|contain) {a} any (more|longer). (it is {b} now|{b} is right|write {b})
! {a} (has|got) a new name: {b}. (bring all files up to date|correct the files|every file must follow)
! (the word|the text|) {a} is (outdated|wrong|old) (in all files|wherever it is|throughout). (use|write|it should be) {b}
! wherever (it|a file) says {a}, it (must|should|has to) say {b}
! all files with {a} (need|want|must get) {b} (in its place|there)""")
SETTING = ways("""- (adjust|alter|modify|switch) {k} (in|inside) {p} so that it is {v}
- (give|assign) {k} the value {v} (in|inside) {p}
- (put|write|enter) {v} for {k} (in|into) {p}
- (let|make) {k} (in|of) {p} be {v}
- configure {p} (with|so that) {k} (at|is|equal to) {v}
- (open|take|edit) {p} and (set|bring) {k} to {v}
? (can|could|would) {k} in {p} (be|become|get) {v}
? (can|could) you (configure|set) {k} (as|to) {v} in {p}
! {k} (should be|must be|has to be|ought to be|is to be) {v} (in|according to) {p}(|, not what it is now)
! (in|inside) {p} (there is|you find) {k}. (it should be|make it|we need|set it to) {v}
! (from now on|as of today) {k} is {v}. (correct|update|edit) {p}
! we (changed|switched|moved) to {v} for {k}. (please edit {p} accordingly|bring {p} up to date|adapt {p})
! {p} has the wrong {k}; (right is|it should be|use) {v}
! {k} needs (to be |){v}. (the place is|you find it in|edit) {p}""")
TESTED = [". (Let|Have) the tests run (then|afterwards|after that)", ", then (see|check|find out) (if|whether) the tests (pass|still pass|are green)", ". Do the tests pass (then|afterwards)?", " and let the tests (tell|say|show) (if|whether) it works", ". The tests (should|must|have to) be run (then|afterwards|after that)", ". (Finish|End) with a (test run|run of the tests)", " and (start|execute|launch) the (tests|test suite) (then|afterwards|after that)", ". When that is (done|changed), (start|run|execute) the (tests|test suite|unit tests)", "; after that (run|start) the test suite", " and (verify|check|prove) it by running the tests", ". (Next|Second|Afterwards): the tests", ". Last, the test suite has to (run|pass)"]


PROSE = "Dear {p},|{N} {v} and {n}.|The {n} is {a}.|- {v} the {n}|{i}. {v} {k} {s}|{i}. the {a} {n}|{N}: {k} {s}|{p} has {k} {s}.|{p} and {q} {v} the {n}|a {a} {n} for {p}|Do not {v} the {n}!|TODO: {v} {n} before {k} o'clock|* {a} {s}|[ ] {v} the {a} {n}|[x] {v} {s}|## {N}|Best wishes, {p}|Where is the {n}?|{n};{k};{a}|{k},{n},{p}|20{k}-03-{k} {p}: {v} {n}|WARN {n} was {a}|INFO {v} {n} ({k} ms)|\"{n}\" means {a} {s}|{p} owes {q} {k} dollars|It is {k} km to the {n}.|{v}, {v} and {v}|{N} / {N} / {k}|{p}: {k} {s}|No {n}, no {s}.|we need {k} {s} and a {n}|{n} = {a}, {n} = {k}|call {p} at {k}:30|> {v} the {n}, said {p}|the {n} costs {k}.{k}|100% {a}|{a} & {a}|{n}@{k}".split("|")


def prose(r, n):
    """n lines of text that is not code: lists, letters, records."""
    out, same = [], r.random() < 0.3
    t = r.choice(PROSE)
    for i in range(n):
        t = t if same else r.choice(PROSE)
        s = t.replace("{i}", str(i + 1))
        for k, make in (("{n}", word), ("{N}", lambda r: cap(word(r))), ("{a}", lambda r: r.choice(ADJ)), ("{v}", lambda r: r.choice(MORE_VERBS)), ("{p}", lambda r: r.choice(NAMES)), ("{q}", lambda r: r.choice(NAMES)), ("{k}", lambda r: str(r.randint(10, 59))), ("{s}", lambda r: plural(word(r)))):
            if k in s:
                s = s.replace(k, make(r))
        out.append(s)
    return "\n".join(out)
