import { hash, type SamplePerson } from './sample-person.js';

/** What a text field asks for, and of whom. */
export interface Asked {
  /** The label and the data key as words in lower case. */
  readonly words: string;
  readonly person: SamplePerson;
  /** Such as `2026-03-02`. */
  readonly today: string;
}

type Make = (asked: Asked) => string | readonly string[];

const fullName: Make = ({ person: { firstName, lastName } }) => `${firstName} ${lastName}`.trim();
const amounts = ['850.00', '1 200.00', '4 500.00', '8 500.00', '12 750.00', '27 000.00'];

const birth = /\bborn\b|birth|geboorte/;

const ending = /expir|terminat|\bend(?:s|ing)?\b|\buntil\b|verval|\beinde?\b/;

/** The day before the same one a year later, where a term of a year ends. */
const yearAfter = (day: string): string =>
  new Date(Date.parse(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}T00:00:00Z`) - 86_400_000)
    .toISOString()
    .slice(0, 10);

/** The first that the words of a field match counts: what is narrow stands before what is wide. */
const kinds: readonly (readonly [RegExp, Make])[] = [
  [/e-?mail|\be-?pos\b/, ({ person }) => person.email],
  [/\bid\b|identity|identiteit/, ({ person }) => person.identityNumber],
  [/passport|paspoort/, ({ person }) => person.passportNumber],
  [/\bvat\b|\bbtw\b/, ({ person }) => person.company.vatNumber],
  [/\btax\b|belasting/, ({ person }) => person.taxNumber],
  [/vehicle|\bcar reg|voertuig/, () => 'CA 000-142'],
  [/registration|\breg\.? ?n|registrasie/, ({ person }) => person.company.registration],
  [/phone|\btel\b|mobile|\bcell|\bsel\b|telefoon|selfoon|\bfax\b|contact n/, ({ person }) => person.phone],
  [/account ?(?:holder|name)/, fullName],
  [/account type|type of account/, () => 'Savings'],
  [/\baccount|rekening/, ({ person }) => person.bank.account],
  [/branch code|takkode/, ({ person }) => person.bank.branchCode],
  [/\bbranch\b/, ({ person }) => person.home.suburb],
  [/\bbank\b/, ({ person }) => person.bank.name],
  [/post(?:al)? ?code|poskode|\bzip\b/, ({ person }) => person.home.postalCode],
  [/suburb|voorstad/, ({ person }) => person.home.suburb],
  [/\bcity\b|\btown\b|\bstad\b/, ({ person }) => person.home.city],
  [/province|provinsie/, ({ person }) => person.home.province],
  [/country|\bland\b/, () => 'South Africa'],
  [/nationality|citizen|burgerskap/, () => 'South African'],
  [/\berf\b|\bstand n|\bunit\b|\bflat n/, ({ person }) => person.home.street.split(' ').slice(0, 1)],
  [/number of|how many|\baantal\b|quantity/, ({ words }) => String(2 + (hash(words) % 4))],
  [/address|adres|domicilium|premises|residing|\bstreet\b|\bproperty\b|\beiendom\b/, addressOf],
  [/\bday of the month|\bdag van die maand/, () => '1'],
  [/in words|in woorde/, () => 'Eight thousand five hundred rand'],
  [/%|per ?cent|interest|escalation|\brente\b/, () => '8'],
  [
    // A key such as rental.tenant.full_name asks for a name.
    /^(?!.*(?:\bnames?\b|\bnaam\b)).*(?:amount|rental|\brent\b|deposit|price|salary|\bfees?\b|\bcosts?\b|premium|income|\(r\)|\brands?\b|bedrag|\bhuur(?:geld)?\b)/,
    ({ words }) => amounts[hash(words) % amounts.length] ?? '',
  ],
  [birth, ({ person }) => inWords(person.bornOn)],
  [/\bmonths\b|\bmaande\b/, () => '12'],
  [/\bdays\b|\bdae\b/, () => '20'],
  [/\bperiod\b|duration|\bterm\b|termyn/, () => ['12 months', '12']],
  [/\btime\b|\btyd\b/, () => '10:00'],
  [ending, ({ today }) => inWords(yearAfter(today))],
  [/\bdates?\b|datum|commenc/, ({ today }) => [inWords(today), today]],
  [/\bday\b|\bdag\b/, ({ today }) => String(Number(today.slice(8)))],
  [/\bmonth\b|\bmaand\b/, ({ today }) => monthOf(today)],
  [/\byear\b|\bjaar\b/, ({ today }) => today.slice(0, 4)],
  [/\bplace\b|signed at|\bplek\b/, ({ person }) => person.home.city],
  [/occupation|\bjob\b|profession|capacity|\bposition\b|designation|beroep/, ({ person }) => person.jobTitle],
  [/marital|married/, () => 'Unmarried'],
  [/surname|last name|family name|\bvan\b/, ({ person }) => person.lastName],
  [/first name|forename|given name|voornam/, ({ person }) => person.firstName],
  [/\binitials\b|voorletters/, ({ person }) => person.firstName.slice(0, 1)],
  [
    /company|employer|business|trading|\bfirm\b|organi[sz]ation|corporation|maatskappy/,
    ({ person }) => person.company.name,
  ],
  [/\bnames?\b|\bnaam\b|\bholder\b/, fullName],
  [/remark|comment|condition|defect|\bnotes?\b|opmerking|voorwaarde/, () => 'None'],
  [/\breference\b|\bref\b|verwysing/, ({ words }) => `REF-${String(hash(words) % 1000).padStart(4, '0')}`],
];

/** `2026-03-02` → March. */
const monthOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' });

/**
 * Texts that answer what a field asks for, from the one that says most to the shortest; empty when its words say
 * nothing known.
 */
export function sampleTexts(asked: Asked): readonly string[] {
  const made = kinds.find(([pattern]) => pattern.test(asked.words))?.[1](asked);
  return [made ?? []].flat().filter((text) => text !== '');
}

function addressOf({ person: { home } }: Asked): readonly string[] {
  const { street, suburb, city, postalCode } = home;
  return [`${street}, ${suburb}, ${city}, ${postalCode}`, `${street}, ${city}`, street];
}

/** `2026-03-02` as it is written on a form: 2 March 2026. */
const inWords = (day: string): string => `${Number(day.slice(8))} ${monthOf(day)} ${day.slice(0, 4)}`;

/** The day that a date field asks for, such as `2026-03-02`. */
export function sampleDay({ words, person, today }: Asked): string {
  if (birth.test(words)) return person.bornOn;
  return ending.test(words) ? yearAfter(today) : today;
}
