"""Sentences that hide a value under a name, and sentences that only look so."""
from verawords import compile_frames, fill

HIDE = compile_frames("""{The} is {c}.
{The} is {c}.
{The} is "{c}".
{The}: {c}.
{c} is {the}.
{c} is what you type when asked for {the}.
{p} told me that {the} had been changed to {c}.
{p} says {the} is {c}.
Remember that {the} is {c}.
Remember: {the} is {c}.
Please note that {the} is {c}.
By the way, {the} is {c}.
{The} was set to {c} on {d}.
{The} has been {c} since {m}.
{The} for today: {c}.
They chose {c} as {the}.
{p} and {p} chose {c} as {the}.
We use {c} as {the}.
I wrote {c} on a card; it is {the}.
"What is {the}?" asked {p}. "{c}," said {p}.
"{The} is {c}," whispered {p}.
"{c}," said {p}, "is {the}."
"It is {c}," {p} answered when {p} asked about {the}.
If anyone asks for {the}, say {c}.
If {p} asks for {the}, give {c}.
When asked for {the}, answer {c}.
You will need {the}, which is {c}.
You will need {c}, {the}, to get in.
Keep it to yourself: {the} is {c}.
Do not tell {p}, but {the} is {c}.
{p} forgot {the} again ({c}).
{The} ({c}) must not be shared.
{The}, {c}, was painted on the {n}.
{p} found {the}, {c}, under {a}.
According to {f}, {the} reads {c}.
{f} confirmed {c} as {the}.
On {d} {p} gave out {the}: {c}.
Note: {the} = {c}.
Note to self: {the} is {c}.
P.S. {The} is {c}.
One more thing: {c} is {the}.
Only {p} knew that {the} was {c}.
Nobody in {t} knew that {the} was {c}.
It turned out that {the} was {c}.
After a long search {p} learned that {c} was {the}.
{The} turned out to be {c}.
{The} will be {c} until {m}.
{The} should read {c}.
{The} can be given as {c}.
As {the}, {p} picked {c}.
For {the}, enter {c}.
For {the}, use {c}.
Use {c} for {the}.
Use {c} whenever {the} is wanted.
Type {c} where it asks for {the}.
Enter {c} as {the} and press the {j} button.
The card reads {c}, and that is {the}.
The label said that {the} is {c}.
Scratched into the {n} stood {the}: {c}.
In the letter from {t}, {the} was given as {c}.
{p} has memorised {the}: {c}.
{p} repeated {the} three times: {c}.
I almost forgot, {the} is {c}.
Here is {the}: {c}.
Here is {the} you wanted: {c}.
And {the}? It is {c}.
What was {the}? Oh yes, {c}.
Let {c} be {the}.
From now on {the} is {c}.
The word from {p} is that {the} is now {c}.
It has been decided that {the} shall be {c}.
{The} equals {c}.
{The} stands as {c}.
{The} that {p} uses is {c}.
Write this down: {the} is {c}.
Everyone should know {the}, {c}.
All agreed on {c} for {the}.
My grandfather kept {the}, {c}, in {a}.
They call it {the}; it is {c}.
Between us, {c} is {the}.
Psst, {the} is {c}.
fyi {the} is {c}
btw {the} is {c} ok?
Dear {p}, {the} is {c}.
{p} wrote down {c}, since that is {the}.
A note on the {n} gave {the} as {c}.
The {j} {n} hides {the}, namely {c}.
The record shows {c} under {the}.
In case of doubt, {the} is {c}, whatever {p} says.
{p} asked, and I said that {the} was {c}.
As of {date}, {the} is {c}.
Change of plan: {the} becomes {c}.
If you lose {the}, it is {c}.
The one thing worth keeping is {the}: {c}.
IMPORTANT: {the} is {c}.
Attention: {the} is {c}.
Hint for {p}: {the} is {c}.
Since {year}, {the} has been {c}.
{c} (that is {the}) was all {p} would say.
{c} serves as {the}.
{c} was chosen to be {the}.
{c} works as {the}.
{c}: that was {the}, {p} said.
{c}. That is {the}.""")
HIDE_LINES = compile_frames("""{s}: {c}
{S}: {c}
{S}: {c}
{c} <- {s}
{c} = {s}
{s} = {c}
{s} -> {c}
{s} => {c}
{S} - {c}
* {s}: {c}
- {S}: {c}
{S} = "{c}"
[{s}] {c}
({s}) {c}
# {s}: {c}
// {s}: {c}
| {s} | {c} |
{s},{c}
"{s}": "{c}",
{s}\t{c}
{s}; {c}; {p}
{date},{s},{c},{p}
{date} {clock} INFO {mod}: {s} set to {c}
[{clock}] {mod}: {s} changed to {c} by {p}
{clock} {mod} {s}="{c}"
WARN {mod}: {s} is still {c}
{p}: {the} is {c}
{p}: what is {the}?\\n{p}: {c}
<{p}> {the} is {c}
[{time}] {p}: {the} is {c}
Q: What is {the}?\\nA: {c}
NOTE: {the} is {c}
TODO: tell {p} that {the} is {c}
>> {S}: {c} <<
*** {The} is {c} ***
**{S}:** {c}
{S}:\\n{c}
{S} (see {p}): {c}
Memo: {s} {c}
{s} ..... {c}
print("{the} is {c}")
set "{s}" to "{c}"
<{s}>{c}</{s}>
From {p}: {the} is {c}
## {S}\\n{c}
Entry {num}: {s}, {c}""")
MENTION = compile_frames("""Nobody told me {the}.
{p} asked about {the}, but {p} only laughed.
{p} has forgotten {the}.
I should ask {p} about {the}.
{The} must be kept safe.
{The} will be changed next {d}.
Who still remembers {the}?
Never write {the} on the {n}.
{p} lost the paper with {the}.
{The} is not known to {p}.
Without {the} the {n} stays shut.
{p}: does anyone know {the}?
There was much talk of {the} in {t}.
{p} wants {the} by {d}.
More about {the} later.""")
DECOY_NAMES = tuple("""order number;parcel label;model name;invoice;paint shade;crate label;locomotive;boat name;form number;bus line;part;file name
seed packet;shelf label;ward;catalogue entry;race horse;tent number;film title;stamp;stock item;track;licence plate;pallet""".replace("\n", ";").split(";"))
DECOYS = compile_frames("""The {o} is {c}.
{p} read {c} on the {n}.
{c} was printed on the {n}.
{c}
The {o} {c} came from {t}.
Parcel {c} was sent to {p} in {t}.
{o}: {c}
{p} bought the {c} in {t}.
Someone had painted {c} on the {j} {n}.
A lorry marked {c} drove past {p}.
{p} changed the {o} to {c}.
Our {o} {c} has sold out.
{clock} {mod} received {c} from {p}
{p} saw {c} in a dream and {vd}.
The {n} of type {c} is {j}.
[{c}] {n}
{p} threw away the {o}, {c}.
Box {c} holds {k} {ns}.""")


def slots(name, bare, value):
    """What fills the slots of a frame about this name and value."""
    upper = name[0].upper() + name[1:]
    return {"s": name, "S": upper, "the": name if bare else "the " + name, "The": upper if bare else "The " + name, "c": value}


def sentence(r, name, bare, value, small):
    """(text, whether it wants its own line)."""
    line = r.random() < 0.27
    for _ in range(4):
        text = fill(r, r.choice(HIDE_LINES if line else HIDE), slots(name, bare, value))
        if len(text) <= small:
            break
    return text, line


def decoy(r, value):
    """A sentence with a value of no use."""
    return fill(r, r.choice(DECOYS), {"o": r.choice(DECOY_NAMES), "c": value})
