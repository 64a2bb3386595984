"""How many tokens the words of the needle texts take, counted once with the bundled tokenizer.

SIZES lists the pieces of more than one token ("_" is the space before a word); every other
piece is one token. So needles are as long as they should be with no tokenizer at hand.
"""
import functools
import re

PIECE = re.compile(r"'(?:s|t|re|ve|m|ll|d)|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]| ?[^\sA-Za-z0-9]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
SIZES = {
    2: """"Give ABC For INGOT Ingram Search Somebody URN Ulla Verity Well _Ingram _Ulla _Which _agile _alone _badge _box _checked _chess _come _crate _curtains _dig _down _dreary _ember
_falconer _fell _flagon _gate _grew _heather _hoist _hours _inert _inky _mark _may _mill _must _needed _net _never _newt _newts _only _organ _pages _parish _passage _past _plover
_plovers _rained _ready _restring _rivet _rope _season _somebody _spot _started _stay _still _stood _tabard _tabards _tag _they _three _timetable _tinder _tram _tray _treasure _two
_units _upright _urn _urns _vole _went _when _while _whittle _who _will _yarrow _yurt _zany entry ewer falconer flagon gate heather hemlock hidden ibex ingot kelp larder launch
locker newt plover rivet rowlock safe tinder treasure umbel vault vole yarrow yurt""",
    3: """-INGOT -PUMICE -TINDER -URN -VOLE -WICKET -ZITHER -ZUX ABACUS ASPEN Ambrose Ask Bertram Brigid Buy Clemence Cosmo Drusilla EMBER EWER Emeric HEATHER Hestia IBEX ISOBAR Idea KEELSON
KELP Muriel Nobody Odile PUMICE Quillon RIVET Rowena Since Somewhere TINDER UMBEL URCHIN VOLE Valentin WICKET Xanthe YURT Yorick ZITHER _Ambrose _Bertram _Brigid _Clemence _Cosmo
_Drusilla _Dunmorrow _EWER _Eastry _Emeric _Foxhollow _HEATHER _Hestia _Hexley _INGOT _Inverlow _Isolde _Muriel _Odile _PUMICE _Rowena _Saltbridge _TINDER _URN _VOLE _Verity _WICKET
_YURT _Yorick _ZITHER _abacus _almanac _anybody _arched _asleep _aspen _aspens _barley _barter _belonged _bodkin _brackish _brass _brazier _briny _bulky _burnish _caraway _chalky
_coils _combination _cornice _cornices _creased _cutlass _dappled _davit _davits _docking _dormer _dusky _embers _entry _ewer _falconers _fickle _firkin _fishing _flagons _frayed
_gantry _gilded _gimlet _halyard _harbour _hassock _hawser _heathers _hemlock _hoisted _hushed _husky _ibex _ingot _inkstand _isobar _isobars _jaded _jerkin _kelp _kelps _kestrel
_lanyard _lanyards _larder _lectern _ledger _limber _limes _linnet _linnets _locker _madrigal _mandrel _mangle _mangles _master _mortar _mortars _mottled _naive _noggin _numb
_nuthatch _oblong _ocarina _ornate _pallid _parapet _pewter _pewters _pliant _prune _pruned _pumice _pumices _quince _quoin _quoins _quoit _quoits _rampart _ransack _ravine _ravines
_recovery _restrung _rivets _rowlock _ruddy _rustic _sacks _said _salvage _sconce _seconds _self _sextant _signed _somewhere _sorrel _spindle _spindles _sprocket _stands _stopped
_tepid _tiller _tinders _trundle _trundled _tumbrel _tumbrels _turret _umbel _uneven _valance _valiant _vellum _voles _warning _warped _weathered _whelk _whelks _whenever _whittled
_wicket _wiry _woodcut _yarrows _yawl _yawls _yurts _zither abacus almanac antler aspen badge bodkin brazier caraway cornice cutlass davit docking dormer escarp eyelet firkin gantry
gimlet halyard hassock hawser hoisted inkstand isobar jerkin keelson kestrel lanyard lectern linnet mandrel mangle master mortar noggin nuthatch ocarina ostler oxbow parapet pewter
pruned pumice quince quoin quoit rampart ransacked ravine recovery restrung sconce secret sextant sorrel spindle sprocket tabard tiller trundled tumbrel turret urchin valance vellum
verbena whelk whittled wicket woodcut yawl zither""",
    4: """-ABACUS -ASPEN -BODKIN -CAPSTAN -CORNICE -CUDGEL -DAVIT -DORMER -EMBER -EWER -FENNEL -FIRKIN -FLAGON -GALLEON -GARNET -GUSSET -HASSOCK -HEATHER -IBEX -ISOBAR -JERKIN -KEELSON -KELP
-MANDREL -MANGLE -MORTAR -NEWT -NOUGAT -PARAPET -PLOVER -RIVET -SCONCE -SORREL -SPINDLE -TABARD -TAMARIND -TILLER -TURRET -UMBEL -URCHIN -VELLUM -WHELK -YURT ANTLER According Agatha
Anselm BODKIN CAPSTAN CORNICE CUDGEL Crispin DAVIT DORMER Dorothea ESCARP Egbert Evander FENNEL FIRKIN FLAGON Faustina Fenella Florian GALLEON GARNET GUSSET Gaspard HASSOCK Horatio
INKSTAND Isolde JERKIN Jocasta Jolyon KESTREL Kasimir Kerensa LARDER LINNET LOZENGE Lavinia Lucasta MANDREL MANGLE MORTAR Mortimer NACELLE NEWT NOUGAT Norbert OCARINA OSPREY OSTLER
OXBOW Ottoline PARAPET PLOVER QUINCE QUOIN QUOIT RAMPART RAVINE SCONCE SORREL SPINDLE TABARD TAMARIND TILLER TURRET Tancred Theobald Ursel VALANCE VELLUM WHELK Wilfred Wystan YARROW
YAWL Ysolde Zebedee Zuleika _ABACUS _ASPEN _Agatha _Anselm _BODKIN _CAPSTAN _CORNICE _CUDGEL _Crispin _DAVIT _DORMER _Dinsmoor _Dorothea _EMBER _Egbert _Evander _FENNEL _FIRKIN
_FLAGON _Farleigh _Faustina _Fenella _Florian _GALLEON _GARNET _GUSSET _Gaspard _Gorsebank _Grindleton _HASSOCK _Hartsop _Horatio _IBEX _INKSTAND _ISOBAR _JERKIN _Jocasta _Jolyon
_KEELSON _KELP _Kasimir _Kelmarsh _Kerensa _LARDER _LINNET _Larkstead _Lavinia _Longmarsh _Lucasta _MANDREL _MANGLE _MORTAR _Mortimer _NEWT _NOUGAT _Ninebanks _Norbert _OSTLER
_OXBOW _Ottershaw _Ottoline _PARAPET _PLOVER _Pendrick _Pickmere _QUINCE _QUOIN _QUOIT _Quillon _RAMPART _RIVET _Rushmere _SCONCE _SORREL _SPINDLE _TABARD _TAMARIND _TILLER _TURRET
_Tancred _Theobald _UMBEL _URCHIN _Ursel _VELLUM _Valentin _Venbrook _WARBLER _WHELK _Wilfred _Wystan _Xanthe _YARROW _YAWL _Yoxford _Ysolde _Zebedee _Zuleika _abacuss _almanacs
_antler _bannock _barnacle _bartered _bodkins _bollard _bollards _braziers _capstan _caraways _cipher _conceals _cracked _cudgel _cutlasss _dirigible _dirigibles _dormers _drumlin
_drumlins _earthen _elastic _escarp _escarps _ewers _eyelet _eyelets _fennel _fescue _fescues _firkins _galleon _gantrys _garnet _garnets _gaunt _gimlets _grommet _grommets _gusset
_gussets _haggle _haggled _halyards _hassocks _hawsers _hemlocks _hyssop _ibexs _ingots _inkstands _jackdaw _jerkins _jonquil _jonquils _jumbled _keelson _kestrels _knotted _kumquat
_larders _laughed _lecterns _lozenge _lozenges _madrigals _mandrels _missed _muddied _muskrat _nacelle _nacelles _noggins _nougat _nuthatchs _obelisk _obelisks _ocarinas _osprey
_ostler _oxbow _paprika _parapets _pieces _queasy _quinces _ramparts _ransacked _rowlocks _rummage _salvaged _samovar _samovars _sconces _scratched _seedlings _sextants _slanted
_sorrels _spotless _sprockets _tamarind _tawny _tillers _turrets _umbels _unearth _urchin _urchins _valances _varnish _vellums _velvety _verbena _wainscot _warbler _weathervane
_wickets _woodcuts _zithers bannock barnacle bartered bollard capstan cipher cudgel dirigible drumlin elkhound fennel fescue galleon garnet grommet gusset haggled hyssop inglenook
jackdaw jonquil kumquat lozenge madrigal muskrat nacelle nougat obelisk osprey paprika rummaged salvaged samovar tamarind unearthed velodrome wainscot warbler""",
    5: """-ANTLER -BANNOCK -BARNACLE -BOLLARD -BRAZIER -CUTLASS -DRUMLIN -ESCARP -FALCONER -FESCUE -GANTRY -GIMLET -GROMMET -HALYARD -HAWSER -HYSSOP -INKSTAND -JERBOA -JONQUIL -KESTREL
-KUMQUAT -LARDER -LINNET -LOZENGE -MADRIGAL -MUSKRAT -NACELLE -NOGGIN -NUTHATCH -OCARINA -OSPREY -OSTLER -OXBOW -PAPRIKA -PEWTER -QUINCE -QUOIN -QUOIT -RAMPART -RAVINE -SAMOVAR
-SPROCKET -TUMBREL -VALANCE -VERBENA -WAINSCOT -WARBLER -WOODCUT -YARROW -YAWL ALMANAC BANNOCK BARNACLE BOLLARD BRAZIER Barnaby CUTLASS DRUMLIN ELKHOUND EYELET FALCONER FESCUE
GANTRY GIMLET GROMMET Godfrey Griselda HALYARD HAWSER HEMLOCK HYSSOP Hyacinth INGLENOOK Ignatius Incidentally JERBOA JONQUIL KUMQUAT LANYARD LECTERN MADRIGAL MUSKRAT NOGGIN NUTHATCH
Nerissa OBELISK PAPRIKA PEWTER Percival Perpetua ROWLOCK Radcliffe SAMOVAR SEXTANT SPROCKET Septimus Sigismund TUMBREL VERBENA WAINSCOT WARBLER WOODCUT _ANTLER _Ardleigh _Ashcombe
_BANNOCK _BARNACLE _BOLLARD _BRAZIER _Barnaby _Birkwell _CUTLASS _Cawthorne _DRUMLIN _ESCARP _EYELET _Elmsworth _FALCONER _FESCUE _GANTRY _GIMLET _GROMMET _Godfrey _Griselda
_HALYARD _HAWSER _HEMLOCK _HYSSOP _Hyacinth _Ignatius _Ivelchester _JERBOA _JONQUIL _Jarnham _KESTREL _KUMQUAT _LANYARD _LOZENGE _MADRIGAL _MUSKRAT _Marlingford _NACELLE _NOGGIN
_NUTHATCH _Nerissa _Netherby _OCARINA _OSPREY _Oakhanger _PAPRIKA _PEWTER _Percival _Perpetua _RAVINE _ROWLOCK _Radcliffe _SAMOVAR _SPROCKET _Septimus _Sigismund _TUMBREL _Thornbury
_Uffington _VALANCE _VERBENA _WAINSCOT _WOODCUT _Wexcombe _antlers _bannocks _barnacles _believed _birdcage _capstans _catalogued _cudgels _dismantle _dismantled _dulcimer _elkhound
_elkhounds _fennels _galleons _hyssops _inglenook _jackdaws _jerboa _jerboas _keelsons _kohlrabi _kohlrabis _kumquats _lacquered _lopsided _muskrats _nougats _ospreys _ostlers
_oxbows _paprikas _quagmire _quagmires _rummaged _tamarinds _unearthed _velodrome _velodromes _verbenas _wainscots _warblers catalogued dismantled dulcimer jerboa kohlrabi lacquered
quagmire""",
    6: """-ALMANAC -CARAWAY -DIRIGIBLE -DULCIMER -ELKHOUND -EYELET -HEMLOCK -INGLENOOK -JACKDAW -LANYARD -LECTERN -OBELISK -ROWLOCK -SEXTANT -VELODROME CARAWAY DIRIGIBLE DULCIMER Desdemona
JACKDAW QUAGMIRE Quintilian VELODROME _ALMANAC _Brackenhall _CARAWAY _Clunbury _DIRIGIBLE _DULCIMER _Desdemona _ELKHOUND _INGLENOOK _JACKDAW _Kirkwhelp _LECTERN _Middlecote _OBELISK
_QUAGMIRE _Quarnford _SEXTANT _VELODROME _dulcimers _inglenooks""",
    7: """-KOHLRABI -QUAGMIRE KOHLRABI _KOHLRABI _Quintilian _Zealsbury""",
}
OF = {w.replace("_", " "): n for n, words in SIZES.items() for w in words.split()}


@functools.lru_cache(maxsize=None)
def piece(p):
    """The tokens of one piece."""
    return OF.get(p, 1)


def tokens(text):
    """The tokens of a text."""
    return sum(piece(p) for p in PIECE.findall(text))
