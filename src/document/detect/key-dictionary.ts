/** What forms usually call things, and the data key that fits; read against plain words without party names. */
export interface KnownAnswer {
  readonly words: RegExp;
  readonly key: string;
}

/** Namespaces that a widget's name may begin with, so that `property_parking_bays` reads as `property.parking_bays`. */
export const NAMESPACES: ReadonlySet<string> = new Set([
  'account',
  'bank',
  'company',
  'contact',
  'deposit',
  'employment',
  'inspection',
  'insurance',
  'lease',
  'loan',
  'payment',
  'person',
  'pets',
  'premises',
  'property',
  'purchase',
  'rent',
  'rental',
  'sale',
  'utilities',
  'vehicle',
]);

/** Parts of a form whose unnamed answers share a namespace, by a word of the section's heading. */
export const SECTION_NAMESPACES: readonly (readonly [RegExp, string])[] = [
  [/\b(property|premises|dwelling|unit)\b/u, 'property'],
  [/\b(rent|rental|payment|price)\b/u, 'payment'],
  [/\bdeposit\b/u, 'deposit'],
  [/\b(lease|period|term)\b/u, 'lease'],
  [/\b(vehicle|car|motor)\b/u, 'vehicle'],
  [/\b(employment|work)\b/u, 'employment'],
  [/\bbank(ing)?\b/u, 'bank'],
  [/\binsurance\b/u, 'insurance'],
  [/\bpets?\b/u, 'pets'],
];

/** The first match counts: the narrow ones stand before the wide ones. */
export const KNOWN_ANSWERS: readonly KnownAnswer[] = [
  known(/\be ?mail\b/u, 'contact.email'),
  known(/\b(work|business|office) (tele)?phone\b/u, 'contact.work_phone'),
  known(/\bhome (tele)?phone\b/u, 'contact.home_phone'),
  known(/\b(mobile|cell)( ?phone)?\b/u, 'contact.mobile'),
  known(/\b(telephone|phone|tel|contact) ?(number|no)?$|\b(tele)?phone\b/u, 'contact.phone'),
  known(/\bfax\b/u, 'contact.fax'),
  known(/\bemployer( name)?\b/u, 'employment.employer_name'),
  known(/\b(gross |net )?monthly (income|salary)\b/u, 'employment.monthly_income'),
  known(/\boccupation\b|\bprofession\b/u, 'employment.occupation'),
  known(/\bjob title\b|\bdesignation\b|\bcapacity\b/u, 'employment.job_title'),
  known(/\b(company|business) registration\b|\bregistration number of the company\b/u, 'company.registration_number'),
  known(/\bvat\b.*\b(number|no)\b|\bvat number\b/u, 'company.vat_number'),
  known(/\b(company|trading|registered|business) name\b|^company$/u, 'company.name'),
  known(/\b(first|given) names?\b|\bforenames?\b/u, 'person.first_name'),
  known(/\bmiddle (name|initial)s?\b/u, 'person.middle_name'),
  known(/\b(surname|last name|family name)\b/u, 'person.last_name'),
  known(/\bmaiden name\b/u, 'person.maiden_name'),
  known(/\bpassport (number|no)\b|^passport$/u, 'person.passport_number'),
  known(/\b(id|identity|identification)\b.*\b(number|no|nr)\b|^(id|rsa id)$/u, 'person.id_number'),
  known(/\bsocial security\b|\bssn\b/u, 'person.social_security_number'),
  known(/\bdate of birth\b|\bbirth ?(date|day)\b|\bdob\b/u, 'person.birth_date'),
  known(/\bmarital status\b/u, 'person.marital_status'),
  known(/\bnationality\b|\bcitizenship\b/u, 'person.nationality'),
  known(/\bgender\b|^sex$/u, 'person.gender'),
  known(/\bincome tax\b|\btax (number|no|reference)\b/u, 'person.tax_number'),
  known(/\bfull (legal )?names?\b|\bname and surname\b|^names?$/u, 'person.full_name'),
  known(/\bpostal address\b|\bpo box\b|\bmailing address\b/u, 'address.postal'),
  known(/\bunit\b.*\b(number|no)\b|\b(unit|erf|apartment) number\b/u, 'property.unit_number'),
  known(/\bcity state( and)? zip\b/u, 'address.city_state_zip'),
  known(/\bpost(al)? ?code\b|\bzip( code)?\b/u, 'address.postal_code'),
  known(/\bsuburb\b/u, 'address.suburb'),
  known(/\b(city|town)\b/u, 'address.city'),
  known(/\bprovince\b/u, 'address.province'),
  known(/^country$/u, 'address.country'),
  known(/\b(physical|residential|home|street|present|permanent)( physical)? address\b|^address$/u, 'address.physical'),
  known(
    /\b(commencement|start)( date)?\b.*\b(lease|agreement|date)\b|\bcommencement date\b|\bstart date\b/u,
    'lease.start_date',
  ),
  known(/\b(termination|end|expiry) date\b/u, 'lease.end_date'),
  known(/\bnotice period\b/u, 'lease.notice_period'),
  known(/\bmonthly rent(al)?\b/u, 'rental.monthly_amount'),
  known(/\bdeposit amount\b|^deposit( in rand)?$/u, 'deposit.amount'),
  known(/\bbranch code\b/u, 'bank.branch_code'),
  known(/\baccount holder\b/u, 'bank.account_holder'),
  known(/\baccount (number|no)\b/u, 'bank.account_number'),
  known(/\baccount type\b/u, 'bank.account_type'),
  known(/^(name of )?bank( name)?$/u, 'bank.name'),
  known(/\bpayment method\b|\bmethod of payment\b/u, 'payment.method'),
  known(/\bvin\b|\bchassis number\b/u, 'vehicle.vin'),
  known(/\bodometer\b|\bmileage\b/u, 'vehicle.odometer'),
  known(/^make( of vehicle)?$|\bvehicle make\b/u, 'vehicle.make'),
  known(/\bcase (number|no)\b/u, 'matter.case_number'),
  known(/^court( name)?$|\bname of (the )?court\b/u, 'matter.court'),
  known(/\bplace (of signing|signed|signs)\b|^place$|\bsigned at\b|\bplace where signs\b/u, 'signing.place'),
];

function known(words: RegExp, key: string): KnownAnswer {
  return { words, key };
}
