"""A grammar of names for hidden values, and the values."""
from verawords import ADJECTIVES, GAPS, NAMES, NOUNS, SURNAMES, TOWNS

HEADS = tuple("""secret code;password;launch key;gate code;magic word;serial number;access code;pin;combination;passphrase;door code
unlock code;safe word;code word;watchword;master key;alarm code;entry code;vault code;activation key;licence key;token;booking reference
ticket code;confirmation code;lucky word;hidden word;special number;secret number;account number;key phrase;login word;wifi password
locker combination;safe combination;recovery key;signal word;countersign;clearance code;override code;mission name;call sign;code name
membership number;badge number;batch number;tracking code;discount code;coupon code;invitation code;backup key;verification code;reset code
security code;user name;secret phrase;needle;key;code;marker;identifier;reference number;voucher code;patient number;case number
storage key;radio frequency;registration number;winning number;room key;answer to the riddle;hidden value;final answer;magic number
secret ingredient;secret word;hidden message;shelf mark;flight number;product key;host key;session key;special token;nickname""".replace("\n", ";").split(";"))
QUALITIES = tuple("""new temporary spare weekly emergency blue red green official private main first second third final current shared
personal original golden northern southern internal external permanent public special daily nightly silver orange purple short long
default monthly correct real working latest replacement guest""".split())
PLACES = tuple("""boathouse;north yard;south yard;cellar;attic;pump;wine cellar;server room;greenhouse;back door;front gate;archive;library
east wing;west wing;lighthouse;garage;lift;main vault;night shift;printer;reactor;telescope;observatory;chapel;museum;dormitory;kitchen
stables;ferry;submarine;shuttle;control tower;laboratory;cold store;loading dock;staff canteen;bicycle shed;tool shed;guest house;bakery
post room;boiler room;town hall;music room;old mill;harbour office;summer house;water tower;generator;freezer;second floor;roof terrace
ticket office;pharmacy;school gate;gym;swimming pool;coffee machine;projector;drone;rover;satellite;backup server;test database""".replace("\n", ";").split(";"))
OWNED = tuple("""locker combination;password;secret code;pin;safe code;door code;login;access code;badge number;lucky number;code word;magic word
bicycle lock code;phone code;suitcase combination;email password;garage code;key;launch code;library card number;passphrase;call sign;ticket number
diary key;member number;laptop password;favourite word;secret word;parking code;wifi password;account number;user name""".replace("\n", ";").split(";"))
PREPS = ("of the ", "for the ", "to the ", "of the ", "for the ")


def make_name(r):
    """(name, whether it takes no article)."""
    choice, kind = r.choice, r.random()
    if kind < 0.24:
        return choice(HEADS), False
    if kind < 0.36:
        return choice(QUALITIES) + " " + choice(HEADS), False
    if kind < 0.56:
        return choice(HEADS) + " " + choice(PREPS) + choice(PLACES), False
    if kind < 0.68:
        return choice(NAMES) + "'s " + choice(OWNED), True
    if kind < 0.78:
        return choice(PLACES) + " " + choice(HEADS), False
    if kind < 0.83:
        return choice(HEADS) + " for " + choice(NAMES), False
    if kind < 0.88:
        return choice(HEADS) + " " + choice(("for ", "of ", "in ")) + choice(TOWNS), False
    if kind < 0.94:
        return choice(HEADS) + " " + choice(PREPS) + choice(ADJECTIVES) + " " + choice(NOUNS), False
    if kind < 0.97:
        return choice(NOUNS) + " " + choice(("code", "key", "number", "password", "token", "word", "id")), False
    return choice(QUALITIES) + " " + choice(HEADS) + " " + choice(PREPS) + choice(PLACES), False


def near_name(r, name, bare):
    """A nearly equal name."""
    if bare:
        rest = name.split("'s ", 1)[1]
        return (choice_other(r, NAMES, name) + "'s " + rest, True) if r.random() < 0.6 else (
            name.split("'s ", 1)[0] + "'s old " + rest, True)
    kind = r.random()
    if kind < 0.5:
        return r.choice(("old ", "former ", "backup ", "other ", "false ", "previous ", "expired ", "fake ")) + name, False
    for prep in (" of the ", " for the ", " to the "):
        if prep in name:
            return name.split(prep)[0] + prep + choice_other(r, PLACES, name), False
    if " for " in name or " of " in name or " in " in name:
        return "second " + name if not name.startswith("second") else "spare " + name, False
    return name + " " + r.choice(PREPS) + choice_other(r, PLACES, name), False


def choice_other(r, words, text):
    """A word that does not stand in the text."""
    while True:
        word = r.choice(words)
        if word not in text:
            return word


UPPER = tuple(w.upper() for w in NOUNS + ADJECTIVES if 3 <= len(w) <= 8)
LOWER = tuple(w for w in NOUNS + ADJECTIVES if 3 <= len(w) <= 8)
LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def _number(r, low, high):
    size = r.randint(low, high)
    return str(r.randrange(10 ** (size - 1), 10 ** size))


def make_value(r):
    """A value: mostly a capital code, else a number, words, a made-up password or a name."""
    choice, kind = r.choice, r.random()
    if kind < 0.40:
        return choice(UPPER) + "-" + _number(r, 4, 4) + "-" + choice(UPPER)
    if kind < 0.47:
        return choice(UPPER) + "-" + choice(UPPER) + "-" + _number(r, 3, 3)
    if kind < 0.52:
        return _number(r, 2, 2) + "-" + choice(UPPER) + "-" + _number(r, 2, 2)
    if kind < 0.56:
        return choice(UPPER) + choice(("-", "", "_")) + _number(r, 2, 5)
    if kind < 0.64:
        return "-".join(choice(LOWER) for _ in range(r.choice((2, 3, 3, 4))))
    if kind < 0.76:
        return _number(r, 3, 8)
    if kind < 0.85:
        return "".join(choice(LETTERS) for _ in range(r.randint(5, 10)))
    if kind < 0.91:
        return choice(LOWER) + " " + choice(LOWER)
    if kind < 0.93:
        return choice(UPPER)
    if kind < 0.95:
        return GAPS["pw"](r)
    if kind < 0.97:
        return choice(NAMES)
    return choice(NAMES) + " " + choice(SURNAMES)
