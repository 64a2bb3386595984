"""Words, names, values, sentences and files for the requests of boris."""
NOUNS = """abacus acorn adze agate alcove alder almanac amber amulet anchovy anvil apiary apricot apron aqueduct arbor archway armoire arnica artichoke aspen
atrium auger auk awl awning axle azalea badger bagel ballast balsam bandanna banister banjo barge barley barnacle barometer basalt basil basin bassoon
bastion bayou beacon beaker bellows beret beryl bevel bobbin bodkin bolero bonnet borage bracket bramble brazier breeze brisket brocade brook buckle
buckwheat bulwark bunting buoy burdock burlap burrow cabbage cairn calico caliper camphor canary canister canopy cantata canyon caper caraway carafe
cardamom caribou carousel cascade casket cassava catapult cauldron caulk cedar celery cello chaff chalice chamois chapel charcoal chariot chestnut
chicory chimney chisel chive cicada cider cinder cistern citadel citron clam clarinet clasp clover coaster cobalt cobbler cockle cocoon colander
comet compass condor conduit copper coral cordial coriander cormorant corral corsair cotter cowl coyote cradle crampon cranny crater crayon
crevice cricket crocus crossbow crucible cruet cudgel cupola curlew curry cutlass cypress dahlia damask dandelion decanter delta derrick dinghy dogwood
dollop donjon dormer dory dowel drake drawbridge drizzle drumlin dulcimer dungeon dynamo earwig easel ebony eddy eider elbow elder ember emerald
emery endive ermine estuary ewer falcon fathom fennel fern ferret ferry fescue fiddle fig figment filbert finch firkin fjord flagon flannel flask
flint flotsam flume flute fodder foghorn foxglove freckle fresco fret frigate fritter frond furlong furnace gable gadfly galley galleon gannet
gantry garland garnet garret gasket gazebo gecko geyser gherkin gimlet ginger girder glacier glade glen goblet goiter gondola gorse gosling gouge
gourd granary granite gravel griddle griffin grommet grotto grouse grove gull gully gusset gypsum haddock halberd halibut halyard hammock hamper hamlet
harbor harness harpoon harrow hatchet haven hawser hazel hearth heath hedgehog heirloom helm hemlock hemp heron hickory hinge hoist holly hominy
honeycomb hornet hovel husk hyacinth hyssop ibis icicle igloo ingot inkwell inlet iris isthmus ivory jackdaw jade jalopy jasper javelin jerkin
jetty jigsaw jonquil joist jubilee jug juniper kale kayak keel kelp kernel kestrel kettle kiln kimono kiosk kipper kite knapsack knoll kumquat
lacquer ladle lagoon lanolin lantern lapwing larch lariat lark lasso lathe lattice laurel lava ledger leek lemur lentil lichen lilac limpet linden
linnet lintel locket lodestone loom loquat lotus lozenge lupine lute lynx lyre macaroon mackerel magnet magpie mallet mallow mandolin mangrove
mantle marigold marjoram marlin marmot marrow marsh marten mastiff mattock meadow medlar merlin mica millet minnow mistral moat molasses mongoose
monsoon moraine mortar mosaic mullet muslin mustard myrtle narwhal nectar nettle newt nib nimbus nougat nuthatch nutmeg oak oasis oatmeal obelisk
obsidian ocarina ocelot ochre okra oleander opal orchard oregano oriole osprey osier otter outcrop oyster paddock pagoda palette pannier papaya
papyrus parapet parka parlor parsley parsnip partridge pebble pelican pennant pergola periwinkle petrel pewter pheasant piccolo pigment pilaster
pimento pinnacle pipette piston plaice plankton platypus plinth plover plumage pollen pomelo poncho poplar portico potash prairie primrose prism
prow puffin pulley pumice pylon quail quarry quartz quay quill quilt quince quiver rafter ragwort rampart ramrod raptor ravine reed regatta relic
rhubarb rind ripple rivet rosin rotunda rudder russet saddle saffron sage sandal sapling sapphire sardine sash satchel scabbard scallop scarab
schooner scone scroll scythe sedge sequin serpent sextant shale shallot shamrock sherbet shingle shuttle sickle silo skein skiff skillet sluice snipe
snorkel sorrel spatula spindle spinet spire spruce squall stanza starling steeple stencil stirrup stoat stylus sumac sundial swallow sycamore
tabard talon tambourine tangerine tankard tansy tapestry tapioca tarragon tassel teal tendril terrace thicket thimble thistle thrush thyme tiller
timber tinder toboggan topaz torrent toucan treacle trellis trestle trivet trowel truffle tuba tulip tundra tunic turbine turnip turret twine udder
umber urchin valise vellum veranda vermouth vessel vetch viaduct viola viper vireo vortex wagtail walnut walrus warbler wattle weasel wharf whelk
whisk wicker widget willow winch windlass wombat woodcock wren yarrow yew yoke yucca zephyr zinc zinnia zither""".split()
ADJ = """amber brisk calm damp early faint gentle hollow idle jolly keen late mild narrow odd plain quiet rapid shy tidy upper vast warm young
ancient bright crimson dusty empty frozen golden heavy inner lower misty northern outer pale rusty silver tall western azure blunt coarse dim eager
fresh grand hardy icy lean mellow neat oblong prim raw sleek terse uneven vivid wry tardy lush stark supple brittle""".split()
NAMES = """Ada Bela Cleo Dario Edda Farid Greta Hugo Imre Jonas Katja Lorenz Mirela Nadia Otto Priya Quentin Rosa Sven Tilda Umberto Vera Wanda Xenia
Yusuf Zelda Anouk Boris Celine Dmitri Esther Femke Gideon Hanae Ingrid Jasper Kofi Leila Marek Noor Olive Pavel Rafael Simone Tomas Ursula Viktor Winnie""".split()
LAST = "Abara Bloom Castell Drake Eriksen Falk Grove Hartmann Ito Jansen Kovacs Lund Moreau Novak Okoye Petrov Quill Rossi Sato Tanaka Urban Vogel Weiss Young".split()
CITIES = "Lisbon Oslo Turin Ghent Porto Bergen Malmo Krakow Lyon Graz Split Derby Perth Quito Osaka Dakar Salem Tulsa Boise Cork".split()
KEYS = """owner port color limit depth city host status level size timeout retries mode theme title price region width height weight speed author
license version deadline budget contact room floor badge seed batch rate quota zone lang format backup user team branch channel queue shift ticket
tariff margin radius voltage pressure stock vendor model grade tempo pitch rank route gate dock cargo crew captain invoice delivery discount currency
max_rows min_age log_level cache_ttl api_url max_conn start_date end_time page_size retry_after home_dir font-size line-width due_date max_users
deviceName userId isActive maxItems baseUrl showGrid""".split()
EXT = "txt txt txt md md cfg ini yaml yml toml json env conf csv log py js ts go rs rb sh sql html css lst dat rst tex org".split()
CONF = "cfg ini yaml yml toml conf env properties txt txt md txt list settings".split()
DIRS = "src docs lib notes etc config data assets team plans office archive app tests web drafts letters lists ops shop store logs core tools site home".split()


def name(r):
    return r.choice(NAMES) if r.random() < .6 else r.choice(NAMES) + " " + r.choice(LAST)


def code(r):
    return "".join(r.choice("ABCDEFGHKLMNPRSTVWXZ") for _ in range(r.randint(1, 3))) + r.choice(["-", "", "-"]) + str(r.randint(10, 9999))


def value(r):
    """A short value of one to three words, without quotes or full stops at its end."""
    n = r.randrange(15)
    if n < 3:
        return str(r.choice([r.randint(2, 99), r.randint(100, 999), r.randint(1000, 99999)]))
    if n < 6:
        return r.choice(NOUNS)
    if n == 6:
        return name(r)
    if n == 7:
        return r.choice(ADJ) + " " + r.choice(NOUNS)
    if n == 8:
        return code(r)
    if n == 9:
        return f"{r.randint(0, 9)}.{r.randint(0, 30)}.{r.randint(0, 30)}"
    if n == 10:
        return f"{r.randint(0, 23):02}:{r.randint(0, 59):02}"
    if n == 11:
        return f"20{r.randint(19, 39)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    if n == 12:
        return r.choice(CITIES)
    if n == 13:
        return r.choice([f"{r.randint(1, 99)}.{r.randint(10, 99)}", f"{r.randint(2, 90)} " + r.choice(["km", "kg", "days", "euros", "minutes", "rows", "boxes"]), f"{r.randint(1, 99)}%", f"{r.randint(2, 64)}MB", f"{r.randint(2, 90)}s"])
    return r.choice(ADJ) + r.choice("-_") + r.choice(NOUNS)


SENTENCES = """The {n} is in the {m}.|Call {p} about the {n}.|Bring {d} boxes of {n} to {c}.|{p} repairs the {n} on Monday.|Buy a new {n}|Water the {n} twice a week
Nobody has seen the {a} {n} since May.|Ask {p} for the {m} key|- [ ] paint the {n}|- sort the {m} shelf|{d} {a} pieces of {n}|Dear {p}, the {n} has arrived.
Kind regards, {p}|The {a} {m} opens at {d}.|{n},{m},{d}|{p},{c},{d}|{p};{n};{d}|TODO: check the {n}|The train to {c} leaves from track {d}.|Meet {p} at the {m}
return the {n} to {p}|print("{a} {n}")|const {n} = {d};|let {n} = "{m}";|def {n}(): return {d}|{n}_{m} = {d}|// {p} wrote the {n} part|# the {a} {m}
fn {n}() -> u32 {{ {d} }}|import {n}|SELECT {n} FROM {m};|echo "{n} {m}"|Our {n} costs {d} euros in {c}.|The {m} smells of {n}.|{d} {n}|{n} and {m}|<p>{a} {n}</p>
{p} will be in {c} until Friday.|{n}: see page {d}|We lost the {n} near {c}.|* {a} {n} for {p}|1. wash the {n}|x = {n}({d})|margin of the {m}: {d}|Remember the {n}!|Room {d} holds the {a} {n}.""".replace("\n", "|").split("|")


def sentence(r):
    return r.choice(SENTENCES).format(n=r.choice(NOUNS), m=r.choice(NOUNS), a=r.choice(ADJ), p=r.choice(NAMES), c=r.choice(CITIES), d=r.randint(2, 980))


def path(r, exts=EXT):
    n = r.random()
    a, b = r.choice(NOUNS), r.choice(NOUNS)
    if n < .5:
        s = a
    elif n < .6:
        s = a + r.choice("-_") + b
    elif n < .68:
        s = r.choice(ADJ) + r.choice("-_") + b
    elif n < .74:
        s = a + str(r.randint(2, 40))
    elif n < .78:
        s = a.capitalize()
    elif n < .92:
        s = r.choice(DIRS) + "/" + a
    else:
        s = b + "/" + a
    return s + "." + r.choice(exts)


LINES = ["{k} = {v}", "{k}={v}", "{k}: {v}", "{k}: {v}", "{k} -> {v}", "- {k}: {v}", "{k} is {v}", "set {k} {v}", "{k} = \"{v}\"", "{k}: \"{v}\"", "export {k}={v}", "{k} | {v}", "The {k} is {v}.", "{k};{v}", "* {k} - {v}", "{k},{v}", "let {k} = '{v}';", "[{k}] {v}"]
HEADS = ["# {n}", "; {n} settings", "[{n}]", "// {n}", "Notes on the {n}", "{n} sheet", "# made by {p}", "-- {n} --"]
