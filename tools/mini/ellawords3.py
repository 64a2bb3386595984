"""Rare adjectives and verbs (a verb with a slash gives its own past form)."""

ADJECTIVES = """abrasive abundant acerbic acrid adroit affable agile airy ajar alabastrine aloof amber ambient amiable ample ancient
angular antique apricot aquatic arboreal archaic arctic ardent arid ashen askew astute auburn august austere autumnal awry azure
baleful balmy banal barbed baroque bashful beaded beige bellicose benign berserk bitter bland bleached blotchy blithe
boisterous bony bosky braided brackish brash brawny brazen brindled briny briskish bristly brittle bronzed brusque bucolic bulbous
buoyant burly burnished bushy buttery callow calloused candid candied canny capacious carmine cavernous celadon cerulean
chafed chaste chequered cherubic chilly chipped chiselled churlish circular clammy clandestine cobbled coastal cogent colossal
coltish comely compact concave congenial conical contrite convex copious coppery coral cordial corpulent corrugated courtly
coy cracked craggy cramped crass craven creaky creased crested crimson crinkled crisp crooked crumbly crusty cryptic cubic curt
cursory curvy cyan dainty dappled dank dapper daring dauntless deft dejected demure dense derelict desolate devious dewy diaphanous
diffident dilapidated dim dingy dire discreet dishevelled dismal distant dogged doleful dormant doughty dour dowdy downy drab
draughty dreary drowsy dulcet dusky dusty eager earnest earthen earthy ebony ebullient eccentric edgy eerie effusive elastic
elated elderly elegant elfin elongated embossed emerald eminent enamelled enigmatic ephemeral erratic erudite ethereal
evasive exotic exquisite exuberant fabled faceted faded fallow famished fastidious fathomless feathery feckless fecund feeble
feisty feral fervent festive fetid feverish fickle fiery filmy flaky flamboyant flaxen fleecy fleeting flimsy flinty florid
fluffy fluted foamy foggy foppish forlorn fragrant frail frantic frayed freckled frigid frilly frosty frugal fulsome furled furrowed
furtive fusty gallant gangly garbled garish garrulous gaudy gaunt genial genteel giddy gilded gingery glacial gleaming glib
glossy glum gnarled golden gossamery graceful grainy grandiose granular grassy gritty grizzled groggy grubby gruff guileless gullible
gusty haggard hallowed hapless hardy harried haughty hazy hearty heathery hefty hempen hexagonal hoarse hoary hollow homely
honeyed humid hushed husky icy idle idyllic immense impish incandescent indigo inept inert inky insipid intrepid irksome
ivory jaded jagged jaunty jocular jolly jovial jubilant keen khaki knobbly knotty lacquered languid lanky lavish lax leafy leathery
legible lemony lenient lilting limber limpid listless lithe livid loamy lofty loquacious lopsided lucid ludicrous lukewarm luminous
lunar lurid lush lustrous magenta majestic malleable malted mangy marbled maroon marshy matted mauve meagre meandering
measly meek mellow melodic metallic meticulous mildewed milky minty minute mirthful misty moist monastic mossy mottled mouldy
muddy muffled mulish munificent murky musky mustard musty muted mystic nautical nebulous nettled nifty nimble noble nocturnal
nomadic nubbly numb nutty oaken oblique oblong obscure obstinate obtuse ochre octagonal olive ominous onerous opalescent
opaque opulent orchid ornate oval oxidised padded painterly palatial pallid papery parched pastoral patchy pearly peaty pebbly peevish
pensive peppery perky pert piebald pithy placid plaintive plaited pliable plucky plump plush pointed polished portly
powdery pristine prickly prim profuse puckered pudgy puffy pungent puny quaint quarrelsome quirky quizzical radiant ragged rakish
rambling rancid rapt raspy raucous ravenous reclusive regal resolute resonant reticent ribbed rickety rigid ripe robust
roguish roomy rosy rotund rowdy ruddy rueful rugged rumpled runic russet rustic ruthless sallow salty sandy sanguine satiny
savoury scaly scanty scarlet scenic scorched scrawny scruffy sculpted secluded sedate sepia serene serrated shabby shaggy sheer
shimmering shoddy shrewd shrill silken silty sinewy sinuous skittish slanted sleek slender slimy slippery sloping sluggish smoky
smudged snug soapy sodden solemn sombre sonorous sooty spangled sparse speckled spherical spiky spindly spiral splendid spongy
sprightly spry squalid squat staid stalwart stark starchy stately steadfast steely steep stippled stocky stodgy stoic stout
streaky striped stubby stuffy sturdy suave sublime sulky sullen sultry sumptuous sundry sunken supple surly svelte swampy
swarthy syrupy tacit tactile tangy tardy tarnished tart taut tawdry tawny teal tenuous tepid terse thorny threadbare thrifty
tidal timid timorous tinted tiny toasted torpid tortuous tranquil translucent treacly tricky trim triumphant truculent tubby
tubular turbid turbulent turquoise twilit twisted ultramarine umber unctuous undulating uneven unkempt unruly untidy upbeat
urbane vacant vagrant valiant vapid varnished vast velvety verdant vermilion vestigial vexed vibrant vigilant violet viscous
vivid volatile voluble waggish wan wary waspish watery waxen wayward weathered weedy weighty whimsical whiskered wholesome wicker
wiggly wilful wily windswept winsome wintry wiry wistful withered wizened wobbly woeful wooden woolly wordy woven wry
yeasty yielding zany zealous zesty zigzag""".split()

_VERBS = """abate abhor/abhorred adorn anneal anoint applaud assay assuage attire avow baffle bail balk bandage banish banter/bantered
barter/bartered baste bedeck beguile bemoan berate beseech/besought bestow bevel/bevelled bewail bicker/bickered blanch blaze
blend blurt board boast bolster/bolstered bookmark braid brandish braze brew brine bruise buckle budge buff bundle bungle
burnish burrow bustle cajole calibrate canter/cantered caper/capered card caress carol/carolled carve catalogue caulk chafe
chamfer/chamfered chant char/charred chase chasten/chastened chide chime chip/chipped chirp chisel/chiselled chop/chopped churn circle
clamber/clambered clasp cleave/cleft clench clink clip/clipped cloak clutch coax cobble coddle coil collate comb
conceal concoct condense confide conjure convey cool coppice cosset/cosseted covet/coveted cower/cowered crackle cradle cram/crammed
crate crease creep/crept crimp crinkle crochet/crocheted croon crouch crumble crumple crush cuddle curate curb curdle cure
curl curtsy dab/dabbed dabble dampen/dampened dangle dapple darn dart daub dawdle dazzle deburr decant decipher/deciphered deck decry
deem delve denounce deplore deride descry devise devour dice dig/dug dilute dip/dipped disclose dismantle dispatch
dither/dithered divulge dote dovetail dowse drape dredge drench drizzle droop drub/drubbed dunk dust dwindle dye eavesdrop/eavesdropped
edge eke elude emboss embroider/embroidered emend emulate enamel/enamelled encase enchant endow engrave engulf enlist ennoble enrobe
entice entreat entwine erase escort etch evade evoke exalt excavate exhort exhume extol/extolled exude fashion/fashioned
fasten/fastened fathom/fathomed fawn felt ferment ferry fetch fetter/fettered fettle fiddle fillet/filleted fizzle flaunt flay fleece
fletch flick fling/flung flinch flit/flitted flog/flogged flounder/floundered flourish flush flute flutter/fluttered fold forage forge
forgo/forwent founder/foundered fray freckle fret/fretted frisk frolic/frolicked froth fumble fumigate furl furnish gallop/galloped
gargle garland garner/garnered garnish gather/gathered gauge gild glaze gleam glean glide glimpse glisten/glistened gloat
glue gnaw goad gouge grapple grate graze grease greet grill grind/ground grope grout grumble guide gulp gurgle gut/gutted
haggle halt hammer/hammered hanker/hankered harness harrow harvest/harvested hasten/hastened haul heap heave hem/hemmed herd hew hinge
hoard hobble hoe hoist hone hoodwink hover/hovered huddle hum/hummed hurl hurtle husk imbue immerse impale implore
imprint inch infuse inlay/inlaid inscribe inter/interred intone jangle jettison/jettisoned jiggle jingle jostle jot/jotted juggle
jumble kindle knead kneel/knelt knit/knitted knot/knotted lace lacquer/lacquered ladle lament lance lash lather/lathered launder/laundered
leach leap/leapt lever/levered limn linger/lingered loiter/loitered loosen/loosened lope lug/lugged lull lumber/lumbered lunge lurch lurk maim
mangle marinate mark marvel/marvelled mash meander/meandered mend meld mill mince mingle mire moor mop/mopped mould mount muddle
muffle mulch mull mumble munch murmur/murmured muse muster/mustered nab/nabbed narrate nestle nibble nick nod/nodded notch nudge nuzzle obey
ogle outwit/outwitted pace paddle pad/padded pamper/pampered pare parry patch pawn peddle peel peer perch peruse pester/pestered pickle
pierce pilfer/pilfered pinch pine pitch placate plait plane plant plaster/plastered pleat pluck plumb plunder/plundered plunge poach
poke polish ponder/pondered pounce pour prance preen prise prod/prodded prop/propped prowl prune pucker/puckered pummel/pummelled purloin
quarry quash quell quench quilt quip/quipped quiver/quivered raid rake ramble ransack rasp ratify rattle ravel/ravelled rebuke recite reckon/reckoned
recoil reel relish render/rendered repent retort revamp revel/revelled rinse rivet/riveted roam roast roll romp roost rouse
ruffle rummage rumple rustle saddle salvage sand saunter/sauntered savour saw scald scale scamper/scampered scan/scanned scatter/scattered
scavenge scoff scold scoop scorch scour scowl scramble scrape scrawl scribble scrub/scrubbed scrutinise scuff scull scurry scuttle
seal sear season/seasoned seethe sew sharpen/sharpened shear shelve shepherd/shepherded shimmer/shimmered shirk shovel/shovelled shred/shredded
shrug/shrugged shuck shuffle sidle sieve sift simmer/simmered singe skewer/skewered skim/skimmed skirt slake slash slather/slathered slice
slither/slithered slouch smear smelt smooth smother/smothered smoulder/smouldered smuggle snag/snagged snare snarl snatch sneak sniff snip/snipped
snuffle soak solder/soldered soothe sow spar/sparred spawn splice splinter/splintered sprinkle sprint spurn squander/squandered squeeze
squint stack stain stalk steam steep stencil/stencilled stir/stirred stitch stoke stow strain strand strap/strapped stride/strode stroke stroll
strum/strummed strut/strutted stumble subdue swab/swabbed swaddle swagger/swaggered swathe sway sweep/swept swindle swirl swivel/swivelled
tack tamp tan/tanned tangle tarnish tarry taunt temper/tempered tend tether/tethered thatch thaw thrash thread thresh thrum/thrummed
thwart tickle tilt tinge tinker/tinkered toast toil topple toss totter/tottered toughen/toughened traipse trample transcribe traverse tread/trod
trickle trim/trimmed trot/trotted trudge trundle truss tuck tug/tugged tumble turf tweak twiddle twirl twist unearth unfurl unhitch
unpick unravel/unravelled unspool upend upholster/upholstered usher/ushered vanish varnish vault veer veil venture vex vilify vouch waddle
waft waive wallow wander/wandered wane warble warp waver/wavered wax weave/wove wedge weed weld wend whack wheedle wheeze whet/whetted whirl
whisk whistle whitewash whittle wield wilt wince winch winnow wither/withered wobble wrangle wreathe wrench wring/wrung yearn yodel/yodelled yoke""".split()


def forms(entry):
    """Base, past, third person and -ing form of a verb entry."""
    base, _, past = entry.partition('/')
    vowel = 'aeiou'
    if not past:
        if base.endswith('e'):
            past = base + 'd'
        elif base.endswith('y') and base[-2] not in vowel:
            past = base[:-1] + 'ied'
        else:
            past = base + 'ed'
    if base.endswith('y') and base[-2] not in vowel:
        third = base[:-1] + 'ies'
    elif base.endswith(('s', 'x', 'z', 'ch', 'sh', 'o')):
        third = base + 'es'
    else:
        third = base + 's'
    if base.endswith('e') and not base.endswith(('ee', 'ye', 'oe')) and base not in ('singe', 'tinge'):
        ing = base[:-1] + 'ing'
    elif past.endswith('ed') and past[:-2] != base and past[:-3] == base:
        ing = past[:-2] + 'ing'
    elif base in ('dig', 'forget', 'get', 'put', 'cut', 'run', 'win', 'set', 'hit', 'begin', 'shut', 'swim', 'sit'):
        ing = base + base[-1] + 'ing'
    else:
        ing = base + 'ing'
    return base, past, third, ing


VERBS = sorted({forms(entry) for entry in _VERBS})
