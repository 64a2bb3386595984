"""First names, family names and towns, common words, and the joined lists that the other modules use."""

import ellawords as one
import ellawords2 as two
import ellawords3 as three

NAMES = """Aaliyah Abdul Abebe Adaeze Adaora Adele Adrián Agnieszka Ahmed Aiko Aileen Aino Aisha Akira Alasdair Albrecht Aleksander
Alessia Alma Alois Amadou Amara Ambrose Amina Amir Anahera Anaïs Anders Andrzej Aneurin Angus Anneke Ansel Anselm Anton Anwen Aoife Apinya
Aram Arash Archibald Ari Ariadne Armando Arjun Arlo Arno Arvid Asel Ash Asha Astrid Atsuko Aurelio Aurora Ayaan Ayesha Aylin Ayodele
Azadeh Babajide Baptiste Barnaby Bartholomew Bartosz Basil Beatrix Bela Benedikt Benicio Bernadette Berit Bettina Bianca Bilal Birgit Birta
Bjarne Bogdan Bojan Boris Branwen Bronwyn Brynn Caetano Caius Calliope Callum Camille Candela Caoimhe Caspian Cecilia Cedric Celeste Cenk
Chandra Chiara Chidi Chinedu Chiyo Cillian Clementine Conall Consuelo Cordelia Cormac Cosmo Cosima Cyprian Cyrus Dafydd Dagmar Dagny Daiki
Damian Daniela Danilo Daphne Darius Delphine Demetrius Deniz Desmond Dieter Dilip Dimitri Dinara Djamila Dmitri Dolores Dorothea
Drusilla Duarte Dunja Ebba Edda Edmund Edwina Efua Eilidh Einar Eithne Ekaterina Elif Elio Eliška Elke Elodie Elspeth Emeka Emre Enzo
Erasmus Erlend Esme Esteban Etsuko Eudora Eugenia Eulalia Evander Ewa Fabian Farah Farid Fatima Faustino Felicity Fenella Ferdinand Fergus
Fernanda Filip Finnian Fiorella Fleur Florian Folasade Francesca Freya Frida Friedrich Fumiko Gaspard Gavriil Gemma Genevieve Gerda Ghislaine
Gideon Gintaras Giovanni Gisela Giuseppe Goran Graciela Greta Griselda Gudrun Guadalupe Gulnara Gunnar Gustavo Gwendolyn Hadiza Hakan Hamish
Hana Haruki Hassan Hedda Hedwig Heidi Helga Hendrik Hermione Hideo Hilda Hiroshi Horatio Hortense Hyacintha Ibrahim Ieuan Ife Ignacio
Ignatius Ilse Imani Imogen Indira Ingeborg Ingrid Inigo Ioana Iolanthe Irina Isadora Ishaan Isidore Ismail Isolde Itziar Ivo Iwona Jabari
Jacinta Jadwiga Jamila Janek Jarek Jasper Javier Jelena Jens Jerzy Jocasta Jorah Joaquín Jolanta Josefina Jovan Juana Juhani Jun Kaito Kajsa Kamala
Karim Kasia Katarzyna Katsumi Kavita Keiko Kelechi Kemal Kenji Khadija Kiran Kirsten Klara Klaus Kofi Konrad Kwame Lachlan Ladislav
Laila Lajos Lambert Lamar Larisa Lars Latifa Laszlo Leandro Leif Leocadia Leopold Levan Liadan Liesel Linnea Ljubica Lorcan Lothar Lourdes
Luca Lucinda Ludmila Ludovic Luzia Lysander Mabel Maciej Madhuri Magnus Mahmoud Maikel Malik Malin Mamadou Manon Marcelo Margarethe Mariam
Marisol Marit Marta Masha Matilda Mats Matteo Maud Maximilian Mbali Meera Mehmet Meinir Meredith Mette Mihai Milica Milos Minh Mirela
Miriam Mohan Moira Montserrat Morag Morwenna Mungo Murad Nadezhda Nadia Naoki Naomi Narges Nasir Natsuki Nazanin Ndidi Neve Ngozi Niamh
Nicanor Nikhil Niklas Ninian Nkechi Noor Noriko Nuria Octavia Odalys Odette Oisín Olamide Oleksandr Olga Olof Omar Ondine Ophelia
Orla Orsolya Osman Osvaldo Ottilie Ottoline Oya Padma Padraig Paloma Panos Parisa Pascal Patience Paavo Pavel Pedro Pelagia Penelope Perpetua
Petra Philippa Pilar Pierangelo Priya Prudence Przemek Quentin Quilla Radek Rafaela Ragnar Rajesh Ramona Raquel Rashid Ravi Reiko Renata
Rhiannon Rhys Rina Roderick Rohan Roksana Rosalind Roshni Rosamund Rune Rupert Sadiq Sakura Salma Salome Samira Sanjay Santiago Saoirse Saskia
Sefa Selma Seraphina Serhiy Shanthi Shirin Shiro Sibyl Sigrid Silvio Simone Sinead Siobhan Sofie Solveig Sören Stanislaw Stavros Stellan Suleiman
Sunniva Svetlana Sylvester Tabitha Tadeusz Takeshi Tamara Tancredi Tariq Tatiana Tavish Teodor Thaddeus Thandiwe Theodora Thibault Thora
Tiago Tikva Timur Tomasz Torsten Tove Tristan Tunde Ulla Ulrich Umberto Ursula Usha Uzoma Valentin Vasily Verity Vesna Viggo Viktor Vilhelm
Violeta Viveka Vladimir Wanda Wangari Wilfred Wilhelmina Winifred Wolfgang Xanthe Xavier Ximena Yasmin Yannick Yasuo Yevgenia Ylva Yolanda
Yosef Yuki Yusuf Yvette Zainab Zara Zbigniew Zdenka Zeynep Zofia Zoltan Zora Zsofia Zuleika Maria Anna Peter Tom Lucy Paul Jane
Mark Sarah Ben Emma Jack Lily Sam Alice Rose Henry Laura David Nina Oscar Ella Max Clara Leo Kate Grace Simon""".split()

SURNAMES = """Abbott Achterberg Adeyemi Almeida Andersson Appleyard Arkwright Ashdown Banerjee Barlow Beaumont Bergström Blackwood Bianchi Borges
Bramall Brightwell Calder Carmichael Castellanos Chatterjee Colquhoun Crabtree Cunningham Dalgaard Delacroix Demir Devlin Drummond Eastwood
Eriksen Fairweather Farquhar Featherstone Fernandes Fitzgerald Fournier Gallagher Garside Goldberg Grimshaw Haddad Hargreaves Hathaway
Hollingworth Horvath Ibarra Ivanova Jankowski Jellicoe Kaminski Kowalczyk Lachance Larkin Lindqvist Lockhart Macalister Marchetti Mbeki
Merriweather Montague Nakamura Ndlovu Nightingale Novak Okafor Oliveira Ostrander Pemberton Petrov Pickering Quigley Rasmussen Ravenscroft
Rothwell Saltmarsh Sandoval Schuster Sedgwick Sinclair Sorensen Stavridis Tanaka Thackeray Thistlethwaite Trelawney Underhill Vandermeer
Varga Venkatesan Waddington Wainwright Whitlock Winterbourne Yamamoto Zielinski""".split()

_TOWNS = """Aarhus Abergele Adelaide Alicante Almería Annecy Antwerp Arbroath Arequipa Asmara Augsburg Avignon Ayr Baku Bamako Bangor Bari Basel
Beaune Bergen Bern Biarritz Bilbao Bologna Braga Bratislava Bremen Brno Bruges Bukhara Burgos Cádiz Cahors Calgary Canterbury Cardiff Cartagena
Chester Cluj Coimbra Colmar Cork Cusco Dakar Darwin Delft Dieppe Dijon Dresden Dubrovnik Dundee Durham Edirne Elgin Ely Esbjerg Exeter Faro Ferrara Fez
Galway Gdansk Genoa Ghent Girona Göttingen Graz Grenoble Groningen Haarlem Halifax Hobart Honfleur Inverness Isfahan Izmir Jaipur Jena
Kanazawa Kandy Kendal Kilkenny Kingston Kirkwall Kyoto Lagos Leiden Leipzig Leuven Lille Limerick Linz Lisbon Ljubljana Lodz Lucca Lugano Lviv
Malmö Mannheim Mantua Maribor Matlock Mombasa Mostar Murcia Nagoya Nantes Narvik Norwich Oaxaca Odense Olomouc Oporto Orkney Osaka Oulu Oviedo Padua
Palermo Pamplona Perth Pisa Plovdiv Poznan Prague Puebla Quebec Quito Ravenna Reims Riga Rouen Salamanca Salzburg Samarkand Sapporo Segovia
Seville Sibiu Siena Sintra Skopje Sligo Split Stavanger Stirling Szeged Tallinn Tampere Tangier Tartu Tbilisi Thurso Toledo Toulon Tralee Trento
Trieste Tromsø Truro Turin Turku Ulm Uppsala Utrecht Valparaiso Varna Verona Vilnius Whitby Windhoek Wroclaw Yerevan York Zadar Zagreb""".split()
_HEADS = """Alder Amber Ash Barrow Black Bram Bright Brock Copper Crow Dun Elder Fallow Fen Fern Frost Gold Green Grim Hart Hazel
Heron Holly Iron Kestrel Lang Lark Maple Marl Mill Moss North Oak Otter Raven Red Rook Rush Salt Silver Thorn Wether White Wind Wren""".split()
_TAILS = "bridge bury by combe croft dale den don fell field ford gate ham haven holt hurst ley mere mouth port stead stow thorpe ton wick worth".split()
TOWNS = sorted(set(_TOWNS) | {_HEADS[i] + _TAILS[(i * 7 + j * 5) % len(_TAILS)] for i in range(len(_HEADS)) for j in range(6)})

COMMON = """apple arm baby back bag ball bank basket bath bed bee bell bird boat book bottle box boy branch bread brick bridge brother bus butter
button cake camera candle car card carpet cart castle cat chain chair cheese child church city class clock cloud coat coffee coin cook corner
cow cup curtain dance daughter day desk dinner doctor dog door dress drum duck ear egg engine eye face farm father fence finger fire fish flag floor
flower fly foot fork friend frog fruit game garden gate girl glass glove goat gold grass hair hall hand hat head heart hill home honey horse
hospital hotel house ice iron island jacket jar kitchen knife ladder lake lamp leaf leg lemon letter library lion lunch machine map market match
meal meat milk mirror money monkey moon morning mother mountain mouse mouth museum nail neck needle nest net night nose nut office oil onion orange
oven page paint paper park path pen pencil pepper picture pig pillow pipe plane plate pocket pond potato prison queen radio rain ring river road
rock roof room root rope rose salt sand school sea seat seed sheep shelf ship shirt shoe shop silver sister snake snow soap song soup spoon
star station stone storm story street sugar summer sun table tail tea teacher tent ticket tiger tomato tooth towel tower town toy train tree
truck village wall watch water wheel whistle wind window wine winter wolf wood wool worm""".split()
COMMON_ADJECTIVES = """bad big black blue brown busy cheap clean cold dark deep dirty dry early empty fast fat fine flat free fresh full good great
green grey happy hard heavy high hot kind large late light little long loud low new nice old open pink plain poor quick quiet red rich round
sad sharp short slow small soft strange strong sweet tall thick thin tired warm weak wet white wide wild yellow young""".split()
COMMON_VERBS = [three.forms(entry) for entry in """ask bake borrow break/broke bring/brought build/built buy/bought call carry catch/caught check clean
close collect count cover cross cut/cut draw/drew drop/dropped empty explain fill find/found finish fix follow forget/forgot get/got give/gave
hear/heard help hide/hid hold/held keep/kept kick leave/left lend/lent lift like lock look lose/lost make/made meet/met mention/mentioned
move need notice open/opened order/ordered pack paint pass pay/paid pick plan/planned pull push put/put read/read remember/remembered repair
return see/saw sell/sold send/sent show share start steal/stole stop/stopped take/took test throw/threw touch turn use visit/visited wash watch
weigh win/won wrap/wrapped write/wrote""".split()]

RARE = sorted({word for part in (one.TOOLS, one.PLANTS, one.CLOTH, one.FOODS, two.BIRDS, two.BEASTS, two.SHIPS, two.MUSIC, two.STONES,
                                 two.HOUSE, two.CALLINGS) for word in part})
NAMES = sorted(set(NAMES))
NOUNS = RARE + COMMON * 2
ADJECTIVES = sorted(set(three.ADJECTIVES)) + COMMON_ADJECTIVES * 3
VERBS = three.VERBS + COMMON_VERBS * 3
PLAIN = sorted(word for word in set(RARE + COMMON) if word.isascii() and len(word) > 2)


def plural(word):
    """A plain English plural."""
    if word.endswith('s') and not word.endswith('ss'):
        return word
    if word.endswith(('ss', 'x', 'z', 'ch', 'sh')):
        return word + 'es'
    if word.endswith('y') and word[-2] not in 'aeiou':
        return word[:-1] + 'ies'
    return word + 's'


def article(word):
    """The word with a or an before it."""
    return ('an ' if word[0] in 'aeiou' and not word.startswith(('eu', 'ukul', 'uni', 'one', 'ut')) else 'a ') + word
