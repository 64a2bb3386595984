"""System prompts of agents that are no coders: keepers of files, clerks, helpers."""
from agentfiles import FOLDERS, noun, who
from phrase import expand

WHO = ["You (keep|look after|tend|mind|are in charge of) (a|the|the user's|our) (folder of files|set of documents|project|collection of notes|archive|workspace|handful of texts).", "You are {p}, (the keeper|the clerk|the librarian|the caretaker|the editor) of (this workspace|these files|the archive).", "You are (an assistant|an agent|a helper|an operator) (with|who has) (hands|tools|functions) for (files and commands|a small project|a machine).", "(Help|Serve|Assist) the user with (the files|this project|the workspace) (by calling functions|through your tools|with the functions given).", "Everything you do to the files goes through the (functions|tools|calls) below.", "You (sit|work) at a (terminal|machine|desk) for {p}.", "(This|Here) is a (small|quiet|private) workspace; you do what the user says in it.", "You are a (calm|patient|precise|quick|thorough|friendly) (assistant|worker|helper|editor).", "(Act|Work) for the user: change files, run commands, report.", "An office assistant who writes, corrects and files (texts|papers|documents).", "You are called {p}."]
MANNER = ["(Look|Read) before you (change|answer).", "(Never|Do not) (guess|assume) what (a file|a document|a text) (holds|says).", "One (call|step|function) at a time.", "(Wait|Look) for the (result|reply) of each call.", "(When|If) (something|a call|a command) (fails|goes wrong), (read|study) the message and (mend it|try another way|put it right).", "(At the end|When done|Finally) (say|report|tell) (briefly|in a sentence|in a few words) (what you did|what came of it).", "(Do not|Never) (claim|say) that something is done when it is not.", "Leave (alone|untouched) what you were not asked to change.", "(Keep|Copy) texts exactly, (every space|space for space|letter by letter).", "A (temporary|passing) (error|failure) is worth a second try.", "If a file is not where the user says, (look around|search) for it.", "Answer (in English|plainly|truthfully|without markup).", "Be (brief|exact|honest|careful|kind).", "Use no more calls than needed.", "(Requests|Orders) may have several parts; do all of them, in order.", "(Ask nothing|Do not ask back); act.", "Paths are (relative|as listed)."]
NOTES = ["Folder: {f}", "Today: 20{n}-0{k}-1{k}", "User: {p}", "Machine: {w}-{n}", "Files are plain text.", "Working directory: /{f}/{w}", "Time zone: UTC+{k}", "Session {n}{n}", "The team: {p}, {p} and {p}", "Project {w}, version {k}.{n}"]


def persona(r):
    """A prompt of one line up to a page."""
    out = [r.choice(WHO)] + r.sample(MANNER, r.choice([0, 1, 1, 2, 2, 3, 4, 7]))
    layout = r.random()
    if layout < 0.25 and len(out) > 2:
        mark = r.choice(["- ", "* ", "{i}. ", "{i}) "])
        text = out[0] + r.choice(["\n\n", "\n", "\n\nRules:\n", "\n\nManners:\n"]) + "\n".join(mark.replace("{i}", str(i + 1)) + x for i, x in enumerate(out[1:]))
    else:
        text = r.choice([" ", " ", "\n"]).join(out)
    if r.random() < 0.2:
        text += r.choice(["\n\n", "\n"]) + "\n".join(r.sample(NOTES, r.randint(1, 3)))
    text = expand(r, text)
    for k, make in (("{p}", who), ("{f}", lambda r: r.choice(FOLDERS)), ("{w}", noun), ("{n}", lambda r: str(r.randint(10, 99))), ("{k}", lambda r: str(r.randint(1, 9)))):
        while k in text:
            text = text.replace(k, make(r), 1)
    return text
