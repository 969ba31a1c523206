/** What forms in another language say for an English caption. Plain words. */
export interface FormWord {
  readonly english: string;
  /** An official language of South Africa, or another one of which a few words are known, by its ISO 639 code. */
  readonly language: string;
  readonly way: string;
}

/** Words with this meaning wherever they stand in a caption. */
export const FORM_WORDS = formWords(`
signature: af handtekening; nr isignitjha|isignetjha|isiginetjha; nso mosaeno|mosaino|tshaeno; ss
    isiginesha|lisayini|siginesha; st mosaeno|tekeno|signetjhara; tn mosaeno|tshaeno|mokwalo wa seatla; ts
    nsayino|nsayini|sayino; ve tsaino|tshisaini; xh utyikityo|isiginitsha|umsayino|utyobelo; zu
    isiginesha|isignesha|ukusayina; ar التوقيع|توقيع; de unterschrift; pt assinatura; zh 签名|签字|签署|簽名|簽署
signatures: af handtekeninge; de unterschriften; pt assinaturas
initials: af paraaf|parawe
signed at: af geteken te|onderteken te|gedoen en geteken te
signed by: af geteken deur|onderteken deur
on behalf of: af namens
on this: af op hierdie
day of: af dag van
tick one: af merk een|kies een|merk slegs een|merk net een
tick all that apply: af merk almal wat van toepassing is|merk alles wat geld
capacity: af hoedanigheid; xh isikhundla; zu isikhundla
date of birth: af geboortedatum; nr ilanga lamabeletho|ilanga lokubelethwa; nso letsatsikgwedi la matswalo|letsatsi la
    matswalo; ss lusuku lwekutalwa|lusuku lokutalwa; st letsatsi la tswalo|mohla wa tswalo; tn letlha la
    botsalo|letlha la matsalo|letsatsi la matsalo|letsatsi la botsalo; ts siku ra ku velekiwa|siku ro velekiwa|siku
    leri u velekiweke ha rona; ve duvha la mabebo|datumu ya mabebo|duvha la u bebwa|duvha la u bebiwa; xh umhla
    wokuzalwa; zu usuku lokuzalwa|usuku lwakho lokuzalwa; ar تاريخ الميلاد; de geburtsdatum; fr date de naissance; pt
    data de nascimento; zh 出生日期
date: af datum; nr ilanga|idethi; nso letsatsikgwedi; ss lusuku; st letsatsi|mohla; tn letlha; ts siku|deti; ve
    datumu|duvha; xh umhla; zu usuku; ar التاريخ|تاريخ; zh 日期
full names and surname: af volle name en van|volle naam en van|voorname en van|name en van|naam en van; nso maina le
    sefane|maina ka botlalo le sefane; st mabitso le sefane|lebitso le sefane|mabitso le fane|lebitso le fane; tn
    maina le sefane|leina le sefane; ts mavito na xivongo|vito na xivongo; ve madzina na tshifani|dzina na
    tshifani|dzina lo fhelelaho na tshifani; xh amagama nefani|igama nefani; zu amagama nesibongo|igama
    nesibongo|amagama aphelele nesibongo
full names: af volle name|volle naam|volledige name|volledige naam; nr amabizo apheleleko|amagama apheleleko|ibizo
    eliphelele; nso maina ka botlalo|leina ka botlalo; ss emagama laphelele|emabito laphelele; st mabitso ka
    botlalo|lebitso ka botlalo|lebitso le felletseng|mabitso a felletseng; tn maina ka botlalo|leina ka botlalo; ts
    mavito hi ku helela|vito hi ku helela|mavito hinkwawo; ve madzina nga vhudalo|dzina lo fhelelaho|madzina o
    fhelelaho; xh amagama apheleleyo|igama elipheleleyo; zu amagama aphelele|igama eliphelele|amagama ngokuphelele; ar
    الاسم الكامل; de vor und nachname|vorname und nachname|vollstandiger name; fr nom et prenom|nom et prenoms|nom
    complet; pt nome completo
first names: af voorname|voornaam
surname: nr isibongo; nso sefane; ss sibongo; st sefane; tn sefane; ts xivongo; ve tshifani; xh ifani yakho; zu
    isibongo
name: af naam; nr ibizo|amabizo; nso leina|maina; ss libito|emabito; st lebitso|mabitso; tn leina|maina; ts
    vito|mavito; ve dzina|madzina; xh igama|amagama; zu igama|amagama; ar الاسم; zh 姓名
gender: nr ubulili; ss bulili; ts rimbewu; zu ubulili
marital status: af huwelikstaat|huwelikstatus|huwelikse staat; zu isimo somshado
marital status: xh imeko yomtshato; st boemo ba lenyalo; tn maemo a lenyalo
nationality: af nasionaliteit
occupation: af beroep
e mail address: af e posadres|eposadres|e pos adres|epos adres; zu ikheli le imeyili; xh idilesi ye imeyile|idilesi ye
    imeyili; st aterese ya imeile; nso aterese ya emeile; tn aterese ya emeile; ts adirese ya imeyili
e mail: af e pos|epos; zu i imeyili|imeyili; xh i imeyile|imeyile; nso imeile|emeile|imeili; ve imeili
postal address: af posadres; nr ikheli leposi|i adresi yeposi; nso aterese ya poso; ss likheli leposi; ts adirese ya
    poso; ve adirese ya poswo|diresi ya poswo; xh idilesi yeposi; zu ikheli leposi
residential address: af woonadres|huisadres|residensiele adres|fisiese adres|straatadres; nr ikheli lekhaya|ikheli
    lendawo yokuhlala; nso aterese ya bodulo|aterese ya gae; ss likheli lasekhaya; st aterese ya bodulo|aterese ya
    lapeng|aterese ya hae; tn aterese ya bonno|aterese ya kwa gae; ts adirese ya vutshamo|adirese ya le kaya|adirese
    ya kaya; ve adirese ya hayani|diresi ya hayani|adirese ya vhudzulo; xh idilesi yasekhaya|idilesi yendawo
    yokuhlala|idilesi yekhaya; zu ikheli lasekhaya|ikheli lendawo yokuhlala|ikheli lendawo ohlala kuyo
address: af adres; nr i adresi|iadresi|ikheli; nso aterese; ss likheli; st aterese; tn aterese; ts adirese; ve
    adirese|diresi; xh idilesi; zu ikheli
postal code: af poskode; xh ikhowudi yeposi; zu ikhodi yeposi; st khoutu ya poso
suburb: af voorstad
province: af provinsie; st profensi; xh iphondo; zu isifundazwe
id number: af identiteitsnommer|id nommer|identiteitsnr|id nr; nr inomboro kamazisi|inomboro yomazisi|inomboro ye id;
    nso nomoro ya boitsebiso|nomoro ya id|nomoro ya pasa; ss inombolo yamatisi|inombolo ye id|inombolo yepasi; st
    nomoro ya boitsebiso|nomoro ya id|nomoro ya pasa; tn nomoro ya boitshupo|nomoro ya id; ts nomboro ya
    vutitivisi|nomboro ya pasi|nomboro ya id|nomboro ya xitivisi; ve nomboro ya vhune|nomboro ya id|nomboro ya
    pasi|nomboro ya basa; xh inombolo yesazisi|inombolo kamazisi|inombolo ye id; zu inombolo kamazisi|inombolo
    yesazisi|inombolo yomazisi|inombolo ye id|inombolo yepasi
passport number: af paspoortnommer; xh inombolo yepaspoti; st nomoro ya pasepoto; zu inombolo
    yephasiphothi|inombolo yepasipoti
cell number: af selfoonnommer|selnommer|selfoon|selnr; nr inomboro yeselula|umakhalekhukhwini|iselula; nso nomoro ya
    sellathekeng|sellathekeng; ss inombolo yamakhalekhikhini|makhalekhikhini; st nomoro ya selefounu|nomoro ya mohala
    wa letheka|selefounu; tn nomoro ya selefounu|nomoro ya mogala wa letheka|selefounu; ts nomboro ya
    selifoni|selifoni; ve nomboro ya selefoni|nomboro ya thelefoni khwalwa|thelefoni khwalwa|selefoni; xh inombolo
    yeselula|inombolo yeselfowuni|iselfowuni|iselula; zu inombolo yeselula|inombolo
    kamakhalekhukhwini|umakhalekhukhwini|iselula
telephone number: af telefoonnommer|foonnommer|telefoon|kontaknommer; nr inomboro yomtato|inomboro yefowuni; nso
    nomoro ya mogala|nomoro ya founo|mogala; ss inombolo yelucingo|lucingo; st nomoro ya mohala|nomoro ya
    founo|mohala; tn nomoro ya mogala|nomoro ya founo|mogala; ts nomboro ya riqingho|nomboro ya foni|riqingho; ve
    nomboro ya lutingo|nomboro ya founu|lutingo; xh inombolo yefowuni|inombolo yomnxeba|umnxeba; zu inombolo
    yocingo|inombolo yefoni|ucingo
tax number: af belastingnommer|inkomstebelastingnommer; zu inombolo yentela
registration number: af registrasienommer
account number: af rekeningnommer; zu inombolo ye akhawunti; xh inombolo ye akhawunti
account number: st nomoro ya akhaonto; tn nomoro ya akhaonto; ve nomboro ya akhaunthu
account holder: af rekeninghouer
account type: af tipe rekening|rekeningtipe|soort rekening
branch code: af takkode
name of bank: af naam van bank|banknaam|naam van die bank; zu igama lebhange
monthly income: af maandelikse inkomste; zu imali engenayo ngenyanga; xh umvuzo wenyanga
monthly rent: af maandelikse huur|maandelikse huurgeld
deposit: af deposito
purchase price: af koopprys
amount: af bedrag`);

/** Words that mean something else as part of a caption, so that they count only where they are all of it. */
export const WHOLE_WORDS = formWords(`
yes: af ja; nr iye; nso ee; ss yebo; st ee; tn ee; ts ina; ve ee; xh ewe; zu yebo; ar نعم; fr oui; pt sim; zh 是
no: af nee; nr awa; nso aowa; ss cha; st tjhe|che; tn nnyaa; ts e e|doo; ve hai; xh hayi; zu cha; ar لا; de nein; fr
    non; pt nao; zh 否
surname: af van; xh ifani; st fane
gender: af geslag; nso bong; st bong; tn bong; ve mbeu; xh isini
place: af plek; nr indawo; nso lefelo; ss indzawo; st sebaka; tn lefelo; ts ndhawu; ve fhethu; xh indawo; zu indawo
name: af name; ss ligama; fr nom; pt nome
date: pt data`);

/** Reads a line for each caption, which may go on in indented lines; several ways to say it are parted by bars. */
function formWords(table: string): readonly FormWord[] {
  const lines = table.trim().replace(/\n +/gu, ' ').split('\n');
  return lines.flatMap((line) => {
    const [english = '', said = ''] = line.split(': ');
    return said.split('; ').flatMap((phrases) => {
      const [language = ''] = phrases.split(' ');
      const ways = phrases.slice(language.length + 1).split('|');
      return ways.map((way) => ({ english, language, way }));
    });
  });
}
