"""Word lists and random text shared by the generators."""
import functools
import json
import os
import re

from lexicon import EVERY, MORE_NOUNS, MORE_VERBS

WORDS = """time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city community name president team minute idea body information back parent face others level office door health person art war history party result change morning reason research girl guy moment air teacher force education river stone cloud amber forest lantern copper window garden silver meadow thunder basket harbor velvet bridge castle desert engine falcon guitar hammer island jungle kettle ladder market needle ocean pencil quartz rocket saddle temple umbrella valley wagon yellow zebra anchor button candle dragon eagle feather ginger hollow icicle jacket kitten lemon marble napkin orange pepper quiver ribbon signal ticket uncle violet walnut apple banana cherry grape melon peach pear plum mango carrot potato onion tomato bread butter cheese coffee sugar honey salt bottle camera circle corner cotton couch crown curtain daisy diamond doctor dollar drawer finger flower frozen galaxy gentle glass gold grain green ground hat heart hill horse hotel ice ink iron ivory jewel juice key king kitchen knife lake lamp leaf letter lion map mask metal milk mirror monkey moon motor mountain mouse music nest night noise north nut oak oil olive owl paint palace paper path pearl phone piano pilot pine pizza planet plate pocket poem pond prince purple queen rabbit radio rain red ring road robot rock roof rose sail salad sand school sea seed shadow sheep shell ship shirt shoe silk sister sky snake snow soap song soup south spider spoon spring square stairs star station storm street summer sun sweet table tail tea tent tiger tower toy train tree truck tunnel turtle vase village voice wall watch wave west wheel white wind winter wolf wood wool yard""".split()
VERBS = """makes takes finds keeps holds brings sees calls moves turns leaves needs likes helps shows hears plays runs opens follows begins carries covers crosses draws drops enters feeds fills fixes gives grows hides joins lifts loses meets opens paints passes picks pulls pushes reads saves sells sends shares sings starts stops teaches throws touches visits walks wants warms washes watches wins writes""".split()
ADJ = """good new first last long great little own other old right big high different small large next early young important few public bad same able quiet loud bright dark warm cold heavy light sharp soft round flat narrow wide deep shallow quick slow clean dusty wet dry empty full gentle rough smooth calm wild brave shy kind proud simple strange plain rare rich ripe safe thin thick tiny""".split()
NAMES = """Alice Bob Carol David Emma Frank Grace Henry Irene Jack Karen Leo Maria Nina Oscar Paul Quinn Rosa Sam Tina Uma Victor Wendy Xavier Yara Zoe Anna Ben Clara Dan Eva Felix Gina Hugo Ida Jonas Kim Laura Max Nora Olga Peter Ruth Simon Tom Vera Walter Lena Ivan Marta""".split()
SYLL = [c + v for c in "b c d f g h j k l m n p r s t v w z br cl dr fl gr pl sh st th tr".split() for v in "a e i o u".split()]
TAILS = ["", "", "", "n", "r", "s", "t", "l", "m", "nd", "x"]
GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda sigma tau omega".split()


BAD = re.compile("f+u+c|shi+t|cun|dic|di[ck]k|nig|cock|fag|rape|pis|sex|tit|cum|slut|whor|kike|gook|anu|pen[iu]s|porn|poo|nazi|hitl|bitc|twat|wank|coon|spic|retar")


def pseudo(r):
    """An invented word of two to four syllables."""
    while True:
        w = "".join(r.choice(SYLL) for _ in range(r.randint(2, 3 + (r.random() < 0.3)))) + r.choice(TAILS)
        if not BAD.search(w):
            return w


@functools.cache
def pieces():
    """The letters-only tokens of the bundled tokenizer, so that every token occurs in words."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/atlas-mini/tokenizer.json")
    if not os.path.exists(path):
        return list("abcdefghijklmnopqrstuvwxyz")
    with open(path) as f:
        vocab = json.load(f)["model"]["vocab"]
    return sorted({t.lstrip("\u0120") for t in vocab if re.fullmatch("\u0120?[A-Za-z]+", t)})


ONSETS = "b bl br c ch cl cr d dr f fl fr g gl gr h j k kn l m n p pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr tw v w wh y".split()
RIMES = "ab ace ack ad age ail ain ake ale all am ame amp an ance and ane ang ank ant ape ar ard are ark arm ash at ate atch ave aw ay ea each eam ean eat eck ed ee eed eel een eep eet eft ell elt en ench end ent er ess est et ew ib ice ick id ide ife ift ig ight ike ile ill im ime imp in ind ine ing ink int ip ipe ire irl ish isk ist it ite ive oad oat ob ock od oft og oil oke old ole oll oly ome on one ong ood ook ool oom oon oot op ope ore orn ort ose oss ost ot ote ouch ound our ouse out ove ow own ox ub uck ud uff ug ull um ump un unch une ung unk unt ure urn ush ust ut".split()
ENDS = ["", "", "", "er", "y", "et", "le", "en", "ow", "ing", "or", "ish", "ard", "ock", "ness", "ion", "a", "o", "um", "el", "ory", "ent", "al", "ist"]


def strange(r):
    """An unknown word of one of four makes."""
    while True:
        k = r.random()
        if k < 0.4:
            w = "".join(r.choice(pieces()) for _ in range(r.choice([1, 1, 2, 2, 2, 3, 3, 4])))
            w = w if r.random() < 0.1 else w.lower()
        elif k < 0.75:
            w = "".join(r.choice(ONSETS) + r.choice(RIMES) for _ in range(r.choice([1, 1, 2, 2]))) + r.choice(ENDS)
        elif k < 0.9:
            return pseudo(r)
        else:
            w = letters(r, r.randint(2, 8))
        if 1 < len(w) < 16 and not BAD.search(w.lower()):
            return w


def doubled(r, w):
    """The word with one of its letters written twice."""
    i = r.randrange(len(w))
    return w[: i + 1] + w[i:]


def alike(r, n):
    """n known words that begin with the same letters."""
    every = _sorted_words()
    i = r.randrange(len(every))
    near = every[max(0, i - 2 * n): i + 2 * n]
    return r.sample(near, min(n, len(near)))


@functools.cache
def _sorted_words():
    return sorted({w.lower() for w in WORDS + MORE_NOUNS + MORE_VERBS + EVERY if w.isalpha() and len(w) > 2})


def word(r, known=0.6):
    if r.random() < known:
        return r.choice(WORDS) if r.random() < 0.55 else r.choice(MORE_NOUNS)
    return strange(r)


def distinct(r, n, make):
    """n different results of make(r)."""
    out, seen = [], set()
    while len(out) < n:
        x = make(r)
        if x not in seen:
            seen.add(x)
            out.append(x)
    return out


def letters(r, n, alphabet="abcdefghijklmnopqrstuvwxyz"):
    return "".join(r.choice(alphabet) for _ in range(n))


def plural(w):
    if w.endswith(("s", "x", "ch", "sh")):
        return w + "es"
    if w.endswith("y") and w[-2:-1] not in "aeiou":
        return w[:-1] + "ies"
    return w + "s"


def cap(s):
    return s[:1].upper() + s[1:]
