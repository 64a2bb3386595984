"""What the verdict's agent tasks draw from: fresh words, file names, facts and commands."""
import verdictasks as A
from verdictwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS

FOLDERS = ["", "", "docs/", "notes/", "data/"]
ENDINGS = [".txt", ".md", ".txt"]


class Scene:
    """Fresh words, file names and texts of one task."""

    def __init__(self, r):
        self.r = r
        self.nouns = r.sample(NOUNS, len(NOUNS))

    def rare(self):
        """A noun that is no piece of another word."""
        while True:
            w = self.nouns.pop()
            if len(w) > 3 and not any(w in x and w != x for x in NOUNS):
                return w

    def path(self):
        return self.r.choice(FOLDERS) + self.nouns.pop() + self.r.choice(ENDINGS)

    def say(self, frames, **kw):
        """A frame filled in; {gaps} in what is put in stay as they are."""
        return fill(self.r.choice(frames), **kw)

    def line(self):
        r = self.r
        return self.say(A.PROSE, n=self.nouns.pop(), a=r.choice(ADJECTIVES), p=r.choice(PEOPLE), t=r.choice(TOWNS))

    def text(self, low=1, high=3):
        return "\n".join(self.line() for _ in range(self.r.randint(low, high)))

    def fact(self, key=None):
        """A key and its value."""
        r = self.r
        k = key or r.choice(A.KEYS)
        v = {"phone number": f"555-{r.randint(1000, 9999)}", "room number": str(r.randint(100, 499)), "price": str(r.randint(12, 99)), "opening time": f"{r.randint(7, 11)}:30", "color": r.choice("red green blue yellow white black".split()),
             "address": f"{r.randint(2, 99)} Mill Road", "owner": r.choice(PEOPLE), "meeting day": r.choice("Monday Tuesday Wednesday Thursday Friday".split()), "winner": r.choice(PEOPLE), "train time": f"{r.randint(12, 22)}:{r.randint(10, 59)}"}[k]
        return k, v

    def about(self, k, v):
        """A text in whose middle or at whose ends the fact stands."""
        lines = ["The list is below.", "More will follow soon.", "Please keep this file."][: self.r.randint(0, 3)]
        lines.insert(self.r.randint(0, len(lines)), self.say(A.FACT_LINES, k=k, x=v))
        return "\n".join(lines)

    def others(self, t, most=2):
        """Some files more, which nobody asks about."""
        for _ in range(self.r.randint(0, most)):
            t.files[self.path()] = self.text()

    def command(self, t, path, need):
        c = self.r.choice(A.COMMANDS)
        t.good = self.r.choice(A.GOOD)
        t.checks[c] = (path, need, t.good, f"Error: {path} is not as it should be")
        t.must_run = [c]
        return c


def fill(frame, **kw):
    out = frame
    for k, v in kw.items():
        out = out.replace("{" + k + "}", f"\0{k}\0")
    for k, v in kw.items():
        out = out.replace(f"\0{k}\0", v)
    return out


def quoted(text):
    return f'"{text}"'


def code_edit(r):
    f, text, old, new = r.choice(A.CODE_EDITS)
    return f, text.replace("{o}", old), old, new
