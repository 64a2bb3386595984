"""Values for the tools of kiratools.py: names, places, files, texts, numbers and lists, made by kind.

`maker(kind)` gives a function of a random generator, the schema of the value and how often it is quoted.
"""
import functools

FIRST = "Ada Bruno Chidi Dagmar Elif Farid Greta Hana Ines Jorge Kofi Linh Mateus Nadia Otto Priya Quentin Rosa Sven Tariq Ursula Vera Walid Xenia Yusuf Zoe Agnes Bela Carmen Dario Esther Femi Gwen Halima Ivo Juno Klaus Lotte Milan Noemi Oskar Pilar Rafe Silje Tomasz Ulla Viggo Wren Anders Beatriz Cleo Dmitri Edda Fintan Ghita Hiro Imke Jaap Katya Luis".split()
LAST = "Abara Brandt Castillo Dumont Eriksen Fofana Grabowski Haddad Ibsen Jansen Kowal Lindqvist Moreau Nakata Okoye Petrov Quist Rossi Sandoval Thorne Ueda Varga Whitlock Yilmaz Zeman Archer Bellamy Carrow Dunne Ellery Fairfax Goodwin Hollis Kerr Lockhart Mercer Norwood Pryce Rudd Sefton Tully Voss Wexler".split()
CITY = "Porto;Leeds;Antwerp;Graz;Turin;Bergen;Malmo;Gdansk;Seville;Lyon;Bruges;Cork;Aarhus;Tartu;Split;Basel;Nantes;Utrecht;Krakow;Valencia;Bologna;Ghent;Bremen;Oulu;Kyoto;Osaka;Hanoi;Pune;Cusco;Quebec City;New Orleans;Salt Lake City;San Diego;Santa Fe;Cape Town;Buenos Aires;Hong Kong;St. Gallen;Aix-en-Provence;Port Elizabeth;Boise;Tulsa;Duluth;Halifax;Perth;Hobart;Dunedin;Accra;Lagos;Fez;Haifa;Izmir;Tbilisi;Almaty;Cebu;Da Nang;York;Bath;Inverness;Galway".split(";")
STREET = "Mill Lane;Station Road;Harbour Street;Oak Avenue;Chapel Hill;Foundry Row;Orchard Way;Bridge Street;Kiln Yard;Linden Avenue;Rue des Lilas;Via Roma;Birch Close;Market Square;Canal Walk;Quarry Road;Windmill Drive;Abbey Gardens;Ferry Road;Park Terrace".split(";")
ADJ = "blue;old;quiet;northern;second;wooden;late;golden;broken;little;winter;red;hidden;slow;green;paper;silver;open;long;empty;early;crooked;salted;bright;tall;warm;heavy;lost;summer;iron".split(";")
NOUN = "harbour;lantern;river;garden;orchard;letter;bridge;window;meadow;engine;kettle;compass;ladder;island;mirror;market;tower;whistle;valley;anchor;candle;forest;clock;bakery;blanket;tunnel;piano;stable;lighthouse;map".split(";")
VERB = "call;meet;sign;check;bring;return;send;pick up;paint;book;clean;order;finish;print;measure;repair;water;weigh;read;pack".split(";")
THING = "the keys;the blue folder;two umbrellas;a spare tyre;the signed form;the tax papers;a box of screws;the gym bag;the choir sheets;some oat milk;the window frames;the rent receipt;a birthday card;the drill;the library books;the dog lead;the passport;the old printer;the train tickets;the slides;the fuse box;the compost bin;the curtain rail;the guest room".split(";")
WHEN = "before noon;on Friday;after the meeting;tonight;as soon as you can;next week;at the weekend;before it rains;when the shop opens;by the end of June;after school;on the way home".split(";")
CHAT = "Running late, start without me;The parcel is at the neighbours';Dinner is in the oven;Can we move it to Thursday?;I left my charger on your desk;The bus broke down, be there in 20 minutes;Happy birthday, old friend!;Your jacket is still in my car;The doctor says all is well;Please water the tomatoes;Who took the last biscuit?;Gate 14, hurry up!;Rehearsal starts at half past six;Don't forget: bin day tomorrow;We won 3 to 1;The lift is out of order again;Thank you for the soup & the company;I'm at the back entrance;See you on platform 2;No milk left, sorry;Your invoice is attached;The server is back up;Meeting room 4 is taken, use the cafe;The keys are under the flowerpot;Could you feed the cat on Sunday?;The choir needs one more tenor;All tests pass, please review;We are out of printer paper;Congratulations on the new job!;Snow expected: drive carefully".split(";")
DIRS = "src;src/api;docs;notes;reports/2024;data/raw;photos/summer;home/ana/letters;config;scripts;backup;projects/shed;invoices;music/live;tests/unit;web/static;/var/log;/etc/app;/srv/files;C:/Users/lena/Desktop;Shared Documents;~/Downloads;lib/core;assets/icons;club/minutes;recipes".split(";")
STEM = "summary;budget;main;index;invoice_0417;meeting-notes;config;draft;readme;parser;holiday list;members;log;report final;utils;server;plan;letter to bank;stock;results;todo;chapter3;login;sensor_2;archive;cover;timetable;playlist;schema;menu".split(";")
EXT = {"any": "txt md csv json py pdf docx yaml html log".split(), "code": "py js rs go ts c java rb".split(), "text": "txt md log".split(), "table": "csv tsv xlsx parquet".split(), "image": "jpg png webp tiff gif".split(), "audio": "mp3 wav flac ogg".split(), "video": "mp4 mov mkv webm".split(), "doc": "docx odt pdf rtf".split(), "conf": "yaml toml ini json conf".split(), "zip": "zip tar.gz 7z".split()}
IDENT = "user,order,item,cart,file,line,row,token,cache,page,score,price,node,queue,event,timer,image,report,session,client,batch,frame,count,index,total,path,limit,state".split(",")
DOING = "get,load,parse,build,send,check,merge,find,read,save,reset,update,count,sort,split,render,fetch,close".split(",")
CODE = ["if x < 10:", "return a >= b", "print(\"done\")", "for i in range(n):", "while left <= right:", "let total = 0;", "import os", "assert len(items) == 3", "x = y * 2 + 1", "if (!ready) return;", "const limit = 50;", "raise ValueError(\"bad input\")", "count += 1", "def area(w, h):\n    return w * h", "if a < b:\n    a, b = b, a", "fn main() {\n    println!(\"hi\");\n}", "console.log('ok');", "return None", "#include <stdio.h>", "std::vector<int> v;", "try:\n    run()\nexcept OSError:\n    pass", "for (int i = 0; i < n; i++)", "SELECT 1;", "self.items.append(item)", "if name != \"\" && age >= 18 {", "lambda p: p.price"]
SQL = ["SELECT * FROM orders WHERE total > 100", "SELECT name, email FROM members ORDER BY name", "DELETE FROM carts WHERE age_days >= 30", "SELECT count(*) FROM visits WHERE page = 'home'", "UPDATE stock SET qty = qty - 1 WHERE sku = 'B12'", "SELECT city, avg(rent) FROM flats GROUP BY city", "INSERT INTO tags (name) VALUES ('new')", "SELECT id FROM jobs WHERE state <> 'done' LIMIT 20", "SELECT max(temp) FROM readings WHERE day = '2024-05-01'"]
CONDS = ["price < 20", "age >= 18", "stock <= 5", "status = 'open'", "city == \"Porto\"", "score > 7.5", "rating >= 4 and votes > 10", "not archived", "temp < -3", "size != 0", "country in ('PT', 'ES')", "due < today", "weight > 12 kg"]
CMDS = ["ls -la", "git status", "npm run build", "df -h", "make clean all", "python report.py --year 2024", "grep -rn \"TODO\" src", "docker ps -a", "tail -n 50 app.log", "cargo test --all", "find . -name '*.bak'", "du -sh * | sort -h", "systemctl status nginx", "echo \"hello world\" > out.txt", "rsync -av photos/ backup/", "pip list --outdated", "wc -l < names.txt", "uptime", "curl -I https://example.org", "ps aux | head -5"]
REGEX = ["^ERROR", "\\d{4}-\\d{2}", "TODO|NOTE", "[A-Z]+_ID", "colou?r", "timeout=\\d+", "^\\s*$", "user_(\\w+)", "foo.*bar", "\\bcat\\b", "<br ?/?>", "v[0-9.]+"]
BOOK = ["The {} {}", "A {} {}", "{} {}s", "Letters from the {} {}", "Beyond the {} {}", "The {1} and the {0} Road", "My {} {}", "How to Mend a {1}", "Songs of the {} {}"]
HOST = "web,db,mail,cache,build,proxy,files,auth,print,camera,backup,edge".split(",")
NOTES = ["Allergic to nuts", "Rings twice, then waits", "Left a message with the caretaker", "Needs a signature", "Second visit, all fine", "Boiler makes a knocking noise", "Prefers the morning", "Two chairs are missing", "Paid in cash, receipt given", "The lamp by the stairs flickers", "Slept badly, mild headache", "Ask for the manager", "Handle with care: glass inside", "Not before 9 a.m.", "Good grip, weak backhand", "Roof checked; gutter still leaks", "Chain oiled, brakes tightened", "Wants the aisle seat", "Key is with Mrs. Holt (no. 4)", "Ran 5 km without stopping", "Colour faded, frame intact", "Deposit still open"]
TAGS = "urgent;holiday;family;draft;receipts;2024;club;to-read;garden;work;house;spring;ideas;customer;recipe;school;beach;legacy;bug;car;gift;private;winter sports;tax;follow-up;low priority".split(";")
FOOD = "flour;oat milk;red onions;basmati rice;eggs;coriander;goat cheese;tinned tomatoes;butter;lentils;bananas;sourdough;smoked paprika;yoghurt;chickpeas;black pepper;lemons;spinach;peanut butter;dark chocolate;mushrooms;maple syrup;basil;salmon;courgettes;ginger;coffee beans;sea salt".split(";")
DISH = "lentil soup;apple crumble;mushroom risotto;banana bread;fish pie;chicken curry;bean chili;potato salad;pea and mint soup;lemon cake;ratatouille;vegetable lasagne;cinnamon rolls;pad thai;shepherd's pie;onion tart;rice pudding;beef stew;falafel;pumpkin gnocchi".split(";")
PRODUCT = "desk lamp;garden hose;wool socks;rain jacket;coffee grinder;phone case;bike pump;steel bottle;yoga mat;notebook A5;LED bulb 9W;cast iron pan;USB-C cable;picture frame 30x40;pillowcase;hand cream;toolbox;bread knife;kids' scooter;wall clock;tea towel;headphones X2;camping stove;board game;spice rack;gel pens".split(";")
PLANT = "basil;tomatoes;lavender;climbing rose;olive tree;mint;hydrangea;fern;courgettes;sunflowers;apple tree;raspberries;orchid;thyme;monstera;runner beans;tulips;kale;fig tree;peace lily".split(";")
PET = "Biscuit;Momo;Captain;Luna;Pepper;Olive;Sir Purr;Nugget;Ziggy;Clover;Waffles;Smokey;Tilly;Pickle;Bandit;Maple;Mister Fox;Daisy".split(";")
TEAM = "Rovers;Blue Herons;North End;Harbour United;Red Kites;Eastfield;Valley Wolves;Old Mill FC;Lakeside;Thunder;St. Anne's;The Badgers".split(";")
SONG = "Paper Lanterns;Slow Train Home;Salt and Honey;Seven Bridges;Midnight Bakery;Oh Marlene;Rain on Tin;Little Engine;Don't Wait Up;The Ferryman's Waltz;Blue Kitchen;Northern Line;Count to Ten;Cold Coffee;Summer in Split;Hold the Door".split(";")
ARTIST = "The Tin Kettles;Mara Lind;Fox & Fiddle;Johan Berg Trio;Static Meadow;DJ Okra;The Late Ferries;Ana Paz;Choir of St. Olav;Velvet Tram;Los Faroles;Kid Compass".split(";")
ROOM = "kitchen;living room;bedroom;hallway;bathroom;garage;study;nursery;attic;cellar;guest room;laundry room;porch;dining room;conservatory".split(";")
SUBJ = "biology;French;history;algebra;chemistry;geography;music;art;physics;Latin;computer science;civics;literature;Spanish;geometry".split(";")
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
LANG = "French;German;Spanish;Polish;Italian;Japanese;Dutch;Portuguese;Turkish;Swedish;Arabic;Korean;Welsh;Greek".split(";")
MONEY = "EUR;USD;GBP;CHF;JPY;SEK;PLN;CAD;AUD;NOK;INR;BRL".split(";")
LENGTH = "miles;kilometers;meters;feet;inches;yards;centimeters;nautical miles".split(";")
SENT = ["The shop opens at nine.", "We sold more bread than cake this year.", "Our train was late again, so we walked.", "The museum has a new wing for maps.", "Rain is forecast, but the match goes on.", "Two hens have escaped from the yard.", "The new printer jams when the paper is damp.", "Nobody knew who had left the lights on.", "Bring a coat; the hall is cold.", "I grew up by the sea and learned to swim early.", "He said: never again!", "The bill was wrong by 40 euros."]


def pick(pool):
    return lambda r: r.choice(pool)


def person(r):
    return r.choice(FIRST) if r.random() < .55 else f"{r.choice(FIRST)} {r.choice(LAST)}"


def stem(r):
    s = r.choice(STEM)
    if r.random() < .3:
        s = r.choice(ADJ) + r.choice("-_") + r.choice(NOUN)
    return s + (r.choice(["", "", "", "2", "_v3", "-old", "_2023", " copy"]) if " " not in s else "")


def name_of(ext):
    return lambda r: f"{stem(r)}.{r.choice(EXT[ext])}"


def path_of(ext):
    one = name_of(ext)
    return lambda r: one(r) if r.random() < .3 else f"{r.choice(DIRS)}/{one(r)}"


def ident(r):
    a, b = r.choice(DOING), r.choice(IDENT)
    return r.choice([f"{a}_{b}", a + b.title(), f"{b}_{r.choice(IDENT)}", f"{a}_all_{b}s", b.title() + r.choice(["Store", "List", "Error", "View"]), f"MAX_{b.upper()}"])


def code_id(r):
    return r.choice(["{}-{}", "{}{}", "{}/{}", "{}_{}"]).format(r.choice("ORD INV TK REF CASE BK AB PO SN KX".split()), r.randint(100, 99999))


def date(r):
    y, m, d = r.randint(2023, 2027), r.randint(1, 12), r.randint(1, 28)
    return r.choice([f"{y}-{m:02}-{d:02}"] * 4 + [f"{d} {MONTHS[m - 1]}", f"{MONTHS[m - 1]} {d}", f"{d}.{m}.{y}", f"{d:02}/{m:02}/{y}", r.choice(DAYS)])


def clock(r):
    h, m = r.randint(5, 23), r.choice([0, 0, 5, 10, 15, 20, 30, 30, 40, 45, 50])
    return r.choice([f"{h:02}:{m:02}"] * 3 + [f"{h % 12 + 1}:{m:02} pm", f"{h % 12 + 1} am", f"{h}:{m:02}"])


def email(r):
    return f"{r.choice(FIRST).lower()}{r.choice(['', '.', '_'])}{r.choice(LAST).lower()}@{r.choice(['example.com', 'mail.example.org', 'post.example.net', 'office.example'])}"


def url(r):
    return f"http{r.choice(['', 's'])}://{r.choice(['', 'www.', 'shop.', 'api.'])}{r.choice(NOUN)}{r.choice(['.example', '.example.com', '-club.example.org'])}{r.choice(['', '', '/' + r.choice(NOUN), '/' + r.choice(STEM[:8]).replace(' ', '-') + '.html', '?page=' + str(r.randint(2, 40))])}"


def phrase(r):
    x = r.random()
    if x < .5:
        return r.choice(CHAT)
    return f"{r.choice(VERB)} {r.choice(THING)}" + (" " + r.choice(WHEN) if r.random() < .4 else "")


def todo(r):
    return f"{r.choice(VERB)} {r.choice(THING)}" + (" " + r.choice(WHEN) if r.random() < .3 else "")


def text(r):
    x = r.random()
    return phrase(r) if x < .4 else r.choice(NOTES) if x < .55 else "\n".join(r.sample(SENT, 2)) if x < .7 else r.choice(SENT)


def title(r):
    a, b = r.choice(ADJ).title(), r.choice(NOUN).title()
    return r.choice(BOOK).format(a, b)


def topic(r):
    return f"{r.choice(ADJ)} {r.choice(NOUN)}" if r.random() < .6 else r.choice(NOUN) + r.choice([" prices", " repair", " club", " opening hours", " for beginners"])


def handle(r):
    return r.choice(FIRST).lower() + r.choice(["", "_", "-", "."]) + r.choice(NOUN) + r.choice(["", "", str(r.randint(1, 99))])


def host(r):
    return f"{r.choice(HOST)}{r.choice(['-', '', '.'])}{r.choice(['01', '02', 'north', 'prod', 'eu', 'stage', '7'])}"


def address(r):
    s = f"{r.randint(1, 190)} {r.choice(STREET)}"
    return s if r.random() < .6 else f"{s}, {r.choice(CITY)}"


KINDS = {
    "person": (person, .12), "first": (pick(FIRST), .05), "city": (pick(CITY), .1), "address": (address, .35), "file": (name_of("any"), .4), "path": (path_of("any"), .4), "folder": (pick(DIRS), .35),
    "codefile": (path_of("code"), .35), "textfile": (path_of("text"), .4), "table": (path_of("table"), .4), "image": (path_of("image"), .4), "audio": (path_of("audio"), .4), "video": (path_of("video"), .4),
    "doc": (path_of("doc"), .4), "conf": (path_of("conf"), .4), "zip": (path_of("zip"), .4), "ident": (ident, .25), "id": (code_id, .15), "date": (date, .08), "time": (clock, .05), "email": (email, .1), "url": (url, .15),
    "phrase": (phrase, .9), "todo": (todo, .85), "text": (text, .9), "note": (pick(NOTES), .9), "title": (title, .75), "topic": (topic, .7), "handle": (handle, .2), "host": (host, .2), "code": (pick(CODE), .8), "sql": (pick(SQL), .75),
    "cond": (pick(CONDS), .8), "cmd": (pick(CMDS), .75), "regex": (pick(REGEX), .85), "tag": (pick(TAGS), .5), "food": (pick(FOOD), .12), "dish": (pick(DISH), .2), "product": (pick(PRODUCT), .25), "plant": (pick(PLANT), .1), "pet": (pick(PET), .08),
    "team": (pick(TEAM), .15), "song": (pick(SONG), .7), "artist": (pick(ARTIST), .25), "room": (pick(ROOM), .08), "subject": (pick(SUBJ), .1), "language": (pick(LANG), .05), "money": (pick(MONEY), .05), "length": (pick(LENGTH), .05),
    "month": (pick(MONTHS), .03), "day": (pick(DAYS), .03), "branch": (lambda r: r.choice(["feature/", "fix/", "", "release-", "wip-"]) + r.choice(ADJ) + "-" + r.choice(NOUN), .3), "plate": (lambda r: "".join(r.choices("ABCDEFGHKLMNPRSTXZ", k=2)) + r.choice([" ", "-", ""]) + str(r.randint(100, 9999)) + r.choice([" ", "-", ""]) + "".join(r.choices("ABCDEFGHKLM", k=2)), .2),
    "phone": (lambda r: r.choice(["+44 20 7946 0", "0161 496 0", "555-0", "+1 202 555 0"]) + str(r.randint(100, 199)), .15), "ip": (lambda r: f"{r.choice([10, 192, 172])}.{r.randint(0, 255)}.{r.randint(0, 255)}.{r.randint(1, 254)}", .1),
    "version": (lambda r: r.choice(["", "v"]) + f"{r.randint(0, 9)}.{r.randint(0, 20)}" + r.choice(["", f".{r.randint(0, 9)}"]), .15), "hash": (lambda r: "".join(r.choices("0123456789abcdef", k=r.choice([7, 8]))), .2),
    "lines": (lambda r: "\n".join(r.sample(SENT if r.random() < .5 else NOTES, r.choice([2, 3]))), .6),
}


def number(low, high, r):
    x = r.random()
    if x < .4:
        return r.randint(int(low), int(high))
    v = round(r.uniform(low, high), 1 if x < .75 else 2)
    return int(v) if v == int(v) else v


@functools.cache
def maker(kind):
    """(function of a generator, schema, chance of quotes) of a kind."""
    head, _, rest = kind.partition(":")
    if head in ("int", "num"):
        low, high = (float(x) for x in rest.split("~"))
        whole = lambda r: r.randint(int(low), int(high))
        return (whole, {"type": "integer"}, 0) if head == "int" else (functools.partial(number, low, high), {"type": "number"}, 0)
    if head == "bool":
        return lambda r: r.random() < .5, {"type": "boolean"}, 0
    if head == "enum":
        pool = rest.split(";")
        return pick(pool), {"type": "string", "enum": pool}, .1
    if head == "of":
        pool = rest.split(";")
        return pick(pool), {"type": "string"}, .15 if max(map(len, pool)) < 18 else .5
    if head == "list":
        one, schema, quoted = maker(rest)

        def several(r):
            n, out = r.choice([2, 2, 3, 3, 4]), []
            for _ in range(60):
                v = one(r)
                if v not in out:
                    out.append(v)
                if len(out) == n:
                    break
            return out
        return several, {"type": "array", "items": schema}, quoted * .6
    make, quoted = KINDS[head]
    return make, {"type": "string"}, quoted
