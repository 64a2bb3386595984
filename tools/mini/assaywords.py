"""Words of the assay set: nouns, adjectives, people, towns, verbs and things."""

NOUNS = """gimlet tumbrel sextant abacus bodkin davit ewer fescue gusset halyard isobar kestrel lanyard mandrel nacelle oxbow parapet quoin samovar tamarind
valance wainscot yarrow zither aspen bollard caraway dulcimer eyelet flagon grommet hassock inkstand jonquil keelson lozenge madrigal noggin obelisk pumice
quagmire rampart sprocket tabard umbel velodrome warbler yawl antler barnacle cutlass drumlin escarp firkin gantry hemlock ibex jerkin kumquat linnet
muskrat newt osprey paprika quince rivet sconce tiller urchin verbena whelk yurt almanac bannock capstan dormer elkhound fennel galleon hyssop
inglenook jackdaw kelp larder mortar nuthatch ocarina plover quoit rowlock sorrel tinder urn vellum woodcut brazier cudgel dirigible ember
falconer garnet hawser ingot jerboa kohlrabi lectern mangle nougat ostler pewter ravine spindle turret vole wicket cornice heather""".split()

ADJECTIVES = """brackish dappled earthen frayed gilded hushed inky jaded knotted lopsided mottled naive ornate pallid queasy ruddy spotless tawny uneven velvety
wiry weathered zany agile bulky creased dreary elastic fickle gaunt husky inert jumbled limber muddied numb oblong pliant rustic slanted
tepid upright valiant warped arched briny chalky dusky""".split()

PEOPLE = """Anselm Brigid Cosmo Drusilla Emeric Fenella Gaspard Hestia Ignatius Jocasta Kasimir Lavinia Mortimer Nerissa Ottoline Perpetua Quillon Rowena Septimus Theobald
Ursel Valentin Wilfred Xanthe Yorick Zebedee Agatha Barnaby Clemence Desdemona Egbert Florian Griselda Horatio Ingram Jolyon Kerensa Lucasta Muriel Norbert
Odile Percival Quintilian Radcliffe Sigismund Tancred Ulla Verity Wystan Ysolde Zuleika Ambrose Bertram Crispin Dorothea Evander Faustina Godfrey Hyacinth Isolde""".split()

TOWNS = """Ashcombe Birkwell Cawthorne Dunmorrow Eastry Farleigh Gorsebank Hexley Inverlow Jarnham Kelmarsh Larkstead Middlecote Netherby Oakhanger Pendrick Quarnford Rushmere Saltbridge Thornbury
Uffington Venbrook Wexcombe Yoxford Zealsbury Ardleigh Brackenhall Clunbury Dinsmoor Elmsworth Foxhollow Grindleton Hartsop Ivelchester Kirkwhelp Longmarsh Marlingford Ninebanks Ottershaw Pickmere""".split()

PAST = "haggled trundled hoisted pruned dismantled lacquered salvaged bartered rummaged catalogued unearthed whittled ransacked restrung".split()
VERBS = "haggle trundle hoist prune dismantle varnish salvage barter rummage unearth burnish whittle ransack restring".split()
THINGS = ("a crate of limes|the brass weathervane|an old fishing net|three coils of rope|the parish organ|a tray of seedlings|the harbour ledger|"
          "a cracked mirror|two sacks of barley|the tram timetable|a box of chess pieces|the mill wheel|an empty birdcage|the winter curtains").split("|")
