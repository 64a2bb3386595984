"""Kinds of files in olga's tasks: lists whose entries have a value, with the ways to ask
for and speak of such a value, and texts made of lines that each have their own subject."""
import re

import olgawords as W


def money(r):
    return r.choice([r.randint(1, 39) * 100 + r.choice([0, 50, 20, 80, 95, 99, 40, 25]), r.randint(2, 90) * 50])


def hours(r):
    return r.choice(["{a}:00-{b}:00", "{a}:30-{b}:00", "{a}-{b}", "{a}am-{c}pm", "{a} to {b}:30"]).format(a=r.randint(7, 11), b=r.randint(13, 20), c=r.randint(1, 9))


def clock(r):
    return f"{r.randint(8, 21)}:{r.choice(['00', '15', '30', '45', '10', '20'])}"


def date(r):
    return f"{r.randint(1, 28)} {r.choice(W.MONTHS)}"


class Spec:
    """nouns of the file, stems of its name, what entries and values are called, how a value
    is asked for (ask, back) and told (tell), and whether values are numbers to reckon with."""

    def __init__(self, name, nouns, stems, titles, ents, valof, pair, ask, back, tell, keys, value, num=None, up=True, best=()):
        self.name, self.nouns, self.stems, self.titles = name, nouns.split("|"), stems.split(), titles.split("|")
        self.ent, self.ents = ents.split("|")
        self.valof, self.pair, self.ask, self.back, self.tell = valof.split("|"), pair.split("|"), ask.split("|"), back.split("|"), tell.split("|")
        self.keys, self.value, self.num, self.up, self.best = keys, value, num, up, best


who = lambda r, n: r.sample(W.NAMES, n) if r.random() < .6 else [a + " " + b for a, b in zip(r.sample(W.NAMES, n), r.sample(W.SURNAMES, n))]
of = lambda pool: (lambda r, n: r.sample(pool, min(n, len(pool))))
person = lambda r: r.choice(W.NAMES)

SPECS = [
    Spec("price", "price list|list of prices|shop prices", "prices price_list pricelist shop-prices", "Price list|PRICES|What we sell|# Prices|Shop prices", "article|articles", "the price of {k}|what we charge for {k}|the {k} price", "{k} at {v}|{k} for {v}|{k} ({v})",
         "How much do we ask for {k}?|What does the {k} cost?|what's the price of {k}|Somebody on the phone wants to know the price of {k}.|A customer is asking what {k} costs.", "Which article costs {v}?|What do we sell for {v}?|Something is priced at {v}; what is it?", "{k} costs {v}.|The price of {k} is {v}.|We ask {v} for {k}.", of(W.GOODS), money, "money", best=("most expensive", "cheapest", "dearest", "lowest-priced")),
    Spec("menu", "menu|lunch menu|bill of fare", "menu lunch-menu menu_card carte", "Menu|TODAY|# Menu|Our kitchen|Lunch", "dish|dishes", "the price of {k}|the price of the {k}|what the {k} costs", "{k} for {v}|{k} at {v}|{k}, {v}",
         "What do guests pay for {k}?|How much is the {k}?|price of the {k}, please?|Table six wants to know how expensive the {k} is.", "Which dish is {v}?|What can I eat for {v}?|Which of the dishes costs {v}?", "The {k} is {v}.|{k} costs {v}.|Guests pay {v} for {k}.", of(W.DISHES), money, "money", best=("most expensive", "cheapest", "dearest", "lowest-priced")),
    Spec("marks", "class list|list of marks|grade sheet", "marks grades class_list class-7b results", "Marks|Class 7b|# Test results|Dictation|Results", "pupil|pupils", "the mark of {k}|{k}'s mark|the points of {k}", "{k} with {v}|{k}, {v} points|{k} - {v} points",
         "How many points did {k} get?|What was {k}'s mark?|how did {k} do in the test|{k}'s mother is here. What result does {k} have?", "Who got {v} points?|Which pupil has {v}?|One child scored {v}. Who?", "{k} got {v} points.|{k} has {v}.|The mark of {k} is {v}.", who, lambda r: r.randint(11, 99), "int", False, ("best", "weakest", "highest", "lowest")),
    Spec("scores", "score sheet|table of scores|scoreboard", "scores scoreboard league points", "Scores|LEAGUE TABLE|# Points|Tournament|Final scores", "team|teams", "the score of the {k}|the points of {k}|the {k} score", "{k} with {v} points|{k}: {v}|the {k} on {v}",
         "How many points have the {k}?|What's the score of {k}?|where do the {k} stand, points-wise?|Tell me what the {k} have so far.", "Which team is on {v} points?|Who has {v} points?|Some team has exactly {v}. Which?", "The {k} have {v} points.|{k} are on {v}.|The score of the {k} is {v}.", of(W.TEAMS), lambda r: r.randint(2, 140), "int", False, ("leading", "last-placed", "strongest", "weakest")),
    Spec("stock", "stock list|inventory|stock count", "stock inventory shelves stock_count", "Stock|INVENTORY|# In the back room|Counted|On the shelf", "article|articles", "the number of {k}|the stock of {k}|how many {k} we have", "{k}, {v} pieces|{v} x {k}|{k}: {v}",
         "How many {k} are left?|What is our stock of {k}?|do we have enough {k}? just the number please|I need the count for {k}.", "Of which article do we have {v}?|What is there {v} of?|Of what do we hold exactly {v} pieces?", "We have {v} of {k}.|There are {v} pieces of {k}.|The stock of {k} is {v}.", of(W.GOODS), lambda r: r.randint(2, 250), "int", best=("most plentiful", "scarcest", "best-stocked", "rarest")),
    Spec("gifts", "list of donations|donation list|collection list", "donations collection gifts fundraising", "Donations|FOR THE ROOF|# Collection|Kind givers|Fund", "donor|donors", "the amount from {k}|{k}'s donation|what {k} gave", "{k} with {v}|{v} from {k}|{k}: {v}",
         "How much did {k} give?|What was the amount from {k}?|I am writing a card to {k}; how large was the donation?|{k}'s gift, how much?", "Who gave {v}?|From whom did we get {v}?|One person donated {v}. What is the name?", "{k} gave {v}.|We got {v} from {k}.|The donation of {k} is {v}.", who, money, "money", False, ("most generous", "smallest", "largest", "least generous")),
    Spec("hours", "opening hours|opening times|shop hours", "hours opening-hours opening_times open", "Opening hours|WE ARE OPEN|# Hours|Come and see us|Hours", "day|days", "the opening hours on {k}|our hours for {k}|the times for {k}", "{k} {v}|{k}, {v}|{k} ({v})",
         "When are we open on {k}?|What are our hours on {k}?|{k} - from when to when can people come?|A customer wants to come on {k}; when is the shop open?", "On which day are the hours {v}?|Which day has {v} on it?|When (which day) are we there {v}?", "On {k} we are open {v}.|{k}: open {v}.|The hours on {k} are {v}.", of(W.DAYS), hours, None, False),
    Spec("rota", "duty rota|rota|helper plan", "rota duty helpers who-when", "Rota|DUTY|# Playground duty|Who helps when|Helpers", "day|days", "the person on duty on {k}|the helper for {k}|the name for {k}", "{k} with {v}|{k}: {v}|{v} on {k}",
         "Who is on duty on {k}?|Whose turn is it on {k}?|{k}, who's in?|Which person helps on {k}?", "On which day is {v} on duty?|When is it {v}'s turn?|which day does {v} have", "On {k} it is {v}.|{v} is on duty on {k}.|{k} is the turn of {v}.", of(W.DAYS), person, None, False),
    Spec("trans", "vocabulary list|word list|glossary", "vocab words glossary french_words", "Vocabulary|UNIT 4|# French words|Learn by Friday|Words", "word|words", "the translation of {k}|the French for {k}|the French word for {k}", "{k} = {v}|{k} ({v})|{k}, in French {v}",
         "What is {k} in French, according to the list?|How did I translate {k}?|French for {k}?|Which French word stands next to {k}?", "What does {v} mean?|Which English word belongs to {v}?|{v} is the French for what?", "{k} is {v} in French.|The French for {k} is {v}.|I found {k}: {v}.", None, None, None, False),
    Spec("songs", "song list|set list|playlist", "songs setlist playlist programme", "Songs|SET LIST|# Playlist|Concert|Songs for Friday", "song|songs", "the singer of {k}|the band of {k}|who plays {k}", "{k} by {v}|{k} ({v})|{k}, played by {v}",
         "Who plays {k}?|Which band is {k} by?|who's down for {k}|I can't remember who sings {k}.", "Which song is by {v}?|What does {v} play?|{v} plays one song - which one?", "{k} is by {v}.|{v} plays {k}.|The song {k} is played by {v}.", of(W.TITLES), lambda r: r.choice(W.BANDS), None, False),
    Spec("books", "reading list|book list|list of books", "books reading_list library to-read", "Reading list|BOOKS|# Library|For the holidays|Books", "book|books", "the author of {k}|the writer of {k}|who wrote {k}", "{k} by {v}|{k} ({v})|{k}, author {v}",
         "Who wrote {k}?|Who is the author of {k}?|{k} - by whom?|A pupil asks whose book {k} is.", "Which book did {v} write?|What is there by {v}?|Name the book by {v}.", "{k} is by {v}.|{v} wrote {k}.|The author of {k} is {v}.", of(W.TITLES), lambda r: r.choice(W.NAMES) + " " + r.choice(W.SURNAMES), None, False),
    Spec("loans", "lending list|list of lent things|loan book", "loans lent lending borrowed", "Lent out|LOANS|# Borrowed|Who has what|Loans", "person|persons", "the thing {k} borrowed|what {k} has borrowed|{k}'s loan", "{k} with the {v}|{k}: {v}|{v} for {k}",
         "What did {k} borrow?|Which thing does {k} still have?|what's with {k}|Remind me what I lent to {k}.", "Who has the {v}?|Who borrowed my {v}?|Where did the {v} go, to whom?", "{k} borrowed the {v}.|{k} has the {v}.|I found {k} with: {v}.", who, lambda r: r.choice(W.GOODS), None, False),
    Spec("cast", "cast list|list of parts|cast", "cast roles parts actors", "Cast|THE PLAYERS|# Roles|Who plays whom|School play", "role|roles", "the actor for {k}|the child who plays {k}|the name beside {k}", "{k} with {v}|{v} as {k}|{k}: {v}",
         "Who plays {k}?|Which child is {k} in our play?|{k} is acted by whom?|Who did I cast as {k}?", "Which role does {v} play?|What is {v} in the play?|which part did I give to {v}", "{v} plays {k}.|{k} is played by {v}.|The part of {k} goes to {v}.", of(W.ROLES), person, None, False),
    Spec("dates", "birthday list|birthdays|calendar of birthdays", "birthdays bdays cake_dates", "Birthdays|CAKE DAYS|# Birthdays|Don't forget|Class birthdays", "child|children", "the birthday of {k}|{k}'s birthday|the date for {k}", "{k} on {v}|{k}, {v}|{k} ({v})",
         "When is {k}'s birthday?|On what date do we sing for {k}?|{k} was born on which day?|When must the cake for {k} be ready?", "Who has a birthday on {v}?|Whose day is {v}?|For whom is the cake on {v}?", "{k}'s birthday is {v}.|{k} has a birthday on {v}.|It is {v} for {k}.", who, date, None, False),
    Spec("plan", "programme|timetable|plan of events", "programme timetable events agenda", "Programme|EVENTS|# This week|What's on|Dates", "event|events", "the time of the {k}|the start of the {k}|when the {k} begins", "{k} at {v}|{k}, {v}|{k} ({v})",
         "When does the {k} start?|At what time is the {k}?|what time is the {k} again?|Parents keep asking me when the {k} begins.", "What happens at {v}?|Which event starts at {v}?|Something is on at {v}. What?", "The {k} starts at {v}.|The {k} is at {v}.|{k}: {v}.", of(W.EVENTS), clock, None),
    Spec("rooms", "room plan|list of rooms|room list", "rooms where room_plan", "Rooms|WHERE IS WHAT|# Rooms|Room plan|Autumn term", "lesson|lessons", "the room for {k}|the place of {k}|where {k} takes place", "{k} in {v}|{k}: {v}|{k} ({v})",
         "In which room is {k}?|Where is {k} taught?|{k}, where?|A new girl can't find {k}. Where is it?", "What is taught in {v}?|Which lesson is in {v}?|{v} is used for which subject?", "{k} is in {v}.|You find {k} in {v}.|The room for {k} is {v}.", of(W.SUBJECTS), lambda r: r.choice(["room ", "hall ", "lab "]) + str(r.randint(1, 40)), None, False),
    Spec("orders", "order book|list of orders|orders", "orders customers order_book", "Orders|TO SEND|# Orders|This week's parcels|Customers", "customer|customers", "the order of {k}|what {k} ordered|{k}'s order", "{k} with the {v}|{k}: {v}|a {v} for {k}",
         "What did {k} order?|Which article goes to {k}?|what is in {k}'s parcel?|{k} rang and forgot what was ordered. What is it?", "Who ordered the {v}?|To whom do I send the {v}?|Whose is the {v}?", "{k} ordered the {v}.|The order of {k} is: {v}.|{v} goes to {k}.", who, lambda r: r.choice(W.GOODS), None, False),
    Spec("quiz", "quiz|question sheet|pub quiz", "quiz questions quiz_night trivia", "Quiz|QUESTIONS|# Quiz night|Round one|Test yourself", "question|questions", "the answer to \"{k}\"|the solution of \"{k}\"|what stands after \"{k}\"", "\"{k}\" with the answer {v}|\"{k}\" ({v})|the question \"{k}\", answer {v}",
         "What answer do I give for \"{k}\"?|My quiz asks \"{k}\" - what is written as the answer?|solution to \"{k}\"?|Look up what the sheet says to \"{k}\"", "Which question has the answer {v}?|To what question is {v} the answer?|What do I ask so that {v} is right?", "The answer to \"{k}\" is {v}.|It says {v} for \"{k}\".|{v} is the answer to \"{k}\".", None, None, None, False),
]
BY = {s.name: s for s in SPECS}
NUMBERS = [s for s in SPECS if s.num]
PLAIN = [s for s in SPECS if s.name not in ("quiz", "trans")]
STYLES = ["{k}: {v}", "{k}: {v}", "{k} - {v}", "{k} = {v}", "- {k}: {v}", "{k} ... {v}", "{k} | {v}", "* {k} ({v})", "{k} -> {v}", "- {k} / {v}", "{k}; {v}", "[{k}] {v}", "| {k} | {v} |", "+ {k}: {v}", "{k}\n"]
STYLES.pop()


class Doc:
    """A file of a task and what is known of it."""

    def text(self):
        return "\n".join(self.lines)


def listing(r, spec=None, n=None):
    """A list with entries: recs holds key and value as written, lines the file."""
    d = Doc()
    d.spec = s = spec or r.choice(SPECS)
    n = n or r.randint(3, 6)
    coin = r.choice(["{}", "£{}", "${}", "{} €", "{} EUR", "€{}", "{}", "{} kr"])
    d.show = (lambda v: coin.format(f"{v // 100}.{v % 100:02d}")) if s.num == "money" else str
    if s.keys:
        ks, vs = s.keys(r, n + 3), []
        for _ in range(400):
            v = s.value(r)
            if v not in vs and not any(str(v) in k or k in str(v) for k in ks) and (not s.num or all(d.show(v) not in d.show(x) and d.show(x) not in d.show(v) for x in vs)) and (s.num or all(v not in x and x not in v for x in vs)):
                vs.append(v)
            if len(vs) == n + 3:
                break
    else:
        both = r.sample(W.TRANS if s.name == "trans" else W.QUIZ, n + 3)
        ks, vs = [a for a, b in both], [b for a, b in both]
    n = min(n, len(ks), len(vs))
    d.spare = list(zip(ks[n:], vs[n:]))
    d.more = vs[n:]
    ks, vs = ks[:n], vs[:n]
    if s.name in ("hours", "rota") and r.random() < .7:
        ks.sort(key=W.DAYS.index)
    if s.up and r.random() < .5:
        ks = [k[0].upper() + k[1:] for k in ks]
        d.spare = [(k[0].upper() + k[1:], v) for k, v in d.spare]
    d.raw = dict(zip(ks, vs))
    d.recs = [(k, d.show(v)) for k, v in zip(ks, vs)]
    d.spare = [(k, d.show(v)) for k, v in d.spare]
    d.more = [d.show(v) for v in d.more]
    d.exts = r.choice([("txt",), ("txt", "md"), ("csv",), ("txt",), ("md",)])
    d.style = r.choice(["{k},{v}", "{k};{v}"]) if d.exts == ("csv",) and "," not in "".join(k + v for k, v in d.recs) else r.choice(STYLES)
    d.head = []
    if r.random() < .5:
        d.head = [r.choice(s.titles)] + ([""] if r.random() < .35 else [])
    elif d.exts == ("csv",) and r.random() < .3:
        d.head = [r.choice(["name,value", "what;how", "key,entry"])]
    d.lines = d.head + [line(d, k, v) for k, v in d.recs]
    d.noun = r.choice(s.nouns)
    d.stem = r.choice(s.stems)
    return d


def line(d, k, v):
    return d.style.replace("{k}", k).replace("{v}", v)


TEXTS = {"poem": (W.POEM, "poem|verses|little poem|rhyme", "poem verses rhyme ballad ode haiku"), "story": (W.STORY, "story|tale|chapter|short story", "story chapter tale draft scene ch"), "letter": (W.LETTER, "letter|message|mail to the customers", "letter mail message to_parents reply"),
         "notice": (W.NOTICE, "notice|notices|newsletter|bulletin", "notice board news bulletin newsletter poster"), "page": (W.PAGE, "web page|product page|page|site", "index product about shop home welcome landing")}


def sentence(r, x, kind):
    s = r.choice(TEXTS[kind][0]).format(x=x, s=r.choice(W.SPOTS), m=r.choice(W.STUFF), a=r.choice(W.ADJ), p=r.choice(W.NAMES), d=r.choice(W.DAYS))
    return re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", s)


def prose(r, n=None, kind=None, title=None):
    """A text of lines; subjects holds the thing that each line is about."""
    d = Doc()
    d.kind = kind or r.choice(list(TEXTS))
    n = n or r.randint(3, 7)
    d.subjects = r.sample(W.THINGS, n + 3)
    made, used = [], set()
    for x in d.subjects:
        while True:
            s = sentence(r, x, d.kind)
            k = s.replace(x, "")
            if k not in used:
                used.add(k)
                break
        made.append(s)
    d.new = list(zip(d.subjects[n:], made[n:]))
    d.subjects, d.body = d.subjects[:n], made[:n]
    d.title = None
    d.head = []
    if title or (title is None and r.random() < .35 and d.kind != "page"):
        d.title = r.choice(W.TITLES)
        d.head = [d.title] + ([""] if r.random() < .4 else [])
    d.lines = d.head + d.body
    d.noun = r.choice(TEXTS[d.kind][1].split("|"))
    d.stem = r.choice(TEXTS[d.kind][2].split())
    d.exts = ("html", "htm") if d.kind == "page" else r.choice([("txt",), ("txt", "md"), ("md",)])
    return d
