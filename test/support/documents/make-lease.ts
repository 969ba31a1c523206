import type { Cell } from './lease/layout.js';
import { FormLayout } from './lease/layout.js';

const BANKS = [
  'Absa Bank',
  'African Bank',
  'Capitec Bank',
  'Discovery Bank',
  'First National Bank',
  'Investec',
  'Nedbank',
  'Standard Bank',
  'TymeBank',
];

/** The lease that `esign demo` sends out: a residential lease with a landlord, a tenant, a surety and a witness. */
export async function makeLease(): Promise<Uint8Array> {
  const form = new FormLayout();
  form.title(
    'Residential Lease Agreement',
    'For a dwelling in the Republic of South Africa · Rental Housing Act 50 of 1999',
  );
  form.clause(
    '',
    'This agreement is made between the landlord and the tenant named below, with the surety standing good for the ' +
      'tenant. Boxes marked * must be completed before the agreement is signed. It takes effect on the day on which ' +
      'the last party signs it.',
  );
  parties(form);
  premises(form);
  money(form);
  conditions(form);
  signatures(form);
  form.feet('Residential Lease Agreement', [
    { caption: 'Landlord initials', name: 'landlord' },
    { caption: 'Tenant initials', name: 'tenant' },
    { caption: 'Surety initials', name: 'surety' },
    { caption: 'Witness initials', name: 'witness' },
  ]);
  return form.writer.save('Residential Lease Agreement');
}

function person(party: string, title: string, required: boolean): readonly (readonly Cell[])[] {
  return [
    [
      text(party, 'full_name', 'Full name', `Full name of the ${title}`, required, 0.58),
      text(party, 'id_number', 'Identity or passport number', `Identity number of the ${title}`, required, 0.42),
    ],
    [
      text(party, 'email', 'Email address', `Email address of the ${title}`, required, 0.58),
      text(party, 'phone', 'Telephone number', `Telephone number of the ${title}`, required, 0.42),
    ],
  ];
}

function text(
  party: string,
  attribute: string,
  caption: string,
  tooltip: string,
  required = false,
  share?: number,
): Cell {
  const name = party === '' ? attribute : `${party}_${attribute}`;
  return { name, tooltip, caption, required, ...(share === undefined ? {} : { share }) };
}

function parties(form: FormLayout): void {
  form.heading('1. THE LANDLORD', 120);
  for (const cells of person('landlord', 'landlord', true)) form.row(cells);
  form.row([text('landlord', 'address', 'Physical address for notices', 'Physical address of the landlord', true)]);
  form.heading('2. THE TENANT', 150);
  for (const cells of person('tenant', 'tenant', true)) form.row(cells);
  form.row([text('tenant', 'address', 'Present physical address', 'Present physical address of the tenant', true)]);
  form.row([
    text('tenant', 'employer_name', 'Employer', 'Employer of the tenant', false, 0.58),
    text(
      'tenant',
      'monthly_income',
      'Gross monthly income (R)',
      'Gross monthly income of the tenant in rand',
      false,
      0.42,
    ),
  ]);
  form.heading('3. THE SURETY', 120);
  for (const cells of person('surety', 'surety', true)) form.row(cells);
  form.row([text('surety', 'address', 'Physical address', 'Physical address of the surety', false)]);
}

function premises(form: FormLayout): void {
  form.heading('4. THE PROPERTY', 110);
  form.row([
    text('', 'property_street_address', 'Street address', 'Street address of the property', true, 0.6),
    text('', 'property_unit_number', 'Unit or erf number', 'Unit or erf number of the property', false, 0.4),
  ]);
  form.row([
    text('', 'property_suburb', 'Suburb', 'Suburb of the property', false),
    text('', 'property_city', 'City or town', 'City or town of the property', true),
    text('', 'property_postal_code', 'Postal code', 'Postal code of the property', true),
  ]);
  form.row([
    text('', 'property_parking_bays', 'Number of parking bays', 'Number of parking bays let with the property', false),
    text(
      '',
      'property_occupants',
      'Greatest number of occupants',
      'Greatest number of people who may live there',
      true,
    ),
  ]);
  form.clause(
    '4.1',
    'The property is let as a private dwelling and for no other purpose. The tenant may not run a ' +
      'business from it, sublet it or let another person take over the lease without the written consent of the ' +
      'landlord, which the landlord may not withhold without a sound reason.',
  );
  form.heading('5. PERIOD OF THE LEASE', 90);
  form.row([
    text('', 'lease_start_date', 'Commencement date', 'Commencement date of the lease', true),
    text('', 'lease_end_date', 'Termination date', 'Termination date of the lease', true),
    text('', 'lease_notice_days', 'Notice period (days)', 'Notice period in days', true),
  ]);
  form.clause(
    '5.1',
    'The lease ends on the termination date. If the tenant stays on with the knowledge of the landlord ' +
      'and nothing else is agreed in writing, the lease runs from month to month on these terms, and either party may ' +
      'end it by giving the other one full calendar month of written notice.',
  );
  form.clause(
    '5.2',
    'Where the Consumer Protection Act 68 of 2008 applies, the tenant may cancel at any time on twenty ' +
      'business days of written notice, against a reasonable penalty for the remaining period.',
  );
}

function money(form: FormLayout): void {
  form.heading('6. RENTAL AND PAYMENT', 190);
  form.row([
    text('', 'rental_monthly_amount', 'Monthly rental (R)', 'Monthly rental in rand', true),
    text('', 'rental_due_day', 'Payable on or before day', 'Day of the month on which the rental is payable', true),
    text('', 'rental_escalation_percent', 'Yearly escalation (%)', 'Yearly escalation of the rental in per cent'),
  ]);
  form.radios('Method of payment', { name: 'payment_method', tooltip: 'Method of payment', required: true }, [
    { value: 'eft', caption: 'Electronic funds transfer' },
    { value: 'debit_order', caption: 'Debit order' },
    { value: 'cash_deposit', caption: 'Cash deposit at a branch' },
  ]);
  form.row([
    {
      name: 'payment_bank_name',
      tooltip: 'Bank of the account for payment',
      caption: 'Bank',
      kind: 'dropdown',
      options: BANKS,
      required: true,
      share: 0.3,
    },
    text('', 'payment_account_holder', 'Account holder', 'Account holder for payment', true, 0.32),
    text('', 'payment_account_number', 'Account number', 'Account number for payment', true, 0.22),
    text('', 'payment_branch_code', 'Branch code', 'Branch code for payment', false, 0.16),
  ]);
  form.clause(
    '6.1',
    'The rental is payable in advance, without deduction or set-off, into the account above. The ' +
      'landlord gives a written receipt for every payment, stating its date, its purpose and the property.',
  );
  form.clause(
    '6.2',
    'Interest runs on every late payment at two per cent above the prime lending rate of the bank ' +
      'named above, from the day on which the payment fell due until it is made.',
  );
  form.heading('7. DEPOSIT', 100);
  form.row([
    text('', 'deposit_amount', 'Deposit (R)', 'Deposit in rand', true),
    text('', 'deposit_due_date', 'Payable on or before', 'Date on or before which the deposit is payable', true),
  ]);
  form.clause(
    '7.1',
    'The landlord keeps the deposit in an interest-bearing account with a bank and shows the tenant ' +
      'proof of the interest when asked. The interest belongs to the tenant.',
  );
  form.clause(
    '7.2',
    'At the end of the lease the landlord may apply the deposit and its interest to what the tenant ' +
      'owes and to the fair cost of repairing damage for which the tenant answers, and pays back the rest within ' +
      'fourteen days of the restoration of the property. If nothing is owed, all of it is paid back within seven days.',
  );
  form.heading('8. UTILITIES', 80);
  form.ticks(
    'Included in the rental (tick all that apply)',
    { name: 'utilities_included', tooltip: 'Utilities included' },
    [
      { value: 'water', caption: 'Water' },
      { value: 'electricity', caption: 'Electricity' },
      { value: 'refuse', caption: 'Refuse' },
      { value: 'sewerage', caption: 'Sewerage' },
      { value: 'internet', caption: 'Internet' },
      { value: 'security', caption: 'Armed response' },
    ],
  );
  form.clause(
    '8.1',
    'The tenant pays for every other service used at the property. The landlord may not cut off a ' +
      'service to the property without an order of court.',
  );
}

function conditions(form: FormLayout): void {
  form.heading('9. PETS', 130);
  form.radios(
    'May the tenant keep pets at the property?',
    { name: 'pets_allowed', tooltip: 'Pets allowed', required: true },
    [
      { value: 'yes', caption: 'Yes' },
      { value: 'no', caption: 'No' },
    ],
  );
  form.row([text('', 'pets_description', 'If yes, kind and number', 'Kind and number of the pets')]);
  form.heading('10. INSPECTION', 110);
  form.row([
    text('', 'inspection_incoming_date', 'Date of the incoming inspection', 'Date of the incoming inspection', true),
    text('', 'inspection_defects', 'Defects found so far', 'Defects found so far', false, 0.5),
  ]);
  form.clause(
    '10.1',
    'The landlord and the tenant inspect the property together before the tenant moves in and again ' +
      'within three days before the lease ends. They record in writing every defect that they find; the list is part ' +
      'of this agreement. A landlord who does not take part in the inspections may not claim for damage.',
  );
  form.tick(
    { name: 'house_rules_received', tooltip: 'House rules received' },
    'The tenant has received the house rules of the property and agrees to keep them.',
  );
  form.heading('11. CARE OF THE PROPERTY', 90);
  form.clause(
    '11.1',
    'The landlord hands over the property in a condition fit to live in and keeps its structure, its ' +
      'roof, its plumbing and its electrical installation in good repair at the cost of the landlord.',
  );
  form.clause(
    '11.2',
    'The tenant keeps the inside of the property clean and in the condition in which it was handed ' +
      'over, fair wear and tear excepted, and reports every defect in writing within seven days of noticing it.',
  );
  form.clause(
    '11.3',
    'The landlord may enter the property to inspect or repair it at a reasonable hour after giving ' +
      'reasonable notice, and at once in an emergency.',
  );
  form.heading('12. BREACH', 90);
  form.clause(
    '12.1',
    'A party who breaks this agreement must put it right within twenty business days of a written ' +
      'notice from the other party. If that does not happen the other party may cancel the lease and claim damages.',
  );
  form.clause(
    '12.2',
    'The tenant may be evicted only by an order of court. Either party may bring a dispute to the ' +
      'Rental Housing Tribunal of the province in which the property lies, free of charge.',
  );
  form.heading('13. SURETYSHIP', 80);
  form.clause(
    '13.1',
    'The surety binds himself or herself to the landlord as surety and co-principal debtor, jointly ' +
      'and severally with the tenant, for everything that the tenant owes under this agreement, and gives up the ' +
      'benefits of excussion and division, whose meaning the surety knows.',
  );
  form.heading('14. GENERAL', 90);
  form.clause(
    '14.1',
    'This document holds all that the parties agreed. A change to it binds them only when it is in ' +
      'writing and signed by both. No delay in using a right gives the right up.',
  );
  form.clause(
    '14.2',
    'Notices are given in writing at the addresses on page 1. An electronic signature under the ' +
      'Electronic Communications and Transactions Act 25 of 2002 is a signature for every purpose of this agreement.',
  );
  form.heading('15. SPECIAL CONDITIONS', 110);
  const special = 'Special conditions agreed between the parties';
  form.row([{ name: 'special_conditions', tooltip: special, caption: special, kind: 'multiline' }], 78);
}

function signatures(form: FormLayout): void {
  form.room(560);
  form.clause(
    '',
    'The parties have read this agreement and sign it on the dates and at the places written beside ' +
      'their signatures.',
  );
  block(form, 'SIGNED BY THE LANDLORD', 'landlord', 'landlord');
  block(form, 'SIGNED BY THE TENANT', 'tenant', 'tenant');
  block(form, 'SIGNED BY THE SURETY', 'surety', 'surety');
  form.heading('AS WITNESS', 100);
  form.row([text('witness', 'full_name', 'Full name', 'Full name of the witness', true)]);
  signatureRow(form, 'witness', 'witness');
}

function block(form: FormLayout, heading: string, party: string, title: string): void {
  form.heading(heading, 90);
  signatureRow(form, party, title);
}

function signatureRow(form: FormLayout, party: string, title: string): void {
  form.row(
    [
      { ...text(party, 'signature', 'Signature', `Signature of the ${title}`, true, 0.46), kind: 'signature' },
      text(party, 'date_signed', 'Date', `Date signed by the ${title}`, true, 0.22),
      text(party, 'place_signed', 'Place', `Place where the ${title} signs`, false, 0.32),
    ],
    34,
  );
}
