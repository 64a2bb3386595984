"""Rare nouns, second part: birds, beasts, ships, instruments, minerals, furniture, buildings, callings and odds and ends."""

BIRDS = """accentor albatross auk avocet babbler barbet bittern blackbird blackcap bluethroat bobolink booby brambling brant bulbul
bullfinch bunting bustard buzzard capercaillie caracara cassowary chaffinch chickadee chiffchaff chough cockatiel cockatoo
condor coot cormorant corncrake cowbird crossbill cuckoo curlew dipper dotterel dove dowitcher drongo dunlin dunnock egret eider
falcon fieldfare finch firecrest flamingo flicker flycatcher frigatebird fulmar gadwall gallinule gannet garganey godwit
goldcrest goldeneye goldfinch goosander goshawk grackle grebe greenfinch grosbeak grouse guillemot gyrfalcon harrier
hawfinch heron hobby honeyeater hoopoe hornbill hummingbird ibis jacana jackdaw jaeger junco kestrel killdeer kingfisher
kinglet kite kittiwake knot kookaburra lammergeier lapwing lark linnet loon lorikeet lyrebird macaw magpie mallard martin
meadowlark merganser merlin moorhen motmot mynah nighthawk nightingale nightjar noddy nutcracker nuthatch oriole osprey
ostrich ouzel ovenbird oystercatcher parakeet partridge peafowl peewit pelican penguin petrel phalarope pheasant phoebe
pintail pipit pitta plover pochard ptarmigan puffin quail quetzal raven razorbill redpoll redshank redstart redwing rhea
ringdove roadrunner roller rook ruddock sanderling sandpiper sapsucker scaup scoter shearwater shelduck shoveler shrike
siskin skua skylark smew snipe sparrowhawk spoonbill starling stilt stint stonechat stork sunbird swallow swift tanager
tattler teal tern thrush titmouse toucan towhee treecreeper trogon turaco turnstone twite vireo vulture wagtail warbler
waxbill waxwing weaverbird wheatear whimbrel whinchat whitethroat wigeon willet woodcock woodlark woodpecker wren
wryneck yellowhammer yellowlegs""".split()

BEASTS = """aardvark addax agouti alewife anaconda anteater antelope armadillo axolotl aurochs babirusa bandicoot barnacle barracuda
basilisk beaver beetle binturong blenny bobcat bonito bream bullfrog bumblebee capybara caracal caribou caterpillar
chameleon chamois chinchilla chipmunk cicada civet clam coati cockle conger copperhead coyote crayfish cricket
cuttlefish dace damselfly dingo dormouse dragonfly dromedary dugong earwig echidna eland elver ferret firefly flounder
gazelle gecko genet gerbil gibbon glowworm gnat grasshopper grayling groundhog grouper guppy haddock
hake halibut hamster hedgehog hornet ibex iguana impala isopod jackal jaguar jerboa katydid kinkajou kudu lacewing ladybird
lamprey langur leech lemming lemur leveret limpet ling lizard llama lobster locust loris lynx mackerel mandrill manatee
mantis margay marmoset marmot marten mayfly meerkat millipede minnow mole mongoose moth mudskipper mullet muntjac muskox
muskrat mussel narwhal nautilus newt nilgai ocelot octopus okapi opossum orca oribi oryx otter pangolin peccary perch
periwink pilchard pipefish platypus polecat pollock porcupine porpoise prawn puma pupfish quagga quokka raccoon ratel reindeer
remora roach sable saiga salamander sandfly sardine scallop scarab seahorse serval shrew silverfish skate skink skunk
slowworm sloth springbok sprat squid stickleback stoat sturgeon tamarin tapir tarantula tarpon tarsier tench terrapin
tilapia toad tortoise trout tuatara turbot urchin vicuna vole wallaby walrus warthog wasp weasel weevil wels whelk
whippet wildebeest wolverine wombat woodlouse yak zebu""".split()

SHIPS = """argosy barge bark barque barquentine bateau bireme brig brigantine bumboat caique canoe caravel carrack catamaran
clipper cog coaster collier coracle corvette cruiser curragh cutter dhow dinghy dory dreadnought dredger drifter dromond felucca
ferryboat fireship flagship flotilla freighter frigate galleass galleon galley gig gondola hooker houseboat hovercraft hoy
hydrofoil icebreaker ironclad jollyboat junk kayak keelboat ketch knarr launch lifeboat lighter lightship liner longboat longship
lugger masthead minesweeper monitor outrigger packet paddleboat pinnace pirogue polacre pontoon privateer proa punt
quadrireme raft rowboat sampan schooner scow sculler shallop skiff skipjack sloop smack snow steamer tanker tartane tender trawler
trimaran trireme tugboat umiak whaler wherry windjammer xebec yacht yawl bowsprit capstan binnacle bulwark bilge
crosstree davit foremast forecastle gunwale hawser keelson mizzen poop rudder scupper stern taffrail thwart tiller topsail
transom trysail spinnaker jib bobstay bollard boom ballast cleat fender flotsam jetsam lanyard painter ratline spar stanchion""".split()

MUSIC = """accordion alphorn balalaika bagpipe bandoneon banjo bassoon bodhran bombarde bongo bouzouki bugle carillon castanet
celesta cello chalumeau charango chime cimbalom cittern clarinet clavichord clavier concertina conga cornet cornett
cowbell crumhorn cymbal didgeridoo djembe dulcian dulcimer erhu euphonium fiddle fife flageolet flugelhorn fortepiano
gamelan gittern glockenspiel gong guiro harmonica harmonium harpsichord hautboy helicon kalimba kantele kazoo kettledrum
kora koto lute lyre mandola mandolin maraca marimba melodeon metronome mouthorgan musette oboe ocarina ophicleide oud
panpipe piccolo pianola psaltery rattle rebec recorder sackbut samisen santoor sarangi sarod saxophone serpent shakuhachi shamisen
shawm sitar sousaphone spinet steelpan tabla tabor tambourine tambura theorbo theremin timbrel timpani triangle trombone
tuba tympanum ukulele vibraphone viella viol viola virginal vuvuzela washboard xylophone zither zurna barcarole cadenza cantata
chaconne fugue gavotte mazurka minuet nocturne oratorio partita polonaise rondo scherzo sonata toccata""".split()

STONES = """agate alabaster alexandrite almandine amazonite amber amethyst andesite anthracite apatite aquamarine asbestos
aventurine azurite barite basalt bauxite beryl biotite bismuth bloodstone borax breccia calcite carnelian cassiterite
celestite chalcedony chalk chert chromite chrysolite chrysoprase cinnabar citrine cobalt corundum cryolite diorite dolerite
dolomite feldspar flint fluorite fluorspar gabbro galena garnet gneiss granite graphite greywacke gypsum haematite
halite heliodor hornblende jacinth jade jadeite jasper jet kaolin kunzite kyanite labradorite lapis lazulite lignite limestone
lodestone magnetite malachite manganese marble marcasite marl mica moonstone morganite mudstone nephrite nickel obsidian
olivine onyx opal orpiment peat pegmatite peridot perlite porphyry potash pumice pyrite pyrope quartz quartzite
realgar rhodonite rhyolite rutile saltpetre sandstone sapphire sard sardonyx schist selenite serpentine shale siderite
slate soapstone sodalite spessartine sphalerite sphene spinel staurolite sunstone talc tanzanite titanite topaz tourmaline
travertine tungsten turquoise vermiculite wolframite zeolite zircon zirconite cairn cirque drumlin esker fjord isthmus
moraine oxbow scree tarn tor tundra caldera butte coulee couloir gully knoll ravine tussock""".split()

HOUSE = """andiron armoire bassinet bedstead bidet bookcase bookend bureau cabinet candelabra candlestick canterbury carafe
cauldron chaise chandelier chesterfield chiffonier coatrack coffer colander commode console cradle credenza crib cruet
cuspidor davenport daybed decanter demijohn divan doily doormat dresser drawer dustpan eiderdown epergne escritoire ewer
firescreen flagon flask footstool futon goblet girandole hammock hassock hatstand headboard highboy hutch inkstand inkwell
jardiniere jug kettle lampshade lantern larder lectern lowboy mantelpiece mattress nightstand paperweight pedestal pelmet
percolator pewter pitcher platter pouffe prie rack recliner samovar sampler sconce secretaire
settee settle sideboard skillet snuffbox sofa spittoon stool tabouret tankard teapot teacup tallboy tallow taper
tinderbox toastrack trellis trencher trestle tripod trolley tureen umbrella urn valance vanity vase vitrine wardrobe
washstand whatnot workbench abbey alcove almshouse apse aqueduct arcade architrave atrium attic balcony baluster banister
barbican bastion belfry belvedere boathouse buttress campanile casement catacomb chancel clerestory cloister colonnade
conservatory corbel cornice cottage cupola dovecote drawbridge dormer eave embrasure facade finial flagstone folly
fresco gable gallery gargoyle garret gatehouse gazebo granary grotto hayloft hearthstone keystone kiln lintel loggia
lychgate manse minaret moat mullion narthex nave newel niche orangery oratory oriel outhouse pagoda palisade pantry
parapet parlour pavilion pediment pergola pilaster plinth portcullis portico postern priory pylon rafter rampart refectory
rotunda sacristy scullery smithy spandrel spire stairwell steeple stile tollhouse transept truss turret undercroft vestibule
vestry viaduct weathervane weir windmill ziggurat""".split()

CALLINGS = """abacus almanac amulet antimacassar apothecary archivist astrolabe ballad barometer barrister beadle beekeeper binder blacksmith
bobbin bookbinder brazier brewer cartographer chandler charcoal charter chemist chronometer clockmaker cobble cordwainer cooperage
crofter currier cutler cyanotype daguerreotype draper drayman drover dyer engraver falconer farrier ferryman fletcher fuller
furrier gaffer gamekeeper gilder glazier glovemaker goldsmith gramophone haberdasher harpooner hatter hayward hosier hourglass hurdle
ironmonger joiner kaleidoscope knocker lacemaker lamplighter lapidary limner locksmith loom lorgnette marquetry mason
mercer miller milliner minter mosaic muleteer orrery ostler papermaker parchment pargeter pantograph pedlar pendulum periscope perfumer
phonograph pewterer pigment pillbox plasterer ploughman postilion potter printer psalter puppeteer quill quilter quoin ragman
ropewalk saddler sawyer scrimshaw scrivener sealant seamstress sexton sextant shipwright shuttle silversmith skein slater spinner
stationer stereoscope stevedore stonemason sundial tailor tanner tassel telescope thatcher theodolite tinker tinsmith toffee
tollkeeper topiary turner typesetter upholsterer vellum verger vintner wainwright watchman weaver wheelwright wick woodcutter zoetrope
aglet amphora bauble bezel brooch cameo catapult chalice cipher cockade cog coronet cowrie cutwork decoupage diadem effigy
enamel filigree fob gewgaw gimbal gnomon goad gyroscope halberd ingot intaglio knurl locket lozenge macrame medallion millstone
nosegay nugget ogee oubliette pendant pennant phial pinwheel plectrum pomander poppet potsherd quiver quoit rapier reliquary rune
sachet sceptre scabbard semaphore signet spangle sphinx spool sprig stiletto talisman tally tessera tocsin token torque totem
trinket trophy tumbler valise vial votive wampum whistle whorl yardarm zodiac""".split()
