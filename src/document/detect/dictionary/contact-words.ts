import type { FormWord } from './form-words.js';

/** Addresses, numbers and money, as forms in other languages ask for them. */
export function contactWords(): readonly FormWord[] {
  return [...places(), ...numbers(), ...money()];
}

function places(): readonly FormWord[] {
  return [
    {
      english: 'e mail address',
      phrases: { af: 'e posadres|eposadres|e pos adres|epos adres', zu: 'ikheli le imeyili' },
    },
    { english: 'e mail address', phrases: { xh: 'idilesi ye imeyile|idilesi ye imeyili', st: 'aterese ya imeile' } },
    {
      english: 'e mail address',
      phrases: { nso: 'aterese ya emeile', tn: 'aterese ya emeile', ts: 'adirese ya imeyili' },
    },
    { english: 'e mail', phrases: { af: 'e pos|epos', zu: 'i imeyili|imeyili', xh: 'i imeyile|imeyile' } },
    { english: 'e mail', phrases: { nso: 'imeile|emeile|imeili', ve: 'imeili' } },
    {
      english: 'postal address',
      phrases: {
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
      phrases: {
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
      phrases: {
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
      phrases: { af: 'poskode', xh: 'ikhowudi yeposi', zu: 'ikhodi yeposi', st: 'khoutu ya poso' },
    },
    { english: 'suburb', phrases: { af: 'voorstad' } },
    { english: 'province', phrases: { af: 'provinsie', st: 'profensi', xh: 'iphondo', zu: 'isifundazwe' } },
  ];
}

function numbers(): readonly FormWord[] {
  return [
    {
      english: 'id number',
      phrases: {
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
    {
      english: 'passport number',
      phrases: { af: 'paspoortnommer', xh: 'inombolo yepaspoti', st: 'nomoro ya pasepoto' },
    },
    { english: 'passport number', phrases: { zu: 'inombolo yephasiphothi|inombolo yepasipoti' } },
    {
      english: 'cell number',
      phrases: {
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
      phrases: {
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
    { english: 'tax number', phrases: { af: 'belastingnommer|inkomstebelastingnommer', zu: 'inombolo yentela' } },
    { english: 'registration number', phrases: { af: 'registrasienommer' } },
  ];
}

function money(): readonly FormWord[] {
  return [
    {
      english: 'account number',
      phrases: { af: 'rekeningnommer', zu: 'inombolo ye akhawunti', xh: 'inombolo ye akhawunti' },
    },
    {
      english: 'account number',
      phrases: { st: 'nomoro ya akhaonto', tn: 'nomoro ya akhaonto', ve: 'nomboro ya akhaunthu' },
    },
    { english: 'account holder', phrases: { af: 'rekeninghouer' } },
    { english: 'account type', phrases: { af: 'tipe rekening|rekeningtipe|soort rekening' } },
    { english: 'branch code', phrases: { af: 'takkode' } },
    { english: 'name of bank', phrases: { af: 'naam van bank|banknaam|naam van die bank', zu: 'igama lebhange' } },
    {
      english: 'monthly income',
      phrases: { af: 'maandelikse inkomste', zu: 'imali engenayo ngenyanga', xh: 'umvuzo wenyanga' },
    },
    { english: 'monthly rent', phrases: { af: 'maandelikse huur|maandelikse huurgeld' } },
    { english: 'deposit', phrases: { af: 'deposito' } },
    { english: 'purchase price', phrases: { af: 'koopprys' } },
    { english: 'amount', phrases: { af: 'bedrag' } },
  ];
}
