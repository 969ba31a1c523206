/** The official languages of South Africa beside English, by their ISO 639 codes. */
type Language = 'af' | 'nr' | 'nso' | 'ss' | 'st' | 'tn' | 'ts' | 've' | 'xh' | 'zu';

/** What forms in other languages say for an English caption; several ways are parted by bars. Plain words. */
export interface FormWord {
  readonly english: string;
  readonly said: Readonly<Partial<Record<Language, string>>>;
}

/** Words with this meaning wherever they stand in a caption. */
export const FORM_WORDS: readonly FormWord[] = [...signing(), ...naming(), ...places(), ...numbers(), ...money()];

/** Words that mean something else as part of a caption, so that they count only where they are all of it. */
export const WHOLE_WORDS: readonly FormWord[] = [
  {
    english: 'yes',
    said: {
      af: 'ja',
      nr: 'iye',
      nso: 'ee',
      ss: 'yebo',
      st: 'ee',
      tn: 'ee',
      ts: 'ina',
      ve: 'ee',
      xh: 'ewe',
      zu: 'yebo',
    },
  },
  {
    english: 'no',
    said: {
      af: 'nee',
      nr: 'awa',
      nso: 'aowa',
      ss: 'cha',
      st: 'tjhe|che',
      tn: 'nnyaa',
      ts: 'e e|doo',
      ve: 'hai',
      xh: 'hayi',
      zu: 'cha',
    },
  },
  { english: 'surname', said: { af: 'van', xh: 'ifani', st: 'fane' } },
  { english: 'gender', said: { af: 'geslag', nso: 'bong', st: 'bong', tn: 'bong', ve: 'mbeu', xh: 'isini' } },
  { english: 'place', said: { af: 'plek', nr: 'indawo', nso: 'lefelo', ss: 'indzawo', st: 'sebaka', tn: 'lefelo' } },
  { english: 'place', said: { ts: 'ndhawu', ve: 'fhethu', xh: 'indawo', zu: 'indawo' } },
  { english: 'name', said: { af: 'name', ss: 'ligama' } },
];

function signing(): readonly FormWord[] {
  return [
    {
      english: 'signature',
      said: {
        af: 'handtekening',
        nr: 'isignitjha|isignetjha|isiginetjha',
        nso: 'mosaeno|mosaino|tshaeno',
        ss: 'isiginesha|lisayini|siginesha',
        st: 'mosaeno|tekeno|signetjhara',
        tn: 'mosaeno|tshaeno|mokwalo wa seatla',
        ts: 'nsayino|nsayini|sayino',
        ve: 'tsaino|tshisaini',
        xh: 'utyikityo|isiginitsha|umsayino|utyobelo',
        zu: 'isiginesha|isignesha|ukusayina',
      },
    },
    { english: 'signatures', said: { af: 'handtekeninge' } },
    { english: 'initials', said: { af: 'paraaf|parawe' } },
    { english: 'signed at', said: { af: 'geteken te|onderteken te|gedoen en geteken te' } },
    { english: 'signed by', said: { af: 'geteken deur|onderteken deur' } },
    { english: 'on behalf of', said: { af: 'namens' } },
    { english: 'on this', said: { af: 'op hierdie' } },
    { english: 'day of', said: { af: 'dag van' } },
    { english: 'tick one', said: { af: 'merk een|kies een|merk slegs een|merk net een' } },
    { english: 'tick all that apply', said: { af: 'merk almal wat van toepassing is|merk alles wat geld' } },
    { english: 'capacity', said: { af: 'hoedanigheid', xh: 'isikhundla', zu: 'isikhundla' } },
    {
      english: 'date of birth',
      said: {
        af: 'geboortedatum',
        nr: 'ilanga lamabeletho|ilanga lokubelethwa',
        nso: 'letsatsikgwedi la matswalo|letsatsi la matswalo',
        ss: 'lusuku lwekutalwa|lusuku lokutalwa',
        st: 'letsatsi la tswalo|mohla wa tswalo',
        tn: 'letlha la botsalo|letlha la matsalo|letsatsi la matsalo|letsatsi la botsalo',
        ts: 'siku ra ku velekiwa|siku ro velekiwa|siku leri u velekiweke ha rona',
        ve: 'duvha la mabebo|datumu ya mabebo|duvha la u bebwa|duvha la u bebiwa',
        xh: 'umhla wokuzalwa',
        zu: 'usuku lokuzalwa|usuku lwakho lokuzalwa',
      },
    },
    {
      english: 'date',
      said: {
        af: 'datum',
        nr: 'ilanga|idethi',
        nso: 'letsatsikgwedi',
        ss: 'lusuku',
        st: 'letsatsi|mohla',
        tn: 'letlha',
        ts: 'siku|deti',
        ve: 'datumu|duvha',
        xh: 'umhla',
        zu: 'usuku',
      },
    },
  ];
}

function naming(): readonly FormWord[] {
  return [
    {
      english: 'full names and surname',
      said: {
        af: 'volle name en van|volle naam en van|voorname en van|name en van|naam en van',
        nso: 'maina le sefane|maina ka botlalo le sefane',
        st: 'mabitso le sefane|lebitso le sefane|mabitso le fane|lebitso le fane',
        tn: 'maina le sefane|leina le sefane',
        ts: 'mavito na xivongo|vito na xivongo',
        ve: 'madzina na tshifani|dzina na tshifani|dzina lo fhelelaho na tshifani',
        xh: 'amagama nefani|igama nefani',
        zu: 'amagama nesibongo|igama nesibongo|amagama aphelele nesibongo',
      },
    },
    {
      english: 'full names',
      said: {
        af: 'volle name|volle naam|volledige name|volledige naam',
        nr: 'amabizo apheleleko|amagama apheleleko|ibizo eliphelele',
        nso: 'maina ka botlalo|leina ka botlalo',
        ss: 'emagama laphelele|emabito laphelele',
        st: 'mabitso ka botlalo|lebitso ka botlalo|lebitso le felletseng|mabitso a felletseng',
        tn: 'maina ka botlalo|leina ka botlalo',
        ts: 'mavito hi ku helela|vito hi ku helela|mavito hinkwawo',
        ve: 'madzina nga vhudalo|dzina lo fhelelaho|madzina o fhelelaho',
        xh: 'amagama apheleleyo|igama elipheleleyo',
        zu: 'amagama aphelele|igama eliphelele|amagama ngokuphelele',
      },
    },
    { english: 'first names', said: { af: 'voorname|voornaam' } },
    {
      english: 'surname',
      said: {
        nr: 'isibongo',
        nso: 'sefane',
        ss: 'sibongo',
        st: 'sefane',
        tn: 'sefane',
        ts: 'xivongo',
        ve: 'tshifani',
        xh: 'ifani yakho',
        zu: 'isibongo',
      },
    },
    {
      english: 'name',
      said: {
        af: 'naam',
        nr: 'ibizo|amabizo',
        nso: 'leina|maina',
        ss: 'libito|emabito',
        st: 'lebitso|mabitso',
        tn: 'leina|maina',
        ts: 'vito|mavito',
        ve: 'dzina|madzina',
        xh: 'igama|amagama',
        zu: 'igama|amagama',
      },
    },
    { english: 'gender', said: { nr: 'ubulili', ss: 'bulili', ts: 'rimbewu', zu: 'ubulili' } },
    { english: 'marital status', said: { af: 'huwelikstaat|huwelikstatus|huwelikse staat', zu: 'isimo somshado' } },
    { english: 'marital status', said: { xh: 'imeko yomtshato', st: 'boemo ba lenyalo', tn: 'maemo a lenyalo' } },
    { english: 'nationality', said: { af: 'nasionaliteit' } },
    { english: 'occupation', said: { af: 'beroep' } },
  ];
}

function places(): readonly FormWord[] {
  return [
    { english: 'e mail address', said: { af: 'e posadres|eposadres|e pos adres|epos adres', zu: 'ikheli le imeyili' } },
    { english: 'e mail address', said: { xh: 'idilesi ye imeyile|idilesi ye imeyili', st: 'aterese ya imeile' } },
    {
      english: 'e mail address',
      said: { nso: 'aterese ya emeile', tn: 'aterese ya emeile', ts: 'adirese ya imeyili' },
    },
    { english: 'e mail', said: { af: 'e pos|epos', zu: 'i imeyili|imeyili', xh: 'i imeyile|imeyile' } },
    { english: 'e mail', said: { nso: 'imeile|emeile|imeili', ve: 'imeili' } },
    {
      english: 'postal address',
      said: {
        af: 'posadres',
        nr: 'ikheli leposi|i adresi yeposi',
        nso: 'aterese ya poso',
        ss: 'likheli leposi',
        ts: 'adirese ya poso',
        ve: 'adirese ya poswo|diresi ya poswo',
        xh: 'idilesi yeposi',
        zu: 'ikheli leposi',
      },
    },
    {
      english: 'residential address',
      said: {
        af: 'woonadres|huisadres|residensiele adres|fisiese adres|straatadres',
        nr: 'ikheli lekhaya|ikheli lendawo yokuhlala',
        nso: 'aterese ya bodulo|aterese ya gae',
        ss: 'likheli lasekhaya',
        st: 'aterese ya bodulo|aterese ya lapeng|aterese ya hae',
        tn: 'aterese ya bonno|aterese ya kwa gae',
        ts: 'adirese ya vutshamo|adirese ya le kaya|adirese ya kaya',
        ve: 'adirese ya hayani|diresi ya hayani|adirese ya vhudzulo',
        xh: 'idilesi yasekhaya|idilesi yendawo yokuhlala|idilesi yekhaya',
        zu: 'ikheli lasekhaya|ikheli lendawo yokuhlala|ikheli lendawo ohlala kuyo',
      },
    },
    {
      english: 'address',
      said: {
        af: 'adres',
        nr: 'i adresi|iadresi|ikheli',
        nso: 'aterese',
        ss: 'likheli',
        st: 'aterese',
        tn: 'aterese',
        ts: 'adirese',
        ve: 'adirese|diresi',
        xh: 'idilesi',
        zu: 'ikheli',
      },
    },
    {
      english: 'postal code',
      said: { af: 'poskode', xh: 'ikhowudi yeposi', zu: 'ikhodi yeposi', st: 'khoutu ya poso' },
    },
    { english: 'suburb', said: { af: 'voorstad' } },
    { english: 'province', said: { af: 'provinsie', st: 'profensi', xh: 'iphondo', zu: 'isifundazwe' } },
  ];
}

function numbers(): readonly FormWord[] {
  return [
    {
      english: 'id number',
      said: {
        af: 'identiteitsnommer|id nommer|identiteitsnr|id nr',
        nr: 'inomboro kamazisi|inomboro yomazisi|inomboro ye id',
        nso: 'nomoro ya boitsebiso|nomoro ya id|nomoro ya pasa',
        ss: 'inombolo yamatisi|inombolo ye id|inombolo yepasi',
        st: 'nomoro ya boitsebiso|nomoro ya id|nomoro ya pasa',
        tn: 'nomoro ya boitshupo|nomoro ya id',
        ts: 'nomboro ya vutitivisi|nomboro ya pasi|nomboro ya id|nomboro ya xitivisi',
        ve: 'nomboro ya vhune|nomboro ya id|nomboro ya pasi|nomboro ya basa',
        xh: 'inombolo yesazisi|inombolo kamazisi|inombolo ye id',
        zu: 'inombolo kamazisi|inombolo yesazisi|inombolo yomazisi|inombolo ye id|inombolo yepasi',
      },
    },
    { english: 'passport number', said: { af: 'paspoortnommer', xh: 'inombolo yepaspoti', st: 'nomoro ya pasepoto' } },
    { english: 'passport number', said: { zu: 'inombolo yephasiphothi|inombolo yepasipoti' } },
    {
      english: 'cell number',
      said: {
        af: 'selfoonnommer|selnommer|selfoon|selnr',
        nr: 'inomboro yeselula|umakhalekhukhwini|iselula',
        nso: 'nomoro ya sellathekeng|sellathekeng',
        ss: 'inombolo yamakhalekhikhini|makhalekhikhini',
        st: 'nomoro ya selefounu|nomoro ya mohala wa letheka|selefounu',
        tn: 'nomoro ya selefounu|nomoro ya mogala wa letheka|selefounu',
        ts: 'nomboro ya selifoni|selifoni',
        ve: 'nomboro ya selefoni|nomboro ya thelefoni khwalwa|thelefoni khwalwa|selefoni',
        xh: 'inombolo yeselula|inombolo yeselfowuni|iselfowuni|iselula',
        zu: 'inombolo yeselula|inombolo kamakhalekhukhwini|umakhalekhukhwini|iselula',
      },
    },
    {
      english: 'telephone number',
      said: {
        af: 'telefoonnommer|foonnommer|telefoon|kontaknommer',
        nr: 'inomboro yomtato|inomboro yefowuni',
        nso: 'nomoro ya mogala|nomoro ya founo|mogala',
        ss: 'inombolo yelucingo|lucingo',
        st: 'nomoro ya mohala|nomoro ya founo|mohala',
        tn: 'nomoro ya mogala|nomoro ya founo|mogala',
        ts: 'nomboro ya riqingho|nomboro ya foni|riqingho',
        ve: 'nomboro ya lutingo|nomboro ya founu|lutingo',
        xh: 'inombolo yefowuni|inombolo yomnxeba|umnxeba',
        zu: 'inombolo yocingo|inombolo yefoni|ucingo',
      },
    },
    { english: 'tax number', said: { af: 'belastingnommer|inkomstebelastingnommer', zu: 'inombolo yentela' } },
    { english: 'registration number', said: { af: 'registrasienommer' } },
  ];
}

function money(): readonly FormWord[] {
  return [
    {
      english: 'account number',
      said: { af: 'rekeningnommer', zu: 'inombolo ye akhawunti', xh: 'inombolo ye akhawunti' },
    },
    {
      english: 'account number',
      said: { st: 'nomoro ya akhaonto', tn: 'nomoro ya akhaonto', ve: 'nomboro ya akhaunthu' },
    },
    { english: 'account holder', said: { af: 'rekeninghouer' } },
    { english: 'account type', said: { af: 'tipe rekening|rekeningtipe|soort rekening' } },
    { english: 'branch code', said: { af: 'takkode' } },
    { english: 'name of bank', said: { af: 'naam van bank|banknaam|naam van die bank', zu: 'igama lebhange' } },
    {
      english: 'monthly income',
      said: { af: 'maandelikse inkomste', zu: 'imali engenayo ngenyanga', xh: 'umvuzo wenyanga' },
    },
    { english: 'monthly rent', said: { af: 'maandelikse huur|maandelikse huurgeld' } },
    { english: 'deposit', said: { af: 'deposito' } },
    { english: 'purchase price', said: { af: 'koopprys' } },
    { english: 'amount', said: { af: 'bedrag' } },
  ];
}
