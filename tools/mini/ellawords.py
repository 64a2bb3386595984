"""Rare nouns, first part: tools, crafts, plants, trees, fabrics, garments and foods."""

TOOLS = """adze awl auger anvil bodkin bradawl billhook burin burnisher brace bevel bellows besom broach boxwedge
caliper chisel clevis clamp cleaver crowbar cudgel cooper calipers cramp croze crucible cupel cutlass dibber dolly
dowel drawknife drill drawplate distaff edger emery escutcheon eyelet fettler ferrule file firedog flail flange fid
froe fuller funnel gasket gauge gimlet gouge grapnel graver grindstone grommet gudgeon hacksaw halyard hammer handspike
harrow hasp hatchet hone hoist holdfast jackplane jemmy jigsaw jointer ladle lancet lathe lever loppers lug mallet
mandrel marlinspike maul mattock micrometer mortar muller nailset nippers nozzle oilstone pestle peavey pickaxe pincers
pinion piton planer plumbline pliers plunger poker pricker pulley punch pushpin quern rabbet rasp ratchet reamer
riddle rivet router roulette sander saltcellar sawhorse scalpel scraper screwdriver scribe scriber scythe secateurs
shackle shears shim shovel sickle skewer sledge slasher snips spade spanner spatula spigot spindle spokeshave spud
sprocket squeegee stapler strop strickle stylus swage swingle syringe tamper tap tenon tenterhook thimble thresher
throttle tongs trammel trivet trowel turnbuckle tweezers treadle treenail tribulum tuyere vice wedge
wheelbarrow whetstone whisk winch windlass wimble wrench yardstick yoke zester turnscrew tapper peel plummet""".split()

PLANTS = """aconite agapanthus agave agrimony alder alfalfa alkanet allium aloe alyssum amaranth amaryllis anemone angelica
anise arnica arrowroot artichoke asphodel aspen aster astilbe aubrietia azalea balsam bamboo banksia baobab barberry
basil bayberry bearberry beech begonia belladonna bellflower bergamot betony bilberry bindweed birch bittersweet blackthorn
bladderwort bluebell boneset borage bougainvillea boxwood bracken bramble broom bryony buckthorn buddleia bugloss bulrush
burdock burnet buttercup butterbur cactus calendula camellia campion candytuft caraway cardoon carnation catmint catnip
cattail ceanothus cedar celandine centaury chamomile charlock chervil chickweed chicory chrysanthemum cinquefoil
clematis clover coltsfoot columbine comfrey coneflower convolvulus coriander cornflower cowslip cranesbill crocus
crowfoot cyclamen cypress daffodil dahlia daisy damson dandelion daphne delphinium deutzia dill dittany dock dodder
dogwood dropwort duckweed edelweiss eglantine elder elecampane elm epiphyte eryngo eucalyptus euphorbia evergreen fennel
fenugreek fern fescue feverfew figwort fireweed flax fleabane forsythia foxglove freesia fritillary fuchsia fumitory
furze galingale gardenia gentian geranium gerbera germander ginkgo ginseng gladiolus goldenrod goosefoot gorse
groundsel guelder gypsophila hawkweed hawthorn hazel heather helianthus heliotrope hellebore hemlock hemp henbane
hibiscus hickory hogweed holly hollyhock honesty honeysuckle hornbeam horehound horsetail houseleek hyacinth hydrangea
hyssop iris ivy ironwood jacaranda jasmine jessamine jonquil juniper jute kalmia kelp kingcup knapweed knotgrass laburnum
lantana larch larkspur laurel lavender liana lichen lilac lily linden lobelia loosestrife lotus lovage lupin madder
magnolia mahogany mallow mandrake mangrove maple marigold marjoram marram mayweed meadowsweet medlar mesquite mignonette
milkweed mimosa mistletoe monkshood mosswort motherwort mugwort mulberry mullein myrtle narcissus nasturtium nettle
nightshade nigella oleander orchid oregano osier oxalis oxlip palmetto pampas pansy papyrus passionflower pelargonium
pennyroyal peony periwinkle petunia phlox pimpernel pinewood plantain poinsettia polyanthus poplar poppy primrose privet
purslane pussywillow pyracantha quince ragwort ramsons rampion redwood reedmace rhododendron rosemary rowan rue rush
safflower saffron sage sagebrush sainfoin samphire sandalwood sassafras saxifrage scabious sedge sedum sequoia silverweed
skullcap snapdragon snowberry snowdrop soapwort sorrel spearmint speedwell spindleberry spruce spurge squill starwort
stitchwort stonecrop sumac sundew sunflower sweetbriar sycamore tamarack tamarind tamarisk tansy tarragon teasel thistle
thrift thyme toadflax toadstool tormentil trefoil trillium tuberose tulip valerian verbena vetch viburnum violet viper
wallflower watercress waterlily willow windflower wintergreen wisteria wolfsbane woodbine woodruff wormwood yarrow yew
yucca zinnia""".split()

CLOTH = """aigrette alpaca angora apron ascot astrakhan baize balaclava baldric bandanna bandolier batik batiste bayadere
beret biretta blazer bloomers boater bolero bombazine bonnet bouclé bowler breeches brocade brogue buckram buckskin bunting
burlap burnous bustle buskin cagoule caftan calico cambric camisole camlet cape cardigan cashmere cassock
challis chambray chamois chaps chasuble cheesecloth chemise chenille cheviot chiffon chinos chintz cloche cloak clog
codpiece coif cordovan corduroy corsage corset cravat crepe cretonne crinoline cuirass culottes cummerbund damask deerstalker
denim derby dickey dimity dirndl djellaba doeskin domino doublet dungarees drugget duffel duvetyn epaulette ephod ermine espadrille
farthingale fedora felt fez fichu flannel fleece frock fustian gabardine gaiter galosh gambeson garter gauntlet gauze
georgette gingham girdle gilet gossamer grosgrain gusset haircloth halter handkerchief hanbok harness hauberk headscarf henin
herringbone hessian homburg homespun hose huipil jabot jacquard jerkin jersey jodhpurs jumper kaftan kepi kerchief kersey
kilt kimono kirtle knapsack lace lamé lapel lawn leotard lederhosen leggings linen linsey lisle loden loincloth lungi
madras mantilla mantle melton merino mitre mitten moccasin mohair moleskin monocle moquette mousseline muff mufti mukluk
muslin nainsook nankeen neckerchief negligee nylon obi oilcloth oilskin organdy organza ottoman overcoat oxford paisley
panama pannier pantaloons parasol parka pashmina peignoir pelisse peplum percale petticoat piqué pinafore plaid plaited plimsoll
plush pongee poncho poplin puttee pyjamas quilt raglan raiment ramie rayon redingote reticule rosette ruff sabot
sackcloth samite sandal sarong sash sateen satin scarf seersucker selvage serape serge shagreen shako shalloon shantung
sharkskin shawl shift shirting shoelace silk singlet slipper smock snood sombrero spats sporran stays stole surcoat surplice
swansdown tabard taffeta tailcoat tallith tam tapestry tarlatan tartan terrycloth ticking tiara tippet toga toque
tricorne tricot trilby tulle tunic turban tussore tutu tuxedo tweed twill ulster velour velvet velveteen visor voile
waistcoat webbing whalebone whipcord wimple windcheater worsted yarmulke yashmak zephyr""".split()

FOODS = """aioli anchovy antipasto arancini arugula aspic avocado baguette baklava bannock barley batter béarnaise biryani
bisque blancmange blini bloater borscht bouillabaisse bouillon brawn brioche brisket brittle bruschetta bulgur burrito
buttermilk calzone canapé cannelloni caper caramel cardamom carob carpaccio cassata cassoulet caviar celeriac ceviche
chapati charlotte chartreuse cheddar chestnut chickpea chorizo choux chowder chutney ciabatta cider cilantro cinnamon
clafoutis clementine clotted cobbler compote confit consommé cordial couscous crackling crepinette crostini croissant
croquette crouton crumpet cumin curd currant custard daikon dal dhal dogfish dolma doughnut dumpling durian eclair
edam edamame endive enchilada escalope escarole falafel farfalle farro feta filbert flapjack flummery focaccia
fondant fondue forcemeat frankfurter fricassee frittata fritter fudge galantine ganache garbanzo gazpacho gelatin gherkin
ghee giblets gingerbread gnocchi gooseberry gorgonzola gouda goulash granola gravlax greengage grenadine griddlecake
grissini gruel gruyère guacamole guava gumbo haggis halloumi halva hardtack harissa hazelnut hominy honeycomb horseradish
hotpot hummus ink jackfruit jambalaya jerky jicama jujube junket kale kebab kedgeree ketchup kimchi kipper kohlrabi korma
kumquat kvass lasagne latke leek legume lentil linguine liquorice loganberry loquat lozenge lychee macaroni macaroon
mace madeleine malt mandarin mangosteen manioc maraschino marmalade marrow marzipan mascarpone matzo mead meringue
millet mincemeat minestrone miso molasses mole moussaka mozzarella muesli muffin mulligatawny mustard mutton naan nougat
nutmeg oatcake oatmeal okra orzo ossobuco oxtail paella pancetta pandowdy panettone panini papaya paprika parfait parkin
parsnip passata pasty pastrami pastille pavlova pecan pecorino pemmican penne peppercorn persimmon pesto piccalilli
pickle pierogi pikelet pilaf pimento pistachio pita polenta pomegranate popover porridge posset potage pottage praline
pretzel profiterole prosciutto prune pumpernickel puttanesca quesadilla quiche quinoa radicchio radish raita ramekin
ratatouille ravioli relish rennet rhubarb ricotta rigatoni risotto rissole romanesco roquefort rusk rutabaga sabayon salami
salsa salsify sambal samosa sarsaparilla sashimi satay satsuma sauerkraut saveloy scallion schnitzel scone semolina sesame
shallot sherbet shortbread shortcake simnel soba sorbet sorghum soufflé sourdough spelt spinach stilton stollen streusel
strudel succotash suet sultana syllabub tabbouleh tagine tahini tamale tandoori tangelo tapenade tapioca taro tempeh tempura
teriyaki terrine tiramisu tofu tortellini tortilla treacle trifle truffle tuile turmeric turnip tzatziki vanilla
vermicelli vichyssoise vindaloo vinaigrette wafer walnut wasabi whey yam yoghurt yuzu zabaglione zucchini""".split()
