"""How the steps of a job are asked for, by kind of step: "-" an order that also stands
inside a longer sentence, "?" a question, "!" a statement.

{p}, {q} and {z} are paths, {l} a list of paths, {x} a text, {a} and {b} the old and the
new text, {c} a command, {k} and {v} a setting and its value, {m} a mark, {n} a number."""
import agentorders2
from agentsay import ways

CREATE = ways("""- (create|write|make|add|set up) {p} with (the text|the line|the content|) {x}
- (create|start|open|make) a (new |fresh |)file {p} (holding|containing|that says|that reads|with just) {x}
- (put|write|save|store|drop|note down|type) {x} (into|in|to) (|a new file |a file called |a file named |the new file ){p}
- (produce|generate|prepare|lay down) {p}, (whose only line is|consisting of|which should read|with nothing but) {x}
- (let there be|see that we get|make sure there is) a file {p} (saying|that says|with) {x}
- (jot|write) {x} down (in|as) {p}
- give us {p} (with|containing|holding) the (single |)line {x}
- save {x} (as|under the name|under) {p}
? (can|could|would) you (make|write|set up) {p} (with|so that it says|containing) {x}
? could we get a file {p} (with|saying|that holds) {x}
! {p} (does not exist yet|is not there yet|is still missing); (its text is|it should say|it gets the line|put in) {x}
! {p} is (to be|a) new and (holds|says|gets|reads) {x}
! (I need|we want|I'd like|the project needs) {p} (with|to say|to hold|saying) {x}
! a new file, {p}, (should|must|has to|ought to) (hold|say|contain|read) {x}
! the text {x} (belongs|goes|should go|has to go) (in|into) a new file (called |named |){p}""")

# The text follows in lines of its own.
CREATE_BLOCK = ways("""- (create|write|make|add|set up) {p} with (this text|these lines|the following text|exactly this in it|the following content)
- (save|store|keep|file|record) (the following|this|these lines|the text below) (as|under|in) {p}
- (put|write|copy|paste) (the following|this|these lines|the block below) (into|in|to) (a new file |)(called |){p}
- (begin|start) a file {p} that (reads|goes|runs) (like this|as follows)
- (make|build) {p} out of (these lines|this text|what follows)
- (type up|prepare) {p}; it (reads|says|contains) the following
? (can|could|would) you (write|make|create) {p} with (the lines|the text) below
? (can|may) I have {p} with the following in it
! (I need|we need|I want|I'd like) {p} with (precisely this|the following|these lines|this) in it
! {p} (must|should|has to|is to|ought to) (say|read|hold|contain) (exactly this|the following|these lines)
! {p} is (new|missing|wanted). (its text is|it contains|it holds|it consists of)
! (this is|here is|here comes) (the text|what belongs|what goes) (of|in) {p}
! a new file {p} is (wanted|needed|due), with this text""")

EDIT = ways("""- (replace|swap|exchange|trade) {a} (with|for) {b} in {p}
- (change|turn|correct|convert|alter|update) {a} (to|into) {b} in {p}
- in {p}, (change|turn) {a} (to|into) {b}
- in {p} (make|let) {a} (read|say|become|be) {b}
- (put|write|set|use|have) {b} (instead of|in place of|in the place of|where it says|rather than|where you see) {a} in {p}
- (edit|fix|amend|revise|touch up) {p} so that {a} (reads|becomes|says|turns into) {b}
- (let|make) {p} say {b} (instead of|and not|rather than|where it says) {a}
- take {a} out of {p} and (put|write) {b} (there|in)
? (can|could|would) you (turn|change|make) {a} (in {p} into|of {p} into) {b}
? could {a} in {p} (become|be|read) {b}
! in {p}, {a} (should|must|has to|ought to|needs to) (be|read|become|say) {b}
! (someone|somebody|I|a colleague) (wrote|typed|put|left) {a} in {p}, (but it must be|where it should say|though we mean|and it should be) {b}
! {p} (has|says|reads|contains) {a}, (which must be|but it should be|when it ought to be|and that should read) {b}
! {a} in {p} is (wrong|a typo|outdated|a slip|no longer true); (it is|make it|write|it should be) {b}
! {p}: {a} (becomes|is now|turns into|should be) {b}
! we (decided on|agreed on|settled for|chose) {b} (instead of|rather than|over) {a}, so (correct|change|update) {p}
! (one|a) (small |)correction (in|for|to) {p}: {b} (for|instead of|not) {a}
! the {a} (of|in) {p} is to (be|become|read) {b}
! it is {b}, not {a}, in {p}""")

EDIT_MANY = ways("""- (replace|swap|exchange) {a} (with|for) {b} in {l}
- (change|turn|correct) {a} (to|into) {b} in (each|every one|all) of (these files|them|these): {l}
- in (each of |all of |){l}, (change|turn) {a} (to|into) {b}
- (put|write|use) {b} for {a} (in all of these|throughout these files|everywhere in these|in every one of these): {l}
- go through {l} and (turn|change|make) {a} (into|to) {b} in each
- rename {a} to {b} (across|throughout|in) {l}
? could you (turn|change) {a} (into|to) {b} in {l}
! {a} is (called|named|written) {b} (now|from now on|these days). (correct|update|fix) {l}
! {l} (all |)(still say|have|mention|speak of) {a}; (it has to|it must|they should) (be|say|read) {b}
! the word {a} (has|had) its day. {l} should (have|use|say) {b}
! {a} is (stale|obsolete|no longer right). (use|write|set) {b} in {l}
! wherever {a} (stands|is|turns up) in {l}, {b} (must stand|belongs|should be)
! (we moved|things changed) from {a} to {b}. that (concerns|touches|affects) {l}""")

APPEND = ways("""- (add|append|attach|tack on) the line {x} (at the end of|to the end of|to|at the bottom of|at the foot of) {p}
- (put|write|place|set) {x} (below everything in|under the last line of|at the very end of|at the bottom of|after all the rest of) {p}
- (extend|finish|close|complete) {p} with (the line|one more line,|a last line,|the extra line) {x}
- (give|hand) {p} (one more|another|a further|a new last) line(, namely|:) {x}
- (let|have) {p} end (with|on|in) the new line {x}
- (stick|squeeze) {x} onto the end of {p}
? (can|could|would) you (add|append|put) {x} (as the last line of|to the end of|at the bottom of) {p}
! {p} (needs|lacks|wants|is short of) (one more|another|a last|a closing) line: {x}
! the (last|final|closing) line of {p} (should|must|has to) (be|become|read) {x}, (after|below) what is there
! {x} (has to go|belongs|should stand|must come) at the (end|bottom|foot) of {p}
! (leave|keep) {p} as it is, but (add|append) {x} (below|at the end|at the bottom)
! one line is missing at the end of {p}. It (reads|is|says) {x}""")

PREPEND = ways("""- (add|put|write|place|set) {x} (as the first line of|at the top of|above everything in|over all the lines of|before the first line of|on top of) {p}
- (begin|start|open) {p} with (the new line|the line|a line that says) {x} (and leave the rest|and keep everything else|, then the old text)
- (give|hand) {p} a (new first|heading|top) line(, namely|:) {x}
- (let|have) {p} (begin|start|open) with {x}, (all the rest below|followed by the old lines)
- insert {x} (ahead of|above|before) (everything|all|the whole text) in {p}
? (can|could|would) you (put|write|set) {x} (at the top of|above all of|at the start of) {p}
! {p} (needs|lacks|wants) a (heading|first line|top line): {x}
! the (top|first|opening) line of {p} (should|must|has to) be {x}, with (the old text|everything else|the rest) (below|after it)
! {x} (belongs|goes|must stand) (above|over|before|ahead of) (all else|everything|the old text) in {p}
! (leave|keep) what {p} has, but (begin|start) with {x}""")

PREPEND_MANY = ways("""- (add|put|write|place) the line {x} (at the top of|above everything in|as the first line of) (each of |all of |){l}
- (give|add to) each of {l} a new (first|top) line: {x}
- (start|begin|open) all of these with the line {x} and keep the rest: {l}
- (mark|label|tag) {l} with {x} as (their|the) first line, (the old text below|keeping the rest)
! {l} (need|want|lack) a (heading|new top line|first line), namely {x}
! (above|over|before) everything in {l} there (must|should) be {x}
! these (get|need|want) {x} at the very top: {l}. The old lines follow""")

APPEND_MANY = ways("""- (add|put|write|append) the line {x} (at the end of|to the bottom of|below everything in) (each of |all of |){l}
- (give|add to) each of {l} a new last line: {x}
- (end|finish|close) all of these with the line {x}: {l}
! {l} (need|want|lack) a closing line, namely {x}
! (below|under|after) everything in {l} there (must|should) be {x}""")

INSERT = ways("""- (insert|add|put|place|write) the line {x} {w} in {p}
- in {p}, (insert|add|put|squeeze) {x} {w}
- (open up|extend) {p} {w} with {x}
? could you (put|slip|insert) {x} {w} in {p}
! {p} (needs|lacks|wants) {x} {w}
! {w} in {p} (there should be|belongs|we want) the line {x}
! a new line, {x}, (goes|belongs|comes) {w} in {p}""")

UNLINE = ways("""- (delete|remove|drop|cut|strike|erase) {x} (from|in|out of) {p}
- (take|throw|kick) {x} out of {p}
- (rid|clear) {p} of {x}
- (get rid of|do away with) {x} in {p}
? could you (drop|delete|remove) {x} (from|in) {p}
! {p} (should|must|has to) lose {x}
! {x} (has no place|should not be|has no business|is not wanted) in {p} (any more|any longer)
! (nobody needs|we no longer want|we can spare) {x} in {p}; (delete it|out with it|take it away)
! {x} of {p} (can go|must go|is done)""")

COPY = ways("""- (copy|duplicate|clone|double) {p} (to|as|into) {q}
- make a (copy|duplicate|second copy|spare copy) of {p} (called|named|under the name|at) {q}
- (write|save|store|keep) (the same text as|the text of|what is in|whatever is in) {p} (to|in|under|as) {q}
- (take|use) (what is in {p}|the text of {p}) for (a new file |){q}
- (have|let) {q} (hold|be|say|contain) the same (text |)as {p}
- (reproduce|repeat) {p} as {q}(|, word for word|, unchanged)
? (can|could|may) I have {p} (again|once more|a second time) as {q}
? could you (copy|duplicate) {p} (to|as) {q}
! {q} (should|must|has to|is to) be (an exact copy|a copy|a duplicate|a mirror) of {p}
! I (want|need|would like) (a second|another|a spare) {p} (named|called|under the name) {q}
! we keep {p} and also want its text in {q}
! {p} is good, so have the same thing in {q}(| and do not touch the first)""")

MOVE = ways("""- (move|shift|rename|bring|relocate) {p} to {q}
- (give|assign) {p} the (new |)(name|path) {q}
- (call|name) {p} {q} (from now on|in future)
- save the text of {p} (as|under|in) {q} and (delete|remove) {p} (then|after that|afterwards)
- (turn|make) {p} into {q}, (and {p} must be gone|so that {p} is no more|without leaving {p} behind)
? could you (move|rename) {p} to {q}
! {p} (should|must|has to|is to) (be called|be named|move to|become|live at) {q}
! {p} has the wrong (name|place). It (belongs at|should be|ought to be) {q}
! the (proper|new|right) (name|path|place) of {p} is {q}. (rename it|move it)""")

MOVE_RM = ways("""- (move|rename) {p} to {q}: (write|save) the text there and (then |)run `rm {p}`
- (write|copy) the text of {p} to {q}, then (run|do|execute) `rm {p}`
- (give|assign) {p} the name {q} by copying it and running `rm {p}`
! {p} becomes {q}. (write|make) the new one with the old text, then `rm {p}`
! {q} takes over the text of {p}, (which then goes with|which you then remove by) `rm {p}`""")

DELETE = ways("""- (delete|remove|erase|discard|get rid of|throw away|bin) {p}
- (delete|remove) the file {p}
? could you (delete|remove) {p}
! {p} (can go|must go|is no longer needed|is not wanted any more|has to go|is junk)
! (nobody needs|we do not need|I am done with) {p}; (delete it|away with it|remove it)""")

DELETE_RM = ways("""- (delete|remove|erase|drop) {p} (with|by|using|by running|through) `rm {p}`
- (run|execute|call|do) `rm {p}`
- (get rid of|clear away|clean up|dispose of) {p}: `rm {p}`
! {p} (has to|must|can) go; (run|use|do) `rm {p}`
! `rm {p}` (will do away with|takes care of|removes) {p}; run it
! {p} (is useless|has served its time|is out of use). (run|use) `rm {p}`""")

JOIN = ways("""- (join|merge|combine|put together|concatenate|glue together) {p} and {q} (into|in|as) {z}, (in that order|{p} first)
- (make|write|build|create) {z} (from|out of) {p} (and then|followed by|and after it) {q}
- (put|write) the lines of {p} and (below them|then|right after them) (those|the lines) of {q} (into|in) {z}
- (string|chain) {p} and {q} together (as|in) {z}, (with nothing between|without a blank line)
? could {p} and {q} (be joined|go together) in {z}, (first {p}|{p} on top)
! {z} (should|must|has to|is to) (have|hold|contain) (all of |){p} and (after|below) it (all of |){q}
! {z} is {p} plus {q}, (in this order|one after the other), and the two (stay|remain)
! I want {p} and {q} in one file {z}, {q} (second|last|below)""")

HEAD = ways("""- (write|save|copy|put) the first {n} lines of {p} (to|into|in) {q}
- (take|cut) the (first|top) {n} lines of {p} (for|as|into) a new file {q}
- make {q} from the (first|top|opening) {n} lines of {p}
! {q} (should|must|is to) hold (only |just |)the (first|top) {n} lines of {p}
! I need the (first|top) {n} lines of {p} in a file of their own, {q}""")

RUN = ways("""- (run|execute|start|call|launch|fire up) {c}
- (try|use|do) {c}
- let {c} run
- have {c} (run|executed|started)
- give {c} a (go|try|run)
? (can|could|would) you (run|start|execute) {c}
! {c} (has to|must|should|needs to) (run|be run|be started|be executed)
! (it is time for|next is|now comes) {c}; (run it|start it)""")

CHECKED = ways("""- (run|start|execute) {c} (to check|as a test|to see whether it is right)
- (check|test|verify|try) (it|that|this|everything|the result) (with|by|by running|through) {c}
- see (that|whether) {c} (passes|succeeds|is happy|works)
- make sure {c} (passes|works|succeeds)
! (then|after that) {c} (must|should|has to|ought to) (pass|succeed|work)""")

SHAKY = ["If it is interrupted, start it again.", "It may fail the first time; repeat it then.", "Should it break off, run it once more.", "It is a bit unreliable, so try twice if you must.", "If the first try is cut off, make a second one.", "Now and then it stalls. Repeat it in that case.", "Don't be put off by a passing error, just repeat it.", "Once more, if the connection drops.", "A hiccup is no reason to stop: start it anew.", "Try again if it times out.", "If something temporary gets in the way, call it again.", "When it is busy, wait and repeat.", "The network here is poor; one retry is fine.", "If it does not come through at first, have another go.", "Repeat if needed.", "Be patient with it: a second try usually works.", "Only a run that went through counts.", "It likes to fail once before it works."]

KEEP = ways("""- (run|start|execute|call) {c} and (save|store|keep|put|write) (its output|what it prints|all it says) (in|to|into) {p}
- (save|keep|store|record|log) (the output|the printout|what comes out) of {c} (in|as|under) {p}
- (write|put) what {c} prints, (unchanged|word for word|as it is|letter for letter), (to|into) {p}
- (capture|catch|collect) the output of {c} in (a new file |){p}
? could you (save|keep) the output of {c} (in|as) {p}
! {p} (should|must|has to|is to) (hold|contain|get) (exactly |just |)(what {c} prints|the output of {c})
! I (want|need|would like) the (output|printout) of {c} (kept|saved|stored) (in|as|under) {p}
! what {c} (prints|says|gives) (belongs|goes|should go) (in|into) {p}""")

FIXED = ways("""- (run|start) {c}, (mend|fix|repair|put right) what it (complains about|names|objects to|asks for), (and|then) run it (again|once more|a second time)
- get {c} to (pass|work|succeed): (see what it says, put that right and run it again|follow its message and repeat it)
- (find out|see) why {c} fails, (fix|mend|correct) (it|the cause|the file) and run {c} again
- make {c} (pass|go through|work) (by doing what its message says|by mending what it reports)
? can you get {c} (to pass|working|green)
? why does {c} fail? (mend it|repair it|fix the cause), please
! {c} (fails|is red|does not pass|breaks off|is broken) and (nobody knows|I don't see|I have no idea) why; (mend it|put it right|do what it takes)
! (something|one setting|a value) is (wrong|off|not right). {c} (tells you|says|knows) what. (fix it|correct it) and run it again
! {c} (grumbles|complains|protests) about something in our files. (make it content|do as it says) and repeat it""")

FILL = ways("""- (put|write|insert|enter) the value of {k} from {p} (for|in place of|where it says|instead of) {m} in {q}
- (look up|find|read|get) {k} in {p} and (write|put|enter) it (for|in place of|where there is|instead of) {m} in {q}
- (replace|fill) {m} in {q} (with|by) the value (that {p} gives for {k}|of {k} in {p})
- in {q}, (replace|exchange) {m} (by|for|with) what {p} (gives|has|says) for {k}
- (take|fetch) {k} from {p} (and use it|) for the {m} in {q}
? could you (fill in|replace) the {m} in {q} with {k} from {p}
! {q} (has|still says|shows) {m} where the {k} (of|from) {p} (belongs|should be|must be)
! the {m} in {q} (stands for|should be|is to be|must become) the value of {k} in {p}
! {p} (knows|has|sets|defines) {k}; (its value goes|put its value|that value belongs) where {q} (says|has) {m}
! (someone|somebody) left {m} in {q}. (it should be|what belongs there is) the {k} (of|from|in) {p}""")

SETTING = ways("""- (set|change|put|turn|bring|raise or lower) {k} (to|to the value) {v} in {p}
- in {p}, (set|make|let) {k} (to|be) {v}
- (give|assign) {k} in {p} the (new |)value {v}
- (give|assign) {k} the (new |)value {v} in {p}
- (adjust|edit|adapt|update) {p} so that {k} (is|becomes|equals) {v}
? (can|could) you (set|change) {k} (in {p} to|of {p} to) {v}
! {k} in {p} (should|must|has to|ought to) be {v}
! {p} has the wrong {k}; (it must be|make it|I want) {v}
! we (need|want|prefer) {v} (for|as) {k} in {p}
! (from now on|as of today) {k} is {v} in {p}""")

LOST = ways("""- (replace|change|swap) {a} (with|for) {b} in {p}, (wherever that file is|which lies in some folder|in whatever folder it is)
- (change|turn|correct) {a} (to|into) {b} in the file {p}; (look for it|find it|search for it) if it is not (here|at the top|where I say)
- find {p} in (one of the folders|the folders|our folders) and (change|turn) {a} (to|into) {b} there
! {p} (has|says) {a}, (which|but it) should be {b}. (I forget|I don't know|I am not sure) (which folder|what folder|where) it is (in|)
! {a} in {p} (should|must) be {b}. (the file may have moved|it may be in a subfolder|somebody moved the file)""")

IFNOT = ways("""- (look|check|see) (if|whether) {p} (exists|is there). if (not|it is missing), (create|write|make) it with (this text|the following|these lines)
- (try to read|read|try opening|open) {p}; if (there is no such file|it is missing|that fails), (create|write|make) it with (these lines|this text)
- make {p} (only |)if it (is not there|does not exist) (yet|already); (its text|it should say|the content)
? is there a (file |){p}? (if not|otherwise|should it be missing), (make|write|create) it like this
? do we have {p}? (if we don't|if not), (write|make) it with this text
! {p} (may|might) be missing. (check that|have a look), and in that case (write|create) it with this
! I (think|believe|fear) {p} is not there. (look|check), and if so (make|write) it; the text""")

FIND = ways("""- (find|locate|track down|search for|look for) the file (with|that has|containing|that mentions|in which you find) {x}
- (find out|tell me|see) which file (mentions|has|contains|says|holds) {x}
- (go|look|search|leaf) through (the|all|all the|our) files (for|until you find) {x}
? (which|what) file (mentions|has|contains|says|holds|speaks of) {x}
? where (did I|did we|did somebody) (write|put|note|mention) {x}
? in which (file|document|of the files) (is|do I find|does it say) {x}
! (one|exactly one|some file) (of the files |)(mentions|has|contains|holds) {x}; (which one|which|tell me which)
! I (wrote|noted|put|left) {x} (in one of the files|somewhere here|in some file). (which one|where is it)
! {x} (is|stands|occurs) in (one of our files|some file here). I need (its path|to know where|its name)""")

VALUE = ways("""- (find|look up|tell me|give me|get) (the value of |){k} (from|in) {p}
- (read|see|check|look) in {p} what {k} is (set to|)
? (what|which value) (is|does) {k} (set to|have) in {p}
? (what|which value) does {p} (give|have|say) for {k}
! I (need|want to know|would like to know) (the value of |what ){k} (from|is in) {p}
! {p} has a (line|setting|value) (for |called ){k}; (what is it|how much is it|tell me the value)""")

VALUE_KIND = ways("""- find the (only |one |){e} file (here|in the workspace|we have) and (tell me|report|give me) what {k} is (in it|there|set to)
- (look|search) for a file (that ends in|ending in|with the ending) {e} and (give|tell) me its {k}
- open (our|the|the only) {e} file and (read me|say|report) the value of {k}
? what (value|number) (is|stands for|does) {k} (in|have in) (our|the|the one) {e} file
? what is {k} in the {e} file? (you have to look for it|find it first|I forgot its name)
! there is (one|a single|exactly one) {e} file (here|around|in this folder). (I need its|what is its|give me its) {k}
! I (forgot|don't know) (the name of|how we named) (our|the) {e} file, but I need {k} (from|out of) it
! the {e} file sets {k}. (what to|to what|which value is it)""")

COMPARE = ways("""- (compare|check) {p} and {q} and (tell|say|let) me (know |)(whether|if) they (are the same|are equal|have the same text|match)
? (are|do) {p} and {q} (the same|equal|identical|match)
? is {p} (the same as|equal to|identical to|just like) {q}
? (does|has) {q} (have |)the same text as {p}
! I (want|need|would like) to know (whether|if) {p} and {q} (are the same|differ|match)""")

LINES = ways("""- (count|tell me|report|find out) the (number of lines|lines) (in|of) {p}
? how many lines (does {p} have|are in {p}|are there in {p}|has {p}|make up {p})
? how long is {p}, (in lines|counted in lines)
! I need the (number of lines|line count) of {p}""")

# What a job ends with: a report.
NUMBER = ways("""- (tell|give) me the (number|figure|count) (it|that command) (prints|gives|reports|shows)
- (report|tell me|say|note|pass on) (how many (tests|checks|steps|items|cases) (it counts|it reports|there are|passed|ran)|what it counts|its count|the number in its output)
- (let me know|tell me) (the result|what it says|what comes out|what it prints|how it ends)
? how many (tests|checks|cases|items|steps) (does it come to|are there|ran|passed|does it name)
? what (number|count|result|figure) (does it print|does it report|comes out|do you get)
? what (does it say|does it print|comes out|is the outcome)
! I (want|need|would like) (the number it prints|its result|to know the count|to hear what it says)""")
FIRST_LINE = ways("""- (tell me|quote|give me|repeat|report|say) the (first|top|opening) line of {p}(| then| as it is|, word for word)
? (what|how) (is|reads) the (first|top) line (of|in) {p}
? what does {p} (begin|start) with
? which line (comes first|stands at the top) in {p}
! I (want|need) the (first|top) line of {p} in your answer""")
LAST_LINE = ways("""- (tell me|quote|give me|repeat|report|say) the (last|final|bottom) line of {p}(| then| as it is)
? what is the (last|final) line (of|in) {p}
? what does {p} (end|close|finish) with
! I (want|need) to know the last line of {p}""")
FILES = ways("""- (list|name|tell me|give me|write down) (all|all the|the) (files|file names|paths) (we have|that are there|in the workspace|that exist) (then|now|after that|in the end)
- (look|check) (what files there are|what is in the workspace|which files exist) (then|after that|) and (name|list|tell me) (them all|all of them|each of them|every one)
- (tell me|report) what (files are left|files remain|the workspace holds|files there are) (then|now|in the end|)
? (which|what) files (are there|do we have|exist|are left|remain) (then|now|by then|in the end)
? what is (in the workspace|there) (then|now|after that)
! I (want|need|would like) (a list of all files|the names of all files|to see all paths) (then|at the end|after that)""")
SHOW = ways("""- (show|tell|read|print) me (the text of |what is in |)({p} (then|after that|as it is now|in the end)|the finished {p})
? what does {p} (say|look like|contain) (then|now|after that|in the end)
! I (want|need|would like) to see {p} (then|after that|in the end)""")


def _append_more():
    """Adds the lists of agentorders2.py to those of the same name here."""
    for k, v in vars(agentorders2).items():
        if isinstance(v, list):
            globals()[k] = globals().get(k, []) + v


_append_more()
