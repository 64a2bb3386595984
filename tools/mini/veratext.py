"""Filler in many styles: blocks of sentences with layouts, headings and bullets."""
from verawords import compile_frames, fill

STORY = """{p} {vd} the {j} {n} while {p} {vd} beside the {n}.
Long ago {aj} {n} lived near {t}, and nobody {vd} it.
"{N}s are never {j}," said {p}, and closed the {n}.
When the {n} fell silent, {p} {vd} towards {t} with {a}.
The {n} that {p} had {vd} was {j} and smelled of {ns}.
{p} looked at the {n}, then at {p}, and {vd}.
By {d} the {ns} had gone, and only {aj} {n} was left.
Nobody in {t} {vd} as well as {p} {u}.
{A} stood at the end of the lane; {p} {vd} and said nothing.
"Where is my {n}?" asked {p}. "Under the {j} {n}," said {p}.
It was {aj} morning, and {p} had {k} {ns} to carry.
Then the {j} {n} opened and out came {p}, laughing.
{p} never {vd} again, though the {ns} stayed {j}.
They walked {k} miles before {p} found the {n}."""
DIARY = """{d}. {J} weather again. {Vg} with {p} until noon.
Dear diary, today {p} gave me {a}, and I {vd}.
I slept badly and dreamed of {ns} and of {p}.
Went to {t} by train; the {n} was {j}.
{m} {day}: {vd} the {n}, wrote to {p}, ate {food}.
I keep thinking about the {j} {n} we saw in {t}.
Must not forget to thank {p} for the {ns}.
Tired. The {n} is still {j} and {p} does not care.
I wonder whether {p} will {v} tomorrow.
We quarrelled about the {n}, as always."""
LOG = """{date} {clock} INFO {mod}: {n} {vd} in {num} ms
{date} {clock} WARN {mod}: {j} {n}, retry {k}
[{clock}] {mod} started by {p}, pid {big}
[{clock}] ERROR {mod} could not {v} {n}
{clock} {mod}[{big}]: session opened for {p}
{date}T{clock}Z {mod} status=ok rows={num}
DEBUG {mod} {var}={num} {var}={n}
{mod}: connection from {t} closed after {num} s
level=info svc={mod} msg="{n} {vd}" took={num}
{clock} user {p} logged out"""
LIST = """{k} {ns}
{food}, {num} g
{aj} {n} for {p}
{Food} and {food}
{num} ml {food}
new {n} ({j}, not {j})
{ns} ({k})
something for {p}'s birthday
tickets to {t}
{N} polish
ask {p} about the {n}
{k} packets of {food}"""
MINUTES = """{p} {u} opened the meeting at {time}.
{p} reported that the {n} in {t} was {j}.
It was agreed that {p} would {v} the {n} by {d}.
Apologies were received from {f} and {f}.
Item {k}: the {j} {n}. {p} asked for more time.
{f} proposed to buy {k} {ns}; {p} seconded.
Vote: {k} for, {k} against, {p} abstained.
The treasurer, {f}, had spent {price} on {ns}.
Action: {p} to write to the office in {t}.
Next meeting on {d} {day} {m} at {time}."""
RECIPE = """Mix the {food} with {num} g of {food} and stir.
Bake for {k} minutes until {j}.
Add {k} spoons of {food}, then the {food}.
Leave the {food} to rest under {aj} cloth.
Serve {j}, with {food} on the side.
Chop the {food}; {p} likes it {j}.
Heat the oven to {num} degrees and wash the {food}.
Season with {food} and a little {food}.
This dish comes from {t}, where {p} {u} cooked it in {year}."""
EMAIL = """Hi {p}, thanks for the {n} you sent on {d}.
Could you {v} the {n} before {d}? {p} is waiting.
Best wishes, {p}
Kind regards,\\n{f}
From: {f}
To: {f}
Subject: the {j} {n}
Please see the attached {n}; {p} from {t} has comments.
I am out of the office until {d} {day} {m}.
Sorry for the late reply, the {n} was {j}.
Sent on {date} at {time}
P.S. {p} says hello and wants the {ns} back.
I hope the {n} reaches you in {t}."""
CHAT = """{p}: did you {v} the {n}?
{p}: no lol, ask {p}
<{p}> the {n} is so {j} today
[{time}] {p}: on my way to {t}
[{time}] {p}: ok
{p}: {aj} {n}?? really
{p} joined the channel
{p}: haha {ns}
{p}: who took my {n}
{p}: brb, the {n} is {vg}
{p}> see you {d} at {time}"""
POEM = """O {j} {n}, how the {ns} {v},
The {n} is {j}, the {n} is old,
And {p} {vd} where the {ns} sleep.
{J} {n}, {j} {n}, come home to me,
Under the {n}, over the {n},
No {n} so {j}, no {n} so free.
I {vd} all night beside {a}
While {t} lay {j} in the rain.
{Ns} and {ns}, {ns} and {ns},"""
NEWS = """{t} - {Aj} {n} was found near the {n} on {d}, police said.
The mayor of {t}, {f}, said the {ns} were "{j}".
Prices of {ns} rose by {k} percent in {m}.
{f}, {num}, won the {n} race in {t}.
Officials in {t} plan to {v} {num} {ns} by {year}.
A spokeswoman for {p} {u} declined to comment.
The {n} festival drew {big} visitors to {t}.
Trains between {t} and {t} were late because of {ns}.
Weather: {j} in {t}, {j} in {t}."""
STEPS = """Step {k}: {v} the {n} until it is {j}.
First {v} the {n}, then turn the {j} {n}.
Do not {v} the {n} while the {n} is {j}.
Attach the {n} to the {n} with {k} screws.
If the {n} is {j}, {v} it again.
Press the {j} button and wait {num} seconds.
Warning: keep {ns} away from the {n}.
Hold the {n} firmly and {v}.
Check the {n} once a week; {p} can help.
See page {num} for the {j} {n}."""
ENCYCLOPAEDIA = """The {n} is {aj} {n} found mainly around {t}.
{t} is {aj} town with {big} inhabitants, known for its {ns}.
{f} ({year}-{year}) was {aj} painter from {t}.
{Ns} are usually {j}, though some are {j}.
In {year} the {n} of {t} was rebuilt by {f}.
The term "{pw}" was first used by {f} in {year}.
A typical {n} weighs {num} grams and lives {k} years.
The {j} {n} differs from the {j} {n} in its {n}.
Most {ns} of the region are {j} and {j}.
It borders {t} to the north and {t} to the west."""
CODE = """{var} = {num}
def {var}_{n}({var}, {var}):
    return {var} + {num}
for {var} in range({k}):
if {var} > {num}: print("{n}")
{var}.append("{n}")  # {p} asked for this
// TODO({p}): {v} the {n}
const {var} = "{j}-{n}";
import {mod}
assert {var} != {num}, "{n} is {j}"
while ({var} < {num}) { {var}++; }
SELECT {var}, {var} FROM {ns} WHERE {var} = {num};
{var} = {var}.get("{n}", None)
# {j} {n}"""
CSV = """{p},{t},{num},{n}
{date},{n},{price},{p}
{big};{f};{t}
{n},{j},{k},{k}
{f},{date},{num}
"{n}","{j}","{price}"
| {n} | {num} | {p} |
{t}\t{num}\t{n}"""
SALADS = """{salad}
{salad}.
{salad} {pw} {salad}
{babble}
{babble}.
{pw} {n} {pw} {p} {pw}
{n} {n} {j} {vd} {n} {t} {k}
{big} {num} {n} {num} {big}"""
PLAIN = """The {n} is {j}.
{p} likes {ns}.
The grass is green and the {n} is {j}.
{p} has {k} {ns} and {aj} {n}.
There is {a} on the {n}.
In {m} it is often {j} in {t}.
I think that {p} should {v} more.
Every {n} needs {a}.
We {vd} and {vd}, and then we went home.
{p} and {p} are friends.
Why would {a} {v}?
It costs {price}, said {p}.
Here we go, there and back again.
The room number is not painted on the {n}.
My name is {p} and I come from {t}."""
SPEECH = """"I {vd} it," {p} said. "It was {j}."
{p}: Good morning, {p}. How is the {n}?
{p} (smiling): The {n}? It {vs} like {aj} {n}.
"Please, {p}, not the {n} again!"
Q: Did {p} {v} the {n}? A: Only on {d}.
"Tell {p} that {t} is {j}," the {n} seller cried."""
LETTER = """My dear {p}, the {n} has not come, and the {ns} are {j}.
Yours ever, {p} {u}
You would love {t}: {ns} everywhere and {aj} {n} at every corner.
Your brother {p} {vd} the {n} last {d}.
Give my love to {p} and to little {p}.
To whom it may concern: the {n} of {f} is {j}.
I enclose {k} {ns} and {aj} {n}."""
REVIEW = """{k} stars. The {n} was {j}, the {n} less so.
Would not buy this {n} again - it {vd} after {k} days.
Great {n}! {p} loves it.
We stayed in {t} for {k} nights; {aj} {n}, {j} staff.
Verdict: {j}, but the {n} could be more {j}."""

# style: (frames, ways of joining its sentences)
PROSE, LINES = (" ", " ", " ", "\n", "\n\n"), ("\n",)
STYLES = {
    "story": (STORY, PROSE), "diary": (DIARY, PROSE), "log": (LOG, LINES), "list": (LIST, ("\n", "\n- ", "\n* ", ", ", "\n[ ] ")),
    "minutes": (MINUTES, ("\n", "\n- ", " ", "\n* ", "\n\n")), "recipe": (RECIPE, (" ", "\n", "\n- ", "\n* ")),
    "email": (EMAIL, ("\n", "\n\n", " ")), "chat": (CHAT, LINES), "poem": (POEM, LINES), "news": (NEWS, PROSE),
    "steps": (STEPS, ("\n", " ", "\n- ", "\n* ")), "encyclopaedia": (ENCYCLOPAEDIA, PROSE), "code": (CODE, LINES),
    "csv": (CSV, LINES), "salad": (SALADS, (" ", "\n")), "plain": (PLAIN, PROSE), "speech": (SPEECH, ("\n", "\n\n", " ")),
    "letter": (LETTER, PROSE), "review": (REVIEW, ("\n", " ", "\n- ")),
}
STYLES = {k: (compile_frames(v[0]), v[1]) for k, v in STYLES.items()}
NAMES_OF_STYLES = tuple(STYLES)
PROSE_STYLES = ("story", "diary", "news", "encyclopaedia", "plain", "letter", "salad", "speech", "recipe")
HEADINGS = compile_frames("""# {N}
## The {j} {n}
{N} and {n}
Chapter {k}: {p} and the {n}
{m} {year}
Part {k}
== {t} ==
** {J} {ns} **
{k}. {N}
Notes by {f}
### {p}
{d}, {day} {m}
Appendix {k}
-----
Section {k}.{k}
{t}, {date}""")
FRAMES = sum(len(v[0]) for v in STYLES.values()) + len(HEADINGS)


def blocks(r, chars):
    """A list of [joiner, sentences] with about `chars` characters in all."""
    out, left = [], chars
    every = NAMES_OF_STYLES if r.random() < 0.6 else PROSE_STYLES if r.random() < 0.5 else tuple(
        r.sample(NAMES_OF_STYLES, r.choice((1, 1, 2, 3, 4))))
    headed = r.random() < 0.4
    mean = r.choice((150, 300, 600, 1200, 3000))
    while left > 15:
        frames, joiners = STYLES[r.choice(every)]
        joiner = r.choice(joiners)
        aim = min(left, mean * (0.4 + 1.2 * r.random()))
        lines, size = [], 0
        if headed and left > 200 and r.random() < 0.5:
            title = fill(r, r.choice(HEADINGS))
            out.append(["\n", [title]])
            left -= len(title) + 1
        while size < aim:
            text = fill(r, r.choice(frames))
            if size + len(text) > left + 25:
                if not lines and not out and left > 40:
                    continue
                break
            lines.append(text)
            size += len(text) + len(joiner)
        if not lines:
            break
        out.append([joiner, lines])
        left -= size + 1
    return out


def layout(r, parts):
    """The blocks joined into one text."""
    between = r.choice(("\n\n", "\n\n", "\n", "\n\n", " "))
    text, before = [], ""
    for joiner, lines in parts:
        if text:
            text.append(between if joiner == before == " " or between != " " else "\n")
        if joiner[-2:] in ("- ", "* ", "] "):
            text.append(joiner[1:])
        text.append(joiner.join(lines))
        before = joiner
    return "".join(text)
