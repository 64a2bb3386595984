"""Words and names of the exam set."""

NOUNS = """banjo bobbin bugle burrow butter cobweb compost crumpet cymbal daffodil dinghy dumpling eyelash flannel flipper
foghorn fritter gargoyle gazebo gherkin gondola grapefruit gravy harpoon hedgehog hydrant igloo jigsaw jug juniper
kennel ketchup kipper ladybird leek mackerel mallet necklace nozzle oat panda parsnip peacock pear pillow plank
poncho puddle puppy quiche rucksack sandal seahorse skillet sleigh sock squid sultana swallow tadpole toffee trellis
turnip tweezers ukulele warthog wheelbarrow whisk wombat yak yoghurt yolk""".split()

# Short plain words for gaps in sentences and for strings.
ADJECTIVES = """breezy chunky crunchy damp dented dim drowsy faded frosty glossy gritty grubby hardy itchy jolly juicy loyal
lukewarm misty nimble patchy plump quaint rugged sleek sloppy smoky snug squeaky steep tangled vast weary wobbly""".split()

PEOPLE = """Adele Agnes Alastair Amos Beatrix Bettina Bruno Carmen Celeste Clifford Dagmar Desmond Dorothy Edith Elias Emil
Farida Fergus Gideon Greta Hamish Henrietta Hugo Ignacio Imelda Jasper Joan Judith Kamala Kasper Kurt Leopold
Leticia Lorna Magnus Marisol Moses Nadine Ngozi Odette Orson Percy Phoebe Quincy Reuben Roland Rosalind Saskia Silas
Sybil Tabitha Thaddeus Theodore Ulrich Violeta Wallace Walter Winifred Yolanda Zoltan""".split()

TOWNS = """Austin Basel Bordeaux Cadiz Chester Cologne Dover Durban Durham Essen Exeter Florence Fresno Galway Genoa Hobart
Houston Inverness Izmir Jaipur Lagos Lille Lima Limerick Linz Lugano Mainz Memphis Miami Milan Mumbai Naples Nice
Orlando Oulu Palermo Pisa Plymouth Quebec Reno Riga Rouen Sapporo Siena Split Sydney Toronto Trieste Tulsa Varna
Venice Verona Vigo York Zurich""".split()

VERBS = """ask bake bury buy carry chase cook draw email feed find fold gather guard iron mow nudge pack polish post rinse sand
sell sew sharpen sketch stir sweep toss unplug visit weed weigh""".split()

PAST = """ate broke cooked drove fetched forgot hid inspected labelled nudged rinsed spilled stacked stole tore won""".split()

# Capitalised halves of secret codes.
THINGS = """BADGER BAGEL BANJO BISCUIT BLIZZARD BUCKLE CACTUS CARAVAN CEDAR COBALT CRICKET CUSTARD DONKEY DRAGONFLY FALCON
FIDDLE FOGHORN GAZEBO GINGER GLACIER HAMMOCK HARPOON HORNET IGLOO JASMINE JIGSAW JUNIPER KAYAK KESTREL LANTERN
LOBSTER MAGNET MANGO MARIGOLD MONSOON MUSTARD NUTMEG OSTRICH OYSTER PADDLE PANTHER PELICAN PEPPER PICKLE PLATYPUS
PRETZEL PUFFIN QUARTZ RADISH ROOSTER SADDLE SAFFRON SALMON SCOOTER SPARROW TEAPOT THISTLE THUNDER TOFFEE TORNADO
TROMBONE TULIP TURNIP UMBRELLA VELVET VIOLET VOLCANO WAFFLE WALNUT WALRUS WOMBAT YONDER ZEPHYR""".split()

# Words that have no business in a sentence, for lines of random words.
LOOSE = """although basin beneath bitter blanket bracket canyon certain channel chapter circle clever climate column
corner cotton county damage decade degree desert detail device digit double dozen during effort either empire engine
enough escape evening except fabric factor fairly figure filter finger flavour forest formal fourth frame future garage
gather gravel ground growth handle harbour height honest humour ignore impact indeed insect island jacket junior kettle
kitchen ladder league legend length lesson letter liquid lumber manner margin market matter meanwhile middle mirror
modest moment motion museum narrow native nearly nephew normal notice number object office orange oxygen palace parade
parcel pastry pattern pepper person phrase planet pocket police praise prince profit public puzzle quarter random rather
reason record region repair result rhythm ribbon rubber salary sample season second shadow shelter signal silver simple
single sister sketch socket spirit spread square stable statue stream street string sudden summer supper surface switch
symbol tailor talent target temple theory thirty throat ticket timber tissue toward travel treaty tunnel twelve unless
useful valley vessel victim volume wander warmth weapon weather weekly window winter wisdom wonder writer yellow""".split()
