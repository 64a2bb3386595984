"""Sentences around an order for a tool: polite, hurried, plain."""
from phrase import POLITE, expand, opener
from words import cap

PLAIN = [
    "{o}.", "{o}.", "{o}", "{o}.", "{p}{o}.", "{p}{o}.", "{p}{o}", "I need to {o}.", "I want to {o}.", "I'd like to {o}.", "Could you {o}?", "Can you {o}?", "Can you {o} for me?", "Would you {o}?", "Please {o}.", "please {o}",
    "Let's {o}.", "My task is to {o}.", "Help me {o}.", "We have to {o}.", "You should {o}.", "Use a tool to {o}.", "I have to {o}, please do it.", "It is time to {o}.", "Make sure to {o}.", "{g}, {o}.", "Go and {o}.", "Next, {o}.",
    "First {o}.",
]
MORE = [
    "It would be nice to {o}.", "I would like you to {o}.", "{o} for me.", "{o} now.", "{o} when you can.", "You have to {o} now.", "Would it be possible to {o}?", "Is it possible to {o}?", "Are you able to {o}?", "I wish you would {o}.",
    "I ask you to {o}.", "The plan is to {o}.", "My boss asked me to {o}.", "Your job is to {o}.", "Please go ahead: {o}.", "{o}!", "Task: {o}", "Do the following: {o}.", "What I need: {o}.", "Someone should {o}.",
    "It is your turn to {o}.", "Try to {o}.", "You may now {o}.", "I cannot {o} myself, so please do.", "Quick, {o}!", "{o}, thanks.", "{o}, okay?", "{o}, please.", "Just {o}.", "To do: {o}",
    "We want to {o}.", "If you can, {o}.", "Be nice: {o}.", "I am asking you to {o}.", "Would you be able to {o}?", "I think we should {o}.", "Why don't you {o}?", "How about you {o}?", "{p}{o}, then tell me.",
    "I'm going to need you to {o}.", "Now then, {o}.", "May I ask you to {o}?", "Let me ask you to {o}.", "Could somebody {o}?", "Would you please {o}?", "Would you kindly {o}?", "My wish: {o}.", "The next thing is to {o}.",
    "The task at hand: {o}.", "I must {o} soon; do it for me.", "If possible, {o}.", "As a favor, {o}.", "Somebody asked me to {o}. Can you?", "OK so {o}.", "Alright, {o}.", "{o} - that is all.", "{o} as soon as possible.",
    "{o}; that would help me.", "{o} right away, please.", "Hey, {o}.", "Hello, please {o}.", "Before anything else, {o}.", "You know what? {o}.", "One more thing: {o}.", "This is what I want: {o}.",
    "I was told that you can {o}. Please do.", "I'd be glad if you {o}.", "Can we {o}?", "Shall we {o}?", "Do me a favor and {o}.", "What about this: {o}.", "Time is short, {o}.", "I want you to {o}.", "I need you to {o}.",
    "I expect you to {o}.", "Okay, now {o}.", "With your tools, {o}.", "Request: {o}", "Order: {o}.", "Action: {o}", "Please could you {o}?", "We should {o} now.",
]
# Frames that put nothing after the order, for orders whose last word is a text of its own.
BARE = [
    "{o}", "{o}", "{o}", "Please {o}", "{p}{o}", "{p}{o}", "I need to {o}", "Can you {o}", "please {o}", "I'd like you to {o}", "Be nice and {o}", "OK, {o}", "Hi! Please {o}", "You should {o}", "It is time to {o}", "Now {o}", "My task for you: {o}",
]
QUESTIONS = ["{o}?", "{o}?", "{o}?", "{o}", "{o}?", "Tell me, {o}?", "Hi, {o}?", "Quick question: {o}?", "{o}? Please check.", "I wonder, {o}?", "Hey, {o}?", "{o}, please?", "One question: {o}?", "Hello! {o}?", "So, {o}?"]
STATEMENTS = ["{o}.", "{o}.", "{o}", "{o}, please.", "Hi! {o}.", "{o}. Thanks!", "{o}, thank you.", "Hello, {o}.", "{o}!", "Hey, {o}.", "{o}. Can you take care of it?", "OK, {o}.", "So, {o}.", "{o}, okay?", "Listen, {o}."]


# Said before a request, which then stands as it is.
CALLS = ["Tiny favour: ", "A favour, please: ", "Small favour. ", "And another thing. ", "One thing more: ", "Another one. ", "Right, on we go. ", "OK, next one. ", "Next job. ", "Right. ", "Good morning! ", "Good evening. ", "Good day. ", "Hello there. ", "Evening! ", "Quick one. ", "Something quick: ", "Me again. ", "It's me again. ", "Back to work. ", "Now for this: ", "Then this: ", "Here's one: ", "Got a second? ", "Before I go: ", "While you're at it: ", "For later: ", "Last one for today. ", "Let's see. ", "Here we go. ", "Another request: ", "Hi again! ", "I hope you're well. ", "So. ", "Alright. ", "Next, please: ", "Could you help? ", "I need a hand. ", "Excuse me! ", "Sorry, one more. "]
SHORT = [("I am ", "I'm "), ("it is ", "it's "), ("It is ", "It's "), (" do not ", " don't "), ("Do not ", "Don't "), (" is not ", " isn't "), (" cannot ", " can't "), ("We are ", "We're "), ("we are ", "we're "), ("I have been ", "I've been "), ("They are ", "They're "), (" will not ", " won't "), (" does not ", " doesn't "), (" has not ", " hasn't "), (" are not ", " aren't "), (" was not ", " wasn't "), ("What is ", "What's "), ("what is ", "what's "), ("How is ", "How's "), ("Where is ", "Where's "), ("where is ", "where's "), ("There is ", "There's "), ("there is ", "there's "), ("That is ", "That's "), ("I would ", "I'd "), ("You are ", "You're "), ("Let us ", "Let's ")]


def contracted(text):
    """The way people talk: I'm, it's, don't. For templates, so that no value is touched."""
    for a, b in SHORT:
        text = text.replace(a, b)
    return text


def wrap(r, order, style="-", bare=False):
    """A request: `style` is that of catalog.py ("-" an order, "?" a question,
    "!" a statement); bare: nothing may follow the order."""
    verbatim = not order[:1].islower()
    if style == "-":
        frame = r.choice(BARE) if bare else r.choice(MORE) if r.random() < 0.3 else r.choice(PLAIN)
    else:
        frame = "{o}" if bare else r.choice(QUESTIONS if style == "?" else STATEMENTS)
    s = frame.replace("{p}", expand(r, POLITE))
    s = s.replace("{g}", r.choice(["Hi", "Hello", "Hey", "OK", "Now"]))
    starts = s.startswith("{o}")
    s = s.replace("{o}", order)
    roll = r.random()
    if roll < 0.1:
        return opener(r) + " " + s
    if roll < 0.2:
        return r.choice(CALLS) + (s if starts and verbatim else cap(s))
    return cap(s) if r.random() < 0.9 and not (starts and verbatim) else s
