"""Words of the verdict: everyday nouns, adjectives, people, towns, verbs and things."""

NOUNS = """apple bread butter cheese lemon onion potato carrot tomato pepper sugar honey soup salad kettle spoon fork knife plate bowl cup glass
pan oven fridge table chair sofa lamp window door carpet curtain pillow blanket mirror clock shelf drawer bucket broom garden flower tree grass
fence gate shed ladder hammer nail rope wheel bicycle bus train car truck boat ticket street bridge market bakery library school hospital church
park bench river beach hill cat dog horse sheep goat duck rabbit mouse bird fish shirt coat scarf glove sock shoe hat belt button pencil pen
paper letter stamp envelope folder desk phone computer printer key wallet umbrella basket towel soap brush candle""".split()

ADJECTIVES = """big small old new red blue green yellow white black brown warm cold dry wet clean dirty soft hard heavy light long short tall wide
narrow round flat empty full quiet loud quick slow happy sad kind shy brave lazy busy tired hungry fresh sweet sour bright dark cheap rich
wooden broken pretty""".split()

PEOPLE = """Anna Ben Carla Daniel Emma Frank Grace Henry Irene Jack Karen Leo Maria Nick Olivia Paul Rachel Sam Tina Victor Wendy Alice Bob Clara
David Ellen Fred Gina Harry Ivy James Kate Linda Mark Nancy Oscar Peter Rosa Simon Tom Ursula Vera Walter Amy Brian Cathy Dennis Eva George Helen
Ian Julia Kevin Laura Martin Nina Patrick Ruth Steven Susan""".split()

TOWNS = """Boston Chicago Dallas Denver Seattle Miami Houston Atlanta Phoenix Portland Leeds York Bath Oxford Bristol Liverpool Glasgow Cambridge
Hamburg Munich Lyon Nice Milan Venice Turin Naples Seville Valencia Porto Geneva Basel Zurich Toronto Montreal Sydney Perth Melbourne Osaka Kyoto
Mumbai""".split()

PAST = "cleaned carried painted opened closed washed moved found dropped borrowed fixed bought sold hid".split()

VERBS = "clean carry paint open close wash move find drop borrow fix buy sell hide".split()

THINGS = ["a cup of tea", "the morning paper", "a box of nails", "the front door", "a bag of apples", "the old radio", "a pair of boots", "the garden hose",
          "a jar of honey", "the spare key", "a loaf of bread", "the kitchen light", "a pile of letters", "the winter coats"]
