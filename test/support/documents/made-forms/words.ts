/** What a form asks for: the words of its caption in two languages, what its author may call the field, its meaning. */
export interface Asked {
  readonly en: readonly string[];
  readonly af: readonly string[];
  readonly names: readonly string[];
  readonly means: RegExp;
  readonly kind: 'text' | 'date';
}

const asked = (en: string, af: string, names: string, means: RegExp, kind: Asked['kind'] = 'text'): Asked => ({
  en: en.split('|'),
  af: af.split('|'),
  names: names.split('|'),
  means,
  kind,
});

/** What forms ask of a person. */
export const OF_PERSONS: readonly Asked[] = [
  asked('Full name|Full names and surname|Name', 'Volle name en van|Naam', 'full_name|FullName|name', /name/u),
  asked(
    'Identity number|ID number|SA ID no.',
    'Identiteitsnommer|ID-nommer',
    'id_number|IDNo|identity',
    /id_|id_number/u,
  ),
  asked('Date of birth|Birth date', 'Geboortedatum', 'dob|date_of_birth|birthdate', /birth/u, 'date'),
  asked(
    'Cell phone number|Mobile|Cellphone',
    'Selfoonnommer|Selfoon',
    'cell|mobile_number|cellphone',
    /mobile|cell|phone/u,
  ),
  asked('Telephone (work)|Work telephone', 'Telefoon (werk)', 'work_phone|tel_w', /phone/u),
  asked('E-mail address|Email', 'E-posadres|E-pos', 'email|email_address', /email/u),
  asked(
    'Residential address|Home address|Physical address',
    'Woonadres|Fisiese adres',
    'home_address|address',
    /address/u,
  ),
  asked('Postal address', 'Posadres', 'postal_address', /address/u),
  asked('Occupation|Profession', 'Beroep', 'occupation', /occupation|profession/u),
  asked('Name of employer|Employer', 'Werkgewer', 'employer|employer_name', /employer/u),
  asked('Nationality', 'Nasionaliteit', 'nationality', /national/u),
  asked('Middle initial|Initials', 'Voorletters', 'mi|initials', /initial|middle/u),
  asked('Passport number', 'Paspoortnommer', 'passport_no', /passport/u),
];

/** What forms ask about a matter, with words that resemble those about a person. */
export const OF_MATTERS: readonly Asked[] = [
  asked('Case number', 'Saaknommer', 'case_no', /case/u),
  asked(
    'Registration number of the vehicle',
    'Registrasienommer van die voertuig',
    'vehicle_reg',
    /registration|vehicle/u,
  ),
  asked(
    'Employer identification number',
    'Werkgewer se verwysingsnommer',
    'ein',
    /employer|ein|identification|reference/u,
  ),
  asked('Number of occupants', 'Getal inwoners', 'occupants', /occupant|number/u),
  asked('Name of the township', 'Naam van die dorp', 'township', /township|name/u),
  asked('Date of the agreement', 'Datum van die ooreenkoms', 'agreement_date', /agreement|date/u, 'date'),
  asked('Erf number', 'Erfnommer', 'erf_no', /erf/u),
  asked('Branch code', 'Takkode', 'branch_code', /branch/u),
  asked('Account number', 'Rekeningnommer', 'account_number', /account/u),
  asked('Telephone account', 'Telefoonrekening', 'telephone_account', /account|telephone/u),
  asked('Reference', 'Verwysing', 'reference', /reference/u),
];

/** Lines of a column of money. */
export const OF_MONEY: readonly Asked[] = [
  asked('Monthly rent', 'Maandelikse huur', 'monthly_rent', /rent/u),
  asked('Deposit', 'Deposito', 'deposit', /deposit/u),
  asked('Market value', 'Markwaarde', 'market_value', /market|value/u),
  asked('Total debt', 'Totale skuld', 'total_debt', /debt|total/u),
  asked('Other income', 'Ander inkomste', 'other_income', /income/u),
  asked('Wages and salary', 'Lone en salaris', 'wages', /wage|salary|income/u),
  asked('Social security benefits', 'Maatskaplike voordele', 'social_security_benefits', /benefit|social/u),
  asked('Medical expenses', 'Mediese uitgawes', 'medical', /medical|expense/u),
  asked('Insurance', 'Versekering', 'insurance', /insurance/u),
];

/** The two sides of a matter; `group` is the word that a reading may use for a party. */
export const PARTIES: readonly { readonly en: string; readonly af: string; readonly is: RegExp }[] = [
  { en: 'Landlord', af: 'Verhuurder', is: /landlord|verhuurder/iu },
  { en: 'Tenant', af: 'Huurder', is: /tenant|huurder/iu },
  { en: 'Purchaser', af: 'Koper', is: /purchaser|buyer|koper/iu },
  { en: 'Seller', af: 'Verkoper', is: /seller|verkoper/iu },
  { en: 'Applicant', af: 'Aansoeker', is: /applicant|aansoeker/iu },
  { en: 'Surety', af: 'Borg', is: /surety|borg/iu },
  { en: 'Employee', af: 'Werknemer', is: /employee|werknemer/iu },
  { en: 'Defendant', af: 'Verweerder', is: /defendant|verweerder/iu },
];

export interface Choice {
  readonly question: { readonly en: string; readonly af: string };
  readonly options: readonly { readonly en: string; readonly af: string }[];
  readonly most: 'one' | 'any';
}

const choice = (most: Choice['most'], question: string, ...options: readonly string[]): Choice => {
  const both = (text: string): { readonly en: string; readonly af: string } => {
    const [en = '', af = en] = text.split('|');
    return { en, af };
  };
  return { question: both(question), options: options.map(both), most };
};

const YES_NO = ['Yes|Ja', 'No|Nee'] as const;
export const YES_NO_QUESTIONS: readonly Choice[] = [
  choice('one', 'Own home?|Eie huis?', ...YES_NO),
  choice('one', 'Are you under debt review?|Is u onder skuldhersiening?', ...YES_NO),
  choice('one', "Have you been convicted of an offence?|Is u aan 'n misdryf skuldig bevind?", ...YES_NO),
  choice('one', 'Smoker:|Roker:', ...YES_NO),
  choice('one', 'Do you consent to the above?|Stem u in tot die bostaande?', ...YES_NO),
  choice('one', 'Is the debtor employed?|Werk die skuldenaar?', ...YES_NO),
];

export const OTHER_QUESTIONS: readonly Choice[] = [
  choice(
    'one',
    'Marital status|Huwelikstatus',
    'Single|Ongetroud',
    'Married|Getroud',
    'Divorced|Geskei',
    'Widowed|Weduwee',
  ),
  choice('one', 'Gender|Geslag', 'Male|Man', 'Female|Vrou', 'Other|Ander'),
  choice(
    'any',
    'Tick all that apply|Merk almal wat van toepassing is',
    'Water|Water',
    'Electricity|Krag',
    'Refuse removal|Vullis',
    'Internet|Internet',
  ),
  choice(
    'any',
    'Documents attached (tick all that apply)|Stukke aangeheg (merk almal wat van toepassing is)',
    'Copy of ID|Afskrif van ID',
    'Payslip|Betaalstrokie',
    'Bank statement|Bankstaat',
  ),
  choice(
    'one',
    'Estimated number of creditors (tick one)|Getal skuldeisers (merk een)',
    '1-49',
    '50-99',
    '100-199',
    '200-999',
  ),
  choice(
    'one',
    'Type of account (choose one)|Soort rekening (kies een)',
    'Cheque|Tjek',
    'Savings|Spaar',
    'Transmission|Transmissie',
  ),
];
