"""How the agent tasks of the exam set are asked: {p}, {q} and {s} are paths, {a} to {d}
pieces of text, {c} and {e} commands, {t} a block of text that ends the request's line."""

MAKE_AND_TEST = [
    "Make a new file {p}, then run `{c}` and tell me how many checks there were. The file should hold:{t}",
    "I need {p} with exactly this in it:{t}\n\nOnce it is saved, run `{c}`. How many checks does it report?",
    "Start by saving the following as {p}:{t}\n\nAfter that, run `{c}` and give me the number it prints.",
    "First write {p}, then call `{c}` and report its count of checks. This goes into the file:{t}",
]
SWAP_AND_TEST = [
    "In {p}, `{a}` should read `{b}`. Change it, run `{c}` and tell me how many checks it counted.",
    "Please swap `{a}` for `{b}` in the file {p}. Then run `{c}` and report the number of checks.",
    "Somebody wrote `{a}` in {p}, but it has to be `{b}`. Correct that and run `{c}` afterwards. Which number does it print for the checks?",
    "Exchange `{a}` by `{b}` in {p}; after that `{c}` must pass. Tell me how many checks passed.",
]
TRY_AGAIN = [
    "Run `{c}` and tell me how many checks it counted. It sometimes hiccups; in that case give it a second go.",
    "I'd like to know the number of checks that `{c}` reports. If the command fails for a passing reason, start it once more.",
    "Please get `{c}` to finish, repeating it if need be, and tell me the number in its output.",
    "How many checks does `{c}` report? The machine is a bit shaky, so don't give up after one failure.",
]
ADD_LINE = [
    "Put this line at the very end of {p} and keep the rest: `{l}`. Then quote the first line of that file to me.",
    "{p} needs one more line at the bottom, namely `{l}`. When it's there, tell me what the file's first line says.",
    "Append `{l}` as the last line of {p}. What is the first line in that file? Repeat it word for word.",
    "At the bottom of {p}, add the line `{l}`. Report the top line of the file, unchanged.",
]
DUPLICATE = [
    "I want a second copy of {p}. Call it {q}.",
    "Please duplicate {p} under the name {q} and leave the original alone.",
    "Take what is in {p} and save the same thing as {q}.",
    "Make {q} a twin of {p}: the same text, nothing else.",
]
ONLY_ONE = [
    "There is just one .toml file here. Find out its name, open it and tell me what {k} is set to.",
    "Look through the workspace for the file that ends in .toml. Which value does it give {k}?",
    "Somewhere here lies a .toml file. I need the value of {k} from it.",
    "What is {k} in our .toml file? I don't remember what the file is called, so have a look.",
]
HEED_COMPLAINT = [
    "Run `{c}`. If it complains about a setting, correct the setting in the file it names and run it again, then tell me how many checks passed.",
    "`{c}` is failing and I don't know why. Start it, mend what it complains about, start it again and report the number of checks.",
    "Get `{c}` to pass, please: run it, do what its message asks for, and run it a second time. How many checks does it count in the end?",
    "Something is wrong with our settings. `{c}` will say what; put it right until the command succeeds and give me the number of checks.",
]
RENAME = [
    "Give {p} the new name {q}: save its text there, then remove the old file with `rm {p}`.",
    "{p} should be called {q} from now on. Copy the text over and then delete the old one by running `rm {p}`.",
    "Move {p} to {q}. You can do it by writing {q} with the same text and running `rm {p}` at the end.",
]
TWO_SWAPS = [
    "Two corrections: in {p} turn `{a}` into `{b}`, and in {q} turn `{c}` into `{d}`. Then run `{e}` and tell me how many checks there were.",
    "Please change `{a}` to read `{b}` in {p}. Also {q} has `{c}`, which must be `{d}`. At the end run `{e}` and report its number of checks.",
    "I have two edits for you and a test. {p}: `{a}` becomes `{b}`. {q}: `{c}` becomes `{d}`. The test is `{e}`; how many checks does it count?",
]
WHO_HOLDS = [
    "One of the files here mentions {w}. Which one is it? Give me its path.",
    "Go through the files and find the one with {w} in it. I need the path.",
    "In which file did I write down {w}? Tell me its full path, please.",
    "Please search all the files for {w} and name the file that has it.",
]
PASS_ON = [
    "{q} still says `???` where a number belongs. It is the value of {k} from {p}; look it up and fill it in.",
    "Find {k} in {p} and put its value in place of `???` in {q}.",
    "Look up what {k} is in {p}. Then open {q} and write that value where it says `???`.",
    "In {q}, `???` stands for the {k} in {p}. Please replace it by the real value.",
]
TWO_NEW = [
    "I need two new files. {p} holds `{x}` and {q} holds `{y}`. When both are there, list the workspace and tell me the names of all files.",
    "Write `{x}` to {p} and `{y}` to {q}, then look at what files exist and name every one of them.",
    "Set up {p} with the text `{x}`, and {q} with the text `{y}`. Finish by telling me all the file names in the workspace.",
]
JOIN = [
    "Put {p} and {q} together in a new file {s}: first the lines of {p}, right after them those of {q}.",
    "Join two files: {s} should have the lines of {p} followed directly by the lines of {q}. Leave both as they are.",
    "Make {s} from {p} and then {q}, with no empty line in between. The two stay where they are.",
]
THROW_OUT = [
    "We no longer need {p}. Delete it with `rm {p}` and tell me the names of the files that remain.",
    "Throw {p} out by running `rm {p}`. Which files do we have after that? Name them all.",
    "Please run `rm {p}`, look at the workspace and name each file that is left.",
]
WRONG_FOLDER = [
    "In {p}, put `{b}` where it says `{a}`. I'm not sure which folder the file is in, so look for it if need be, and tell me its full path.",
    "The file {p} must say `{b}` and not `{a}`. It may lie in some folder; find it, correct it, and report the path where you found it.",
    "Correct `{a}` to `{b}` in {p}. If there's no such file at the top, it has moved into a folder. Tell me which path it was in the end.",
]
KEEP_OUTPUT = [
    "Run `{c}` and save exactly what it prints in {q}. If it is interrupted, run it again first.",
    "I want the output of `{c}` kept in the file {q}, word for word. Should the command fail to start, repeat it.",
    "Call `{c}` and put its output, as it is, into a new file {q}. Only the output of a run that worked counts.",
]
TOP_LINE = [
    "These files need a new first line: {f}. The line is `{l}`, and all the old lines follow it. After that, run `{c}` and tell me how many checks it counted.",
    "Put `{l}` as a line of its own on top of each of these: {f}. Keep everything that is in them. Then run `{c}` and report the number of checks.",
    "For {f}: add the line `{l}` above all other lines. When you've done all of them, run `{c}`. What number of checks does it give?",
]
FIRST_LOOK = [
    "Try to open {p}. If you can't find it, create it with this text:{t}",
    "Have a look whether {p} is there. In case it isn't, write it and let it say:{t}",
    "Does {p} exist? Check by opening it, and when it is missing make it with these contents:{t}",
]
EVERYWHERE = [
    "The town changed. Wherever {f} say `{a}`, they must say `{b}`. When every file is done, run `{c}` and tell me how many checks it counted.",
    "Replace the word `{a}` by `{b}` in each of these files: {f}. Then `{c}` should pass; report its number of checks.",
    "`{a}` is out of date. Put `{b}` for it in {f}, run `{c}` at the end and give me the number of checks.",
]
WHOLE_JOB = [
    "Several things to do, in this order. Create {p} holding `{l}`. In {q}, turn `{a}` into `{b}`. Run `{c}` (again, if it is interrupted) and save exactly its output as {s}. Last, delete {d} with `rm {d}`.",
    "My list for you:\n1. write `{l}` to a new file {p}\n2. change `{a}` to `{b}` in {q}\n3. run `{c}`, a second time if the first is cut short\n4. keep what it prints, word for word, in {s}\n5. run `rm {d}`",
    "Please do these one after another: save `{l}` in {p}; put `{b}` in place of `{a}` in {q}; run `{c}` until it works; write its output, unchanged, to {s}; get rid of {d} by `rm {d}`.",
]
