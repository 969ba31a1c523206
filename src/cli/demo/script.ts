/** The people and the answers of the demo: a flat in Cape Town, rented through an agent. */

export interface Party {
  readonly role: string;
  readonly name: string;
  readonly email: string;
}

/** In routing order. Fields of nobody on the form belong to the agent, with the role `Signer`. */
export const parties: readonly Party[] = [
  { role: 'Signer', name: 'Lerato Nkosi', email: 'lerato@agency.test' },
  { role: 'Landlord', name: 'Pieter van der Merwe', email: 'pieter@landlord.test' },
  { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@tenant.test' },
  { role: 'Surety', name: 'Zoë Naidoo', email: 'zoe@surety.test' },
  { role: 'Witness', name: 'Sipho Dube', email: 'sipho@witness.test' },
];

/** The prefilled values, as a file for `--values-file`. */
export const valuesYaml = `# The answers of the lease, by subject and data key.
landlord:
  person.full_name: Pieter van der Merwe
  person.id_number: "6805145009082"
  contact.email: pieter@landlord.test
  contact.phone: 021 555 0148
  address.physical: 14 Kloof Street, Gardens, Cape Town, 8001
  signing.place: Cape Town
tenant:
  person.full_name: Thandi Mokoena
  person.id_number: "9203120345087"
  contact.email: thandi@tenant.test
  contact.phone: 082 555 0173
  address.physical: 3 Lower Main Road, Observatory, Cape Town, 7925
  employment.employer_name: Table Bay Logistics (Pty) Ltd
  employment.monthly_income: "46500.00"
  signing.place: Cape Town
surety:
  person.full_name: Zoë Naidoo
  person.id_number: "6411230198083"
  contact.email: zoe@surety.test
  contact.phone: 031 555 0119
  address.physical: 27 Musgrave Road, Durban, 4001
  signing.place: Durban
witness:
  person.full_name: Sipho Dube
  signing.place: Cape Town

# What belongs to nobody in particular: no subject, so the address begins with a dot.
.property.street_address: 9 Bree Street
.property.unit_number: Unit 402, The Cargo House
.property.suburb: Foreshore
.property.city: Cape Town
.property.postal_code: "8001"
.property.parking_bays: "1"
.property.occupants: "2"
.lease.start_date: "2027-01-01"
.lease.end_date: "2027-12-31"
.lease.notice_days: "20"
.rental.monthly_amount: "14250.00"
.rental.due_day: "1"
.rental.escalation_percent: "6"
.payment.method: eft
.payment.bank_name: Nedbank
.payment.account_holder: Kloof Street Lettings
.payment.account_number: "1104478213"
.payment.branch_code: "198765"
.deposit.amount: "28500.00"
.deposit.due_date: "2026-12-15"
.utilities.included: [water, refuse, sewerage]
.pets.allowed: "yes"
.pets.description: One cat, Miso
.inspection.incoming_date: "2026-12-30"
.inspection.defects: Bathroom tap drips
.form.house_rules_received: true
.form.special_conditions: The landlord repaints the second bedroom before the commencement date.
`;
