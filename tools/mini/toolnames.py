"""Verbs, nouns, names and descriptions of invented tools."""
from lexicon import MORE_NOUNS, MORE_VERBS
from phrase import ph
from words import ADJ, WORDS, cap, plural, strange, word

ACTS = """create|add|make
delete|remove|erase
update|change|modify
find|search|look up
send|deliver|submit
get|fetch|retrieve
list|show|enumerate
open|launch|load
close|shut|end
start|begin|launch
stop|halt|cancel
book|reserve|order
play|start playing|put on
convert|transform|change
calculate|compute|work out
translate|render|convert
schedule|plan|arrange
check|inspect|verify
print|output|write out
copy|duplicate|clone
move|transfer|shift
rename|relabel|retitle
lock|secure|bolt
unlock|release|open up
paint|color|coat
measure|gauge|size
clean|wipe|tidy
repair|fix|mend
rent|lease|hire
share|publish|post
rate|score|grade
sort|order|arrange
filter|select|narrow
count|tally|number
compare|contrast|match
resize|scale|stretch
download|fetch|pull
upload|push|put
encrypt|encode|scramble
compress|pack|shrink
split|divide|cut
merge|join|combine
monitor|watch|track
record|log|note
estimate|guess|predict
draw|sketch|plot
charge|bill|invoice
assign|give|allocate
approve|accept|confirm
reject|decline|refuse
archive|store|save
restore|recover|bring back
export|dump|write
import|read in|bring in
summarize|shorten|condense
validate|check|test
notify|alert|inform
subscribe|sign up|enroll
register|enter|enroll
mix|blend|stir
water|irrigate|spray
feed|nourish|serve
brew|cook|prepare
adjust|tune|set""".split("\n")

THINGS = WORDS + "event meeting reminder task invoice order ticket message email photo video song playlist flight report account recipe note contact document folder package alarm appointment review product package session device sensor thermostat curtain vacuum oven printer backup server container branch commit issue image chart table column record".split() * 2


def third(v):
    """The verb as it stands after "it"."""
    return v + ("es" if v.endswith(("s", "x", "ch", "sh", "z", "o")) else "s") if not v.endswith("y") or v[-2:-1] in "aeiou" else v[:-1] + "ies"


def identity(r, noun=None, verb=None):
    """(verbs, verb, noun, name, description) of an invented tool."""
    verbs = (verb or (r.choice(ACTS) if r.random() < 0.5 else r.choice(MORE_VERBS) if r.random() < 0.7 else strange(r).lower())).split("|")
    noun = noun or (r.choice(THINGS) if r.random() < 0.4 else r.choice(MORE_NOUNS) if r.random() < 0.5 else strange(r).lower())
    if r.random() < 0.25:
        noun = r.choice([word(r), r.choice(ADJ)]) + " " + noun
    v = verbs[0] if r.random() < 0.8 else r.choice(verbs).split(" ")[0]
    parts = [v] + noun.split(" ")
    if r.random() < 0.15:
        parts = noun.split(" ") + [v]
    if r.random() < 0.1:
        parts.insert(0, word(r))
    roll = r.random()
    name = "_".join(parts) if roll < 0.75 else parts[0] + "".join(cap(p) for p in parts[1:]) if roll < 0.9 else "-".join(parts)
    desc = ph(r, r.choice(["Lets one {w} {a} {n}", "Can {w} {a} {n} when asked", "Helper: {w} {n}", "{n}: {w}", "To {w} {a} {n}, call this.", "Call it to {w} {n}", "{v} {a} {n} now", "It {s} {n}", "{a} {n} to {w}", "Service that {s} {a} {n}", "{v} {a} {n} as the user likes", "{v} {a} {n}", "{v} {a} {n}.", "{vs} {a} {n}", "{vs} {a} {n}.", "Use this to {w} {a} {n}.", "{v} {ns}", "{v} {a} {n} in the system", "Tool to {w} {a} {n}", "{v} {a} {n} for the user.", "This function can {w} {a} {n}."]), v=cap(v), w=v, vs=cap(third(v)), s=third(v), n=noun, ns=plural(noun), a=r.choice(["a", "the", "one", "the user's", "some", "your", "any", "this", "another"]))
    return verbs, v, noun, name, desc
