"""Ways of asking for what depends on a condition."""
from petrabase import add

add(r'''
## petra.if_value
Read {p}. If {k} is {i} there, replace {t} by {u}. If it has any other value, do not change anything and reply with the word[s|] "{s}".
If, and only if, {p} sets {k} to {i}, edit the file so that {t} becomes {u}. Otherwise leave it alone and answer "{s}".
Check {k} in {p}. When the value is {i}, change the line {t} into {u}; when it is not, just reply "{s}".
Should {k} in {p} be {i}, then {t} must be replaced by {u}. Should it be something else, answer "{s}" and edit nothing.
I would like {u} instead of {t} in {p}, but only on the condition that {k} is {i} at present. If the condition is not met, say "{s}".
{p}: {t} -> {u}, provided that {k} is {i}. In all other cases: no edit, and the answer is {s}.
Two cases. {k} is {i} in {p}: turn {t} into {u}. {k} is anything else: reply "{s}" and stop.
In {p}, {o} goes from {a} to {b} if {k} equals {i}. If {k} does not equal {i}, your whole answer is "{s}".
Condition: {k} = {i} in {p}. Action: replace {t} with {u}. If the condition is false, the action is omitted and you answer "{s}".
Answer "{s}" if {k} in {p} is not {i}. If it is {i}, make {u} out of {t} in the same file.
Only with {k} at {i} does {t} in {p} have to become {u}. Look first; with another value the reply is "{s}" and the file stays.
{t} may be replaced by {u} in {p} if {k} there is exactly {i}, not otherwise. For otherwise, the answer is "{s}".
Whether {o} in {p} changes from {a} to {b} depends on {k}: yes at {i}, no at any other value (then say "{s}").
Unless {k} is {i} in {p}, say "{s}" and do not edit. If it is {i}, replace {t} by {u}.

## petra.if_equal
If {k} in {p} is {i}, change it to {w}. Otherwise change nothing and tell me the value.
Set {k} in {p} to {w}, but only if it is {i} now. If it is not, report what it is and leave the file.
{p} should have {k} at {i}. If that is right, make it {w}; if not, tell me the value and edit nothing.
Please look at {k} in {p}. {i} is to become {w}. Any other value is to stay and to be reported.
In {p}: {k} {i} -> {w}. Do not touch {k} if it has another value; name the value instead.
Has {p} still {k} at {i}? Then change it to {w}. If somebody has changed it already, leave it and tell me what it is.
Change {k} to {w} in {p} on condition that the present value equals {i}; if it does not equal {i}, just tell me the value.
I believe that {k} in {p} is {i}. Verify this. If I am right, set it to {w}. If I am wrong, make no edit and say what the value is.
{w} instead of {i} for {k} in {p}. Careful: with any value other than {i} the file must not be changed, and I want to know the value.
Guarded update: file {p}, key {k}, expected {i}, new {w}. When the expectation fails, no write; report the actual value.
Raise no questions: if {k} = {i} in {p}, it becomes {w}; else you only report {k}.
Only where {k} is {i} may it be turned into {w}. The file is {p}. Otherwise state the value that you found.

## petra.below_set
If {k} in {p} is below {n}, set it to {w}. Otherwise change nothing and tell me the value.
When {k} is less than {n} in {p}, it has to become {w}. If it is not less, report it and leave the file alone.
Check whether {k} in {p} is smaller than {n}. If so, change it to {w}; if not, only tell me what it is.
{p}: {k} < {n} -> {w}. Not below {n}: no edit, just the value.
Please set {k} to {w} in {p} in case it is under {n}. In case it is {n} or more, say the value and edit nothing.
A value of {k} under {n} is too small for us. If {p} has one, replace it by {w}; otherwise answer with the value.
Look up {k} in {p}. Smaller than {n}? Then write {w} there. Otherwise no change, but tell me how much it is.
{k} in {p} may be too low. The limit is {n}: below it, change {k} to {w}; at or above it, only report.
Do nothing to {p} if its {k} is {n} or higher, apart from telling me the value. If it is lower, {k} becomes {w}.
Should {p} have a {k} of less than {n}, make it {w}. Should it have more, or exactly {n}, leave it and tell me the number.

## petra.above_set
If {k} in {p} is above {n}, set it to {w}. Otherwise change nothing and tell me the value.
When {k} exceeds {n} in {p}, change it to {w}. When it does not, report the value without an edit.
Check whether {p} has {k} above {n}. If yes, it must become {w}. If no, answer with the value and leave the file.
{p}: {k} > {n} -> {w}. In the other case no edit, just report {k}.
Please lower {k} to {w} in {p} if it is more than {n}; if it is {n} or less, only tell me what it is.
Values of {k} beyond {n} are forbidden. Does {p} have one? Replace it by {w}. If it has none, say the value that it has.
A {k} greater than {n} has to be replaced by {w} in {p}. A {k} that is not greater stays and is reported.
Read {k} from {p}. Greater than {n}: write {w}. Not greater: write nothing, tell me the number.
Leave {p} as it is if {k} is at most {n}, and tell me the value. If it is more, set it to {w}.
Is {k} over {n} in {p}? Then the value has to be {w}. If it is not over {n}, make no change and give me the value.

## petra.at_least
{k} in {p} has to be at least {n}. If it is less, set it to {n}; if not, leave it and tell me the value.
Make sure that {k} in {p} is {n} or more. Raise it to {n} if necessary; otherwise report what it is.
The minimum for {k} is {n}. Check {p}; raise the value to the minimum if it is below, and tell me the value if it is not.
{p} needs a {k} of no less than {n}. Correct it to {n} only if it falls short. If it does not, say what it is.
If {k} is lower than {n} in {p}, raise it to {n}. If it is {n} or higher, make no edit and report it.
Please see to it that {p} does not have {k} under {n}: smaller values become {n}, others stay, and then I want to know the value.
At least {n}, that is the rule for {k}. Apply it to {p} and do not change a value that obeys it; tell me that value.
{k} >= {n} in {p}, please. If it already holds, only give me the value.
Bring {k} in {p} up to {n} if it is not there yet. If it is already that high or higher, just name the value.
{p} is not accepted with {k} less than {n}. Set it to {n} in that case; otherwise tell me what it is and edit nothing.

## petra.at_most
{k} in {p} may be at most {n}. If it is more, set it to {n}; if not, leave it and tell me the value.
Make sure that {k} in {p} does not exceed {n}. Reduce it to {n} if necessary; otherwise report the value.
The maximum for {k} is {n}. Check {p}; reduce the value to the maximum if it is above, and tell me the value if it is not.
If {k} is higher than {n} in {p}, lower it to {n}. If it is {n} or lower, make no edit and report it.
Cap {k} at {n} in {p}. If it is within the cap already, change nothing and tell me the value.
No more than {n}, that is the rule for {k}. Apply it to {p}; a value that obeys it stays and is reported.
{k} <= {n} in {p}, please. If it already holds, only give me the value.
{p} is rejected when {k} is greater than {n}. Set it to {n} in that case; otherwise tell me what it is.
Bring {k} in {p} down to {n} unless it is that low already; then just name the value.
Larger values of {k} than {n} in {p} become {n}, smaller ones stay. If it stays, say the value.

## petra.if_differs
If {k} in {q} differs from {k} in {p}, set it to the value of {p}. If they agree, tell me the value and change nothing.
Compare {k} in {p} and {q}. {p} is right: if {q} has another value, correct {q}. Otherwise report the common value.
{q} must have the same {k} as {p}. Change {q} only if it does not, and tell me the value if it does.
Does {q} agree with {p} on {k}? If not, edit {q}, not {p}. If so, just say what the value is.
Check that {k} is the same in {p} and {q}. In case of a difference, {q} takes over the value of {p}; without one, no edit and the value as the answer.
{k}: {p} -> {q}, if different. If not different, no edit; tell me {k}.
Where {p} and {q} disagree about {k}, {p} wins. If they do not disagree, only report {k}.
Please bring {q} into line with {p} as to {k}. It may be in line already; then leave both files and tell me the value.
Update {k} in {q} from {p} only when the two are not equal. When they are, I want to know the value.

## petra.if_lacks
If {p} has no {k}, add the line {t} at the end. If it has one, leave it and tell me the value.
Add {t} as the last line of {p}, unless {k} is set there already. In that case report its value and change nothing.
Does {p} set {k}? If not, append {t}. If so, tell me what it is set to and edit nothing.
{p} needs a {k}. Append {t} if the key is missing; otherwise just tell me the present value.
Check {p} for {k}. Missing: append the line {t}. Present: do not edit, only report the value.
Only if {k} does not occur in {p}, put {t} below the last line. If it occurs, say which value it has.
Please make sure that {p} has some {k}: an existing one stays and is reported to me, a missing one is added as {t} at the end.
{k} in {p}: keep it if it is there (and tell me the value), otherwise append {t}.
The default for {k} is {w}. If {p} does not mention {k}, add {t} at the bottom. If it does, no edit; name the value.
Append {t} to {p}, but not if {k} has a value there. If it has one, tell me.

## petra.if_exists
If {p} exists, append the line {t} to it. If it does not exist, create it with that line as its only content.
Check whether there is a file {p}. If so, add {t} as its last line; if not, create it with just {t}.
Make sure that the last line of {p} is {t}. Create the file if it is missing, and keep its present lines if it is not.
Could you add the line {t} at the end of {p}? The file may not exist yet; in that case create it with this line alone.
Append {t} to {p}, and create {p} with that line if you cannot find it.
{t} belongs at the end of {p}. Should there be no such file, it is the whole content of a new one.
Add {t} to {p} on a line of its own. If {p} is there, all of its lines stay above it; if it is not there, make it.
The entry {t} must be the last one in {p}. I do not know whether {p} exists. If it does not, start it with the entry.
{p} may or may not exist. With the file present: append {t}. Without it: write {t} to it as the first line.
Put {t} at the bottom of {p}; a missing {p} is to be created for that, an existing one is to be kept and extended.
Is {p} there? Yes: append {t}. No: create {p} containing only {t}.
Record {t} in {p}. Existing records stay. If there are none because the file is missing, create it.
Either {p} exists and gets {t} as a further line, or it does not exist and is created with {t}.

## petra.edit_if_there
If {p} exists, replace {t} by {u} in it. If it does not exist, change nothing and tell me so.
Is there a file {p}? If so, {t} in it has to become {u}. If not, report that, and do not create it.
In {p}, change {t} to {u}, provided that the file exists. Otherwise only say that it is missing.
Look whether {p} is in the workspace. If yes, put {u} in place of {t}. If no, do not create anything.
{p}: {t} -> {u}, but only if {p} is there. Do not look for other files if it is not.
Some checkouts have {p}, some do not. If this one has it, replace {t} with {u} there; otherwise tell me that it does not.
Should {p} be present, edit it so that it says {u} instead of {t}. Should it be absent, leave everything alone.
Replace {t} by {u} in {p} if you find that file; if you do not, no other file may be edited.

## petra.rm_if_there
If {p} exists, remove it with {c}. If it does not exist, just tell me so.
Delete {p}, provided that it is there. Otherwise report that there is no such file.
Is there a {p}? Then remove it ({c}). If there is none, do nothing and say so.
Check the list of files. If {p} is in it, run {c}; if it is not, report that.
{p} must not exist. Remove it if it does. If it does not, no command is needed; just tell me.
Remove {p} if present. If not present, no other file may be removed; report the fact.
Look for {p}. Found: {c}. Not found: say that it is not there.
I am not sure whether {p} was deleted. If it is still there, run {c}; otherwise confirm that it is gone.

## petra.unless_there
Create {p} with the line {t}, unless it exists already. An existing file must not be overwritten.
If there is no {p}, create it with the content {t}. If there is one, leave it alone and tell me.
Check whether {p} exists. If it does, do not touch it. If it does not, write {t} to it.
{p} should contain {t}, but only if nobody has created that file before. In that case change nothing and say so.
Only if {p} is missing, create it; its single line is {t}. Do not overwrite it.
Do we have a {p}? If not, make one that says {t}. If we do, just tell me that it is there.
Write {t} to {p} without overwriting anything: if {p} is already in the workspace, report that and stop.
New file {p} with {t}, provided the name is free. Is it taken, then no change.

## petra.if_passes
Run {c}. If it succeeds, replace {t} by {u} in {p}. If it fails, change nothing and report its message.
Only if {c} succeeds, {t} in {p} is to become {u}. In case of a failure tell me what it printed and leave the files alone.
Execute {c} first. On success edit {p} ({t} -> {u}); on failure make no edit and quote the error.
In {p} I want {u} instead of {t}, but not while {c} is failing. Run it; if it fails, tell me the error and do not fix it.
Change {t} to {u} in {p} on condition that {c} passes. If it does not pass, no edits, only the message.
Does {c} pass? If it does, put {u} in place of {t} in {p}. If it does not, leave everything and report the output.
Please run {c}. Passing means that you replace {t} with {u} in {p}. Failing means that you only tell me the message.
{c} decides: green, then {p} gets {u} for {t}; red, then nothing is changed and you report what it says.
Before you edit anything, run {c}. With a success, {t} becomes {u} in {p}. With an error, stop and give me the error. Do not repair it.

## petra.if_fails
Run {c}. If it fails, create {q} with the line {t}. If it succeeds, write nothing and tell me its output.
Only if {c} fails, write {t} to a new file {q}. Otherwise report what it printed; no file is needed then.
Execute {c}. Failure: create {q} containing {t}, and fix nothing. Success: only tell me the output.
Should {c} fail, I need a file {q} that says {t}. Should it pass, no file, just the output.
Does {c} fail? Then record {t} in {q} (new file), without repairing the problem. If it does not fail, report its output.
In case {c} ends with an error, leave a note: {q}, content {t}. In case it does not, just say what it prints.
{c} -> on error, {q} is created with {t}; on success nothing is written and you quote the output.
Write {t} to {q} if running {c} gives an error, and do not fix the error. If all is well, answer with the output instead.

## petra.if_else
Run {c}. If it succeeds, create {p} with {t}; if it fails, create {q} with {u}. Do not repair anything.
Execute {c}. Success: write {t} to {p}. Failure: write {u} to {q}. Only one of the two files may exist afterwards.
Depending on the outcome of {c}, create one file: {p} with {t} when it passes, {q} with {u} when it does not.
Does {c} pass? Yes: new file {p}, content {t}. No: new file {q}, content {u}. Make no other change.
{p} ({t}) if {c} succeeds, {q} ({u}) if it fails. Create exactly one of them.
Please run {c} and record the outcome. A success goes to {p} as {t}, a failure to {q} as {u}. Leave the cause of a failure alone.
If {c} fails, {q} has to be created and has to say {u}. If it does not fail, {p} has to be created and has to say {t}.
One command, two outcomes: after {c}, write {t} into {p} in the good case and {u} into {q} in the bad case.

## petra.if_else_same
Run {c}, then write {t} to {p} if it succeeded and {u} if it failed.
Create {p} with the outcome of {c}: {t} for a success, {u} for a failure. Do not fix anything.
Execute {c}. {p} is to contain {t} if it passes, and {u} otherwise.
{p} should say whether {c} passes: {t} if so, {u} if not. Run it and write the file.
Please record in {p} how {c} ends. The content is either {t} (success) or {u} (failure).
After a run of {c}, the new file {p} says {t} or {u}, for passed or failed respectively.
Test {c} once and write one line to {p}: {t} if it works, {u} if it does not. Repairs are not wanted.
Result of {c} -> {p}. Passed = {t}, failed = {u}. No edits elsewhere.

## petra.if_word
If {p} contains {t}, replace it by {u}. If it does not, append the line {x}.
Look for {t} in {p}. Found: it becomes {u}. Not found: add {x} as the last line.
Replace {t} with {u} in {p}, or, in case {t} does not occur there, add the line {x} at the end.
Does {p} mention {t}? Then it has to be {u}. If it does not mention it, append {x}.
{p}: {t} -> {u} if it is in there; otherwise a new last line {x}.
Wherever {t} stands in {p}, {u} has to stand. Should {t} not stand there at all, extend the file by {x}.
Please read {p}. In the presence of {t}, edit it to {u}; in its absence, append {x}.
{u} must be in {p}: in place of {t} if that is there, or else in a new line {x} at the end.

## petra.if_flag
If {k} is {v} in {p}, turn it to {w}. If it is {w} already, change nothing and tell me.
Make sure that {k} in {p} is {w}. If it already is, leave the file and say so.
{k} in {p} should be {w}. Edit it only if necessary, and tell me if it is not.
Is {k} set to {v} in {p}? Change that to {w}. If not, no edit; name the value.
Switch {k} from {v} to {w} in {p}, unless this has been done before; then just report the value.
{p}: {k} must not be {v}. Correct it to {w} if it is, otherwise only tell me what it is.
Check {k} in {p}. {v} has to become {w}; {w} stays {w} and is reported.
Please see whether {p} has {k} at {w}. If it does, nothing needs to be done. If it does not, set it.
I need {k} = {w} in {p}. It could be like that already; then do not edit, just say what it is.

## petra.larger
Which of {p} and {q} has the larger {k}? Name the file and the value.
Compare {k} in {p} and {q}, and tell me which file has the higher number and what it is.
{p} and {q} both set {k}. In which one is it larger, and how large is it there?
Tell me the greater of the two values of {k} in {p} and {q}, and the file that has it. No edits.
Look at {k} in {p} and in {q}. Report the higher value together with its file.
Where is {k} higher, in {p} or in {q}? Please also say the value.
Of {p} and {q}, name the one whose {k} is bigger, with the number. Do not change either.
Maximum of {k} over {p} and {q}? Answer with the value and the path.

## petra.larger_write
Write the larger of the two values of {k} in {p} and {q} to {o}, as a bare number.
Compare {k} in {p} and {q} and save the higher number, nothing else, in {o}.
{o} has to contain the maximum of {k} in {p} and {k} in {q}. Only the number.
Create {o} with the greater of two numbers: {k} from {p} and {k} from {q}.
Look up {k} in {p} and in {q}. The larger value goes into the new file {o}, without the key.
Which {k} is larger, that of {p} or that of {q}? Store just the number in {o}.
The bigger {k} of {p} and {q} is needed in {o}; no words, only digits.
Take {k} from {p} and from {q} and put the one that is higher into {o}.

## petra.if_both
If {k} is {v} and {l} is {w} in {p}, set {y} to {n}. Otherwise change nothing and tell me both values.
Two conditions for {p}: {k} is {v}, {l} is {w}. If both hold, {y} becomes {n}. If one does not, report {k} and {l} and edit nothing.
Set {y} to {n} in {p} only if {k} equals {v} and {l} equals {w} there; if not, just tell me {k} and {l}.
Check {k} and {l} in {p}. With {v} and {w}, respectively, {y} has to be changed to {n}. In any other case name the two values and leave the file.
{p}: {k} = {v} and {l} = {w} -> {y} = {n}. Otherwise no edit, and both values as your answer.
Both {k} at {v} and {l} at {w}? Then change {y} to {n} in {p}. If either is different, no change; say what they are.
Only when {p} has {k} at {v} as well as {l} at {w} may {y} be set to {n}. Failing that, report the values of {k} and {l}.
I want {y} at {n} in {p} provided that {k} is {v} and that {l} is {w}. If this is not the case, give me the two values.
''')
