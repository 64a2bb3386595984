"""Words, lists, layouts and small sentences for requests to count and for stories of sums."""
import json
import string

GROUPS = {k: v.split() for k, v in {
    "fruit": "apple pear plum fig mango kiwi lemon lime peach cherry banana orange papaya apricot kumquat guava quince melon grape lychee nectarine raspberry blueberry cranberry currant tangerine coconut pomelo avocado date",
    "animals": "cat dog horse otter badger camel zebra goat sheep panther falcon heron rabbit beaver lizard gecko moose bison walrus dolphin ferret weasel parrot pigeon sparrow salmon trout beetle cricket hamster",
    "tools": "hammer saw drill chisel wrench ladder bucket shovel rake pliers level clamp file spanner trowel axe crowbar anvil mallet vise sander grinder broom hose wheel rope bolt screw nail hinge",
    "food": "bread butter cheese rice soup pasta beans salt pepper sugar flour eggs milk honey yogurt noodles cake waffle biscuit mustard vinegar olive pickle sausage bacon porridge cereal muffin pretzel toast",
    "rooms": "kitchen attic cellar bedroom hall office studio garage pantry library lobby bathroom balcony closet nursery porch den workshop laundry terrace",
    "jobs": "baker pilot nurse farmer painter sailor teacher tailor doctor plumber dentist miner driver singer dancer judge barber butcher waiter chemist florist editor engineer carpenter librarian",
    "places": "harbor bridge station market tower museum garden river forest village castle airport stadium school temple valley island desert canyon meadow lagoon glacier orchard quarry tunnel",
    "music": "guitar violin drum flute piano harp trumpet cello banjo clarinet tuba oboe organ lute fiddle trombone bassoon cymbal mandolin harmonica",
    "clothes": "shirt coat hat scarf glove sock boot sandal jacket belt skirt dress sweater vest cap apron robe tunic blouse hood",
    "things": "lamp chair table mirror clock basket candle pillow blanket kettle bottle plate spoon fork ruler pencil marker folder stapler envelope window curtain carpet drawer shelf cushion teapot notebook suitcase umbrella",
    "computing": "server cable router kernel buffer cache thread socket module branch commit packet cursor folder pixel sensor driver cluster token compiler debugger terminal database firewall keyboard",
    "nature": "stone leaf cloud storm ocean pebble thunder breeze frost moss fern cedar maple willow pine tulip orchid daisy clover bamboo cactus lightning rainbow mountain waterfall",
}.items()}
NAMES = "Anna Ben Clara David Emma Felix Grace Hugo Irene Jonas Karin Leo Maria Nils Olga Paul Quinn Rosa Simon Tara Umar Vera Walter Xenia Yusuf Zoe Amir Bella Cody Dora Erik Fiona Gus Helga Ivan Jade Kurt Lina Milo Nora Oscar Petra Rafael Sofia Tomas Ursula Victor Wanda".split()
CITIES = "Paris Oslo Rome Lima Cairo Delhi Tokyo Berlin Madrid Vienna Dublin Lisbon Athens Prague Warsaw Boston Denver Geneva Milan Porto".split()
WORDS = sorted({w for g in GROUPS.values() for w in g})
LONG = "strawberry committee bookkeeper butterfly elephant crocodile calendar telephone assessment parallel balloon pepperoni tomorrow successful millennium address occurrence possessed rhinoceros engineering grasshopper watermelon restaurant dictionary hippopotamus mississippi cappuccino accommodation kangaroo alligator adventure important beautiful chocolate furniture container happiness necessary professor messenger tennessee referee banana letter little rubber pizza coffee dessert raccoon cinnamon volunteer architecture temperature collection attention satellite television microphone helicopter independent".split()
SPELL = sorted(set(WORDS + LONG))
ADJECTIVES = "old new small big quiet loud bright dark slow quick warm cold green blue happy tired gentle brave clever dusty heavy narrow simple strange wooden broken clean empty golden hungry".split()
VERBS = "found carried painted watched moved cleaned followed lost bought sold lifted hid opened closed mended passed touched counted praised dropped".split()
WHERE = "near in behind beside above below under past by outside".split()
ENDS = "today|yesterday|again|at noon|before lunch|after dinner|this morning|late at night|on Monday|in the rain|very slowly|with great care|for a friend|without a word|all by itself|once more".split("|")
LINES = "call the plumber|water the plants|buy fresh bread|rain fell all day|the train was late|check the oven|send the letter|feed the cat|door is locked|lights are off|nobody answered|start the engine|wait for green|turn left here|pay the rent|wash the car|open the window|read one page|sweep the floor|the sea was calm|pack a lunch|find the keys|meeting at noon|test passed|build failed|user logged in|disk is full|retry the upload|backup finished|cache cleared|snow on the hills|birds in the trees|close the gate|mix the flour|add the butter|bake until brown|let it cool|serve with tea".split("|")
VALUES = {
    "color": "red blue green yellow black white orange purple brown gray".split(),
    "state": "open closed pending blocked done".split(),
    "size": "small medium large tiny huge".split(),
    "result": "passed failed skipped".split(),
    "mood": "happy sad calm angry tired".split(),
    "place": "upstairs downstairs outside inside".split(),
    "stock": "sold available reserved missing broken".split(),
    "power": "online offline idle busy".split(),
    "make": "wooden plastic metal paper glass".split(),
    "taste": "sweet sour bitter salty spicy".split(),
}
THINGS = "apples coins stamps books pencils marbles shells cards eggs buttons tickets stickers candles cookies bottles boxes stones flowers chairs cups plates nails photos keys letters oranges pears toys balloons lemons beads tiles magnets spoons socks ribbons badges bricks muffins seeds".split()
HEADS = ["", "", "", "", "List:\n", "Items:\n", "Here:\n", "My list:\n"]


def frames(text):
    """Frames that are parted by bars."""
    return [x.strip() for x in text.split("|") if x.strip()]


def fill(frame, **kw):
    """A frame with its fields in braces filled in; x goes last."""
    for k in sorted(kw, key=lambda k: k == "x"):
        frame = frame.replace("{" + k + "}", str(kw[k]))
    return frame


def and_list(items, last=" and "):
    return ", ".join(items[:-1]) + last + items[-1] if len(items) > 1 else items[0]


# Ways to lay a list out; the first ones fit numbers too.
LAYOUTS = [
    lambda i: ", ".join(i), lambda i: ", ".join(i), lambda i: ",".join(i), lambda i: " ".join(i), lambda i: "; ".join(i), lambda i: " / ".join(i),
    lambda i: " | ".join(i), lambda i: "\n".join(i), lambda i: "\n".join("- " + x for x in i), lambda i: "\n".join("* " + x for x in i),
    lambda i: "[" + ", ".join(i) + "]", lambda i: "(" + ", ".join(i) + ")", lambda i: "{" + ", ".join(i) + "}", lambda i: "  ".join(i),
    lambda i: " & ".join(i), lambda i: and_list(i), lambda i: "<" + ", ".join(i) + ">", lambda i: "\n".join("> " + x for x in i), lambda i: "\n".join("\u2022 " + x for x in i),
    lambda i: " -> ".join(i), lambda i: "\n".join("[ ] " + x for x in i), lambda i: and_list(i, ", and ") if len(i) > 2 else and_list(i),
]
WORD_LAYOUTS = LAYOUTS + [
    lambda i: json.dumps(i), lambda i: ", ".join("'" + x + "'" for x in i), lambda i: ", ".join('"' + x + '"' for x in i), lambda i: "\n".join(f"{k}. {x}" for k, x in enumerate(i, 1)),
    lambda i: "\n".join(f"{k}) {x}" for k, x in enumerate(i, 1)), lambda i: "\n".join(f"{k}: {x}" for k, x in enumerate(i, 1)), lambda i: " + ".join(i), lambda i: " - ".join(i), lambda i: ", ".join("`" + x + "`" for x in i),
    lambda i: "\n".join(f"({string.ascii_lowercase[k]}) {x}" if k < 26 else x for k, x in enumerate(i)),
]
# Ways to lay pairs of a thing and its value out.
PAIR_LAYOUTS = [
    lambda p: ", ".join(f"{a}: {b}" for a, b in p), lambda p: "\n".join(f"{a}: {b}" for a, b in p), lambda p: "\n".join(f"- {a}: {b}" for a, b in p), lambda p: "\n".join(f"{a} = {b}" for a, b in p),
    lambda p: "; ".join(f"{a} - {b}" for a, b in p), lambda p: ", ".join(f"{a} ({b})" for a, b in p), lambda p: "\n".join(f"{a},{b}" for a, b in p), lambda p: "\n".join(f"| {a} | {b} |" for a, b in p),
    lambda p: "\n".join(f"{a}\t{b}" for a, b in p), lambda p: "\n".join(f"* {a} is {b}" for a, b in p), lambda p: and_list([f"the {a} is {b}" for a, b in p]), lambda p: json.dumps(dict(p)),
    lambda p: "\n".join(f"{a} -> {b}" for a, b in p), lambda p: "\n".join(f"{k}. {a}: {b}" for k, (a, b) in enumerate(p, 1)), lambda p: "; ".join(f"{a}={b}" for a, b in p),
]


def lay_words(r, items):
    return r.choice(WORD_LAYOUTS)(items)


def lay_numbers(r, numbers):
    layouts = LAYOUTS if min(numbers) >= 0 else LAYOUTS[:3]
    return r.choice(layouts)([str(x) for x in numbers])


def some_words(r, n):
    """n different words, of one group or of all."""
    pool = r.choice(list(GROUPS.values())) if r.random() < 0.5 else WORDS
    return r.sample(pool if len(pool) >= n else WORDS, n)


def sentence(r, short=False):
    """A plain sentence as a list of words, without a full stop."""
    noun, adj = (lambda: r.choice(WORDS)), (lambda: r.choice(ADJECTIVES))
    shape = r.randrange(3 if short else 7)
    if shape == 0:
        w = [r.choice(NAMES), r.choice(VERBS), "the", noun()]
    elif shape == 1:
        w = ["the", adj(), noun(), "was", adj()]
    elif shape == 2:
        w = ["we", r.choice(VERBS), "one" if r.random() < 0.2 else "a" if r.random() < 0.3 else "the", noun()]
    elif shape == 3:
        w = ["the", r.choice(GROUPS["jobs"]), r.choice(VERBS), "the", adj(), noun(), r.choice(WHERE), "the", noun()]
    elif shape == 4:
        w = [r.choice(NAMES), "and", r.choice(NAMES), r.choice(VERBS), "the", noun(), "in", r.choice(CITIES)]
    elif shape == 5:
        w = ["my", adj(), noun(), "is", r.choice(WHERE), "the", noun()]
    else:
        w = ["they", r.choice(VERBS), "the", noun(), "and", r.choice(VERBS), "the", adj(), noun()]
    if not short and r.random() < 0.4:
        w += r.choice(ENDS).split()
    if w[2:3] == ["a"] and w[3][0] in "aeiou":
        w[2] = "the"
    w[0] = w[0][:1].upper() + w[0][1:]
    return w
