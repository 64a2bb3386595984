"""Requests put together from parts, for wordings that no list holds."""
from verawords import GAPS, NAMES, Slot

THE = Slot("the")
VERBS = tuple("""find;find me;give;give me;state;tell me;report;write down;write;name;say;print;output;return;copy;quote;extract;pick out;dig out
look up;locate;get;get me;show;show me;spell out;repeat;recall;note;type;type in;hand over;read out;pass me;reveal;point out;present
identify;retrieve;fetch;send me;send back;supply;provide;mention;list;deliver;answer with;reply with;come back with;respond with
work out;seek out;track down;hunt down;put down;jot down;produce;echo;cite;dictate;pronounce;submit""".replace("\n", ";").split(";"))
LEADS = ("",) * 8 + ("please ", "please ", "could you ", "can you ", "would you ", "will you ", "now ", "I want you to ", "I'd like you to ",
                     "kindly ", "you should ", "try to ", "you must ", "go and ", "your task is to ", "the task is to ", "be so kind as to ",
                     "all you have to do is ", "I am asking you to ", "it is time to ", "your only task: ", "you are asked to ", "help me ",
                     "I would be glad if you could ", "are you able to ", "let me see you ", "just ", "simply ", "briefly ", "without any comment, ")
SPOTS = ("",) * 6 + (" from the text", " given above", " found above", " hidden above", " that the text gives", " that you just read",
                     " from the lines above", " from what you just read", " that stands in there", " from that", " as given in the text",
                     " from the passage above", " as it was written", " exactly", " from memory", " from up there", " that was mentioned",
                     " from the message above", " which appeared above", " that was buried in there", " as the text has it")
AHEAD = (" from the text below", " given below", " hidden below", " that the following text gives", " in what follows", " from this",
         " from the lines below", " out of this", " that stands in this text", " in this", " as given in this text", " from the passage below",
         " in the message below", " which appears below", " buried in this", " from all this", "", "", "", " once you have read this",
         " after reading this", " when you get to the end", " as soon as you find it", " at the end", " that turns up in these lines")
ENDS = (".", ".", ".", ".", "", "!", ", please.", ", thanks.", ", nothing more.", " for me.", " and stop.", " and no more.")
ENDS_BEFORE = ENDS + (":", ":", " -", "...")
KINDS = tuple("""log diary letter story recipe table chat page report mail transcript newspaper manual poem list notebook scrap record file memo
protocol draft journal dump document text message paper script note""".split())
START = ("Here is a ", "Below is a ", "This is a ", "I have a ", "You get a ", "I found a ", "What follows is a ", "Look at this ", "Take this ",
         "Now comes a ", "You will see a ", "I was sent a ", "Attached is a ", "Consider this ", "Read this ", "Study this ", "Enjoy this ")
TONES = ("", "", "", "", "long ", "messy ", "short ", "strange ", "noisy ", "boring ", "mixed ", "dull ", "secret ", "rather long ", "jumbled ")
FROM = ("", "", "", "", " of mine", " from the office", " I found", " with a lot of noise", " that makes little sense", " for you")
LINKS = (". ", ". ", ", ", "; ", " - ", ". Then ", ", and then ", ".\n", ". Your job: ", ". Afterwards ", ". To do: ")
WHY = ("I have to know ", "I need to know ", "I can't remember ", "I can't find ", "nobody here knows ", "we all forgot ", "it is about ",
       "this is about ", "we are looking for ", "I am trying to find ", "the boss wants ", "someone asked me for ", "I am missing ",
       "they demand ", "I am curious about ", "I still lack ", "the door asks for ", "the form wants ", "the screen asks for ", "I care about ")
WHAT = ("what would be ", "what might be ", "what is said to be ", "what, then, is ", "what do they call ", "what was given as ", "what counts as ",
        "what is listed as ", "what goes by the name of ", "which string is ", "which word or number is ", "which value is ",
        "which of those is ", "what did they use as ", "what did you read as ", "what is noted as ", "what can you give me as ",
        "what is recorded as ", "what is used as ", "what was chosen as ")
MIX_AFTER = (
    (LEADS, VERBS, " ", THE, SPOTS, ENDS), (LEADS, VERBS, " ", THE, SPOTS, ENDS), (WHY, THE, (".", ".", "", "!", ". What is it?", ". Help.")),
    (WHAT, THE, ("?", "?", "?", "", " there?", " in the text?", " up there?")),
    ("that was the ", KINDS, LINKS, VERBS, " ", THE, ENDS), (NAMES, " says: ", VERBS, " ", THE, ENDS),
    (NAMES, ": ", VERBS, " ", THE, ENDS), (WHY, THE, LINKS, LEADS, VERBS, " it", ENDS))
MIX_BEFORE = (
    (LEADS, VERBS, " ", THE, AHEAD, ENDS_BEFORE), (LEADS, VERBS, " ", THE, AHEAD, ENDS_BEFORE),
    (START, TONES, KINDS, FROM, LINKS, VERBS, " ", THE, ENDS_BEFORE), (START, TONES, KINDS, FROM, (". ", ". ", "; ", " - ", ".\n", ", because "), WHY, THE, (".", ".", "!", ":", "")),
    (WHY, THE, (". It is in here.", ", and it must be in this text.", ". Read this:", ".", ":", ". Have a look:", ". Here is all I have:")),
    (WHAT, THE, ("?", "?", " here?", " in this text?", " below?", " in the following?")),
    (START, TONES, KINDS, FROM, ". ", WHAT, THE, "?"), (NAMES, " writes: ", VERBS, " ", THE, AHEAD, ENDS_BEFORE),
    (START, TONES, KINDS, " from ", GAPS["f"], LINKS, LEADS, VERBS, " ", THE, AHEAD, ENDS_BEFORE))
AGAIN = ("and ", "now ", "next ", "then ", "also ", "after that ", "and now ", "and then ", "likewise ", "in addition ", "finally ", "and please ")
MIX_NEXT = ((AGAIN, VERBS, " ", THE, ENDS), (AGAIN, WHAT, THE, "?"), (AGAIN, WHY, THE, "."), (("and ", "", "plus "), THE, (" too", " as well", "?", "")),
            (VERBS, " ", THE, (" too", " as well", " next", " now", ""), ENDS))
