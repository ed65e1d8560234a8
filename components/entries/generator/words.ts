/** Common, short, easily told apart by eye; loaded when a passphrase is made. */
export const words: readonly string[] = `
able acid acorn actor adapt adobe adult after again agent agile agree ahead aisle alarm album alert alien alike alive alley allow alloy almond alone along alpha alpine altar amber amend
ample amuse anchor angel angle ankle annex antler anvil apple apply april apron arbor arch arctic arena argue arise armor aroma arrow artist ash aside aspen asset atlas atom attic audio
audit august aunt autumn avid avoid award aware awning axis axle bacon badge badger bagel baker ball ballet balm bamboo banana band banjo bank banner barber barn barrel basic basil basin
basket batch beach beacon bead beam bean bear beat beaver bed bee beech beetle begin being bell belt bench berry better big bike birch bird bishop bison black blade blank blend bless bliss
block blond bloom blue bluff blush board boat body boil bold bolt bonus book boost boot border borrow boss bottle bottom bounce bowl box brace brain branch brass brave bread break breeze
brick bridge brief bright brisk broad bronze brook broom brown brush bubble bucket buddy budget buffet build bulb bumper bunch bundle bunny burrow bus bush butter button buyer buzz cabin
cable cactus cake calf calm camel camera camp canal candle candy canoe canvas canyon cape carbon card cargo carol carpet carrot cart carve case castle casual catch cattle cause cave cedar
celery cello cement census center cereal chain chair chalk champ chance change chant chapel charm chart chase cheap check cheek cheer cheese chef cherry chess chest chief child chime chin
chip choice choir chord chorus cider cinema circle circus city civic claim clam clap class clay clean clear clerk clever cliff climb clinic clip cloak clock close cloth cloud clover club
clue coach coal coast coat cobalt cocoa code coffee coil coin cold collar colony color comet comic comma common cone cook cookie cool copper copy coral cord cork corn corner cosmic cotton
couch count couple course cousin cover cozy crab craft crane crater crayon cream creek crest crew crisp crop cross crowd crown cruise crumb crust cube cuckoo cup curb cure curl curve custom
cycle daily dairy daisy dance daring dash data date dawn day deal dear debut decade decent deck deep deer defend define degree delta den denim depth desert design desk detail device dew dial
diary diesel dime dinner direct dish disk dive divide dock doctor dodge dog doll domain dome donkey donor door dot double dough dove dozen draft dragon drama draw dream dress drift drill
drink drive drop drum dry duck due duet dune dusk dust duty dwell eager eagle early earn earth easel east easy echo edge edit effort eight elbow elder elect elf elk elm ember empty enamel
end energy engine enjoy enter entire entry equal era erase errand escape essay estate even event ever evolve exact exam excite exhale exit exotic expand expert extra eye fable fabric face
fact fade fair faith falcon fall fame family fancy far farm fast father fault favor feast fee feel fellow fence fern ferry fetch fiber fiddle field fifth fig figure file film final finch
find fine finger finish fire firm first fish five flag flame flash flat flavor fleet flex flight flint float flock floor flour flow flower fluid flute fly foam focus fog foil fold folk fond
food foot force forest forge fork form fort forty forum fossil foster found four fox frame free fresh friend fringe frog front frost fruit fuel full fund funny fur future gadget galaxy
gallop game garage garden garlic gate gather gauge gear gem genius gentle ghost giant gift ginger give glad glance glass glide globe glory glove glow glue goal goat gold golf good goose
gospel grace grade grain grand grant grape graph grass gravel gravy gray great green grid grill grin grip grocer ground group grove grow guard guess guest guide guitar gulf gust gym habit
hair half hall halo hammer hand handle happy harbor hard harp hat have hawk hazel head heart heat hedge heel height helmet help herb herd hero heron hiker hill hinge hint hippo hobby hockey
hold hollow holly home honest honey hood hoof hook hope horn horse host hotel hour house hover hub huge human humble humor hunt hurdle husky hut hybrid ice icon idea ideal idle igloo image
impact import inch income index indigo indoor infant ink inlet inner input insect inside invest invite iris iron island item ivory ivy jacket jade jaguar jam jar jazz jeans jelly jersey
jewel jigsaw job jog join joke jolly joy judge juice july jumbo jump june jungle junior jury just kayak keen keep kennel kernel kettle key kid kilo kind king kiosk kite kitten kiwi knack
knee knight knit knob knock knot know koala label lace ladder lady lagoon lake lamb lamp land lane lapel large lark laser last late latte laugh launch lava law lawn layer lazy lead leaf
league lean learn ledge left legacy legal legend lemon lemur length lens lesson letter level lever light lilac lily lime limit linen lion liquid list listen little live lizard load loaf
lobby local lock lodge loft logic long look loop lotus loud lounge love loyal lucky lunar lunch lynx lyric magic magnet magpie mail main major maker mammal mango manor maple marble march
margin marina market maroon marsh mascot mason match maze meadow meal medal media medium melody melon member memory mentor menu merit merry metal meteor method metro middle might mild mile
milk mill mimic mind mint minute mirror misty mitten mix mobile model modern modest moment monday money monk month moon moose mosaic moss motel mother motion motor mouse mouth move movie
muffin mule mural muscle museum music mute myth nail name napkin narrow nation native nature navy near neat neck nectar needle nephew nest net never new next nice nickel night nine noble
noise noodle noon normal north nose note novel number nurse nut nutmeg oak oar oasis oat object ocean odd offer office often oil olive omega omelet once one onion online opal open opera
optic orange orbit orchid order organ origin otter ounce outer oval oven owl owner oxygen oyster ozone pack paddle page paint pair palace palm panda panel paper parade parcel pardon park
parrot party pass past pasta patch path patio patrol pause peace peach peak peanut pear pearl pebble pecan pedal pen pencil people pepper period permit person petal phone photo phrase piano
picnic piece pigeon pillow pilot pine pink pipe pirate pitch pixel pizza place plain plan planet plant plate play plaza plenty plum plush pocket poem poet point polar polish polite pond pony
pool poppy porch port portal possum poster potato powder power praise prefer press price pride prince print prism prize profit proof proper proud public puffin pulse pump punch pupil puppy
pure purple purse puzzle quail quartz queen quest quick quiet quill quilt quiz quota quote rabbit race radar radio radish raft rail rain raise rally ranch random range rapid raven razor
reach read ready real reason rebel recall recipe record red reef region relax relay relief remedy remind remote rent repair reply report rescue rest result return reward rhyme rhythm ribbon
rice rich ride ridge right ring ripe ripple rise ritual rival river road roast robin robot rock rocket role roll roof room root rope rose rotate round route royal rubber ruby rudder rug rule
runner rural rush rust saddle safari sail salad salmon salt salute sample sand satin sauce scale scarf scene school scout scroll sea season second secret seed select senior sense sequel
series seven shade shadow shape share shark sheep shelf shell shield shine ship shirt shore short shovel show shrimp side signal silent silk silver simple singer sister six size sketch skill
skirt sky slate sleep sleeve slice slope slow smart smile smooth snack snail snow soap soccer social sock soda sofa soft soil solar solid song sonic sorbet sound soup source south space
spark spice spider spin spiral spirit split spoon sport spring square squash stable stack staff stage stair stamp star start statue steady steam steel stem step stone stool storm story straw
stream street string strong studio sugar suit summer sun sunny super supply surf surge swan sweet swift swim swing switch symbol syrup system table tablet talent tall tango tape target tart
taste taxi tea teach team temple ten tennis tent test text thank theme theory thing third thread three thumb ticket tide tiger tile timber time tiny toast today tomato tone tool tooth topic
torch total touch tour tower town track trade trail train travel tray treat tree trend tribe trick trip trophy truck true trunk trust truth tulip tuna tunnel turbo turkey turtle tutor twelve
twenty twice twin two type ultra uncle under union unique unit unity until upper urban use useful usual valley value valve van vase vault velvet vendor verb verse vest video view villa vine
vinyl violet violin vision visit vital vivid vocal voice volume vote voyage waffle wagon walk wall walnut walrus waltz warm wash watch water wave wax way wealth weave web wedge week weight
west whale wheat wheel white whole wide width wild willow win wind window wine wing winner winter wire wisdom wise wolf wonder wood wool word work world worth woven wren writer yacht yard
yarn year yellow yes yoga yogurt young zebra zen zero zest zigzag zinc zone zoom
`
  .trim()
  .split(/\s+/);
