import { contactWords } from './contact-words.js';

/** The official languages of South Africa beside English, by their ISO 639 codes, and a few words of other languages. */
type Language = 'af' | 'nr' | 'nso' | 'ss' | 'st' | 'tn' | 'ts' | 've' | 'xh' | 'zu' | 'ar' | 'de' | 'fr' | 'pt' | 'zh';

/** What forms in other languages say for an English caption; several ways are parted by bars. Plain words. */
export interface FormWord {
  readonly english: string;
  readonly phrases: Readonly<Partial<Record<Language, string>>>;
}

/** Words with this meaning wherever they stand in a caption. */
export const FORM_WORDS: readonly FormWord[] = [...signing(), ...naming(), ...contactWords()];

/** Words that mean something else as part of a caption, so that they count only where they are all of it. */
export const WHOLE_WORDS: readonly FormWord[] = [
  {
    english: 'yes',
    phrases: {
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
      ar: 'نعم',
      fr: 'oui',
      pt: 'sim',
      zh: '是',
    },
  },
  {
    english: 'no',
    phrases: {
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
      ar: 'لا',
      de: 'nein',
      fr: 'non',
      pt: 'nao',
      zh: '否',
    },
  },
  { english: 'surname', phrases: { af: 'van', xh: 'ifani', st: 'fane' } },
  { english: 'gender', phrases: { af: 'geslag', nso: 'bong', st: 'bong', tn: 'bong', ve: 'mbeu', xh: 'isini' } },
  { english: 'place', phrases: { af: 'plek', nr: 'indawo', nso: 'lefelo', ss: 'indzawo', st: 'sebaka', tn: 'lefelo' } },
  { english: 'place', phrases: { ts: 'ndhawu', ve: 'fhethu', xh: 'indawo', zu: 'indawo' } },
  { english: 'name', phrases: { af: 'name', ss: 'ligama', fr: 'nom', pt: 'nome' } },
  { english: 'date', phrases: { pt: 'data' } },
];

function signing(): readonly FormWord[] {
  return [
    {
      english: 'signature',
      phrases: {
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
        ar: 'التوقيع|توقيع',
        de: 'unterschrift',
        pt: 'assinatura',
        zh: '签名|签字|签署|簽名|簽署',
      },
    },
    { english: 'signatures', phrases: { af: 'handtekeninge', de: 'unterschriften', pt: 'assinaturas' } },
    { english: 'initials', phrases: { af: 'paraaf|parawe' } },
    { english: 'signed at', phrases: { af: 'geteken te|onderteken te|gedoen en geteken te' } },
    { english: 'signed by', phrases: { af: 'geteken deur|onderteken deur' } },
    { english: 'on behalf of', phrases: { af: 'namens' } },
    { english: 'on this', phrases: { af: 'op hierdie' } },
    { english: 'day of', phrases: { af: 'dag van' } },
    { english: 'tick one', phrases: { af: 'merk een|kies een|merk slegs een|merk net een' } },
    { english: 'tick all that apply', phrases: { af: 'merk almal wat van toepassing is|merk alles wat geld' } },
    { english: 'capacity', phrases: { af: 'hoedanigheid', xh: 'isikhundla', zu: 'isikhundla' } },
    {
      english: 'date of birth',
      phrases: {
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
        ar: 'تاريخ الميلاد',
        de: 'geburtsdatum',
        fr: 'date de naissance',
        pt: 'data de nascimento',
        zh: '出生日期',
      },
    },
    {
      english: 'date',
      phrases: {
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
        ar: 'التاريخ|تاريخ',
        zh: '日期',
      },
    },
  ];
}

function naming(): readonly FormWord[] {
  return [
    {
      english: 'full names and surname',
      phrases: {
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
      phrases: {
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
        ar: 'الاسم الكامل',
        de: 'vor und nachname|vorname und nachname|vollstandiger name',
        fr: 'nom et prenom|nom et prenoms|nom complet',
        pt: 'nome completo',
      },
    },
    { english: 'first names', phrases: { af: 'voorname|voornaam' } },
    {
      english: 'surname',
      phrases: {
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
      phrases: {
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
        ar: 'الاسم',
        zh: '姓名',
      },
    },
    { english: 'gender', phrases: { nr: 'ubulili', ss: 'bulili', ts: 'rimbewu', zu: 'ubulili' } },
    { english: 'marital status', phrases: { af: 'huwelikstaat|huwelikstatus|huwelikse staat', zu: 'isimo somshado' } },
    { english: 'marital status', phrases: { xh: 'imeko yomtshato', st: 'boemo ba lenyalo', tn: 'maemo a lenyalo' } },
    { english: 'nationality', phrases: { af: 'nasionaliteit' } },
    { english: 'occupation', phrases: { af: 'beroep' } },
  ];
}
