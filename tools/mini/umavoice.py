"""How requests begin and end, whatever they ask."""
OPEN = """
Hi,
Hey,
hey -
Quick one:
Good morning.
Hello there!
Sorry to bother you again.
Next:
Task:
pls:
@bot
One more thing:
ok so
Small job for you.
When you have a minute:
I'm on my phone, so please do this for me.
We ship today.
The auditor asked for this.
I keep forgetting this one.
My hands are full.
Ticket from the helpdesk:
Hotfix time.
Before I go home:
Change request:
Urgent!
Not urgent, but
As discussed in standup:
From the backlog:
Hello dear assistant,
Evening!
New week, new chores.
The customer just called.
I messed up earlier.
Could use a hand here.
for the repo:
In this workspace:
sysadmin here.
on call tonight, so be quick.
Let's tidy up.
[Boss|Customer|QA|Marketing] wants this:
""".strip().split("\n")
CLOSE = """
Thanks!
ty
Thx in advance.
Leave everything else alone.
Nothing else should change.
Don't touch the other files.
Much appreciated.
Cheers
That's all.
Please be careful.
Many thanks in advance for your help.
No rush.
Keep it short.
I'd be grateful.
do it now pls
That would help me a lot.
No questions please, just do it.
k thx
Regards, [Tom|the ops team|Mia|R.]
""".strip().split("\n")
