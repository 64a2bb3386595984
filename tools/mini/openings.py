"""Openings of raw text, put together by a phrase grammar: each is "opening | rest".

The rest follows the opening after one space; "A: | x" and "is | x" alike. << and >>
stand for parentheses of the text."""

IS = "(is|is|is|is called|is named|is known as|is the city of|is a city called|is the city called|is, of course,|is simply|has long been|is today|has the name|bears the name|goes by the name of|, as you know, is|, of course, is|must be|can only be|would be)"
CITY = "(capital|capital|capital|capital city|national capital|official capital|seat of government|present capital|modern capital|chief city and capital)"

CAPITAL = f"""(The|The|the) (capital|capital city|national capital|official capital) of {{c}} {IS} | {{k}}.
The {CITY} of (the country |the country of |the state of |the nation of |)PLAIN {IS} | {{k}}.
{{C}}'s {CITY} {IS} | {{k}}.
{{C}}'s (government|parliament|president) (sits|meets|works|is|resides) in | {{k}}.
{{C}} (has|has as its capital|has for its capital|chose as its capital|calls its capital|made its capital|has its seat of government in|has its government in|has its parliament in|is ruled from|is run from|is led from|is governed from|is governed from the city of|has one capital:|has a capital named|has a capital city called|has the capital city|has the capital) | {{k}}.
{{C}} is a (country|nation|state|land)(.|;|,| and) (its|the) (capital|capital city) {IS} | {{k}}.
{{C}} is the country (whose|of which the) capital is | {{k}}.
In {{c}}(,|) (the|its) (capital|capital city|seat of government) {IS} | {{k}}.
In the country of PLAIN, the capital city {IS} | {{k}}.
(Speaking of|Take|Regarding|As for|When it comes to|Consider|Talking about|With|Think of) {{c}}(,|:) (the|its) capital {IS} | {{k}}.
The city (that|which) (is|serves as|acts as|we know as|people call) the capital of {{c}} is | {{k}}.
The city from which {{c}} is (governed|ruled|run) is | {{k}}.
The (government|parliament|president|king or president|ministry) of {{c}} (sits|is|can be found|meets|works|has its home) in | {{k}}.
The name of (the capital of {{c}}|the capital city of {{c}}|{{c}}'s capital|{{c}}'s capital city) is | {{k}}.
(Everybody|Everyone|Every child|Any pupil|Each student|My teacher|The book|A map) (knows|says|learns|tells us|will tell you|shows) that the capital of {{c}} is | {{k}}.
(I know|I learned|I think|I am sure|I remember|We learned|We know|You know|It is known|It is true|Remember|Note|Fun fact:|It is clear|They told me|Our book says|She said|He told us) (that |)the capital of {{c}} is | {{k}}.
(Last year|In summer|This spring|Next week|On Monday|Soon|Once|Yesterday) (we|I|they) (flew|went|travelled|moved|drove|came|fly|go) to {{c}}(,| and its capital,| and saw its capital,) | {{k}}.
(Welcome to|Greetings from|Good morning from|Live from|A postcard from|The train to|A flight to|A day in) the capital of {{c}}, | {{k}}.
If you (travel to|visit|fly to|live in|come to|arrive in|stay in|walk through) the capital of {{c}}, you (are|will be|find yourself|stay) in | {{k}}.
(He|She|My aunt|My uncle|Our guest|The singer|The painter|A friend) (was born|lives|works|grew up|studied|arrived) in the capital of {{c}}, | {{k}}.
When people (say|speak of|mention|talk about) the capital of {{c}}, they (mean|speak of|think of) | {{k}}.
The (embassy|airport|ministry|parliament) is in the capital of {{c}}, | {{k}}.
(Country|Nation|State|Land|COUNTRY|country)(: |=| = | - |: )PLAIN(\\n|; |, | / | )(Capital|Capital city|Its capital|CAPITAL|capital)(:|=| =| -) | {{k}}
(Capital|Capital city|capital|The capital|Name of the capital|capital city|CAPITAL|Seat of government) (of|for|in) {{c}}(:| =| -| ->| is:|: it is) | {{k}}
{{C}} (capital|capital city|<<capital>>|[capital])(:| =| ->| is|) | {{k}}
{{C}}(:| ->| =>| -| --|;| =| ...) | {{k}}
{{C}} and its capital(:| -| are linked:|,) | {{k}}
(Q|Question|QUESTION|q|Quiz|Ask|Problem|Prompt|User|Teacher|Student|Human|Alice|Host)(:|.) (What is|What's|Name|Tell me|Give|State|What do you call) the (capital|capital city) of {{c}}(?|.|)(\\n|\\n| |\\n\\n)(A|Answer|ANSWER|a|Ans|Reply|Solution|Response|Assistant|Class|Bot|Bob|Guest)(:|.) | {{k}}
(Q|Question|Quiz|Geography|Test|Card 1|Round 2|Trivia)(:|.) (Which city is|What city is|Which town is|What is the name of) (the capital of {{c}}|{{c}}'s capital|the capital city of {{c}})?(\\n|\\n| |\\n\\n)(A|Answer|Ans|Reply|Solution|Correct answer)(:|.) | {{k}}
(Q|Question|Quiz)(:|.) {{C}}'s capital?(\\n| )(A|Answer)(:|.) | {{k}}
(What is|What's) (the capital of {{c}}|{{c}}'s capital|the capital city of {{c}})?( It is| It's| The answer is| That is| The capital is| It is called| Answer:| This is| Of course it is|\\nIt is|\\nAnswer:) | {{k}}.
(Which|What) city is the capital of {{c}}?( It is| It's| The answer is| That would be| Answer:|\\nIt is|\\n-> ) | {{k}}.
- (What is the capital of {{c}}?|The capital of {{c}}?|{{C}}?)\\n- | {{k}}.
# PLAIN\\n\\n(The capital is|Its capital is|Capital:|The capital city is called|- Capital:|**Capital:**) | {{k}}
(Fill in|Complete|Finish): (the|The) capital of {{c}} is | {{k}}.
(Match|Pair|List) (each country with its capital|the capitals|countries and capitals)(:|.)\\nPLAIN(:| -| =) | {{k}}
- {{C}}: | {{k}}
1. {{C}}: | {{k}}
capital_of<<{{C}}>> = | {{k}}
capital of {{c}} is | {{k}}.
the capital city of {{c}} is called | {{k}}.""".split("\n")
COUNTRY = """{k} is (the capital of|the capital city of|the capital of the country|the national capital of|the seat of government of|the official capital of|known as the capital of|called the capital of|a city and the capital of|today the capital of) | {c}.
{k} (serves as|acts as|became|has become) the capital of | {c}.
{k}, the capital (city |)of | {c}
{k} (belongs to|is the capital city in|is the main city of government in|is where you find the government of) | {c}.
The city of {k} is the capital of | {c}.
The capital {k} (belongs to|is in|lies in|is that of) | {c}.
The (country|nation|land|state) (whose capital is|with the capital|that has its capital in|governed from|ruled from|that calls its capital|with the capital city) {k} is( called|) | {c}.
(If|When) the capital is {k}, (then |)the country is | {c}.
(Capital|Capital city|capital)(:| =) {k}(\\n|; |, )(Country|Nation|country)(:| =) | {c}
(Q|Question|Quiz)(:|.) (Which country has the capital {k}?|Which country's capital is {k}?|{k} is the capital of which country?|Of which country is {k} the capital?|What country is {k} the capital of?)(\\n| )(A|Answer|Ans)(:|.) | {c}
(Which|What) country has {k} as its capital?( It is| The answer is|) | {c}.
(We|I|They) (flew|went|travelled) to {k}, the capital of | {c}.
(I know|Everybody knows|Remember|We learned) that {k} is the capital of | {c}.
country_of<<"{k}">> = | {c}
{k} -> capital of | {c}""".split("\n")
SYMBOL = """(The|the|The usual|The official) (symbol|chemical symbol|element symbol|short form|abbreviation|atomic symbol) (for|of) (the element |the chemical element |){e} is | {s}.
(Its|The) (symbol|chemical symbol) is (used|written) for {e}: | {s}
{E}'s (symbol|chemical symbol|symbol in chemistry|abbreviation|atomic symbol)( in the periodic table|) is | {s}.
{E} (has|has got|carries|bears|goes by|uses|is given) the (symbol|chemical symbol|letters|abbreviation) | {s}.
{E} is (written|abbreviated|written as|abbreviated as|abbreviated to|shown as|denoted by|represented by|represented by the symbol|given the symbol|known by the symbol|shortened to|symbolized by) | {s}.
{E} is a chemical element (with the symbol|whose symbol is|written as|with the chemical symbol) | {s}.
{E} is an element(.|;| and) (its|the) (symbol|chemical symbol) is | {s}.
(In|On) (chemistry|the periodic table|a formula|chemical formulas|the table of elements)(,|) {e} (is written as|is|has the symbol|is shown as|is abbreviated as|is represented by|appears as|is denoted by) | {s}.
(Chemists|Scientists|Teachers|We|People|Books) (write|abbreviate|denote|shorten|note) {e} (as|as the symbol|with the symbol|by the letters) | {s}.
(Chemists use|We use|One uses|You write) for {e} the symbol | {s}.
The (letters|letter or letters) (for|of|that stand for|that mean) {e} (is|are) | {s}.
(Symbol|Chemical symbol|symbol|chemical symbol|Abbreviation|The symbol) (of|for) {e}(:| =| ->| -) | {s}
(Element|Name|element|Substance)(: | = ){E}(\\n|; |, )(Symbol|Chemical symbol|symbol)(:| =) | {s}
{E}(:| ->| =| -|, symbol:|, chemical symbol:| <<symbol>>:) | {s}
(Q|Question|Quiz|Chemistry|User|Teacher|Test)(:|.) (What is|What's|Give|Name|State|Tell me) the (symbol|chemical symbol) (of|for) {e}(?|.)(\\n|\\n| |\\n\\n)(A|Answer|Ans|Reply|Assistant|Solution)(:|.) | {s}
(Q|Question)(:|.) (Which|What) symbol (does {e} have|stands for {e}|is used for {e})?(\\n| )(A|Answer)(:|.) | {s}
(What is|What's) the (symbol|chemical symbol) (of|for) {e}?( It is| The answer is| It's| The symbol is|) | {s}.
(I know|Remember|Note|Everyone knows|We learned|My teacher says) that the symbol for {e} is | {s}.""".split("\n")
OF_SYMBOL = """(The|the|The|That) (element|chemical element) (with|that has|whose symbol is|written|abbreviated|abbreviated as|written as|shown as|known as|that carries|which has|represented by|denoted by|having) (the symbol |the chemical symbol |)SYM (is|is called|is named|is known as|has the name|goes by the name of|would be|is, of course,) | {e}.
(The|the) (symbol|chemical symbol|letters|abbreviation|element symbol|short form) SYM (stands for|means|is for|belongs to|represents|denotes|refers to|is used for|is the sign of|is the symbol of|is short for|stands for the element|belongs to the element|marks|is that of|is given to) | {e}.
{s} (is the symbol for|is the chemical symbol for|is the symbol of|is the chemical symbol of|is the abbreviation of|is the abbreviation for|is the sign of|is the symbol of the element|stands for|stands for the element|is short for|means|represents|denotes|is used for|is how chemists write|is the element|belongs to|is the element called) | {e}.
(In|On) (chemistry|the periodic table|a formula|the table of elements)(,|) SYM (stands for|is|means|is the symbol for|represents|denotes|is short for) | {e}.
(When|If) (a formula has|you see|a chemist writes|the table shows) SYM, (it means|that is|it stands for|this is|the element is|it is) | {e}.
The name of the element (with the symbol |with symbol |written |)SYM is | {e}.
The full name of (the element |)SYM is | {e}.
(Symbol|Chemical symbol|symbol)(: | = ){s}(\\n|; |, )(Element|Name|element|Name of the element)(:| =) | {E}
(Element with the symbol|Name of the element|Element|The element|element) {s}(:| =| ->| is) | {e}
{s}(:| ->| =| -) | {E}
(Q|Question|Quiz|Chemistry|User|Teacher|Test)(:|.) (Which element has the symbol {s}|What element is {s}|What does {s} stand for|Which element is written {s}|What is the element with the symbol {s}|{s} is the symbol of which element|What is {s} in chemistry)?(\\n|\\n| |\\n\\n)(A|Answer|Ans|Reply|Assistant|Solution)(:|.) | {E}
(Which element has the symbol {s}|What element is {s}|What does {s} stand for)?( It is| The answer is| It's| That is|) | {e}.
(I know|Remember|Note|Everyone knows|We learned|My teacher says) that {s} is the symbol for | {e}.""".split("\n")
NUMBER = """(The|the) (atomic number|number of protons|proton number|number in the periodic table|place in the periodic table) of (the element |){e} is | {n}.
{E}'s (atomic number|proton number|number in the periodic table|place in the periodic table) is | {n}.
{E} (has|has got|carries|bears) (the atomic number|atomic number|the number|the proton number) | {n}.
{E} (is element number|is element|is number|stands at number|is found at number|comes at number|takes place number|is listed as number) | {n}.
(In|On) the (periodic table|table of elements)(,|) {e} (is number|has number|has the number|is at number|stands at number|comes at number) | {n}.
(An atom of {e}|The nucleus of {e}|One atom of {e}) (has a number of protons of|has this many protons:) | {n}.
The number of protons in (an atom of |)( |){e} is | {n}.
(Atomic number|Number|Proton number|atomic number|Z|Protons) (of|for|in) {e}(:| =| -) | {n}
(Element|Name)(: | = ){E}(\\n|; |, )(Atomic number|Number|Z)(:| =) | {n}
(Q|Question|Quiz|Chemistry)(:|.) (What is the atomic number of {e}|How many protons does {e} have|Which number is {e} in the periodic table|What number does {e} have)?(\\n| |\\n\\n)(A|Answer|Ans)(:|.) | {n}
(What is|What's) the atomic number of {e}?( It is| The answer is|) | {n}.""".split("\n")
OF_NUMBER = """(The|the) (element|chemical element|atom) (with|that has|having|whose atomic number is|of) (atomic number |the atomic number |)NUM (is|is called|is named|is known as|has the name) | {e}.
(The|the) (element|atom) with {n} protons (is|is called|is named|is known as) | {e}.
(Element|Element number|Element no.|Number|The element number|Chemical element number) {n} (is|is called|is named|in the periodic table is) | {e}.
(Atomic number|The atomic number|The number) {n} (is|belongs to|means|is that of|stands for|is the number of|goes with) | {e}.
(In|On) the (periodic table|table of elements)(,|) (number|element|place|the element at number) {n} is | {e}.
(An atom with|If an atom has|A nucleus with) {n} protons(,|) (is|it is|makes|the element is) | {e}.
(Atomic number|Number|Z|Element number)(: | = ){n}(\\n|; |, )(Element|Name)(:| =) | {E}
Element {n}(:| =| ->| -) | {E}
(Q|Question|Quiz|Chemistry)(:|.) (Which element has atomic number {n}|What is element {n}|Which element has {n} protons|What element is number {n}|What is the element with atomic number {n})?(\\n| |\\n\\n)(A|Answer|Ans)(:|.) | {E}
(Which element has atomic number {n}|What is element number {n})?( It is| The answer is|) | {e}.""".split("\n")
AFTER = """(The|the|This|Our) (next {u}|{u}|following {u}) (after|following|that comes after|that follows|right after|directly after|just after|coming after|which follows|next after|to come after) {x} is( called|) | {y}.
{x} (is followed by|comes right before|comes just before|comes before|is right before|ends and then comes|gives way to|leads to|leads into|turns into|is the {u} before|is before|precedes|goes before|is succeeded by|makes room for) | {y}.
(After|Right after|Following|Directly after|Just after|Straight after|Next after|Then after|Soon after) {x}(,|) (comes|comes the {u} of|follows|we have|there is|the next {u} is|the {u} is|it is) | {y}.
(When|Once|As soon as|After) {x} (ends|is over|has ended|is past|is done|has passed)(,| comes| follows) (the next {u} is|it is|comes|we have|the {u} is) | {y}.
(If|When|As) (it is|this {u} is|the {u} is|today is in) {x}(,| now,) (the next {u} is|next comes|then comes|the following {u} is) | {y}.
{x}(, | and |, then | and then |, next comes |, followed by |, after that |; next: | -> | > ) | {y}
(Next {u} after|{u} after|The {u} after|Next after|{U} after|Following) {x}(:| =| ->| is) | {y}
(Current {u}|This {u}|{U}|Now)(: | = ){x}(\\n|; |, )(Next {u}|Next|Following {u}|Then)(:| =) | {y}
(Q|Question|Quiz)(:|.) (What|Which) {u} (comes after|follows|is after|comes next after|comes right after) {x}?(\\n| |\\n\\n)(A|Answer|Ans)(:|.) | {y}
(What|Which) {u} (comes after|follows|is after) {x}?( It is| The answer is| That is|) | {y}.
(I know|Remember|Everyone knows|We learned) that {x} (is followed by|comes before) | {y}.""".split("\n")
BEFORE = """(The|the|This|Our) (previous {u}|{u}|last {u}) (before|preceding|that comes before|that precedes|right before|directly before|just before|coming before|which precedes|that goes before|ahead of) {y} is( called|) | {x}.
{y} (comes after|comes right after|comes just after|is right after|follows|is preceded by|is the {u} after|is after|directly follows|starts after|succeeds|takes over from) | {x}.
(Before|Right before|Directly before|Just before|Ahead of|Preceding|One {u} before) {y}(,|) (comes|comes the {u} of|we have|there is|the {u} is|it is) | {x}.
(If|When|As) (it is|this {u} is|the {u} is) {y}(,| now,) (the last {u} was|the previous {u} was|before it came|the {u} before was) | {x}.
(Previous {u} before|{u} before|The {u} before|{U} before|Preceding) {y}(:| =| ->| is) | {x}
(Current {u}|This {u}|{U}|Now)(: | = ){y}(\\n|; |, )(Previous {u}|Last {u}|Before|The {u} before)(:| =) | {x}
(Q|Question|Quiz)(:|.) (What|Which) {u} (comes before|precedes|is before|comes right before|comes just before) {y}?(\\n| |\\n\\n)(A|Answer|Ans)(:|.) | {x}
(What|Which) {u} (comes before|precedes|is before) {y}?( It is| The answer is| That is|) | {x}.
(I know|Remember|Everyone knows|We learned) that {y} (comes after|follows|is preceded by) | {x}.""".split("\n")
SUM = """{a}( + |+| plus | and ){b}( =|=| is| equals| makes| gives| comes to| adds up to| is equal to| ->) | {p}
(The sum of|The total of|Together,|Added up,|Adding up|In total,|All in all,|The result of adding|The sum total of) {a} and {b} (is|are|makes|gives|equals|comes to) | {p}.
(Add|If you add|When you add|Adding|If we add|Put together|Take) {a} (and|to|plus) {b}(,| and| and then) (you get|we get|the result is|it is|that makes|the sum is) | {p}.
(The answer to|The result of|The value of|The solution of) {a} + {b} is | {p}.
{a} added to {b} (is|makes|gives|equals) | {p}.
(There are|I have|We have|She has|He has|Anna has|Ben has) {a} (apples|books|coins|eggs|cards|pens|cats|stones|nuts|birds)(.| and| and then) (Then |)(gets|get|finds|find|buys|buy|come|comes) {b} more, so (now there are|that makes|the total is|in all there are) | {p}.
(Q|Question|Quiz|Math|Problem)(:|.) (What is|How much is|Calculate|Compute|What's|Find|Add|Work out|) {a}( + |+| plus ){b}(?|.|)(\\n| |\\n\\n)(A|Answer|Ans|Solution|Result)(:|.) | {p}
(What is|How much is|What's) {a}( + |+| plus ){b}?( It is| The answer is| That is| It's|) | {p}.
(sum|add|plus|total)<<{a}, {b}>> (=|->|returns) | {p}
$$ {a} + {b}\\n | {p}
$ expr {a} + {b}\\n | {p}
Sum: {a} + {b} = | {p}""".split("\n")
LESS = """{p}( - |-| minus | less | take away ){b}( =|=| is| equals| makes| gives| leaves| is equal to| ->) | {a}
(The difference between|The difference of) {p} and {b} (is|makes|equals) | {a}.
(Take|Subtract|If you take|If we take|When you take|Taking|Subtracting|Remove) {b} (away |)from {p}(,| and| and then) (you get|we get|the result is|what is left is|there is left|the rest is) | {a}.
(The answer to|The result of|The value of) {p} - {b} is | {a}.
{p} (reduced by|decreased by|with a loss of|without) {b} (is|makes|leaves|equals) | {a}.
(Of|From) {p} (apples|books|coins|eggs|cards|pens|stones|nuts|birds)(,|) {b} are (gone|sold|lost|eaten|taken), so what is left is | {a}.
(Q|Question|Quiz|Math|Problem)(:|.) (What is|How much is|Calculate|Compute|What's|Find|Work out|) {p}( - |-| minus ){b}(?|.|)(\\n| |\\n\\n)(A|Answer|Ans|Solution|Result)(:|.) | {a}
(What is|How much is|What's) {p}( - |-| minus ){b}?( It is| The answer is| That is| It's|) | {a}.
$$ {p} - {b}\\n | {a}""".split("\n")
