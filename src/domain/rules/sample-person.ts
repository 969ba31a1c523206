/** A person with details that belong together and to nobody: made of a key, the same for the same key. */
export interface SamplePerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Such as `1987-03-14`. */
  readonly bornOn: string;
  /** 13 digits with the right check digit; the date of birth stands in it. */
  readonly identityNumber: string;
  readonly passportNumber: string;
  /** Ten digits in groups. Nobody has one whose digits after the code begin with 000. */
  readonly phone: string;
  readonly home: Home;
  readonly bank: { readonly name: string; readonly branchCode: string; readonly account: string };
  readonly taxNumber: string;
  readonly jobTitle: string;
  readonly company: SampleCompany;
}

interface Home {
  readonly street: string;
  readonly suburb: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
}

interface SampleCompany {
  readonly name: string;
  /** The Companies Commission never counts as far as 999,000 in a year. */
  readonly registration: string;
  readonly vatNumber: string;
}

const firstNames = [
  'Thandi',
  'Pieter',
  'Lerato',
  'Johan',
  'Nomsa',
  'Sipho',
  'Ayesha',
  'Willem',
  'Zanele',
  'Rashid',
  'Priya',
  'Themba',
  'Annelie',
  'Kagiso',
  'Megan',
  'Bongani',
];
const lastNames = [
  'Mokoena',
  'van Wyk',
  'Dlamini',
  'Botha',
  'Naidoo',
  'Khumalo',
  'Jacobs',
  'Nkosi',
  'Pillay',
  'Mahlangu',
  'Adams',
  'Steyn',
  'Molefe',
  'Govender',
  'du Plessis',
  'Zulu',
];
const streets = ['Protea', 'Jacaranda', 'Church', 'Loop', 'Milkwood', 'Aloe', 'Station', 'Acacia'];
const homes = [
  { suburb: 'Rondebosch', city: 'Cape Town', province: 'Western Cape', postalCode: '7700' },
  { suburb: 'Melville', city: 'Johannesburg', province: 'Gauteng', postalCode: '2092' },
  { suburb: 'Hatfield', city: 'Pretoria', province: 'Gauteng', postalCode: '0083' },
  { suburb: 'Glenwood', city: 'Durban', province: 'KwaZulu-Natal', postalCode: '4001' },
  { suburb: 'Walmer', city: 'Gqeberha', province: 'Eastern Cape', postalCode: '6070' },
  { suburb: 'Willows', city: 'Bloemfontein', province: 'Free State', postalCode: '9301' },
];
const banks = [
  { name: 'FNB', branchCode: '250655' },
  { name: 'Absa', branchCode: '632005' },
  { name: 'Standard Bank', branchCode: '051001' },
  { name: 'Nedbank', branchCode: '198765' },
  { name: 'Capitec', branchCode: '470010' },
];
const mobileCodes = ['072', '073', '074', '082', '083', '084'];
const jobTitles = ['Office manager', 'Bookkeeper', 'Teacher', 'Engineer', 'Director', 'Nurse', 'Project manager'];
const companyNames = [
  'Blue Crane Trading',
  'Karoo Stone',
  'Baobab Logistics',
  'Silver Tree Design',
  'Two Oceans Paper',
];

/** The person of a key. */
export function samplePerson(key: string): SamplePerson {
  const number = (what: string, below: number): number => hash(`${key}\n${what}`) % below;
  const one = <T>(list: readonly [T, ...T[]] | readonly T[], what: string): T => list[number(what, list.length)] as T;
  const digits = (what: string, count: number): string => String(number(what, 10 ** count)).padStart(count, '0');
  const firstName = one(firstNames, 'first name');
  const lastName = one(lastNames, 'last name');
  const bornOn = new Date(Date.UTC(1960 + number('year', 40), number('month', 12), 1 + number('day', 28)))
    .toISOString()
    .slice(0, 10);
  // 0 or 5 says the sex, 0 a citizen; the 8 had a meaning once.
  const sequence = `${number('sex', 2) === 0 ? '0' : '5'}00${digits('sequence', 1)}08`;
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName.replaceAll(' ', '')}@example.com`.toLowerCase(),
    bornOn,
    identityNumber: withCheckDigit(`${bornOn.slice(2).replaceAll('-', '')}${sequence}`),
    passportNumber: `A000${digits('passport', 5)}`,
    phone: `${one(mobileCodes, 'code')} 000 ${digits('phone', 4)}`,
    home: { ...one(homes, 'home'), street: `${1 + number('house', 99)} ${one(streets, 'street')} Street` },
    bank: { ...one(banks, 'bank'), account: `0000${digits('account', 6)}` },
    taxNumber: withCheckDigit(`0000${digits('tax', 5)}`),
    jobTitle: one(jobTitles, 'job'),
    company: {
      name: `${one(companyNames, 'company')} (Pty) Ltd`,
      registration: `${2000 + number('registered', 25)}/999${digits('registration', 3)}/07`,
      vatNumber: withCheckDigit(`4000${digits('vat', 5)}`),
    },
  };
}

/** Digits with a check digit behind them, by the rule of Luhn: of identity, tax and VAT numbers. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** FNV-1a: spreads texts over numbers, and nothing more hangs on it. */
export function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}
