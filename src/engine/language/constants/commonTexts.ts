/** Words of programs that anybody puts together. */
const WORDS = new Set(
  (
    'about accept access account action actions active activity actual add added addr address admin after agent alert alias ' +
    'alive all allow allowed alpha amount and any api app application apply archive args array asc assert assets async at ' +
    'attr attribute attributes audio auth author auto avatar back backend background bad bar base basic batch before begin ' +
    'beta bin binary bit block blue body bold bool boolean border both bottom box branch browser bucket buffer bug build ' +
    'built builtin bundle button by byte bytes cache call callback can cancel card case cell center change changed char ' +
    'charset check child children class clean clear click client clock close closed code collection color column command ' +
    'comment commit common compact complete component config configuration confirm connect connection console const ' +
    'constant container content context control cookie copy core cors count counter country create created credentials css ' +
    'csv ctx currency current cursor custom dark dash dashboard data database date datetime day days db debug decode default ' +
    'delay delete deleted delta depth desc description design dest detail details dev device dialog diff dir direct ' +
    'direction directory disable disabled disk display dist div do doc docs document does dom domain done double down ' +
    'download draft drive driver drop due duration dynamic edge edit editor element email empty enable enabled encode ' +
    'encoding end engine entity entry enum env environment equal error errors eval even event events every example except ' +
    'exec exit expand expect expire expired expires export expr expression ext extension external extra failed failure false ' +
    'fast feature fetch field fields file filename files fill filter final find first fixed flag flags flat float flow focus ' +
    'folder font footer for force form format forward found frame free from front full func function gap gateway gen general ' +
    'generate generic get git given global go gone graph gray green grid group groups guard guest handle handler has hash ' +
    'have head header headers height hello help helper hidden high history home hook host hour hours hover href html http ' +
    'https icon id identity idx if image images import in include index info init inline inner input insert install int ' +
    'integer interface internal interval invalid invoice is iso issue issued item items iterator job join json just keep key ' +
    'keys kind label lang language large last latest layout left legacy length level lib library light like limit line linear ' +
    'lines link links list listen live load loading local locale location lock log logger login logout long loop low lower ' +
    'machine main make manager manifest manual map margin mark mask master match max media member menu message messages meta ' +
    'method metric metrics micro migrate min minute minutes missing mobile mock modal mode model modified module month mouse ' +
    'move multi multiple must mutation name names native need network never new next no node none normal not note notes ' +
    'notice notification now null num number object of off offset ok old on once one only opacity open operation option ' +
    'options or order org origin other out outer output over overflow override owner pack package padding page pages panel ' +
    'param parameter params parent parse part partial parts passed password paste patch path paths pattern payload payment ' +
    'pending percent permission permissions phone pid pipe pixel place plain platform plugin point pointer policy pool popup ' +
    'port position post power prefix present preset prev preview previous price primary print priority private process ' +
    'product profile program progress project prop properties property protected protocol provider proxy public publish pull ' +
    'push put query queue quick quote radius random range rate raw read reader readonly ready real reason record red redirect ' +
    'ref reference refresh region register registry reject relation release remote remove render repeat replace reply report ' +
    'repo repository request required reset resize resolve resource response rest result results retry return reverse right ' +
    'role root rotate round route router row rows rule rules run running same sample save scale scan schedule schema scheme ' +
    'scope score script scroll search second secondary seconds secret section security seed select selected self send sent ' +
    'separator sequence serial server service session set setting settings setup shadow shape share shared shell short show ' +
    'sign signature simple single site size skip sleep slot slow small snapshot snippet socket solid sort source space span ' +
    'spec speed split sql src stack stage start started state statement static statistics stats status step steps stop ' +
    'storage store stream strict string strings style sub subject submit success sum summary super support switch symbol sync ' +
    'system tab table tag tags target task team temp template temporary term test tests text than that the them theme then ' +
    'third this thread time timeout timer timestamp times title to today toggle token tokens tool toolbar tooltip top topic ' +
    'total trace track tracking transaction transfer transform transition translate tree trigger trim true try two type types ' +
    'undefined under union unique unit unknown unset until up update updated upload upper uri url urls usage use used user ' +
    'username users utc util utils uuid valid validate validation value values var variable vendor verify version video view ' +
    'virtual visible visit wait warn warning was watch web week weight when where while white whole width will window with ' +
    'word words work worker workflow workspace wrap wrapper write writer xml yaml year years yes zero zip zone'
  ).split(' '),
);

/** Headers, encodings, algorithms and their like, which are written alike wherever they are used. */
const FORMATS = [
  /^(?:access-control|cache-control|content|if|proxy|sec|x-forwarded|x-ratelimit|x-frame|x-powered|x-xss|www|strict|cross-origin|set|keep|upgrade|retry|accept|transfer|last|aria|data)-/i,
  /^x-(?:requested-with|request-id|csrf-token|api-key|real-ip|correlation-id|http-method-override|content-type-options|auth-token)$/i,
  /^(?:utf|iso|windows|cp|sha|md|aes|rsa|ec|ecdsa|hmac|rfc|http|tls|ssl|amd|arm|x)[-_]?\d/i,
  // Dates, locales.
  /^\d{2,4}[-_:]\d{1,2}[-_:]/,
  /^[a-z]{2,3}[-_][A-Z]/,
];

/** True for a word, or its plural, that anybody uses in names. */
export function isCommonWord(word: string): boolean {
  const small = word.toLowerCase();
  return WORDS.has(small) || WORDS.has(small.replace(/s$/, '')) || /^v?\d*$/.test(small);
}

/** True for what a standard or a platform calls so. */
export function isKnownFormat(text: string): boolean {
  return FORMATS.some((format) => format.test(text));
}
