"""Names of secrets, values of secrets, and the sentences that hide them, that mention them, or that mislead."""

import re

import ellatext
import ellawords4 as words
from ellatext import GAPS, UPPER, number

_PAIRS = """code: secret access entry gate door docking launch pass security alarm safe vault booking discount voucher area dial boarding
activation backup bypass cabin cellar checkout cipher clearance confirmation country customs delivery depot disarm emergency escape export
filing garage hangar harbour hidden lift loan locker lookup magic master member mission override padlock parking permit pickup pilot priority
private project promotion pump recovery red referral release reset room route service shelf shutdown signal sorting spare special staff start
stock storage strike supply system tower tracking transfer treasure trunk unlock visitor warehouse winning winter
phrase: pass entry unlock secret safe recovery seed code greeting closing magic counter hidden agreed key parting trigger wake
word: safe magic secret code pass guard watch hidden signal key exit agreed mystery sacred special stop trigger winning
key: recovery launch licence encryption access secret spare product master signing session answer archive backup deploy server cipher ignition
tag: archive luggage baggage price name asset cattle dog item mailbag museum repair specimen tool inventory release
number: vault serial safe locker account policy badge ticket catalogue docket seat lot pin gate berth winning lucky secret room contract
permit case claim customer draw file house identity library membership order passport platform receipt reference registration reservation
mark: treasure water maker's survey brand chalk secret mason's guild quarry proof quality plate
combination: locker safe padlock bicycle vault suitcase cashbox cabinet briefcase trunk dial
password: wifi router email admin guest backup server account cellar club lobby master network old-boys' archive bank computer database
garage library night phone portal printer school temporary vault web
pin: card phone door tablet bank safe garage gym locker alarm terminal voicemail
token: access session bearer entry refresh auth bridge gate guest laundry
name: code stage boat pen secret cover dragon's project file host login operation user maiden ring
sign: call secret recognition watch radio hand
signal: distress start docking landing launch attack rescue
label: crate shelf parcel box specimen jar drum shipping archive
id: device user order batch ticket tracking asset patient request session shipment
reference: booking payment grid shelf claim file invoice catalogue map
seal: letter crate royal customs archive
challenge: sentry evening guard border
answer: riddle quiz security prize correct secret crossword
cipher: diary letter pirate garden harbour
motto: house club guild secret crew
entry: ledger lock register vault
handle: radio chat forum night
string: secret hidden lookup test magic
""".replace('\n', ' ')
PAIRS = []
for _head, _firsts in re.findall(r'(\w+): ([^:]*?)(?= \w+:|\s*$)', _PAIRS):
    PAIRS += [first + ' ' + _head for first in _firsts.split() if first != _head]
PLAIN = """password passcode passphrase passkey codeword watchword keyword countersign shibboleth login PIN cipher combination catchphrase
hint codename callsign token secret sesame""".split()
PLACES = """boathouse cellar north_yard old_mill greenhouse east_wing chapel attic observatory library kitchen stable tower engine_room harbour_office
garden_shed west_gate server_room museum laboratory wine_store bakery staff_room archive vault lighthouse town_hall ballroom workshop
bicycle_shed clinic ferry orchard lower_deck night_train school theatre signal_box smithy hayloft pump_house choir post_office guest_house tollhouse
back_door lift second_floor bank customs_house drill_hall press_room side_entrance safe_in_the_hall"""
PLACES = [place.replace('_', ' ') for place in PLACES.split()]
KINDS = """code|password|combination|key|passphrase|passcode|keyword|token|secret word|label|tag|entry code|access code|serial number|unlock code|call sign
inventory number|lock code|gate code|pass phrase|recovery key|reference|marking|sign|batch code|model code|code name|PIN|door code|alarm code""".replace('\n', '|').split('|')
OWNED = """locker combination|password|door code|code word|call sign|safe number|badge number|secret|passphrase|pin|recovery key|login|code name|booking code
magic word|alarm code|bank password|bicycle lock|locker code|membership number|lucky number|vault key|email password|mailbox code""".replace('\n', '|').split('|')
EARLIER = 'old former previous spare second first outdated expired temporary false fake yesterday\'s last_year\'s test dummy reserve'.split()


def name(r):
    """What a value is called: a word, a pair, a kind with a place or a thing, or somebody's own."""
    kind = r.random()
    if kind < 0.45:
        return r.choice(PAIRS)
    if kind < 0.5:
        return r.choice(PLAIN)
    if kind < 0.62:
        return r.choice(KINDS) + r.choice([' of the ', ' for the ', ' to the ']) + r.choice(PLACES)
    if kind < 0.73:
        return r.choice(KINDS) + r.choice([' of the ', ' for the ', ' on the ']) + r.choice(words.NOUNS)
    if kind < 0.8:
        return r.choice(words.NOUNS) + ' ' + r.choice(KINDS)
    if kind < 0.84:
        return r.choice(words.ADJECTIVES) + ' ' + r.choice(PAIRS)
    if kind < 0.88:
        return r.choice(PAIRS) + r.choice([' of ', ' for ', ' in ']) + r.choice(words.TOWNS)
    if kind < 0.92:
        return r.choice(KINDS) + ' of ' + r.choice(words.NAMES)
    return r.choice(words.NAMES) + "'s " + r.choice(OWNED)


def near(r, known):
    """Nearly the same name."""
    if "'s " not in known and r.random() < 0.5:
        return r.choice(EARLIER).replace('_', ' ') + ' ' + known
    if ' of ' in known or ' for ' in known or ' to ' in known or ' on ' in known or ' in ' in known:
        return re.split(r' (?:of|for|to|on|in) ', known)[0] + ' of the ' + r.choice(PLACES) + ' annex'
    return known + r.choice([' of the ', ' for the ']) + r.choice(PLACES)


LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'


def value(r):
    """A value: mostly capitals with a number, sometimes something else."""
    kind = r.random()
    if kind < 0.34:
        return r.choice(UPPER) + '-' + number(r, 2, 5) + '-' + r.choice(UPPER)
    if kind < 0.46:
        return number(r, 2, 5) + '-' + r.choice(UPPER) + '-' + r.choice(UPPER)
    if kind < 0.58:
        return r.choice(UPPER) + '-' + r.choice(UPPER) + '-' + number(r, 2, 5)
    if kind < 0.62:
        return number(r, 2, 3) + '-' + r.choice(UPPER) + '-' + number(r, 2, 3)
    if kind < 0.66:
        return r.choice(UPPER) + '-' + number(r, 2, 5)
    if kind < 0.73:
        return '-'.join([r.choice(words.PLAIN) for _ in range(r.choice([2, 3, 3, 4]))])
    if kind < 0.81:
        return number(r, 3, 8)
    if kind < 0.88:
        return r.choice(LETTERS) + ''.join([r.choice(LETTERS) for _ in range(r.randint(4, 9))]) + str(int(r.random() * 10))
    if kind < 0.93:
        return r.choice(words.PLAIN) + ' ' + r.choice(words.PLAIN)
    if kind < 0.95:
        return r.choice(words.NAMES) + ' ' + r.choice(words.SURNAMES)
    if kind < 0.97:
        return r.choice(UPPER).lower()
    return r.choice(UPPER)


HIDE = """{T} is {c}.|{T} is now {c}.|{T} was {c}.|{T} reads {c}.|{T} has been set to {c}.|{T} will be {c} from {wd} on.|{T} remains {c}.|{T} became {c} in {m}.
{c} is {t}.|{c} is what you type when asked for {t}.|{P} told me that {t} had been changed to {c}.|{s}: {c}|{Z}: {c}|{c} <- {s}|{s} -> {c}|{s} = {c}|{k} = "{c}"|{K}={c}
{ts} INFO {s} set to {c}|[{h}] {s} changed to {c} by {P}|{h} {P} entered {c}, {t}.|{ts} user {P} stored {t}: {c}|{ts} DEBUG {k}={c} host={n}
"{T}?" said {P}. "It is {c}."|"{T} is {c}," whispered {P}.|"Listen, {P}: {t} is {c}."|"Use {c}, that is {t}," {P} {S} said.|{P}: {t} is {c}|[{h}] {P}: {s} is {c}, btw|<{P}> {s} = {c}
Note: {t} is {c}.|Note to self: {t} is {c}.|Note from {P}: {t} has changed to {c}.|Remember: {t} is {c}.|Remember that {t} is {c}, {P}.|Remember to use {c} as {t}.|Important: {s} {c}
Memo: {c} is {t} until {dd} {m}.|P.S. {T} is {c}.|N.B. {t} is {c}.|Reminder: {s} {c}.|By the way, {t} is {c}.|For the record, {t} is {c}.|In case you need it, {t} is {c}.
Please note that {t} is {c}.|Keep in mind that {t} is {c}.|Don't forget that {t} is {c}.|Never tell {P} that {t} is {c}.|Only {P} and {P} know that {t} is {c}.
{P} wrote {c} on the {n}; it is {t}.|{P} chose {c} as {t}.|{P} picked {c} for {t}.|{P} changed {t} to {c} at {h}.|{P} swore that {t} was {c}.|{P} says {t} is {c}.
According to {P}, {t} is {c}.|According to the {n}, {t} is {c}.|On the back of the {n} stood {t}: {c}.|Under the {n} {P} had written {t}, {c}.|Scratched into the {n} was {t}, {c}.
We agreed on {c} as {t}.|They made {c} {t}.|I have set {t} to {c}.|I wrote down {t}: {c}.|We use {c} as {t}.|You will need {t}, which is {c}.|You will need {t} ({c}) in {C}.
For {t}, enter {c}.|For {t}, use {c}.|For {t} they took {c}, not the {n}.|As {t} we took {c}.|When asked for {t}, say {c}.|When {P} asks for {t}, answer {c}.|If anyone wants {t}, it is {c}.
At {h} {t} was read out: {c}.|At last {P} found {t}: {c}.|Since {m} {t} has been {c}.|Until {wd} {t} is {c}.|As of {dd} {m}, {t} is {c}.|From now on {t} is {c}.|In {C} {t} is {c}.
{T}, {c}, was found by {P}.|{T} ({c}) must stay between us.|{T} - {c} - is known to {P} only.|{T}, as {P} remembered it, was {c}.|{T}, said the {n}, is {c}.|{T} turned out to be {c}.
{T} happens to be {c}.|{T} for today: {c}.|{T} you asked about is {c}.|{T} should be {c}.|{T} must read {c}, {P} insisted.|{T} equals {c}.|{T} is "{c}".|{T} is '{c}', not the {n}.
{T} is *{c}*.|{T} is `{c}`.|{T} is [{c}].|{T} - {c}|{T}... {c}!|- {s}: {c}|* {s} = {c}|{d}. {s}: {c}|> {s}: {c}|{s}; {c}|{s},{c}|"{s}","{c}"|{d},{s},{c},{P}|| {s} | {c} ||{s}\t{c}
"{k}": "{c}",|# {s}: {c}|// {s} is {c}|let {k} = "{c}";|set {k} {c}|export {K}="{c}"|<{k}>{c}</{k}>|--{k}={c}|{k}: {c}  # {P}|/* {s}: {c} */|assert {k} == "{c}"
{c}: that is {t}.|{c} - {t}.|{c} ({s})|{c} will open it: it is {t}.|{c} has been {t} since {m}.|{c} was chosen as {t}.|{c} serves as {t}.|{c}, said {P}, is {t}.|{c} stands for {t}.
Dear {P}, {t} is {c}. Yours, {P}|Subject: {s} {c}|Tell {P} {t}: {c}.|Give {P} {t}, {c}, at {h}.|Hand {P} {t}: {c}.|{P} {S} confirmed {c} as {t}.|The committee fixed {t} as {c}.
Item {d}: {t} shall be {c}.|It was decided that {t} be {c}.|Police in {C} say {t} was {c}.|Legend has it that {t} is {c}.|The {n} hides {t}: {c}.|My aunt {P} always had {c} for {t}.
Guess what {t} is: {c}.|What is {t}? It is {c}.|Who knows {t}? {P} does: {c}.|Question: {t}? Answer: {c}.|Q: {t}? A: {c}|Step {d}: enter {t}, {c}.|Type {c} when the {n} wants {t}.|Enter {c} ({t}) and {vb} the {n}.
I am not to forget {t}: {c}.|It took {P} {d} days to learn that {t} is {c}.|The last line gave {t} as {c}.|The new value of {t} is {c}.|Whoever needs {t} should know it is {c}.|Here is {t}: {c}.
Found it! {T} is {c}.|OK, {t} is {c}, {P}.|So {t} is {c}.|Well, {t} is {c}, of course.|And {t} is {c}.|Sing, {P}, of {t}, of {c},|{T} SHALL BE {c}!|{n} {n} {s}: {c}; {n} {w}|{w} {w} {s}: {c}, {w} {w}"""

MENTION = """Nobody told me {t}.|{P} has forgotten {t}.|Where is {t}?|{P} asked for {t} at {h}.|Do not share {t} with {P}.|{T} must be kept from {P}.|I wonder who chose {t}.|{P} and {P} talked about {t}.
{T} is a secret.|{T} is known to {d} people in {C}.|Without {t} the {n} stays shut.|"{T}?" asked {P}. "No idea."|{P} lost the paper with {t}.|{ts} WARN request for {s} denied|Has {P} seen {t}?
Everyone in {C} wants {t}.|{T} was changed on {wd}.|Note: ask {P} about {t}.|Remember to change {t}.|{P}: who has {t}?|Hide {t} well, {P}.|Somewhere in here is {t}.|{P} would not give {t} away."""

MISLEAD = """{P}'s bicycle is called {x}.|{x} is not a code at all, said {P}.|The {n} bears the number {x}, which means nothing.|{P} noted {x} and forgot why.|Ignore {x}.|{x} is the shelf of the {n}.
The spare part {x} came from {C}.|{x} is the name of a ship.|{P} won {an} called {x}.|Wrong: {x}|{ts} INFO parcel {x} {st}|Order number: {x}|{P}: my train is {x}|- {x} ({d} {u})|Seat {x}, {P} {S}
The label of the {n} says {x}.|The paint is {x}.|{d} boxes of {x}|Old stock number {x}, {st}.|{x} won the dog show in {C}."""


def cut(text):
    out = []
    for line in text.split('\n'):
        out += ['| {s} | {c} |' if part == '\0' else part for part in line.replace('|| {s} | {c} ||', '|\0|').split('|') if part]
    return out


def _own(frame):
    """Pieces where the gaps of the fact stay as names in braces."""
    return ellatext.compiled(frame, GAPS)


HIDE_FRAMES = [_own(frame) for frame in cut(HIDE)]
MENTION_FRAMES = [_own(frame) for frame in cut(MENTION)]
MISLEAD_FRAMES = [_own(frame) for frame in cut(MISLEAD)]


def gaps(known, code=''):
    """What stands in the gaps of a fact: name, name with the, capitalised, as an identifier, and the value."""
    full = known if "'s " in known and known[0].isupper() else 'the ' + known
    key = re.sub(r'\W+', '_', known.replace("'", '')).strip('_').lower()
    return {'{s}': known, '{t}': full, '{T}': full[0].upper() + full[1:], '{Z}': known[0].upper() + known[1:], '{k}': key, '{K}': key.upper(),
            '{c}': code}


def said(r, frame, own):
    """A frame with the fact's own gaps and all others filled."""
    return ''.join([own.get(piece, piece) if type(piece) is str else piece(r) for piece in frame])
