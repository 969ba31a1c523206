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

/** Namespaces of what a form says once of its whole matter: two boxes with such a key ask for the same thing. */
export const SHARED_NAMESPACES: ReadonlySet<string> = new Set([
  'deposit',
  'lease',
  'loan',
  'matter',
  'premises',
  'property',
  'purchase',
  'rental',
  'sale',
  'vehicle',
]);

/** The first match counts: the narrow ones stand before the wide ones. */
export const KNOWN_ANSWERS: readonly KnownAnswer[] = [
  ...contact(),
  ...work(),
  ...company(),
  ...person(),
  ...bank(),
  ...place(),
  ...matters(),
];

function contact(): readonly KnownAnswer[] {
  return [
    known(/\b(next of kin|emergency contact)\b.{0,120}\b(phone|cell|number|tel|mobile)\b/u, 'contact.emergency_phone'),
    known(/\b(next of kin|emergency contact)\b/u, 'contact.emergency_name'),
    known(/\be ?mail\b|\be pos\b/u, 'contact.email'),
    known(/\b(work|business|office) (tele)?phone\b|\btel(ephone)? \(?w(ork)?\b/u, 'contact.work_phone'),
    known(/\bhome (tele)?phone\b|\btel(ephone)? \(?h(ome)?\b/u, 'contact.home_phone'),
    known(/\b(mobile|cell|cellular|selfoon)( ?(phone|no|number|nommer))?\b|\bcellphone\b/u, 'contact.mobile'),
    known(/\b(telephone|phone|tel|contact) ?(number|no|nr)?$|\b(tele)?phone\b|\btelefoon/u, 'contact.phone'),
    known(/\bfax\b|\bfaks\b/u, 'contact.fax'),
    known(/\bwebsite\b/u, 'contact.website'),
  ];
}

function work(): readonly KnownAnswer[] {
  return [
    known(/\bemployer( name)?\b|\bwerkgewer\b/u, 'employment.employer_name'),
    known(/\b(gross |net )?monthly (income|salary|remuneration)\b|\bsalary\b/u, 'employment.monthly_income'),
    known(/^occupation$|\boccupation of\b|\bprofession\b|\bberoep\b/u, 'employment.occupation'),
    known(/\bjob title\b|\bdesignation\b|\bcapacity\b|\bhoedanigheid\b/u, 'employment.job_title'),
  ];
}

function company(): readonly KnownAnswer[] {
  return [
    known(
      /\b(company|business|cipc|cc|entity|trust) (registration|reg)( (number|no))?\b|\bregistration number of the (company|entity)\b|\bmaatskappy registrasie\b/u,
      'company.registration_number',
    ),
    known(/\bvat\b.{0,120}\b(number|no|registration|reg)\b|\bbtw\b/u, 'company.vat_number'),
    known(
      /\b(company|registered|business|entity|juristic person) name\b|\bname of (the )?(company|entity|business|firm)\b|^company$/u,
      'company.name',
    ),
  ];
}

function person(): readonly KnownAnswer[] {
  return [
    known(/\b(id|identity)\b.{0,120}\bpassport( (number|no|nr))?\b/u, 'person.id_or_passport_number'),
    known(/\bpassport (number|no|nr)\b|^passport$/u, 'person.passport_number'),
    known(
      /\b(id|identity|identification|identiteits?)\b.{0,120}\b(number|no|nr|nommer)\b|^(id|rsa id|sa id)$|\bidentiteitsnommer\b/u,
      'person.id_number',
    ),
    known(/\b(first|given|christian) names?\b|\bforenames?\b|\bvoorname?\b/u, 'person.first_name'),
    known(/\bmiddle (name|initial)s?\b/u, 'person.middle_name'),
    known(/\bmaiden name\b|\bnooiensvan\b/u, 'person.maiden_name'),
    known(/\b(name and surname|full names? and surname|surname and full names?|naam en van)\b/u, 'person.full_name'),
    known(/\b(surname|last name|family name)\b|^van$/u, 'person.last_name'),
    known(/^initials$|^voorletters$/u, 'person.initials'),
    known(/^(salutation|title mr mrs.*|mr mrs.*|title)$/u, 'person.title'),
    known(/\bsocial security\b|\bssn\b/u, 'person.social_security_number'),
    known(/\bdate of birth\b|\bbirth ?(date|day)\b|\bdob\b|\bgeboortedatum\b/u, 'person.birth_date'),
    known(/\bplace of birth\b/u, 'person.birth_place'),
    known(
      /\b(marital|matrimonial) (regime|property)\b|\bcommunity of property\b|\bantenuptial\b|\baccrual\b|\bhow married\b/u,
      'person.marital_regime',
    ),
    known(/\bmarital status\b|\bhuwelikstatus\b/u, 'person.marital_status'),
    known(/\bnationality\b|\bcitizenship\b|\bnasionaliteit\b/u, 'person.nationality'),
    known(/\bgender\b|^(sex|geslag)$/u, 'person.gender'),
    known(/^race$|\bpopulation group\b/u, 'person.race'),
    known(/\bincome tax\b|\btax (number|no|ref(erence)?)\b|\bbelastingnommer\b/u, 'person.tax_number'),
    known(/\bbar (number|no)\b|\b(practice|admission) (number|no)\b/u, 'person.bar_number'),
    known(
      /\bfull (legal )?names?\b|\bprint(ed)? name\b|\bname (in )?print(ed)?\b|\bname type or print\b|^(the )?names?( s)?$|^naam$|\bvolle name?\b/u,
      'person.full_name',
    ),
  ];
}

function bank(): readonly KnownAnswer[] {
  return [
    known(/\bbranch code\b|\btakkode\b/u, 'bank.branch_code'),
    known(/\baccount holder\b|\bname of account\b|\baccount name\b|\brekeninghouer\b/u, 'bank.account_holder'),
    known(/\baccount (number|no|nr)\b|\brekeningnommer\b/u, 'bank.account_number'),
    known(/\b(type of account|account type)\b/u, 'bank.account_type'),
    known(/^(name of )?(the )?bank( name)?$/u, 'bank.name'),
    known(/\b(debit|deduction|payment) (date|day)\b/u, 'payment.debit_day'),
    known(/\bpayment method\b|\bmethod of payment\b/u, 'payment.method'),
  ];
}

function place(): readonly KnownAnswer[] {
  return [
    known(/\bpostal address\b|\bp ?o box\b|\bmailing address\b|\bposbus\b|\bposadres\b/u, 'address.postal'),
    known(/\bdomicilium\b/u, 'address.domicilium'),
    known(/\berf\b|\bstand (number|no)\b/u, 'property.erf_number'),
    known(/\bsectional (title|scheme)\b|\bscheme name\b|\bname of (the )?(scheme|complex)\b/u, 'property.scheme_name'),
    known(/\btitle deed\b/u, 'property.title_deed_number'),
    known(/\b(unit|section|door|flat|apartment)\b.{0,120}\b(number|no)\b/u, 'property.unit_number'),
    known(/\bcity state( and)? (zip|postal)( code)?\b/u, 'address.city_state_zip'),
    known(/\bpost(al)? ?code\b|\bzip( code)?\b|\bposkode\b/u, 'address.postal_code'),
    known(/\bsuburb\b|\bvoorstad\b/u, 'address.suburb'),
    known(/^(the )?(city|town|city or town|city town|stad|dorp)$/u, 'address.city'),
    known(/\bprovince\b|\bprovinsie\b/u, 'address.province'),
    known(/^state$/u, 'address.state'),
    known(/^country$/u, 'address.country'),
    known(
      /\b(physical|residential|home|street|present|current|permanent|woon|straat)( physical)? ?adr?d?ress?\b|^ad(d?)res(s?)( line)?( (one|1))?$/u,
      'address.physical',
    ),
    known(/^address line (two|2)$/u, 'address.physical_line_2'),
  ];
}

function matters(): readonly KnownAnswer[] {
  return [
    known(
      /\b(commencement|start)( date)?\b.{0,120}\b(lease|agreement|date)\b|\bcommencement date\b|\bstart date\b/u,
      'lease.start_date',
    ),
    known(/\b(termination|end|expiry) date\b/u, 'lease.end_date'),
    known(/\boccupation(al)? date\b|\bdate of occupation\b/u, 'lease.occupation_date'),
    known(/\boccupational (rent|interest)\b/u, 'rental.occupational_rent'),
    known(/\bmonthly rent(al)?\b/u, 'rental.monthly_amount'),
    known(/\bdeposit amount\b|^deposit( in rand| r)?$/u, 'deposit.amount'),
    known(/\bpurchase price\b|\bkoopprys\b/u, 'purchase.price'),
    known(/\bvin\b|\bchassis (number|no)\b/u, 'vehicle.vin'),
    known(/^make( of vehicle)?$|\bvehicle make\b/u, 'vehicle.make'),
    known(/^(vehicle )?model$/u, 'vehicle.model'),
    known(/\b(case|docket|file|saak) (number|no|nommer)\b/u, 'matter.case_number'),
    known(/^(in )?the matter of$|\bcase name\b/u, 'matter.name'),
    known(/^(judge|magistrate)$|\bname of (the )?(judge|magistrate)\b/u, 'matter.judge'),
    known(/^commissioner\b.{0,20}$/u, 'matter.commissioner'),
    known(/^(trial )?court county$|^county$/u, 'matter.county'),
    known(/^court address$/u, 'matter.court_address'),
    known(/^court( name)?$|\bname of (the )?court\b/u, 'matter.court'),
    known(/\bplace (of signing|signed|signs)\b|^(place|plek)$|\bsigned at\b|\bplace where signs\b/u, 'signing.place'),
  ];
}

function known(words: RegExp, key: string): KnownAnswer {
  return { words, key };
}
