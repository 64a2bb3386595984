"""Word lists, gap tables and a small frame compiler for generated texts."""
import re

NOUNS = tuple(dict.fromkeys("""acorn anchor ankle apple apron arch armchair arrow ash attic axe badge bag bakery balcony ball
bank barn barrel basin basket bath bay beach bead beam bean bear bed bee beetle bell belt bench berry bicycle bird
blanket blossom boat bolt bone book boot border bottle bottom bowl box bracelet bramble branch bread breeze brick bridge broom
brother brush bucket bus bush button cabin cabinet cable cake calendar camel camera camp canal candle canoe canvas cape captain
car card carpet carrot cart castle cat cave cellar chain chair chalk channel chapel chest chicken chimney choir church circle
circus city clam cliff clock cloth cloud clover coach coal coast coat coffee coin collar comb compass concert cook copper
coral cork corner corridor cottage couch counter courtyard cousin cow crab cradle crane crate crayon creek cricket crow crown crumb
cup cupboard curtain cushion cyclist daisy dam dancer deck deer desk diary dog doll donkey door dove dragon drawer dress
drill driver drum duck dune dust eagle ear earring easel editor eel egg elbow elephant elm engine envelope evening expert
eyebrow factory falcon fan farm farmer father feather fence fern ferry festival field fig film finger fire fish flag flame
flask flood floor flour flower flute fog folder forest fork fountain fox frame freezer friend frog fruit funnel garage garden
garlic gate ghost giraffe girl glacier glass glove goat goose grain grandmother grape grass gravel grove guard guest guitar gull
gutter hall hammer hammock hand handle harbour hare harp hat hawk hazel hedge hen herb heron hill hinge hive hole
honey hook horn horse hospital hotel house hut iceberg inn insect iron island ivy jacket jam jar jewel jug juniper
kettle key kitchen kite kitten knee knife knot label ladder lake lamb lamp lane lantern lawn lawyer leaf leather ledger
lemon lens letter lever library lid lighthouse lily lime line lion lizard loaf lobby lock log loom lorry lotus lunch
machine magnet magpie mail maple map marble market marsh mask mast match mayor meadow meal medal melon menu merchant metal
microphone mill miner mint mirror mist mitten mole monkey moon moose morning mosaic moss moth motor mountain mouse mud mug
museum mushroom musician napkin necklace needle neighbour nest net newspaper nurse nut oak oar oasis oats ocean office oil olive
onion orange orchard orchestra otter oven owl oyster packet paddle painter palace pan paper parade parcel park parrot parsley path
patient pavement peach peacock pear pearl pebble pedal pelican pen pencil pepper petal photograph piano pie pier pig pigeon pillow
pilot pin pine pipe pitcher plane planet plank plate platform plough plum pocket poem poet pond pony porch port post
poster pot potato prairie prince prism printer puddle pump pumpkin pupil puppet purse quarry quilt rabbit raccoon radio radish raft
rail rain rake ramp raven razor receipt recipe reed reef ribbon rice ridge ring river road robin rocket roof room
rooster root rope rose rowboat rug ruler saddle sail sailor salmon salt sand sandal sandwich satellite saucer sausage saw scarf
school scooter screw sculptor sea seal seat seed shadow shark shed sheep sheet shelf shell shepherd ship shirt shoe shop
shore shoulder shovel shower sign silk silver singer sister skirt sky sled sleeve slipper slope snail snake snow soap sock
sofa soldier soup spade sparrow spider spire spoon spring squirrel stable stage stairway stamp star station statue steam steeple stem
stick stone stool storm stove stranger straw stream street string student suitcase sunflower swallow swan sweater sword table tailor tambourine
tank tap teacher teapot tent theatre thimble thorn thread throne thumb ticket tiger tile timber toad toast tomato tool tower
toy tractor train tray treasure tree trellis trolley trout trumpet trunk tulip tunnel turkey turnip turtle typewriter umbrella uncle
valley van vase veil velvet vessel village vine violin visitor wagon waiter wall walnut walrus wardrobe warehouse wasp watch water
waterfall wave wax well whale wheat wheel whistle widow willow wind window wing winter wolf wood wool workshop worm wren
yacht yard zebra zipper""".split()))
ADJECTIVES = tuple(dict.fromkeys("""able ancient angry autumn awkward bare big bitter black blue bold brave brief bright brisk broad broken
brown busy calm careful cheap cheerful chilly clean clear clever cloudy coarse cold common cool cosy crisp crooked cruel curious
curly damp dark dear deep delicate dense dim dirty distant double dry dull dusty eager early easy eastern elegant empty
endless even exact faint fair faithful familiar famous fancy fast few fierce fine firm flat foggy foreign formal forgotten fragile
free fresh friendly frozen full funny gentle giant glad golden good graceful grand grateful great green grey handsome happy hard
harsh heavy helpful hidden high hollow honest hot huge humble hungry idle important inner jolly keen kind large late lazy
lean light little lively local lonely long loose loud lovely low loyal lucky major mellow mild minor misty modern modest
muddy narrow nearby neat nervous new nice noble noisy northern odd old open ordinary outer pale patient plain pleasant polite
poor popular private proud pure purple quick quiet rainy rapid rare raw ready red remote rich ripe rough round royal
rusty sad safe salty scarlet serious shallow sharp shiny short shy silent silver simple sleepy slender slim slow small smooth
soft solid sour southern spare spicy steady steep sticky stiff strange strict strong stubborn sturdy sudden sunny sweet swift tall
tame tender thick thin tidy tiny tired tough useful usual vast violet warm weak weary western wet white wicked wide
wild wise wooden yellow young""".split()))
NAMES = tuple(dict.fromkeys("""Maria Tom Ada Ivo Nadia Oskar Lena Priya Kofi Amara Hugo Elif Mateo Ingrid Jonas Salma Yuki Dmitri Clara
Rafael Noor Bjorn Helga Tariq Wanda Felix Greta Omar Lucia Anton Beatriz Chen Dalia Emil Farah Gustav Hana Idris Jana Karim
Leila Milo Nina Otto Paula Quentin Rosa Stefan Tamar Uma Viktor Wei Ximena Yara Zoltan Alice Bruno Carmen David Esther Frank
Gloria Henry Iris Jacob Karen Louis Martha Neil Olive Peter Queenie Robert Sarah Thomas Ursula Vera Walter Yvonne Zachary Agnes Basil
Cora Desmond Edith Fergus Gwen Harold Imogen Jasper Kirsten Leo Mabel Norman Oriana Percy Ravi Sanjay Tess Ulrich Violet Wilma
Xavier Yosef Zainab Abel Bianca Cyril Doris Eamon Freya Gareth Hilda Isaac Joyce Kenji Luka Moira Nestor Olga Pablo Rhea
Simon Thea Ugo Valeria Winston Yasmin Zeke Aisha Boris Celeste Diego Elena Florian Gemma Hassan Ines Julian Katya Lorenzo Mina
Nikolai Odette Pierre Rina Soren Tilda Vincent Willa Akira Benedict Colette Dorian Eun Fatima Giorgio Hector Isolde Jamal Keiko Lars
Malik Naomi Orla Pavel Ruth Samir Toby""".split()))
SURNAMES = tuple("""Abbott Almeida Baker Bianchi Brandt Calloway Castellan Cho Dawson Delgado Draper Eklund Farrow Fischer Gallagher
Garnett Hadley Haddad Holloway Ibsen Iwata Jansen Kovacs Kumar Lindqvist Lowell Marlowe Mendez Mbeki Novak Oakley Okafor Olsen Pereira
Pike Quist Ramos Rosen Sandoval Schuster Silva Tanaka Tarrant Underhill Valdez Vance Weller Whitlock Yilmaz Zeller Ashdown Birch
Carver Dunmore Ellery Fenwick Gosling Harker Ingram Jessop Kendrick Larkin Mercer Norwood Orchard Penrose Quayle Redfern Sumner Thorne""".split())
TOWNS = tuple(dict.fromkeys("""Lisbon Oslo Bergen Ghent Turin Leeds Porto Cork Lyon Basel Graz Vienna Prague Brno Krakow Gdansk Riga Tallinn
Vilnius Helsinki Turku Uppsala Malmo Aarhus Odense Bremen Kiel Dresden Leipzig Cologne Utrecht Delft Leiden Bruges Antwerp Namur Reims Dijon
Nantes Bordeaux Toulouse Seville Granada Bilbao Toledo Bari Naples Palermo Genoa Verona Athens Patras Izmir Ankara Cairo Luxor Tunis Rabat
Fez Dakar Accra Lagos Nairobi Kampala Harare Durban Lusaka Delhi Pune Jaipur Kochi Colombo Dhaka Hanoi Hue Bangkok Manila Cebu Osaka
Kyoto Nagoya Sapporo Busan Seoul Taipei Perth Hobart Darwin Auckland Napier Lima Cusco Quito Bogota Cali Santiago Rosario Cordoba Recife
Salvador Havana Merida Puebla Austin Boston Denver Portland Halifax Quebec Calgary Whitby Dunmore Fallow Greywick Stonebridge""".split()))
REGULAR = """ask answer add admire agree allow announce arrange arrive attach avoid bake balance beg behave belong blame bless boil borrow
bounce bow brush burn bury call camp carry carve cause change charge chase check cheer climb close collect comb complain consider
contain cook copy correct cough count cover crash crawl cross cry dance decide decorate deliver describe deserve discover dive doubt
drag dress dry dust earn empty enjoy enter escape examine explain explore fail fasten fetch fill film finish fix float flow
fold follow force gather glow grab greet guard guess guide hammer handle hang happen harvest hate heat help hike hope hunt hurry
imagine improve invite iron join joke judge jump kick kiss knock label land laugh launch learn lick lift listen load lock look love
manage march mark marry measure melt mend mention miss mix move murmur nail need nod notice obey observe offer open order pack
paint park pass pause peel phone pick place plant play point polish pour practise praise pray prepare press prefer print promise
pull push question race rain raise reach receive remember remind remove repair repeat reply report rescue rest return rinse roll
rub rush sail save scatter scrape scratch search seem serve share shout sign smell smile sneeze sort spill sprinkle stay stir
stitch study suggest surprise talk taste thank tie touch trace trade trust try turn type visit wait walk wander warm wash watch
wave weigh whisper whistle wish wonder work worry wrap yawn""".split()
IRREGULAR = dict(zip("""bring build buy catch choose draw drink drive eat fall feed find fly forget give go hear hide hold keep leave lend
make meet read ride run see sell send sing sit sleep speak steal swim take teach tell think throw wear write""".split(),
"""brought built bought caught chose drew drank drove ate fell fed found flew forgot gave went heard hid held kept left lent
made met read rode ran saw sold sent sang sat slept spoke stole swam took taught told thought threw wore wrote""".split()))
DOUBLE = {"beg", "chat", "drag", "grab", "hug", "nod", "rub", "stir", "swim", "run", "sit", "prefer"}
VERBS = tuple(dict.fromkeys(REGULAR + list(IRREGULAR)))


def _past(v):
    if v in IRREGULAR:
        return IRREGULAR[v]
    if v == "hang":
        return "hung"
    if v in DOUBLE:
        return v + v[-1] + "ed"
    return v + "d" if v[-1] == "e" else v[:-1] + "ied" if v[-1] == "y" and v[-2] not in "aeou" else v + "ed"


def _ing(v):
    if v in DOUBLE or v in ("swim", "run", "sit", "forget"):
        return v + v[-1] + "ing"
    return v[:-2] + "ying" if v.endswith("ie") else v[:-1] + "ing" if v[-1] == "e" and v[-2] != "e" else v + "ing"


def _s(w):
    if w in ("go", "potato", "tomato", "goose") and w != "goose" or w[-1] in "sxz" or w[-2:] in ("ch", "sh"):
        return w + "es"
    return w[:-1] + "ies" if w[-1] == "y" and w[-2] not in "aeou" else w + "s"


def _a(w):
    return ("an " if w[0] in "aeio" or w[:2] in ("um", "un") and w != "uniform" else "a ") + w


def _cap(words):
    return tuple(w[0].upper() + w[1:] for w in words)


MONTHS = tuple("January February March April May June July August September October November December".split())
DAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
FOODS = tuple("""flour sugar butter milk rice lentils honey basil ginger salt yeast cream spinach onions garlic beans oats cheese
carrots raisins almonds tea coffee cocoa vinegar mustard olive oil noodles barley cabbage lemons tofu thyme cinnamon""".split())
SYLLABLES = tuple("""ba bre cla dor en fi gal ha il jo ka lum mi nor o pra quo ri sta tu ul vex wi ya zo mar tel sin gro ple dan
fen tor ish ast umb ont ell ock""".split())
MODULES = tuple("auth billing cache queue mailer router worker disk net api scheduler indexer sensor backup render gateway".split())
VARS = tuple("count total index size buffer name items result flag limit offset width height value node user path rows left right".split())


def _digits(low, high):
    span = high - low
    return lambda r: str(low + int(r.random() * span))


def _time(r):
    return "%02d:%02d" % (int(r.random() * 24), int(r.random() * 60))


def _clock(r):
    return "%02d:%02d:%02d" % (int(r.random() * 24), int(r.random() * 60), int(r.random() * 60))


def _date(r):
    return "20%02d-%02d-%02d" % (r.random() * 30, 1 + r.random() * 12, 1 + r.random() * 28)


def _pseudo(r):
    return "".join(r.choices(SYLLABLES, k=2 + int(r.random() * 3)))


def _salad(r):
    return " ".join(r.choices(SALAD, k=4 + int(r.random() * 9)))


def _babble(r):
    return " ".join([_pseudo(r) for _ in range(4 + int(r.random() * 7))])


def _full(r):
    return r.choice(NAMES) + " " + r.choice(SURNAMES)


GAPS = {
    "n": NOUNS, "N": _cap(NOUNS), "ns": tuple(map(_s, NOUNS)), "Ns": _cap(map(_s, NOUNS)), "a": tuple(map(_a, NOUNS)),
    "A": _cap(map(_a, NOUNS)), "j": ADJECTIVES, "J": _cap(ADJECTIVES), "aj": tuple(map(_a, ADJECTIVES)),
    "Aj": _cap(map(_a, ADJECTIVES)), "p": NAMES, "u": SURNAMES, "f": _full, "t": TOWNS, "v": VERBS, "V": _cap(VERBS),
    "vd": tuple(map(_past, VERBS)), "vg": tuple(map(_ing, VERBS)), "Vg": _cap(map(_ing, VERBS)), "vs": tuple(map(_s, VERBS)),
    "m": MONTHS, "d": DAYS, "food": FOODS, "Food": _cap(FOODS), "k": _digits(2, 13), "num": _digits(11, 990), "big": _digits(1000, 90000),
    "year": _digits(1720, 2031), "time": _time, "clock": _clock, "date": _date, "pw": _pseudo, "babble": _babble,
    "salad": _salad, "mod": MODULES, "var": VARS, "day": _digits(1, 29),
    "price": lambda r: "%d.%02d" % (r.random() * 90, r.random() * 100),
}
SALAD = NOUNS + ADJECTIVES + VERBS + GAPS["vd"] + GAPS["ns"] + NAMES[:60] + tuple("the of and to in a is it on for with as at by".split()) * 12
GAP = re.compile(r"\{(\w+)\}")


class Slot(str):
    """A gap that the caller fills."""


def compile_frame(text):
    """A frame as a tuple of literals, word tuples, makers and slots."""
    parts = GAP.split(text)
    return tuple([p if i % 2 == 0 else GAPS.get(p) or Slot(p) for i, p in enumerate(parts) if p])


def compile_frames(block):
    """One frame a line, \\n for a line end."""
    lines = block if isinstance(block, (list, tuple)) else block.strip("\n").split("\n")
    return tuple(dict.fromkeys(compile_frame(x.replace("\\n", "\n")) for x in lines if x.strip()))


def fill(r, parts, slots=None):
    """The text of a compiled frame."""
    choice = r.choice
    out = []
    for p in parts:
        kind = type(p)
        out.append(p if kind is str else choice(p) if kind is tuple else slots[p] if kind is Slot else p(r))
    return "".join(out)
