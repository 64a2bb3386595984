"""Tokens that words of the needle texts take in the bundled tokenizer; all others take one."""

WORDS = {
    2: """Augusta Barge Binder Bland Cider Dust Flask Item Jackal Jena Kite Lumber Lush Musty Nettle Park Parked Parma Pocket Portly Pouch Stool They Tray Wick Yam airy alter ample bag barge binder bland
bookcase box bunch buttery carrots cider dust exchange feathery fell flaky flask glassy hillside hoof hourglass inside ironed jar kite lost lumber lunch lush maple minty ms musty nettle nutty oily
opal opened park parked perky pouch returned robin roomy rosebud rudder sale sandy saw shed snowshoe spare stack stood stool sugary tested tiara tiles took town tray two txt upstairs useful van visor
watermelon weather wick woolly yam""",
    3: """Aerial Aired Airy Alina Alter Ample Ansel Arles Awning Axle Ballina Banister Bellows Bjorn Bleach Blouse Bookcase Bramble Bremen Brittle Bumper Burgos Buttery Cabin Carton Cello Colette Colmar Comet
Cozy Dagger Dainty Dijon Doormat Dresser Dusted Eleanor Exchange Fasten Fender Ferret Flaky Furnace Gadget Gecko Gerard Glassy Glue Gustav Hanna Harness Hefty Hillside Hoof Hourglass Ironed Ivy Jigger
Jumper Jumpy Jurgen Kaspar Kirsten Lahti Lanky Lapel Lasso Laval Leif Lilac Livia Loaf Lofty Lublin Maple Marburg Marcela Marmot Matera Matted Minty Modena Murky Namur Napier Nobody Noodle Notepad
Novara Nutty Oiled Oily Omelet Opal Order Padded Padlock Pantry Parasol Pavement Pecs Pendant Perky Pieter Pliers Praise Primrose Pulpy Quiver Rattle Robin Roomy Rosebud Rostock Rosy Rudder Runny
Sandy Shady Shawl Shelf Snowshoe Spade Sprout Stiff Sugary Sundial Tangy Tested Theodora Thirsty Tiara Tofu Trolley Trowel Tuna Twig Vacant Viktor Viola Visor Warn Watermelon Witty Woolly Zipper
aerial aired altered awning axle bakery banister bellows bleach blouse bramble bristle brittle brooch brought bumper cabin cannon carton catfish cello cement cheerful comet cozy crocus dagger dainty
doormat dresser dusted everyone fasten fender ferret floppy furnace gadget gecko glue gooey hallway handbag harness hatbox headband hefty inkwell ivy jackal jigger jumper jumpy kept lanky lapel lasso
lemonade lilac loaf lofty manhole marmot matted moped murky nightgown noodle notepad oiled omelet owes padded padlock pantry parasol pavement pendant pipes placid plates pliers portly praise primrose
pulpy rattle rolled rosy runny scallop seaweed shady shawl shelf spade speckled sprout stayed stiff stitch stocky sundial tangy thirsty tofu trolley trowel truffle tuna twig tyres vacant wanted witty
zipper""",
    4: """Alnwick Altered Antibes Antonella Arezzo Arjun Arvid Avignon Badajoz Bagpipe Blanche Blossom Bolzano Bouncy Bozeman Bristle Brooch Cannon Cassandra Catfish Cauldron Cheerful Chopstick Coffin Cornelius
Corridor Cranberry Cremona Crispy Crocus Crowbar Crumbly Cutlery Dandelion Dario Delphine Derby Dortmund Dustpan Earthy Edgar Edmund Ernestine Eyebrow Fabian Fastened Faucet Feathery Ferrara Fishbowl
Flavia Flimsy Floppy Freiburg Giddy Gleaming Gooey Grenoble Groningen Hairbrush Hairpin Handbag Hastings Hatbox Hayloft Headband Hubert Huelva Inkwell Jagged Jarvis Kiosk Konrad Leandro Lentil Leuven
Limestone Limoges Lorenzo Lynx Lysander Malaga Manhole Marmalade Matilda Millicent Mirela Moped Mossy Muffled Mulberry Murcia Muzzle Nightgown Oporto Ostrava Oxcart Pascal Patrick Pinecone Placid
Powdery Prickly Puffy Quimper Rafael Reginald Returned Rickshaw Rijeka Rimini Roderick Sabrina Sawdust Scallop Searched Seaweed Sieve Slipper Snorkel Speckled Spongy Stavanger Stitch Stocky Streaky
Strudel Svetlana Szeged Tapestry Tattered Tobias Torsten Tortilla Toulouse Tralee Truffle Valencia Wolfgang bagpipe blossom bouncy catalogue cauldron chopstick coffin corridor cranberry crispy crowbar
crumbly cutlery dandelion dustpan earthy exchanged eyebrow fastened faucet fishbowl flimsy giddy gleaming hairbrush hairpin hayloft jagged kiosk lampshade laughed lentil limestone lynx marmalade
moccasin mossy muffled mulberry muzzle overcoat oxcart pinecone powdery prickly puffy ravioli rickshaw sawdust scrubbed searched sieve slipper smelled smudged snorkel spongy stirrup streaky strudel
suitcase tapestry tattered tortilla towels viola""",
    5: """Asheville Aurelio Bergamo Bleached Bronwyn Bulldozer Carlisle Catalogue Claudio Cobbler Duckling Enrique Exchanged Footstool Foxglove Giovanna Jocelyn Kilkenny Knuckle Kuopio Lemonade Lucerne
Maximilian Moccasin Montpellier Mousetrap Oswald Overcoat Pamplona Pomegranate Ravioli Rochester Rowboat Rutabaga Salvador Scrubbed Selkirk Sidonie Smudged Stefania Stirrup Tarpaulin blankets bleached
bulldozer clipboard cobbler duckling footstool foxglove knuckle mousetrap pomegranate rowboat rutabaga tarpaulin""",
    6: """Clipboard Francesca Gwendolyn Lampshade Lausanne Sylvester Varnished varnished""",
}
SIZES = {word: n for n, words in WORDS.items() for word in words.split()}
