"""How many tokens a piece of text takes in the needles, measured with the bundled tokenizer."""
import re

# As the tokenizer splits text, for plain English letters.
PIECE = re.compile(r"'(?:s|t|re|ve|m|ll|d)|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]| ?[^\sA-Za-z0-9]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")

# The pieces of more than one token: "_" stands for the space before a word.
MANY = {
    2: '"I Fred Going Helen Ian James Kate Mark Nick Oh They _Bath _Fred _Helen _Ian _James _Kate _Mark _Martin _Nice _Nick _Portland _Tell _There _Which _York _apples _bag _beach '
       '_belt _bowl _box _broom _brown _brush _bucket _bus _carpet _chair _cheap _checked _cleaned _clock _closed _coat _costs _cup _desk _dog _down _drop _fence _fish _fixed '
       '_folder _fork _fresh _fridge _gate _goat _hard _hid _hide _hose _jar _late _lunch _moved _nail _opened _oven _pair _pan _park _pen _pile _printer _rope _sad _seen _shed '
       '_sock _sold _somebody _sour _spare _still _stood _such _tall _tired _told _wallet _wash _will _wooden _wrote beach belt big bowl brave bright broom brown brush bus carpet '
       'carry chair cheap clock cold cup dark desk dirty dog drop fence fish fix flat folder fork fresh fridge full gate goat grass hard heavy hide light long loud nail narrow '
       'oven pan park pen printer quick quiet rich rope round sad scarf sell shed short shy slow sock soft sour tall tired warm wash wet wide wooden',
    3: '-COMPASS -FEATHER Amy Below Brian Carla Cathy Daniel Ellen Harry Idea Ivy Julia Kevin Linda Martin Meeting Nobody Rachel Somewhere Steven Susan _Amy _Basel _Boston _Brian '
       '_CANDLE _Cambridge _Carla _Cathy _Chicago _Dallas _Daniel _Denver _EAGLE _Ellen _Harry _Idea _Ivy _Julia _Kevin _Leeds _Linda _Lyon _Meeting _Milan _Munich _Naples _Nobody '
       '_PURPLE _Perth _Porto _ROCKET _Rachel _Steven _Susan _THUNDER _TIGER _Toronto _Turin _Venice _ZEBRA _Zurich _bakery _bench _bird _black _blue _boat _borrow _bought _broken '
       '_busy _carried _changed _church _coats _dirty _duck _front _glove _grass _happy _hospital _hungry _lazy _library _loaf _nails _painted _pillow _pretty _said _scarf _shelf '
       '_sofa _stamp _stands _towel _warning _washed bakery bench bird black blue boat borrow broken bucket busy buy church coat duck glove happy hospital hungry lazy library '
       'pillow pretty shelf small sofa stamp towel wallet',
    4: '-ANCHOR -BLANKET -BUTTON -CACTUS -CASTLE -PEBBLE -PILLOW -SUNRISE -TEAPOT -TUNNEL -VIOLIN -WHISTLE Dennis George Nancy Olivia Patrick Ursula _Bristol _COPPER _COTTON '
       '_DRAGON _Dennis _FALCON _FOREST _GARDEN _Geneva _George _Glasgow _HARBOR _Hamburg _Houston _ISLAND _Kyoto _Liverpool _MARBLE _Miami _Montreal _Mumbai _Nancy _ORANGE '
       '_Olivia _Osaka _Oxford _PEPPER _PLANET _Patrick _Phoenix _RIVER _SILVER _SUMMER _Seattle _Seville _Ursula _VELVET _Valencia _WINTER _bicycle _blanket _boots _borrowed '
       '_computer _dropped _envelope bicycle blanket computer envelope',
    5: '-BICYCLE -KEYHOLE -LADDER -MUFFIN -PENGUIN -RAINBOW -SNOWMAN -WINDMILL _Atlanta _Sydney',
    6: '-LANTERN -MOONFISH _Melbourne',
}
SIZES = {w.replace("_", " "): n for n, words in MANY.items() for w in words.split()}


def size(text):
    """About how many tokens a text of the needles takes."""
    return sum(SIZES.get(p, 1) for p in PIECE.findall(text))
