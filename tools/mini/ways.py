"""A grammar of requests: what is asked for, in a sentence of any make.

A skill is a dictionary of lists by kind: "v" holds what is to be done (verb phrases),
"n" what is wanted (noun phrases), "q" questions without their mark, "e" clauses that
follow "tell me", and "full" whole sentences. Each is put into a sentence of its kind.
{noun} becomes the name of the data, which depends on whether the data comes before or
after the sentence, and {they}, {are}, {them}, {stand}, {have} and {their} agree with it."""
from apart import known
from frames import split_bars
from listforms import slips
from phrase import expand
from words import cap

# An order: {v} is a verb phrase, {V} the same at the start of a sentence, {g} its -ing form.
ORDER = split_bars("""{V}.|{V}.|{V}.|{V}.|{V}.|{V}.|{V}.|{V}, please.|{V}, please.|Please {v}.|Please {v}.|Please {v}.|Please {v}.|Now {v}.|Just {v}.|Simply {v}.|Can you {v}?|Can you {v}?|Could you {v}?|Could you please {v}?|Can you please {v}?|Can you {v} for me?|Could you {v}, please?|Would you {v}?|Would you please {v}?|Would you kindly {v}?|Will you {v}?|Will you please {v} for me?|Would you mind {g}?|Would you mind {g} for me?|Would you be so kind as to {v}?|Do you mind {g}?|Mind {g} for me?|How about {g}?|I suggest {g}.|The next step is {g}.|I need you to {v}.|I want you to {v}.|I'd like you to {v}.|I would like you to {v}.|I'd love it if you could {v}.|I'd be glad if you would {v}.|I'd appreciate it if you could {v}.|It would help me if you could {v}.|It would be great if you could {v}.|It'd be lovely if you would {v}.|Your task is to {v}.|Your job is to {v}.|Your job now: {v}.|Your turn: {v}.|Here's your task: {v}.|Here is what I need: {v}.|The task is simple: {v}.|What you have to do: {v}.|What I'd like is for you to {v}.|All I'm asking is that you {v}.|All you need to do is {v}.|You only have to {v}.|You should {v}.|You must {v}.|Try to {v}.|Let's {v}.|Help me {v}.|Can you help me {v}?|Help me to {v}.|Do me a favour and {v}.|Be so good as to {v}.|Go ahead and {v}.|Kindly {v}.|Quickly {v}.|Any chance you could {v}?|Is it possible to {v}?|Would it be possible to {v}?|Are you able to {v}?|Do you think you could {v}?|I wonder if you could {v}.|I was hoping you could {v}.|Is there a way you could {v}?|May I ask you to {v}?|Might I ask you to {v}?|Could I ask you to {v}?|Can I get you to {v}?|I have to {v}. Can you do it for me?|I was told to {v}. Please do that.|My homework says: {v}.|My teacher wants us to {v}.|I must {v} and have no time. Please do it.|We need to {v}.|We have to {v}.|I'm trying to {v}. Can you help?|I keep failing to {v}. Please do it for me.|Time to {v}.|Next, {v}.|First, {v}.|To start, {v}.|First job of today: {v}.|Instruction: {v}.|Request: {v}.|To do: {v}.|My request: {v}.|Okay, {v}.|Right, {v}.|So, {v}.|Hey, {v}.|Hi! Please {v}.|Hello, could you {v}?|Hi there, can you {v}?|Good morning! Would you {v}?|One small thing: {v}.|Quick favour: {v}.|Quick one: can you {v}?|Easy one: {v}.|If you can, {v}.|If you would, {v}.|If it isn't too much trouble, {v}.|When you have a second, {v}.|As a first exercise, {v}.|Before anything else, {v}.|I can't {v} on my own. Please help.|Suppose you had to {v}. What would you write?|How would you {v}?|I'm counting on you to {v}.|You are asked to {v}.|I'm asking you to {v}.|My request is that you {v}.|Make sure to {v}.|Remember to {v}.|Don't explain anything, just {v}.|No comments please, only {v}.|For me, {v}.|For my notes, {v}.|For the record, {v}.|{V}, will you?|{V}, would you?|{V}, if you don't mind.|{V} now.|{V} for me.|{V} for me, please.|{V}, thanks.|And now {v}.|Then {v}.""")
# A wish: {n} is what is wanted.
WISH = split_bars("""{N}.|{N}.|{N}, please.|{N}, please.|{N}?|Give me {n}.|Give me {n}.|Give me {n}, please.|I need {n}.|I need {n}.|I want {n}.|I'd like {n}.|I would like to have {n}.|I'd like to see {n}.|I want to see {n}.|Show me {n}.|Show me {n}.|Send me {n}.|Tell me {n}.|Write {n}.|Print {n}.|Return {n}.|Output {n}.|Produce {n}.|Let me have {n}.|Let me see {n}.|Let me know {n}.|Can I have {n}?|Can I get {n}?|Can I see {n}?|Could I have {n}, please?|Could you give me {n}?|Could you show me {n}?|Can you show me {n}?|Can you give me {n}, please?|Would you give me {n}?|Will you give me {n}?|May I have {n}?|May I see {n}?|What is {n}?|What's {n}?|What would {n} be?|I'm after {n}.|I'm looking for {n}.|I am interested in {n}.|What I need is {n}.|What I want is {n}.|What I'm missing is {n}.|All I want is {n}.|All I need from you is {n}.|The only thing I need is {n}.|Reply with {n}.|Answer with {n}.|Answer only with {n}.|Respond with {n}.|Your answer should be {n}.|Your reply must be {n} and nothing else.|The output should be {n}.|The answer I want is {n}.|The result I want: {n}.|Wanted: {n}.|Needed: {n}.|Goal: {n}.|The goal is {n}.|My goal is to get {n}.|I'd love to have {n}.|I'd be happy with {n}.|Please provide {n}.|Please give me {n}.|Please write {n}.|Please show me {n}.|Please reply with {n}..|I asked for {n}.|I could use {n}.|I have to hand in {n}.|I am supposed to write {n}. Please do it.|Get me {n}.|Hand me {n}.|Do you have {n} for me?|Might I have {n}?|Quick: {n}.|Just {n}, please.|Only {n}, nothing more.|Nothing but {n}, please.|My wish: {n}.|Next I want {n}.|Now {n}.|And now {n}.|Next: {n}.|For my notes I need {n}.|Somebody asked me for {n}.|My boss wants {n}.|My teacher wants {n}.|My client needs {n}.|The form asks for {n}.|The exercise asks for {n}.|We need {n} by noon.|I was asked for {n}.|It is {n} that I need.|Would you write {n} for me?|Could you put together {n}?|Any chance of getting {n}?|Hi, I need {n}.|Hello, I'd like {n}.|Hey, {n} please.|Ok, {n}.""")
# A clause such as "how many there are".
TELL = split_bars("""Tell me {e}.|Tell me {e}.|Tell me {e}, please.|Please tell me {e}.|Please tell me {e}.|Say {e}.|Can you tell me {e}?|Can you tell me {e}?|Could you tell me {e}?|Could you tell me {e}, please?|Would you tell me {e}?|Will you tell me {e}?|Do you know {e}?|Do you know {e}?|Do you see {e}?|Do you happen to know {e}?|Would you know {e}?|I want to know {e}.|I'd like to know {e}.|I need to know {e}.|I have to know {e}.|I must know {e}.|I would love to know {e}.|I wonder {e}.|I'm wondering {e}.|I was wondering {e}.|I can't remember {e}.|I forgot {e}.|I never know {e}.|I don't know {e}.|I'm not sure {e}.|I have no idea {e}.|Let me know {e}.|Find out {e}.|Please find out {e}.|Work out {e}.|Figure out {e}.|Check {e}.|Please check {e}.|Look up {e}.|Can you work out {e}?|Can you say {e}?|Can you find out {e}?|Can anyone tell me {e}?|My question is {e}.|My question: {e}?|The question is {e}.|Any idea {e}?|Could you find out {e}?|Could you let me know {e}?|Please say {e}.|Please let me know {e}.|Write down {e}.|What I need to know is {e}.|What I'd like to know is {e}.|All I want to know is {e}.|The only thing I want to know is {e}.|I was asked {e}.|My teacher asked {e}.|My son keeps asking {e}.|Someone asked me {e}.|Somebody wants to know {e}.|We have to say {e}.|The quiz asks {e}.|The form wants to know {e}.|Remind me {e}.|Just tell me {e}.|Just say {e}.|Simply tell me {e}.|Help me find out {e}.|Help me remember {e}.|Show me {e}.|May I ask {e}?|Might I ask {e}?|Quick question: {e}?|One question: {e}?|Tell us {e}.|Do tell me {e}.|It would help to know {e}.|I'd be glad to hear {e}.|For my notes: {e}?|Hi! Can you tell me {e}?|Hello, do you know {e}?|Hey, tell me {e}.|Ok, now tell me {e}.|I am curious {e}.|Your answer should say {e}.|Answer me this: {e}?""")
LEAD = split_bars("""||||||||||||Question: |Quick question: |So, |Hi, |Hello! |Hey, |One question: |Well, |Okay, |Now, |Just wondering: |Tell me, |Please, |Next question: |And |Right, |Small question: |Sorry, |Excuse me, |A question for you: |In your opinion, |Let's see: """)
# What people say around a request.
BEFORE = split_bars("""Hi.|Hello!|Hey there.|Good evening.|Morning!|Sorry, one more.|Sorry to bother you again.|I'm in a hurry.|I'm on my phone.|My printer is broken.|I lost my notes.|My colleague mixed things up.|I'm preparing a lesson.|This is for my homework.|This is for a form.|I'm tidying up my desk.|I'm not good at this.|My eyes are tired.|Someone sent me this.|I got this in a mail.|I took this from a board.|I promised my sister to do this.|We have a meeting soon.|It's for our club.|It's for a game.|I'm testing you.|Here's an easy one.|Let's try something else.|Next one.|Another one.|OK.|Good.|Listen.|Wait, one more thing.|Actually, I need something else.|On second thought, let's do this.|Forget what I said before.|I changed my mind.|The next task.|I can't do this by hand.|It's late, so I'd rather ask you.|The kids want to know.|We're playing a game.|I need it for a label.|I need it for a script.|I made a mess.|I mixed up my papers.|I hope this isn't too easy.|My screen is tiny, so please help me.|You did well last time.|Great, and now something new.|Here comes a small job.|This should be easy for you.|I'm stuck.|I keep getting this wrong.|I need this in a minute.|I'm writing a report.|We're making posters.|Only a short job today.|Thanks for helping me.|I hope you are well.|My boss is waiting.|It's just a drill.|A friend dared me to ask.|I'd do it myself, but I have no time.|This one is for the archive.|My keyboard is acting up.""")
AFTER = split_bars("""Thanks!|Thanks!|Thank you.|Thank you!|Thanks in advance.|Cheers.|No explanation, please.|Only the result.|Nothing else.|That's all.|No extra words.|Please be exact.|Be careful.|Take your time.|It's urgent.|No hurry.|I'll check it.|Please don't comment on it.|Don't add anything.|I need it now.|Much obliged.|Many thanks!|That would be great.|Appreciated!|I owe you one.|Don't explain, please.|Skip the small talk.|No introduction needed.|That's everything.|Please double-check.|I trust you.|Nothing more is needed.""")

# Names of the data: where it stands, of one thing and of several.
NOUNS = {
    "before": (split_bars("this list|this list|the list below|the following list|the list that follows|the list here|this little list|this whole list|my list|the list in the next lines|what follows|this|the list I give you now|the whole list below|my list below|our list|the collection below|this collection|the list I typed below|this sequence|the sequence below|this set"), split_bars("these|these|these {what}|these {what}|the {what} below|the following {what}|the following|these items|the items below|the entries below|my {what}|all these {what}|these few {what}|the {what} that follow|these entries|the following entries|the following items|these things|the things below|our {what}|all of these|all {what} below|the {what} listed below|those {what} below")),
    "after": (split_bars("that|that list|this list|the list above|the above|the whole list|my list|it|it|the list I just gave you|what I wrote|what stands above|everything above|the list you see above|that whole list|this|the sequence above|that collection"), split_bars("them|them|these|those|these {what}|those {what}|the {what} above|the {what} I gave you|the items above|those items|the entries above|all of them|all those {what}|those entries|these entries|my {what}|all of these|the {what} I just listed")),
    "label": (split_bars("the list|the list|this list|it|the given list|the whole list|the list given here"), split_bars("the {what}|these {what}|the items|them|the entries|these|the given {what}|all {what}|the {what} given")),
}
TEXT_NOUNS = {
    "before": split_bars("this text|the text below|the following text|the line below|this line|the following line|this string|the following string|the string below|what follows|this|the following|these characters|the next line|the text that follows|the words below|this snippet|the line that follows"),
    "after": split_bars("that text|the text above|that line|the line above|this text|this line|that string|the string above|the above|it|it|that|this|what I wrote|what stands above"),
    "label": split_bars("the text|the text|this text|it|the string|the line|the given text|the given string"),
}
_PLURAL = {"{they}": "they", "{are}": "are", "{them}": "them", "{stand}": "stand", "{have}": "have", "{their}": "their", "{go}": "go"}
_SINGLE = {"{they}": "it", "{are}": "is", "{them}": "it", "{stand}": "stands", "{have}": "has", "{their}": "its", "{go}": "goes"}

_DOUBLE = set("put get set flip swap run jot cut begin let spin dig pin".split())


def gerund(v):
    """The verb phrase with its first verb in the -ing form."""
    w, gap, rest = v.partition(" ")
    if w in _DOUBLE:
        w += w[-1]
    elif w.endswith("ie"):
        w = w[:-2] + "y"
    elif w.endswith("e") and not w.endswith("ee"):
        w = w[:-1]
    return w + "ing" + gap + rest


def one_of(what):
    return what[:-3] + "y" if what.endswith("ies") else what[:-1]


def agree(r, body, pos, what="items", nouns=NOUNS):
    """A body with {noun} and what agrees with it filled in."""
    if "{" not in body:
        return body
    plural = nouns is NOUNS and r.random() < 0.5
    name = r.choice(nouns[pos][plural] if nouns is NOUNS else nouns[pos])
    body = body.replace("{noun}", name, 1).replace("{noun}", "them" if plural else "it").replace("{Noun}", cap(name))
    for k, v in (_PLURAL if plural else _SINGLE).items():
        body = body.replace(k, v)
    return body.replace("{what}", what).replace("{one}", one_of(what))


def _wrap(r, kind, body):
    if kind == "full":
        return cap(body)
    if kind == "q":
        lead = r.choice(LEAD)
        return (lead + body if lead and lead[-2] in ",d" else lead + cap(body)) + "?"
    if kind == "v":
        t = r.choice(ORDER)
        if "{g}" in t:
            return t.replace("{g}", gerund(body))
        return t.replace("{v}", body).replace("{V}", cap(body))
    t, gap = (r.choice(WISH), "n") if kind == "n" else (r.choice(TELL), "e")
    return cap(t.replace("{" + gap + "}", body).replace("{" + gap.upper() + "}", cap(body)))


def _plain(r, grammar, weights, pos, what, nouns, fill):
    """One sentence of a grammar."""
    kind = r.choices(*weights)[0]
    body = r.choice(grammar[kind])
    for gap, template in fill:
        body = body.replace(gap, template)
    text = _wrap(r, kind, agree(r, expand(r, body), pos, what, nouns))
    return text if kind == "q" else text.replace("??", "?").replace(".?", "?").replace("?.", "?").replace("..", ".")


def sentence(r, grammar, weights, pos="before", what="items", nouns=NOUNS, around=0.2, fill=()):
    """A request of a grammar: a sentence with its mark, now and then with others around it.
    `fill` holds pairs of gaps and templates that go into them."""
    text = _plain(r, grammar, weights, pos, what, nouns, fill)
    while known(text):
        text = _plain(r, grammar, weights, pos, what, nouns, fill)
    if r.random() < 0.06:
        text = slips(r, text, 1.0)
    if r.random() < around * 0.6:
        text = r.choice(BEFORE) + " " + text
    return text


def weights_of(grammar, **kinds):
    """The kinds of a grammar and their weights, for sentence."""
    assert set(kinds) <= set(grammar)
    return list(kinds), list(kinds.values())
