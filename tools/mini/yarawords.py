"""Things, people, places, codes, files and to-dos for lists and objects, and the small
talk around a request."""
import string

THINGS = """lantern kettle ladder scarf pillow bucket mirror candle hammock compass teapot whistle blanket umbrella saddle notebook stapler thermos backpack toaster drum violin flute magnet rope anchor helmet basket broom sponge napkin vase curtain doormat keyring marble ribbon button zipper thimble spoon ladle whisk grater colander skillet jar cork funnel tray mug saucer goblet cushion stool bench lamp fuse cable charger tripod easel chisel pliers wrench sander trowel rake hose wheelbarrow tent torch canteen paddle kayak snorkel raft skate sled puck racket glove bat jersey medal trophy""".split() + "tea towel|garden gnome|desk fan|bike pump|night light|rain coat|paper clip|bread knife|alarm clock|tape measure|water bottle|coat hanger|yoga mat|spare tyre|door handle|shoe box|lunch bag|soap dish|wall plug|egg timer".split("|")
PEOPLE = """Amara Bjorn Celeste Dmitri Esme Farid Greta Hiro Imani Jasper Keiko Lorenzo Mirela Nadia Oskar Priya Quentin Rosalind Stefan Tamsin Umar Viola Wanda Xavier Yusuf Zelda Anton Bridget Caspar Delphine Emeka Fiona Gustav Hazel Ilya Joanna Kofi Leila Magnus Noor Olive Petra Rafael Saskia Tobias Ursula Vikram Winona Yolanda Zoltan Ahmed Bianca Cyrus Dalia Elias Frida Gideon Helga Ignacio Jonas Katya Lucian Marisol Niklas Odette Pavel Renata Sergei Thea Uriel""".split()
FULLNAMES = "Mina Okafor|Tom Brandt|Lucia Ferro|Ken Adachi|Ruth Malone|Ivo Petrov|Sara Lindqvist|Abel Costa|June Harker|Omid Rahimi|Nell Dawson|Paul Greco|Wen Li|Dora Kaplan|Max Ritter|Anya Sokol|Leo Marchand|Tess Byrne|Ravi Nair|Eva Holm".split("|")
PLACES = """Lyon Porto Bergen Krakow Ghent Split Turin Malmo Leipzig Seville Bristol Galway Tampere Aarhus Graz Basel Varna Cluj Lviv Izmir Osaka Busan Chengdu Pune Hue Cebu Penang Mandalay Lahore Shiraz Basra Aleppo Haifa Alexandria Mombasa Kumasi Lagos Durban Oran Fez Toronto Denver Austin Tampa Oakland Boise Cusco Rosario Recife Medellin Cali Cancun Perth Hobart Cairns Dunedin""".split()
VERBS = "open close lift carry build paint clean move count check print send fetch wash fold mend plant water feed pack".split()
FILES = """main.rs notes.txt budget.xlsx index.html app.log style.css photo12.jpg backup.zip setup.cfg readme.md config.yaml users.csv report.pdf parser.go Makefile helpers.js theme.scss song.mp3 demo.ipynb slides.pptx invoice-07.pdf data.json core.c util.h logo.svg test_api.py routes.ts model.bin trace.out todo.org letter.docx cache.db deploy.sh nginx.conf schema.sql icons.woff2 clip.mov draft2.tex Dockerfile lock.toml old_notes.bak worker.rb views.php scan_003.png voice.wav map.geojson""".split()
TODOS = "call the bank|water the ferns|book a dentist|fix bike brake|pay gas bill|clean the oven|send mum flowers|renew bus pass|buy cat litter|fold the laundry|return library books|order new filters|charge the drill|email the landlord|pick up parcel|update the router|sweep the porch|back up photos|plan Friday dinner|cancel gym trial|wash the car|sign school form|empty the bins|sharpen kitchen knives|print boarding pass|defrost the freezer|ring the plumber|sort old cables|paint the fence|check tyre pressure|write thank-you note|walk the dog|bleed the radiators|find spare key|top up phone|iron two shirts|measure the window|rebook train seat|feed the neighbours fish|rinse the lunchbox|test smoke alarm|prune the roses|refill soap bottle|collect dry cleaning|reply to Nora|file tax papers|unblock the sink|tidy the shed|label storage boxes|hang the mirror".split("|")
WORDS = """amber brisk cobalt dusty eager fable gentle hollow ivory jolly kindle lively meadow nimble orchid pebble quiver rustic silver tangle upward velvet willow yonder zigzag acorn blossom cinder dapple ember fathom glimmer harbor inlet jasmine knoll lagoon mosaic nectar opal plume quartz ripple saffron thistle umber vivid wander yellow zephyr anchor bramble canyon drizzle echo feather granite hazel island juniper""".split()
# Words that begin alike.
FAMILIES = [f.split() for f in """car card cargo carpet cart carton carve carnival
pan panda panel panic pansy pantry pants panther
star starch stare stark start starve starling startle
con concert concrete condor conga conquer consul contest
mar marble march margin marina market marsh marvel
tra trace track trade traffic trail train tramp
bar barber bargain bark barley barn barrel barter
shade shadow shaft shake shallow shame shape share
pla place plain plan plane planet plank plant plate
gra grab grace grade grain grand grape graph grass
str straw stream street stretch strict string stripe strong
cha chain chair chalk chance change chapel charm chart
bra brace braid brain branch brand brass brave bread
fla flag flake flame flank flare flash flask flat
pre press pretty prevent prey price pride prime print
sta stable stack staff stage stair stamp stand
com comb comedy comet comfort comic common company compass
per perch perfect perfume peril period permit person pertain
ton tonic tonnage tool tooth topic torch torrent
whe wheat wheel where whiff while whim whisk white
sea seal seam search season seat seaweed second secret
man manage mango manner manor mansion mantle manual maple""".split("\n")]
NAME_FAMILIES = [f.split() for f in """Maria Marian Marina Mario Marion Marius Mark Martha Martin
Carl Carla Carlos Carmen Carol Caroline Carter
Alan Albert Alec Alex Alfred Alice Alison Alma
Daniel Daniela Danica Danny Dante Daphne Darius
Sam Samir Samson Samuel Sandra Sanjay Santiago Sara
Jan Jana Jane Janet Janina Jared Jarek Jasmin""".split("\n")]
KINDS = {
    "fruits": "apple pear mango papaya plum cherry kiwi apricot fig lychee quince guava".split(),
    "vegetables": "carrot leek turnip spinach kale radish parsnip beet celery broccoli".split(),
    "animals": "otter badger heron lynx walrus gecko bison ferret moose panther toad weasel".split(),
    "colours": "crimson teal beige purple indigo maroon turquoise magenta".split(),
    "tools": "hammer saw chisel wrench pliers spanner drill screwdriver".split(),
    "instruments": "violin flute tuba harp cello banjo oboe trumpet clarinet".split(),
    "vehicles": "tram lorry scooter ferry van bicycle helicopter canoe".split(),
    "cities": "Lyon Osaka Denver Porto Nairobi Lima Oslo Perth Seville".split(),
    "drinks": "coffee cocoa lemonade cider milk tea espresso".split(),
    "clothes": "jacket scarf mitten trousers blouse sock cardigan skirt".split(),
    "jobs": "baker welder nurse plumber tailor librarian surgeon miner".split(),
    "shapes": "circle square triangle hexagon oval pentagon".split()}

OPENERS = "Hi! |hello, |Hey there. |Quick one: |ok so |Good morning. |A small thing: |Sorry to bother you. |One more: |Next question. |Right, |So, |My son wants to know. |I'm stuck here. |For a form I'm filling in: |For my class tomorrow: |Please help. |hey |Excuse me, |Just curious. |I forgot this again. |Not sure if you can do this. |Dear assistant, |Back again. |Got a minute? |We're having an argument. |Settle this for me. |My English is not perfect, sorry. |Tiny task: |pls ".split("|")
CLOSERS = " Thanks!| thank you| Short answer please.| Just the answer.| Nothing else needed.| Cheers.| No explanation.| I need it quickly.| thx| Only the result.| Many thanks in advance.| Don't explain.| That's all I need.| It's for my notes.| Keep it brief.| Appreciated!| please| Answer only.".split("|")


def code(r):
    """A made-up code."""
    up, low, dig = string.ascii_uppercase, string.ascii_lowercase, string.digits
    some = lambda a, n: "".join(r.choice(a) for _ in range(n))
    return r.choice([lambda: some(up, 2) + "-" + some(dig, 4), lambda: some(dig, 3) + some(up, 2), lambda: some(low, 3) + some(dig, 2), lambda: some(up + dig, 6), lambda: some(up, 1) + some(dig, 2) + "-" + some(up, 2), lambda: some("0123456789abcdef", 8), lambda: "v" + ".".join(some("123456789", 1) for _ in range(3)), lambda: r.choice(WORDS) + "_" + some(dig, 2), lambda: r.choice(WORDS) + "-" + r.choice(WORDS), lambda: some(up, 3) + "#" + some(dig, 3)])()


def number(r):
    return str(r.randint(0, r.choice([9, 60, 100, 500, 1000, 9999])))


SOURCES = [lambda r: r.choice(THINGS), lambda r: r.choice(PEOPLE), lambda r: r.choice(PLACES), lambda r: r.choice(FILES), lambda r: r.choice(TODOS), lambda r: r.choice(WORDS), lambda r: r.choice(FULLNAMES), code, number, lambda r: r.choice(r.choice(FAMILIES)[1:]), lambda r: r.choice(r.choice(list(KINDS.values())))]
WEIGHTS = [3, 2, 2, 2, 2, 3, 1, 2, 2, 1, 2]


def some_items(r, n, make=None):
    """n different items of a kind, at times of mixed kinds."""
    mixed = r.random() < 0.12
    make = make or r.choices(SOURCES, WEIGHTS)[0]
    out = []
    while len(out) < n:
        x = (r.choices(SOURCES, WEIGHTS)[0] if mixed else make)(r)
        if x.lower() not in [y.lower() for y in out]:
            out.append(x)
    return out


def how_many(r, top=12):
    """The length of a list, short ones more often."""
    return min(top, r.choice([2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12]))


def dress(r, text, opener=True, closer=True):
    """A request with small talk around it, or typed in haste."""
    if opener and r.random() < 0.18:
        o = r.choice(OPENERS)
        if o[-2] not in ".!?:" and text[:1].isupper() and text[1:2].islower() and r.random() < 0.8:
            text = text if text.startswith("I ") else text[:1].lower() + text[1:] if text.split()[0].lower().strip(",") in PLAIN else text
        text = o + text
    elif text.split()[0].lower().strip(",:'") in PLAIN and r.random() < 0.2:
        text = text[:1].lower() + text[1:]
    if closer and r.random() < 0.15:
        end = r.choice(CLOSERS)
        text += end if text[-1] in ".?!" or end[1].islower() else "." + end
    elif closer and text[-1] in ".?" and "__" not in text and r.random() < 0.2:
        text = text[:-1].rstrip(" =")
    return text


PLAIN = set("what which how can could would please tell give name i'd the my of for in if who when find write show list put take turn make sort order arrange reverse copy repeat count say do does is there here this that we you let at with from pull read get need want kindly add work calculate spell flip on return print".split())
