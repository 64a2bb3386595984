"""Steps: each changes a Job (files and plan) and says how that is asked for."""
import piafiles as F
import piawords as V
from piajob import Step

CREATE = ["create [a file |the file |a new file |]<p> [with|containing|that contains|that holds|whose content is|whose only content is] <v>", "make [a file |a new file |the file ||]<p> [with|holding|containing] <v>", "write <v> [into|to|in] [a new file |the new file |the file |a file called |]<p>", "put <v> [in|into] [a new file |the new file |a file named |a file called |]<p>", "save <v> [as|to|under|in|under the name] <p>", "add [a file |a new file |]<p> [with the content|with|containing] <v>", "store <v> [in|as|under] <p>", "start [a new file|a file] <p> with <v>", "place <v> in [a file called |a new file called |]<p>", "have [a file |]<p> [hold|contain|say] <v> (it is not there yet)", "set up <p> with <v> [in it|inside|as its content|and nothing else]", "lay down <p>, content <v>", "generate <p> with <v> as its [content|text|whole content]", "produce [a file |]<p> that [says|reads|contains] <v>", "use <v> as the [content|text] of [a new file |]<p>", "in <p>, which is new, write <v>", "take <v> and save it [as|in|to] <p>", "record <v> in <p>", "prepare <p> with <v>"]
CREATE_W = ["[We are missing|There is no|I'm missing] <p>[ yet|]. [It should|It must|It has to] [contain|hold|say] <v>.", "<p> [should|must|has to|shall] [exist and hold|exist, with|be there and contain] <v>.", "[New file|Wanted|Needed|File]: <p>. [Content|Text|Inside]: <v>", "[File|Name|Path]: <p>\n[Content|Text]: <v>\n[Create it|Make it so|Please create this].", "I'd like a file <p> [with|that contains] <v>.", "<v> [should|must|has to|ought to] [go into|be in|be the content of] a new file <p>.", "[Can I have|May I have|Could I get] a file <p> [with|holding] <v>?", "The build [needs|looks for] <p> [holding|with] <v>. Please [make|create|add] it.", "Is there a way to get <p> created with <v>?", "What is still missing: <p> with <v>. [Add it|Create it].", "A file <p> is needed; [write|put] <v> in it.", "<p> does not exist. [Create it|Make it] with <v>.", "We [want|need|expect] <p> to [contain|hold] <v>. Make that so, the file is new."]


def create(j, path=None, text=None, block=False):
    """A new file of one line."""
    r = j.r
    path = path or j.fresh(lambda: V.name(r, r.choice(["txt", "md", "cfg", "log", "env", "html", "note"])))
    text = text or V.sentence(r)
    s = Step(CREATE, CREATE_W, {"p": j.p(path)}, did="created " + path)
    s.slots["v"] = j.content(text, s if block else None)
    j.write(path, text)
    j.ops.append(("set", path, text))
    return s


def create_block(j):
    """A new file of several lines, given as a block."""
    r = j.r
    path, text = j.fresh(lambda: F.code(r))
    s = Step(CREATE, CREATE_W, {"p": j.p(path)}, did="created " + path, ext=path.rsplit(".", 1)[-1])
    s.slots["v"] = j.content(text, s)
    j.write(path, text)
    j.ops.append(("set", path, text))
    return s


def replace(j, path=None, pair=None, also=()):
    """A word that the request names is replaced; the file was not seen before."""
    r = j.r
    old, new = pair or r.choice(V.PAIRS)
    if path is None:
        while True:
            path, text = j.fresh(lambda: F.prose(r, old))
            if new not in text:
                break
        j.add(path, text)
    text = j.cur[path].replace(old, new)
    j.into(path, old, new, text)
    j.ops.append(("replace", path, old, new))
    return Step(["replace <a> [by|with] <b> in <p>", "change <a> to <b> in <p>", "change <a> in <p> [to|into] <b>", "in <p>, [replace|exchange] <a> [with|by|for] <b>", "in <p> [change|turn] <a> [to|into] <b>", "swap <a> for <b> in <p>", "edit <p> so that it says <b> instead of <a>", "update <p>: <b> instead of <a>", "put <b> where <p> [has|says] <a>", "substitute <b> for <a> in <p>", "turn <a> into <b> in <p>", "correct <a> to <b> in <p>", "make <p> say <b> [where it says|instead of|in place of] <a>", "edit <p>, replacing <a> [with|by] <b>", "edit <p> and replace <a> [with|by] <b>", "let <p> read <b> [rather than|instead of] <a>", "use <b> instead of <a> in <p>", "switch <a> to <b> in the file <p>"],
                ["<p> [still says|says|contains|still has] <a>. [It should be|Make it|That must become|We use] <b>[ now|].", "<a> in <p> [should|must|has to|needs to] [be|become|read] <b>.", "[There is|I see] <a> in <p>, but it [should be|must be|has to read] <b>. [Fix it|Correct that][, please|].", "<a> [is wrong|is out of date|is no longer right]. In <p> it [has to|must|should] be <b>.", "[Why does|Why would] <p> say <a>? It should be <b>. [Please fix|Change it].", "[Edit|Change|Fix] in <p>: <a> -> <b>", "<p>: <a> => <b>", "I'd like <p> to say <b> instead of <a>.", "[Bug|Mistake|Typo]: <p> has <a> where <b> [belongs|is meant|was meant]. [Correct it|Fix this].", "Old: <a>\nNew: <b>\nFile: <p>\n[Replace it|Do the replacement|Please apply].", "The word is <b> now, no longer <a>. [Adapt|Change|Update] <p>.", "wherever <p> says <a> it should say <b>"],
                {"p": j.p(path), "a": j.v(old, True), "b": j.v(new, True)}, did=f"replaced {old} with {new} in {path}")


RUN = ["run <c>", "run <c>", "run the command <c>", "execute <c>", "start <c>", "call <c>", "launch <c>", "run <c> [once|in the workspace|for me]", "use <c> to [check it|see if it works|verify the result]", "check with <c>", "verify it with <c>", "run [the tests|the checks|the check] ([<c>])", "run the [tests|checks] with <c>", "make sure that <c> passes", "test it with <c>", "confirm with <c> that [it works|all is well|nothing broke]", "let <c> run", "see that <c> succeeds"]


def command(j, path, text, cmd=None):
    """Run a check that passes as things stand."""
    r = j.r
    cmd = cmd or r.choice(V.COMMANDS)
    good = j.check(cmd, path, text)
    j.run(cmd)
    return Step(RUN, (), {"c": j.v(cmd) if r.random() < 0.7 else cmd}, did=f"ran {cmd}, which said: {good}")


def lines_file(j, n=None):
    """Add a list; its lines do not hold each other."""
    r = j.r
    while True:
        path, ls = j.fresh(lambda: F.items(r, n))
        if not any(a in b for a in ls for b in ls if a != b):
            j.add(path, "\n".join(ls))
            return path, ls


def newline(j, ls):
    """Another entry for a list, with the lead that its lines have."""
    r = j.r
    lead = ls[0][:2] if ls[0][:2] in ("- ", "* ") else ""
    while True:
        x = r.choice([r.choice(V.ITEMS), r.choice(V.CHORES), r.choice(V.PEOPLE), V.sentence(r)])
        if not any(x in a or a in x for a in ls):
            return lead + x


APPEND = ["add <v> [at|to] the [end|bottom] of <p>", "append <v> to <p>", "append the line <v> to <p>", "add [a line|the line|one more line|a last line|another line] <v> to [the end of |the bottom of ]<p>", "put <v> [at the end of|at the bottom of|as the last line of|below everything else in] <p>", "extend <p> [with|by] the line <v>", "write <v> [under|below] the last line of <p>", "at the [end|bottom] of <p>, add <v>", "make <v> the [new |]last line of <p>", "add <v> as [the last|a new last|the final] line [of|in|to] <p>", "let <p> end with [a new line|the extra line] <v>", "insert <v> [after|below] the last line of <p>", "add one line to the end of <p>: <v>", "tack <v> on at the end of <p>", "add <v> to the list in <p>, at the end"]
APPEND_W = ["<p> [needs|wants|should get|lacks] [one more|another] line at the end: <v>", "[I forgot|We forgot|Somebody forgot] <v> in <p>. [Add it at the end|Put it last|Append it].", "The last line of <p> should be <v>, after all that is there [now|already].", "[Line|Text]: <v>. [Goes|To go|Must go] at the [end|bottom] of <p>.", "<v> [belongs|goes|should go] [at the end|at the bottom] of <p>.", "<v> is missing at the end of <p>. [Please add it|Add it]."]


def append(j, path=None):
    """A line at the end of a file that must be read first."""
    ls = j.cur[path].split("\n") if path else None
    if not path:
        path, ls = lines_file(j)
    new = newline(j, ls)
    j.read(path)
    j.line_to(path, len(ls) - 1, [ls[-1], new])
    j.ops.append(("insert", path, len(ls), new))
    return Step(APPEND, APPEND_W, {"p": j.p(path), "v": j.v(new)}, did=f"added {new} to the end of {path}")


def prepend(j):
    """A line at the top of a file that must be read first."""
    path, ls = lines_file(j)
    new = newline(j, ls)
    j.read(path)
    j.line_to(path, 0, [new, ls[0]])
    j.ops.append(("insert", path, 0, new))
    return Step(["add <v> [at|to] the [top|beginning|start] of <p>", "put <v> [at the top of|at the very top of|as the first line of|above everything else in|before all other lines of] <p>", "prepend <v> to <p>", "prepend the line <v> to <p>", "insert <v> as the [first|new first|top] line [of|in] <p>", "make <v> the [first|new first|top] line of <p>", "let <p> [start|begin] with a new line <v>", "at the [top|start|beginning] of <p>, [add|insert|put] <v>", "write <v> above the first line of <p>", "insert [a line|one line] <v> at the [top|head|start] of <p>", "add a new first line to <p>: <v>", "in <p>, put <v> before the first line"],
                ["<p> [should|must|has to] [start|begin] with <v>, [followed by what it has now|then come the present lines|the rest stays below].", "<v> [belongs|goes|should go] at the [top|start] of <p>.", "[Put first|New first line|To be first] in <p>: <v>", "<v> comes first in <p>. [Insert|Add] that line at the top.", "The top line of <p> is missing. It is <v>. Add it above the others.", "I'd like to see <v> [above|before] all the lines of <p>."],
                {"p": j.p(path), "v": j.v(new)}, did=f"put {new} at the top of {path}")


def insert(j, after=None):
    """A line after or before a named one."""
    path, ls = lines_file(j, j.r.randint(3, 5))
    new, i = newline(j, ls), j.r.randrange(len(ls))
    after = j.r.random() < 0.5 if after is None else after
    j.line_to(path, i, [ls[i], new] if after else [new, ls[i]])
    j.ops.append(("insert", path, i + after, new))
    w = "[after|below|right after|directly below|under]" if after else "[before|above|right before|directly above|in front of]"
    return Step([f"insert <v> {w} <k> in <p>", f"add <v> {w} <k> in <p>", f"add [a line|the line] <v> {w} [the line |]<k> [in|of] <p>", f"put <v> on [its own|a new] line {w} <k> in <p>", f"in <p>, [insert|add|put] <v> {w} [the line |]<k>", f"insert [a new line|the line] <v> {w} [the one that says |]<k> in <p>", f"edit <p>: <v> {w} <k>, as a line of its own", f"place <v> {w} <k> in <p>, on its own line", f"let the line <v> stand {w} <k> in <p>", f"write <v> on a new line {w} <k> in <p>"],
                [f"<v> [is missing|was forgotten] in <p>; it [goes|belongs|comes] {w} <k>, on its own line.", f"In <p> there [is a|must be a] line <k>. [Insert|Add|Put] <v> {w} it.", f"<p> [needs|should get|lacks] a line <v> {w} <k>.", f"The line <v> [belongs|should be] {w} <k> in <p>. Insert it.", f"New line for <p>: <v>. Place: {w} <k>."],
                {"p": j.p(path), "v": j.v(new), "k": j.v(ls[i])}, did=f"inserted {new} in {path}")


def drop(j):
    """A line is removed; the file is read first."""
    path, ls = lines_file(j, j.r.randint(3, 6))
    i = j.r.randrange(len(ls))
    j.read(path)
    j.line_to(path, i, [])
    j.ops.append(("drop", path, ls[i]))
    bare = ls[i][2:] if ls[i][:2] in ("- ", "* ") else ls[i]
    return Step(["remove [the line |the entry |]<v> from <p>", "delete [the line |the entry |]<v> [from|in] <p>", "take <v> [off|out of] [the list in |]<p>", "drop [the line |]<v> from <p>", "in <p>, [remove|delete|drop] the line [with|that says] <v>", "erase the line <v> from <p>", "edit <p> so that [the line |]<v> is gone", "strike <v> from <p>", "get rid of [the line |]<v> in <p>", "cut the line <v> out of <p>", "clean up <p>: the line <v> has to go", "throw <v> out of <p>, keep the other lines"],
                ["<v> [should not be|must not be|is no longer needed|has no business] in <p>. [Remove it|Delete that line|Take it out].", "[We don't need|Nobody needs|I no longer want] <v> in <p>[ any more|]. [Remove it|Drop the line].", "<p> [still lists|still has] <v>. [That line must go|Delete the line].", "The line <v> of <p> [can go|has to go|is to be deleted].", "[To remove|Remove]: <v>\n[File|From]: <p>", "Why is <v> still in <p>? [Remove|Delete] that line[, please|]."],
                {"p": j.p(path), "v": j.v(bare)}, did=f"removed {bare} from {path}")


def copy(j, src=None):
    """A copy of a file under another name."""
    r = j.r
    src = src or j.other()
    text = j.cur[src]
    head, _, base = src.rpartition("/")
    base, dot, ext = base.rpartition(".") if "." in base[1:] else (base, "", "")
    dst = src
    while dst in j.cur:
        dst = r.choice([f"{r.choice(['backup', 'old', 'copies', 'archive', 'tmp', 'dist', 'mirror'])}/{base}{dot}{ext}", src + r.choice([".bak", ".orig", ".old", ".save"]), (head + "/" if head else "") + base + r.choice(["-copy", "_2", "-backup", ".copy", "-v2"]) + dot + ext, V.name(r, ext or "txt")])
    j.read(src)
    j.write(dst, text)
    j.ops.append(("copy", src, dst))
    return Step(["copy <p> to <q>", "make a copy of <p> [called|named|under the name|as|at|in] <q>", "duplicate <p> as <q>", "save a copy of <p> [as|to|under|in] <q>", "back up <p> [as|to|in|under] <q>", "put a copy of <p> [at|into|in] <q>", "create <q> as [a copy|an exact copy|a duplicate] of <p>", "create <q> with the [same content|same text] as <p>", "read <p> and write [its content|the same text|what it says] to <q>", "take what is in <p> and [save it as|put it in] <q>", "keep a second copy of <p> in <q>", "store the content of <p> in <q> [too|as well|also]"],
                ["<q> [should|must|has to] be [a copy|an exact copy|a twin] of <p>.", "I need <p> twice: once where it is and once as <q>.", "[Copy|Duplicate]: <p> -> <q>", "We want a [backup|copy|spare] of <p>; [name|call] it <q>.", "[From|Source]: <p>\n[To|Target]: <q>\n[Copy it|Copy, do not move].", "There should be [a second|another] file <q> with what <p> [has|holds]."],
                {"p": j.p(src), "q": j.p(dst)}, did=f"copied {src} to {dst}")


def rename(j, folder=None):
    """A file gets another name, or moves to another folder."""
    r = j.r
    src = j.other()
    base = src.rpartition("/")[2]
    folder = r.random() < 0.5 if folder is None else folder
    dst = src
    while dst in j.cur:
        top = r.choice(["archive", "old", "done", "2023", "legal", "attic", "public", "vault", "team/shared", "out"])
        dst = top + "/" + base if folder else V.name(r, base.rpartition(".")[2] if "." in base[1:] else "txt", 0.2)
    text = j.cur[src]
    j.read(src)
    j.write(dst, text)
    j.rm(src)
    j.ops.append(("move", src, dst))
    return Step(["rename <p> to <q>", "move <p> to <q>", "rename [the file |]<p> [to|into|as] <q>", "give <p> the [new |]name <q>", "change the name of <p> to <q>", "move <p> so that it [is|becomes|lives at] <q>", "let <p> be called <q> from now on", "relocate <p> to <q>", "turn the file <p> into <q> (same text, new name)", "call <p> <q> instead", "make <p> go by the name <q>, with no trace of the old file", "put what is in <p> into <q> and remove <p>"],
                ["<p> [should|must|ought to] be [named|called] <q>[ instead|].", "The name <p> is [wrong|bad|misleading]. It [should|must] be <q>.", "<p> [belongs|is meant to be|should live] at <q>. [Move it|Please move it].", "[mv|Rename|Move]: <p> -> <q>", "[Old name|Now]: <p>\n[New name|Wanted]: <q>\n[Rename it|Please rename].", "I want <p> gone and the same text in <q>."],
                {"p": j.p(src), "q": j.p(dst)}, did=f"moved {src} to {dst}")


def delete(j, path=None):
    """A file goes, by rm."""
    path = path or j.other()
    j.rm(path)
    j.ops.append(("gone", path))
    return Step(["delete <p>", "delete the file <p>", "remove <p>", "remove the file <p>", "get rid of <p>", "erase <p>", "throw <p> away", "drop the file <p>", "clean up: <p> can go", "take <p> out of the workspace", "wipe <p>", "remove <p> [from here|for good|completely|with rm]", "make <p> disappear", "rm <p>", "use rm on <p>"],
                ["<p> [is no longer needed|is not needed any more|is obsolete|is old|is a leftover]. [Delete it|Remove it|Get rid of it].", "[We don't need|Nobody uses|Nobody reads|I no longer want] <p>[ any more|]. [Delete it|Remove it|Away with it].", "<p> [must|should|has to|can] go.", "[To be deleted|Delete|For the bin]: <p>", "Why do we still have <p>? [Delete it|Remove it].", "I don't want to see <p> [any more|again]. [Delete it|Erase it]."],
                {"p": j.p(path)}, did="deleted " + path)


SET = ["set <k> to <v> in <p>", "set <k> in <p> to <v>", "change <k> to <v> in <p>", "change [the value of |the setting |]<k> in <p> to <v>", "in <p>, set <k> to <v>", "update <k> in <p> to <v>", "give <k> the value <v> in <p>", "edit <p> so that <k> is <v>", "make <k> <v> in <p>", "put <k> at <v> in <p>", "adjust <p>: <k> [should be|becomes|has to be] <v>", "switch <k> to <v> in <p>", "let <k> be <v> in <p>", "use <v> [as|for] <k> in <p>", "alter <k> in <p>, the new value is <v>", "open <p> and [set|change] <k> to <v>"]
SET_W = ["<k> in <p> [should|must|has to|needs to] be <v>[ now|].", "[In|According to the runbook, in] <p> <k> [should|must] be <v>. It is not. [Fix that|Correct it].", "<p> has the wrong <k>. [Right is|It should be|We want] <v>.", "The <k> of <p> is [wrong|out of date|not what we agreed on]. [Set it to|Make it] <v>.", "[New value|Wanted|Change] [for|of] <k> in <p>: <v>", "[Setting|Key]: <k>\n[Value|New value]: <v>\nFile: <p>", "I'd like <k> to be <v> in <p>.", "<p> needs <k> set to <v>.", "From today <k> is <v>. [Update|Change|Adapt] <p>."]


def setting(j, path=None):
    """A setting gets another value; its line is read first."""
    r = j.r
    path, lines, sep, vals = j.fresh(lambda: F.config(r))
    k = r.choice(list(vals))
    new = F.other(r, k, vals[k])
    j.add(path, "\n".join(lines))
    i = lines.index(k + sep + vals[k])
    j.read(path)
    j.line_to(path, i, [k + sep + new])
    j.ops.append(("line", path, i, k + sep + new))
    shown = new.strip('"')
    s = Step(SET, SET_W, {"p": j.p(path), "k": j.v(k, True), "v": j.v(shown, True) if r.random() < 0.4 else shown}, did=f"set {k} to {shown} in {path}")
    s.path, s.line = path, k + sep + new
    return s
