/** What a generated client is asked to do on a running service, and what came of it. */
export interface Given {
  readonly url: string;
  readonly key: string;
  /** A PDF in base64 with the roles Tenant and Landlord. */
  readonly pdf: string;
}

export interface Done {
  readonly template: string;
  /** The status after each of: created, sent, read, voided. */
  readonly statuses: readonly string[];
  readonly draft: Uint8Array;
  /** The code of a second void, as the closed set of the client has it. */
  readonly refused: 'envelope_not_sent' | 'other';
}

export type Job = (given: Given) => Promise<Done>;

export const recipients = [
  { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' },
  { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' },
];
export const values = [{ key: 'rental.amount', value: '9500.00' }];
