"""Words of which the worlds are made: folders, names of files, places, foods, things, chores."""

DIRS = """docs notes src data config recipes lib tests scripts reports letters trips homework inbox archive lab garden songs stories shop team
meetings budget orders plans photos/meta src/utils src/core app/models app/views web/static assets/text server/routes client/ui pkg/api \
cmd/tool internal/store
lab/results lab/run2 school/math school/essays work/2023 work/clients home/kitchen home/bills travel/japan travel/lisbon music/lyrics \
novel/drafts novel/chapters
etc conf settings deploy infra/dev infra/prod ops/runbooks k8s charts sql migrations fixtures mocks specs examples samples templates \
locale/en locale/de i18n
logs var/log tmp/out backup old drafts private public shared people club church/rota wiki faq support tickets qa qa/cases release \
content/posts blog/_posts
thesis paper/sections data/raw data/clean model/params bench tools vendor packages/ui packages/core crates/cli crates/net mobile/android firmware
""".split()
STEMS = """plan todo readme budget invoice guests settings main utils draft summary chapter1 chapter2 intro outline agenda minutes contacts \
shopping menu soup
bread schedule roster inventory prices stock orders clients report results readings log notes ideas wishlist packing route itinerary \
bookings tickets scores players
config app server database cache logging auth user users session router index layout theme style colors fonts helper helpers parser lexer \
tokens queue worker
jobs cron deploy build release version changelog credits license about faq help welcome message greeting letter poem lyrics story scene \
cast glossary terms
sensor sample batch trial protocol reagents plants watering seeds harvest bees birds weather tides expenses rent bills savings loan tax \
payroll staff shifts
homework essay quiz answers grades timetable project milestones risks feedback survey review backlog sprint retro standup handover oncall \
alerts limits flags
""".split()
BARE = """
Makefile Dockerfile README LICENSE TODO NOTES CHANGELOG Procfile .env .gitignore .editorconfig VERSION AUTHORS Justfile .npmrc CODEOWNERS
hosts crontab
""".split()
PLACES = """
Lisbon Oslo Dublin Osaka Porto Turin Quito Lima Hanoi Cork Ghent Bergen Malmo Tartu Leeds Graz Bilbao Nantes Perth Accra Dakar Pune Busan
Cusco Kyoto Utrecht Salem Austin
""".split()
FOODS = """
flour sugar rice lentils basil thyme butter milk eggs yeast leeks carrots onions garlic ginger beans tofu oats honey lemons apples walnuts
salt cumin paprika cocoa cream olives spinach peas
""".split()
THINGS = """
lamp tent kettle ladder rope stove drill saw scarf helmet pump battery cable charger notebook stapler chair desk printer router monitor
blanket pillow mug plate bucket hose shovel rake torch compass flask map jacket boots gloves towel soap brush mirror clock radio camera
tripod easel canvas guitar drum
""".split()
DOINGS = """call the {x}|water the {x}|buy {n} {xs}|email {who} about the {x}|fix the {x}|book the {x}|clean the {x}|return the {x} to \
{who}|pay for the {x}|order {n} {xs}
pick up {who}|ask {who} about the {x}|paint the {x}|wash the {x}|sell the {x}|print {n} {xs}|meet {who} in {place}|plan the trip to \
{place}|write to {who}|check the {x}
test the {x}|pack the {x}|renew the {x}|lend {who} the {x}|measure the {x}|sketch the {x}|label the {xs}|count the {xs}|move the {x}|hide \
the {x}""".replace("\n", "|").split("|")
