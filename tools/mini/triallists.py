"""Lists and strings of the trial set: copy, reverse, sort and count."""
import json

import trialwords as W
from cases import case, put

COPY_LIST = ["Write out this list again, exactly as it stands: {x}", "Please give me back the following items without changing anything.\n{x}", "Here is my list:\n{x}\nRepeat it to me, in the same order.", "{x}\nCopy that list for me, please.", "I'd like the same list once more: {x}", "Echo these items in the order I gave them: {x}", "Can you retype this list for me?\n{x}", "Make an identical copy of this list: {x}",
    "Say the items back to me, one after another, in this order: {x}", "Items: {x}\n\nReturn the items unchanged.", "Copy the items below.\n\n{x}", "Just repeat what I list here: {x}", "Could you duplicate this list, please? {x}", "My shopping, please read it back as is: {x}", "Don't sort or change anything, only repeat this list: {x}", "Reproduce the list that follows. {x}"]
COPY_TEXT = ["Type exactly this: {x}", "Say this back to me, letter for letter: {x}", "Please write \"{x}\" and nothing else.", "Copy this string for me: {x}", "Output the text between the quotes: \"{x}\"", "I need this written once more, character by character: {x}", "Echo: {x}", "Can you repeat \"{x}\" for me?", "Reproduce this line as it is:\n{x}", "Give me back the same text: {x}", "{x}\n\nCopy the line above.", "Without changing a character, repeat \"{x}\"."]
REVERSE_LIST = ["Turn this list around so the last comes first: {x}", "Please give me these in reverse order.\n{x}", "{x}\nNow the same list backwards, please.", "Go through these from the end to the start: {x}", "Can you flip the order of these items? {x}", "I need the list in the opposite order: {x}", "Last item first, first item last, please: {x}", "Here are my items:\n{x}\nWrite them in reverse.", "Put the following list back to front: {x}", "What does this list look like reversed?\n{x}", "Read this list to me backwards, item by item: {x}", "Reversed, please: {x}", "Order these the other way round: {x}", "Swap the direction of this list: {x}"]
REVERSE_TEXT = ["How is \"{x}\" spelled backwards?", "Write the letters of \"{x}\" from last to first.", "Please flip this text, character by character: {x}", "Turn the string {x} around.", "I want \"{x}\" with its characters in reverse order.", "Type {x} from right to left.", "What do I get when I reverse the characters of \"{x}\"?", "Mirror this word: {x}", "Give me {x} backwards.", "{x} - now backwards, please."]
SORT_AZ = ["Arrange these from A to Z: {x}", "Please alphabetize this for me: {x}", "{x}\nPut them in ABC order, please.", "Can you order these words by the alphabet?\n{x}", "I need these alphabetically: {x}", "What is the alphabetical order of these?\n{x}", "Here is a messy list, sort it by the alphabet: {x}", "Sort, a first and z last: {x}", "File these under their first letters, A to Z: {x}", "Words: {x}\nGive them to me in alphabetical order.", "Write these words in the order a dictionary would have them: {x}", "Would you alphabetize the following?\n{x}"]
SORT_ZA = ["Arrange these from Z to A: {x}", "{x}\nSort them in reverse alphabetical order.", "Please put these in alphabetical order, but backwards, z first: {x}", "Order these words from Z down to A: {x}"]
SORT_UP = ["Arrange these numbers with the smallest at the front: {x}", "Please order these from low to high: {x}", "{x}\nSort the numbers upwards, please.", "Can you put these in increasing order? {x}", "I need these figures from the least to the greatest: {x}", "Line these up from small to large: {x}", "Rank these numbers, lowest first: {x}", "Ascending order, please: {x}", "Which order do these have, smallest to biggest?\n{x}", "Scores: {x}\nList them from lowest to highest."]
SORT_DOWN = ["Arrange these numbers with the biggest at the front: {x}", "Please order these from high to low: {x}", "{x}\nSort the numbers downwards, largest first.", "Can you put these in decreasing order? {x}", "Rank these numbers, highest first: {x}", "Scores: {x}\nList them from highest to lowest.", "Descending order, please: {x}"]
COUNT_ITEMS = ["How many entries do you see here? {x}", "Please count these for me: {x}", "{x}\nHow many is that?", "I wrote down a few things. How many are there?\n{x}", "Give me the number of items in this list: {x}", "Tell me how long this list is: {x}", "Count the entries: {x}", "What is the total number of items here?\n{x}", "How many things did I name? {x}", "I only want the number of items: {x}", "My packing list is: {x}\nHow many items are on it?", "Could you count how many items I have below?\n{x}", "In this list, how many items are there? {x}", "So how many items does this make: {x}", "Only a number, please: how many items are in {x}"]
COUNT_WORD = ["How many times did I write {w} here? {x}", "Count how often {w} appears: {x}", "In the list below, how many entries are {w}?\n{x}", "{x}\nHow often does {w} come up?", "Find every {w} and tell me how many you found: {x}", "I want to know how many of these are {w}: {x}"]
COUNT_LETTERS = ["How many letters does the word {x} have?", "Please count the letters of {x}.", "The word {x}: how many letters is that?", "How long is the word \"{x}\" in letters?", "Tell me the number of letters in \"{x}\"."]
COUNT_LETTER = ["How many times does the letter {w} occur in {x}?", "Count every {w} in the word {x}.", "In \"{x}\", how many {w}'s are there?", "How often is the letter {w} used in \"{x}\"?"]


def phrase(r):
    return f"{r.choice(W.ADJECTIVES)} {r.choice(W.NOUNS)}"


def ident(r):
    a, b = r.choice(W.NOUNS), r.choice(W.ADJECTIVES)
    return r.choice([f"{b}_{a}", f"{a}-{r.randint(2, 99)}", f"{a}.{r.choice(['csv', 'png', 'py', 'md'])}", f"{a[:2].upper()}{r.randint(100, 999)}"])


def pool(r):
    """How one item of a list is made."""
    return r.choice([lambda: r.choice(W.NOUNS)] * 4 + [lambda: r.choice(W.PEOPLE), lambda: r.choice(W.TOWNS), lambda: phrase(r), lambda: ident(r), lambda: str(r.randint(1, 999))])


def several(r, make, low=2, high=12):
    """Different items, none a part of another."""
    n, out = r.randint(low, high), []
    while len(out) < n:
        x = make()
        if not any(x in y or y in x for y in out):
            out.append(x)
    return out


def laid_out(r, xs):
    """A list as people write one."""
    ways = [lambda: ", ".join(xs)] * 4 + [lambda: "\n".join("- " + x for x in xs), lambda: "\n".join("* " + x for x in xs), lambda: "\n".join(xs), lambda: json.dumps([int(x) if x.isdigit() else x for x in xs]), lambda: ", ".join(f'"{x}"' for x in xs), lambda: "; ".join(xs), lambda: ", ".join(xs[:-1]) + " and " + xs[-1]]
    if not xs[0].isdigit():
        ways += [lambda: "\n".join(f"{i}. {x}" for i, x in enumerate(xs, 1)), lambda: "\n".join(f"{i}) {x}" for i, x in enumerate(xs, 1))]
    return r.choice(ways)()


def text(r):
    """A string of at most 24 characters."""
    while True:
        s = r.choice([lambda: r.choice(W.NOUNS), lambda: ident(r), lambda: phrase(r), lambda: f"{r.choice(W.PEOPLE)} {r.choice(W.PAST)} {r.randint(2, 90)}", lambda: f"{phrase(r)} #{r.randint(1, 99)}", lambda: f"{r.choice(W.PEOPLE)}, {r.choice(W.TOWNS)}",
            lambda: "".join(r.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(r.randint(5, 12))), lambda: f"{r.choice(W.NOUNS)}/{r.choice(W.NOUNS)}.txt", lambda: f"{r.choice(W.PEOPLE).lower()}@{r.choice(W.NOUNS)}.org"])()
        if 4 <= len(s) <= 24:
            return s


def copy(r):
    if r.random() < 0.5:
        s = text(r)
        return case("copy", r.choice(COPY_TEXT).format(x=s), {"same": s})
    xs = several(r, pool(r))
    return case("copy", put(r.choice(COPY_LIST), laid_out(r, xs)), {"items": xs}, 160)


def reverse(r):
    if r.random() < 0.3:
        s = r.choice([r.choice(W.NOUNS), r.choice(W.ADJECTIVES), ident(r), r.choice(W.TOWNS).lower(), "".join(r.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(r.randint(4, 14)))])
        return case("reverse", r.choice(REVERSE_TEXT).format(x=s), {"value": s[::-1]}) if s != s[::-1] else reverse(r)
    xs = several(r, pool(r))
    return case("reverse", put(r.choice(REVERSE_LIST), laid_out(r, xs)), {"items": xs[::-1]}, 160)


def sort(r):
    down = r.random() < 0.3
    if r.random() < 0.6:
        names = r.choice([W.NOUNS, W.NOUNS, W.ADJECTIVES, W.PEOPLE, W.TOWNS])
        xs = several(r, lambda: r.choice(names))
        frames, key = SORT_ZA if down else SORT_AZ, str.lower
    else:
        top = r.choice([20, 99, 99, 999])
        # Also numbers of which one is written inside another, unlike in other lists.
        xs = [str(x) for x in r.sample(range(1, top + 1), r.randint(2, 12))]
        frames, key = SORT_DOWN if down else SORT_UP, int
    return case("sort", put(r.choice(frames), laid_out(r, xs)), {"items": sorted(xs, key=key, reverse=down)}, 160)


def count(r):
    kind = r.choice(["items"] * 7 + ["word"] * 2 + ["letters", "letter"])
    if kind == "items":
        xs = several(r, pool(r), 2, 15)
        return case("count", put(r.choice(COUNT_ITEMS), laid_out(r, xs)), {"number": len(xs)})
    if kind == "word":
        names = several(r, lambda: r.choice(W.NOUNS), 3, 4)
        xs = names + [r.choice(names) for _ in range(r.randint(1, 8))]
        r.shuffle(xs)
        w = r.choice(names)
        return case("count", put(r.choice(COUNT_WORD).replace("{w}", w), laid_out(r, xs)), {"number": xs.count(w)})
    w = r.choice(W.NOUNS + W.ADJECTIVES)
    if kind == "letters":
        return case("count", r.choice(COUNT_LETTERS).format(x=w), {"number": len(w)})
    c = r.choice(w)
    return case("count", r.choice(COUNT_LETTER).format(w=c, x=w), {"number": w.count(c)})
