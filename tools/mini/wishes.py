"""Wishes that no tool grants: deeds for hands."""
from asktool import wrap

DEEDS = [x.split(" | ") for x in """iron/press/starch | my shirts/this blouse/the tablecloth/my trousers
carry/haul/drag/lug | the piano/this trunk/my suitcase/the fridge | up the stairs/to the car/outside/across the yard
mow/rake/weed | the lawn/my yard/the grass out front
braid/brush/cut/wash | my hair/her hair/the dog's fur
knit/crochet/sew/stitch | me a scarf/a pair of socks/a pillow cover/a doll
bake/fry/roast/grill | me a cake/some pancakes/a chicken/two eggs
massage/rub | my shoulders/my feet/my neck
dig/fill in | a hole/a trench/the pond | behind the shed/in the garden
wash/scrub/wax/polish | my car/the windows/the floor/my boots/the silver
hug/kiss/tickle | me/my son/the baby
walk/feed/bathe | my dog/the ducks/our hamster
fetch/bring/hand | me my slippers/me a glass of water/me the ladder
climb | that tree/the roof/mount Everest
drive/fly/row | me home/me to the coast/me across the lake
catch/chase away | that spider/the mouse/the bee
shave/trim | my beard/the sheep/the hedge
change/inflate/patch | my tire/the baby's diaper/the bandage/the bicycle tube
lift/hold/push/pull | this box/the ladder/my bike/the door | for me/a moment
sing/hum/whistle | me a lullaby/a tune | aloud
dance/waltz/tango | with me/with my aunt
unclog/mend/replace | the sink/the gutter/the broken pane
peel/chop/grate | these potatoes/the onions/a carrot
vacuum/dust/sweep | the carpet/the shelves/under the bed
taste/smell/sip | this soup/the milk/my wine
saw/split/stack | these logs/the firewood
hang/hammer/screw | this picture/a nail/the lamp | on the wall/over there
shake | my hand/the apple tree
open | this jar/the pickle glass/my window
zip up/button | my dress/his coat
plaster/tile/wallpaper | the bathroom/the hallway
blow up/tie | these balloons/my shoe laces/my tie
milk/shear/groom | the goat/my pony
teach/show | me how to juggle/my son to ride a bike/us to ski
babysit/watch | my kids/the twins | tonight/on Sunday
warm/heat | my hands/this bottle
build/assemble/put up | me a shed/this wardrobe/the tent/a sand castle""".split("\n")]


def deed(r):
    """A wish for something that only hands can do, and the words it would share with a tool."""
    parts = r.choice(DEEDS)
    t = " ".join(r.choice(p.strip().split("/")) for p in parts)
    return wrap(r, t)
