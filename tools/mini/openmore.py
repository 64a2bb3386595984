"""More openings of raw text, in the form of openings.py: what is said | what comes next.

AT, PLACE and DAYS are about the months: {o} is an ordinal, {n} a number, {m} the month and
{l} its number of days."""

_CALL = "(call|name|title)"
_PEOPLE = "(they|people|we|geographers|locals|the people there|its people|most people|books|atlases|everybody|all of us|maps|travellers|the locals|many|pupils)"
_BE = "(is|is|is|is called|is named|is, as we learned,|is, of course,|is simply|must be|would be|has always been|is known as|is, I think,|is certainly|is in fact|of course is|was and is|is still)"

CAPITAL = f"""{_PEOPLE} call the (capital|capital city|chief city|seat of government) of {{c}} | {{k}}.
{_PEOPLE} call {{c}}'s (capital|capital city) | {{k}}.
They (have named|named|gave) the capital of {{c}} (the name |) | {{k}}.
The (capital|capital city) of {{c}}, (a city|a place|a town) (called|named) | {{k}}.
{{C}} (is ruled|is governed|is run|is led) from (the city of |) | {{k}}.
{{C}} (chose|picked|took|made|has chosen|has) as its capital (the city of |) | {{k}}.
(The flag|A flag) of {{c}} (flies|waves|hangs) over the parliament in | {{k}}.
The (parliament|president|prime minister|government|supreme court|national museum|national library) of {{c}} (sits|works|is|meets|can be found|is found|has its seat) in (the capital, |) | {{k}}.
(Among|Of) (all |)the (cities|towns) (of|in) {{c}}, the (capital|one that is the capital) (is|is called) | {{k}}.
(Visitors|Tourists|Guests|Travellers|Diplomats) to the capital of {{c}} (come to|arrive in|go to|fly to|land in) | {{k}}.
(Whoever|Anyone who) (visits|sees|reaches|knows) the capital of {{c}} (visits|sees|reaches|knows) | {{k}}.
(Flying|Driving|Travelling|Going) to the capital of {{c}} means (flying|driving|travelling|going) to | {{k}}.
(When you|If you|Once you) (arrive in|get to|reach|see|land in|walk through) the capital of {{c}}, you (are in|have reached|are walking through|see) | {{k}}.
(In school|At school|In class|Yesterday) we learned that the capital of {{c}} (is|is called|is named) | {{k}}.
My (atlas|map|teacher|grandfather|guide|quiz book) (says|tells me|shows) that the capital of {{c}} is | {{k}}.
(Ask|If you ask) anyone for the capital of {{c}} and (they will say|you will hear) | {{k}}.
(The answer|Answer) to the question about {{c}}'s capital is | {{k}}.
(On|In) (the map|a map|my map|every atlas) the capital of {{c}} {_BE} | {{k}}.
{{C}}'s (capital|capital city|main city and capital|seat of government) {_BE} (the city of |) | {{k}}.
The (name|official name|right name) of the capital of {{c}} {_BE} | {{k}}.
The (embassies|ministries|ministers) in {{c}} are (mostly |)in the capital, | {{k}}.
(Capitals|Capital cities|Countries and capitals): {{C}} - | {{k}}
(capital of|Capital of|CAPITAL OF) {{c}} (is|=|:|->|-) | {{k}}
(Name|State|Give) the capital of {{c}}. (Answer: |The answer is |Solution: |It is ) | {{k}}.
{{C}} (has|is a country with|is a land with) a (capital|capital city) (called|named|by the name of) | {{k}}.
(Country|COUNTRY|country): {{C}}\\n(Capital|CAPITAL|capital|Capital city): | {{k}}
(I|We|She|He|They) (live|lived|stayed|worked|got lost|met) in the capital of {{c}}, | {{k}}.
(The train|The plane|The bus|Our flight) to the capital of {{c}} (stops|arrives|ends|landed) in | {{k}}.
(To see|To visit|To reach) the capital of {{c}}, (go|travel|fly) to | {{k}}.
A (letter|parcel|postcard) to the government of {{c}} goes to | {{k}}.
(If|When) someone says "the capital of {{c}}", (they mean|that means|they are speaking of) | {{k}}.
One (fact|thing) (about|I know about) {{c}}: its capital is | {{k}}.
(The|This) city (where|in which) the government of {{c}} (sits|works|meets) is | {{k}}.
PLAIN (capital city|capital): | {{k}}
Q: {{C}}'s capital(, please|)?\\nA: | {{k}}
Question: (The|Name the|What's the|Which is the) capital of {{c}}?\\nAnswer: | {{k}}
Pupil: What is the capital of {{c}}?\\n(Teacher|Mother|Guide): (It is |It's |) | {{k}}.
Capital quiz\\n{{C}}: | {{k}}""".split("\n")

COUNTRY = """{k} (serves|has served|acts|is used) as the capital of | {c}.
{k} is the (city from which|place from which) the government rules | {c}.
(The country|A country|The land|The nation|The state) (that has|with|having|that calls) {k} (as|for|) its capital is | {c}.
(People who live in|Those who live in|Anyone in) {k} live in the capital of | {c}.
(Flying|Driving|Going) to {k} means going to the capital of | {c}.
(I|We|She|They) (visited|saw|left|love|know) {k}, the (capital|capital city) of | {c}.
(The parliament|The president|The government) in {k} is that of | {c}.
{k}, (which is |)(the capital|capital city|the capital city|the seat of government) of | {c}
(On|In) (the map|my atlas|the quiz), {k} is (marked as |)the capital of | {c}.
Of (which|what) country is {k} the capital? (Of|The answer is|It is|Answer:) | {c}.
(Capital|CAPITAL|capital): {k}\\n(Country|COUNTRY|country|Nation): | {c}
{k} - capital of | {c}
If you are in {k}, you are in the capital of | {c}.
(The city|The town|The capital|The capital city) (called |named |of |){k} is the capital of | {c}.
Q: {k} is the capital of (what|which country)?\\nA: | {c}""".split("\n")

SYMBOL = """(The|Our|A) (chemist|teacher|student|chemistry book|periodic table|formula) (writes|shortens|abbreviates|shows) {e} as | {s}.
(Chemists|Scientists|We|They|Pupils|Books) (shorten|abbreviate|write|note|denote) {e} (as|with|by|with the letters|with the symbol) | {s}.
(In|On) (the periodic table|a formula|formulas|chemistry|every chart of the elements), {e} (has|carries|bears|uses|goes by|is known by) the (symbol|letters|sign|abbreviation) | {s}.
The (element|metal or gas|substance) {e} (is abbreviated|is shortened|is written|has the symbol|is denoted) (as |by |) | {s}.
The (box|square|field) of {e} (in the periodic table|on the chart) (says|shows|reads) | {s}.
(A bottle|A jar|A label) (of|for|with) {e} (is marked|reads|says|carries the symbol) | {s}.
(If|When) a formula (has|contains|needs) {e}, (you will see|it shows|one writes) | {s}.
(Symbol|SYMBOL|symbol) (of|for) (the element |){e} (is|=|:|->|-) | {s}
(Element|ELEMENT|element): {E}\\n(Symbol|SYMBOL|Chemical symbol|Sign): | {s}
{E} (is written|is abbreviated|is shortened to|goes by|has the abbreviation|has the sign) | {s}.
Q: {E}'s symbol(, please|)?\\nA: | {s}
For {e}, the (symbol|chemical symbol) is | {s}.""".split("\n")

OF_SYMBOL = """(In|On) (chemistry|the periodic table|a formula|formulas|science), SYM (stands for|means|is the symbol for|is the symbol of|is short for|denotes|is used for|is the sign for) (the element |) | {e}.
(The|This) (symbol|sign|abbreviation|short form) SYM (means|is short for|denotes|is used for|belongs to|refers to|is that of) (the element |) | {e}.
The (element|chemical element) (with|that has|behind|that goes by|that uses) (the symbol|the sign|the abbreviation) SYM is (called |named |) | {e}.
(Chemists|Scientists|We|Books) (write|use) SYM for | {e}.
(When|If|Where) (chemists|scientists|formulas) (write|say|show) SYM, they mean | {e}.
(A bottle|A jar) (marked|labelled) SYM (holds|contains) | {e}.
(The|A) (box|square) (marked|with|that says) SYM (in the periodic table|on the chart) is that of | {e}.
(Symbol|SYMBOL|symbol): {s}\\n(Element|ELEMENT|element|Name): | {e}
{s} is the (symbol|chemical symbol|sign|abbreviation) (of|for) (the element |) | {e}.
{s} = | {e}
Q: (What is|What does chemistry call|Which element is) {s}?\\nA: | {e}""".split("\n")

NUMBER = """(An atom|The nucleus|Every atom|Each atom|The atom) of {e} (has|holds|contains|counts) (exactly |)(this many protons: |protons, and their number is ) | {n}.
(In|On) the periodic table, {e} (stands|is|sits|comes) (at|in place|at number|under number|as number) | {n}.
The (box|square) of {e} in the periodic table (has|carries|shows) the number | {n}.
(Atomic number|Number|Proton number|ATOMIC NUMBER) (of|for) {e} (is|=|:|->) | {n}
{E} (is element number|is element|is number|is the element with the number|carries the number|carries the atomic number|has the proton number) | {n}.
(Element|ELEMENT): {E}\\n(Number|Atomic number|Protons): | {n}
Q: {E}'s atomic number?\\nA: | {n}
For {e}, the atomic number is | {n}.""".split("\n")

OF_NUMBER = """(Atomic number|The atomic number|The proton number) NUM (is|belongs to|means|is that of|goes with) (the element |) | {e}.
(Atomic number|The atomic number|Atomic number|Number|The number) NUM (in|of) the periodic table (is|belongs to|means|is that of|goes with) (the element |) | {e}.
(An atom|A nucleus|The atom|Each atom) with NUM (protons|protons in it) is (one of|an atom of|that of) | {e}.
(Element|The element) (no.|number|nr.|with number|in place) NUM (is|is called|is named) | {e}.
(In|On) the periodic table, (number|place|box) NUM (is|belongs to|shows|is taken by) | {e}.
(The|This) (element|chemical element) (with|that has) NUM protons (is|is called) | {e}.
(Number|Atomic number|Protons): {n}\\n(Element|Name): | {e}
Q: Element number {n}?\\nA: | {e}
With NUM protons, it is | {e}.""".split("\n")

_CAL = "(of the year|of the calendar|of a year|of every year|in the year|in a year|in the calendar|)"
AT = f"""(The|the|Our|This) {{o}} month {_CAL} {_BE} | {{m}}.
(Month|month) (number|no.|nr.|) {{n}} {_CAL} {_BE} | {{m}}.
The month (with|that has|with the) number {{n}} (is|is called|has the name) | {{m}}.
The month (in place|at place|at position|in position|on page) {{n}} (is|is called) | {{m}}.
(The name|Name) of (the {{o}} month|month {{n}}|month number {{n}}) {_CAL} (is|is, of course,|:|=) | {{m}}.
(Number|No.) {{n}} (of|among) the (twelve |)months (is|is called) | {{m}}.
The {{o}} (of|among) the (twelve |)months (is|is called|is named|bears the name) | {{m}}.
(Of|Among) the (twelve |)months, (the {{o}}|number {{n}}) (is|is called) | {{m}}.
(We|They|People|Calendars|Most people|The English) {_CALL} the {{o}} month {_CAL} | {{m}}.
(In|On) (the|a|my|every) calendar, (the {{o}} month|month {{n}}|page {{n}}|the {{o}} page) (is|is called|shows|is that of) | {{m}}.
(A date|Dates) (with|in) month {{n}} (is|falls|lies|fall|lie) in | {{m}}.
(If|When) the month is number {{n}}, it is | {{m}}.
(The year's|A year's|Every year's) {{o}} month (is|is called) | {{m}}.
(Counting|If we count) from January, month {{n}} (is|is called) | {{m}}.
Q: (Which|What) is the {{o}} month?\\nA: | {{m}}
Q: (What is|Name) month {{n}}(?|.)\\nA: | {{m}}
Question: (What|Which) month is number {{n}}?\\nAnswer: | {{m}}
Month: {{n}}\\nName: | {{m}}
(month|Month) {{n}} (=|:|->|-) | {{m}}
{{n}}. month: | {{m}}""".split("\n")

PLACE = f"""{{m}} (is|is the|comes as|stands as|counts as) month (number |no. |nr. |) | {{n}}.
(The number|The month number|The place|The position|The rank) of {{m}} (among the months |in the year |in the calendar |)(is|is number|equals) | {{n}}.
In (a date|dates|numbers|digits), {{m}} is (written as|given as|shown as|written|) | {{n}}.
(As a number|In digits), (the month |){{m}} is | {{n}}.
Counting from January, {{m}} is (number|month|month number) | {{n}}.
{{m}} (has|carries|gets|takes) the number | {{n}}.
(Among|Of) the (twelve |)months, {{m}} is (number|in place) | {{n}}.
{{m}} is the | {{o}} month of the year.
{{m}} (comes|stands) | {{o}} in the list of months.
(Among|Of) the months, {{m}} is the | {{o}}.
{{m}} (=|->|:) month | {{n}}
Q: What number is {{m}}?\\nA: | {{n}}
Month: {{m}}\\nNumber: | {{n}}""".split("\n")

DAYS = """(The month of|The month|All of|The whole of|The whole month of|) {m} (lasts|has|counts|takes|holds|runs for|goes on for|is made of|consists of|contains|comes with|lasts for|is) (exactly |) | {l} days.
(The number|The count|The total number) of days in (the month of |){m} is | {l}.
In {m} there are | {l} days.
In {m} (we have|one counts|you get|the calendar has|we count) | {l} days.
(How long is {m}?|How many days has {m}?|How many days are in {m}?|How long does {m} last?) (It has |There are |It lasts |Answer: ) | {l} days.
(The last day|The final day|The end) of {m} is (day |day number ) | {l}.
{m} (ends|is over|finishes) after | {l} days.
{m} has a length of | {l} days.
The length of {m} is | {l} days.
The days of {m} go (up to|from 1 to|until) | {l}.
(Days in|Length of|Number of days in) {m}: | {l}
Month: {m}\\nDays: | {l}
Q: How many days does {m} have?\\nA: | {l}
Q: (How long is|Days in) {m}?\\nA: | {l}""".split("\n")

AFTER = """(Right after|Directly after|Just after|Shortly after|Next after|Straight after|Soon after) {x} (comes|follows|is|we have|begins) (the {u} of |the {u} |) | {y}.
(When|As soon as|Once|After|The moment) {x} (ends|is over|is past|has ended|is done|has gone), (the next {u} is|it is|it will be|we have|we get|there comes|we are in|the {u} is|begins) | {y}.
(The {u}|The next {u}|The {u} that is|The {u} coming) (following|behind|right behind|next to come after) {x} (is|is called|is named|would be) | {y}.
{x} (gives way to|is succeeded by|makes room for|ends and makes room for|turns into|goes over into|leads to|leads into|passes into) | {y}.
(The successor|Successor) of {x} (is|:|is called) | {y}.
If (this {u} is|it is|today is in|we are in|we have) {x}, (the next {u} is|next comes|the following {u} is) | {y}.
One {u} after {x} (comes|is|we have|it is) | {y}.
The {u} (we get|that starts|that begins|that opens) (after|when) {x} (ends |is over |)is | {y}.
({x} is over|{x} has ended|{x} is done)(. | and | so )now (it is|comes|we have) | {y}.
{x} comes (right |just |directly |)before | {y}.
{x} (is|stands|lies) (right |just |directly |)(in front of|ahead of|before) | {y}.""".split("\n")

BEFORE = """(The {u}|The one) (just |right |directly |)(before|ahead of|in front of|preceding) {y} (is|is called|is named|would be|was) | {x}.
(When|As|Once) {y} (begins|starts|comes), (the {u} that ends is|it was until then|what ends is|we leave behind) | {x}.
(Right before|Just before|Directly before|Shortly before|One {u} before) {y} (comes|is|we have|it is|it was) | {x}.
{y} (follows|comes after|comes right after|comes directly after|is the {u} after|succeeds|takes over from|begins when we leave) | {x}.
If (this {u} is|it is|we have) {y}, (the last {u} was|the {u} before was|the previous {u} was) | {x}.
(The predecessor|Predecessor) of {y} (is|:|is called) | {x}.
{y} is preceded by (the {u} of |) | {x}.
The {u} that (leads up to|comes ahead of|goes before|ends before|makes room for) {y} (is|is called) | {x}.""".split("\n")

SUM = """(The total|The sum|A total|The result|The amount) of {a} (and|plus) {b} (is|equals|comes to|makes|amounts to) | {p}.
(If you|When you|If we|Should you) (add|add up|sum|put together|total) {a} and {b}, (you get|the result is|it makes|the sum is|we get|that gives) | {p}.
{a} (plus|and|added to|together with|with another|increased by) {b} (makes|is|equals|gives|comes to|adds up to|yields|amounts to|is the same as|will be) | {p}.
{a} + {b} (equals|makes|is|gives|is equal to|comes to|totals|yields|results in) | {p}.
{a} {o} and {b} {o} (make|are|add up to|together are|give) | {p} {o}.
(With|Having) {a} {o} and {b} more, (you have|one has|we have|there are) | {p} {o}.
(I|We|She|He|They) had {a} {o} and got {b} more, so now there are | {p} {o}.
(Add|Adding|Put) {b} to {a} and (you get|the answer is|you have|it makes) | {p}.
(Starting|Start) at {a} and (counting|going|count|go) {b} (further|up|on), (you reach|one gets to|you come to|we reach) | {p}.
(Take|Start with|Begin with) {a}, add {b}, and you (get|have|end up with) | {p}.
{b} more than {a} is | {p}.
(Sum|Total|SUM|TOTAL|Result): {a} + {b} = | {p}
(Problem|Exercise|Sum|Task): {a} + {b}\\n(Answer|Solution|Result): | {p}
Q: (How much is|What's|What is|Work out|Add) {a} (plus|and) {b}(?|, please?)\\nA: | {p}
{a} euros and {b} euros are | {p} euros.""".split("\n")

LESS = """(The difference|A difference) (between|of) {p} and {b} (is|equals|comes to|makes) | {a}.
(If you|When you|If we) (take|subtract|remove|deduct) {b} from {p}, (you get|there remains|what is left is|we get|that leaves) | {a}.
{p} (minus|less|take away|reduced by|without) {b} (is|makes|equals|gives|leaves|comes to) | {a}.
(I|We|She|He|They) had {p} {o} and lost {b}, so now there are | {a} {o}.
(Take|Start with) {p}, take away {b}, and you (get|have|are left with) | {a}.
{b} less than {p} is | {a}.
(Problem|Exercise|Task): {p} - {b}\\n(Answer|Solution|Result): | {a}""".split("\n")
