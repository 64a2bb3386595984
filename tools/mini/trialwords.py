"""Words of the trial set: everyday ones, unlike those of the other sets."""

NOUNS = """aerial awning axle bagpipe banister barge bellows binder blossom blouse bookcase bramble bristle brooch bulldozer bumper cabin cannon carton catfish cauldron cello chopstick cider clipboard
cobbler coffin comet corridor cranberry crocus crowbar cutlery dagger dandelion doormat dresser duckling dustpan eyebrow faucet fender ferret fishbowl flask footstool foxglove furnace gadget
gecko hairbrush hairpin handbag harness hatbox hayloft headband hillside hoof hourglass inkwell ivy jackal jigger jumper kiosk kite knuckle lampshade lapel lasso lemonade lentil lilac
limestone loaf lumber lynx manhole maple marmalade marmot moccasin moped mousetrap mulberry muzzle nettle nightgown noodle notepad omelet opal overcoat oxcart padlock pantry parasol pavement
pendant pinecone pliers pocket pomegranate pouch primrose quiver rattle ravioli rickshaw robin rosebud rowboat rudder rutabaga sawdust scallop seaweed shawl sieve slipper snorkel snowshoe
spade sprout stirrup stool strudel sundial tapestry tarpaulin tiara tofu tortilla tray trolley trowel truffle tuna twig viola visor watermelon wick yam zipper""".split()
ADJECTIVES = """airy ample bland bouncy brittle buttery cheerful cozy crispy crumbly dainty earthy feathery flaky flimsy floppy giddy glassy gleaming gooey hefty jagged jumpy lanky lofty lush matted minty
mossy muffled murky musty nutty oily padded perky placid portly powdery prickly puffy pulpy roomy rosy runny sandy shady smudged speckled spongy stiff stocky streaky sugary tangy tattered
thirsty vacant witty woolly""".split()
PEOPLE = """Alina Ansel Antonella Arjun Arvid Augusta Aurelio Bjorn Blanche Bronwyn Cassandra Claudio Colette Cornelius Dario Delphine Edgar Edmund Eleanor Enrique Ernestine Fabian Flavia Francesca
Gerard Giovanna Gustav Gwendolyn Hanna Hubert Jarvis Jocelyn Jurgen Kaspar Kirsten Konrad Leandro Leif Livia Lorenzo Lysander Marcela Matilda Maximilian Millicent Mirela Oswald Pascal
Patrick Pieter Rafael Reginald Roderick Sabrina Salvador Sidonie Stefania Svetlana Sylvester Theodora Tobias Torsten Viktor Wolfgang""".split()
TOWNS = """Alnwick Antibes Arezzo Arles Asheville Avignon Badajoz Ballina Bergamo Bolzano Bozeman Bremen Burgos Carlisle Colmar Cremona Derby Dijon Dortmund Ferrara Freiburg Grenoble Groningen Hastings
Huelva Jena Kilkenny Kuopio Lahti Lausanne Laval Leuven Limoges Lublin Lucerne Malaga Marburg Matera Modena Montpellier Murcia Namur Napier Novara Oporto Ostrava Pamplona Parma Pecs Quimper
Rijeka Rimini Rochester Rostock Selkirk Stavanger Szeged Toulouse Tralee Valencia""".split()
PAST = """aired altered bleached dusted exchanged fastened ironed oiled parked returned scrubbed searched tested varnished""".split()
VERBS = """alter bleach catalogue dust exchange fasten glue park praise stitch""".split()
THINGS = ["a bag of cement", "a box of tiles", "a bunch of carrots", "a jar of honey", "a rolled-up map", "a stack of plates", "the bakery van", "the copper pipes", "the garden shed", "the hallway mirror", "the lost suitcase", "the school piano", "the spare tyres", "the upstairs window", "the wet towels", "two wool blankets"]
