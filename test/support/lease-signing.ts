import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { once, type TestEmulator, type TestOrganisation } from './emulator.js';
import type { Envelope, Person, Template } from './shapes.js';

/** The lease of the demo, and its five parties in the order in which they sign. */
export const parties = [
  { role: 'Signer', name: 'Nomvula Dube' },
  { role: 'Landlord', name: 'Pieter van Wyk' },
  { role: 'Tenant', name: 'Thandi Mokoena' },
  { role: 'Surety', name: 'Sipho Ndlovu' },
  { role: 'Witness', name: 'Žoë Škoda' },
].map((party, index) => ({ ...party, email: `party${index}@example.test` }));

/** The lease with every person that it names taken as the service proposes. */
export async function leaseTemplate(organisation: TestOrganisation): Promise<Template> {
  const file = readFileSync('src/demo/lease.pdf').toString('base64');
  const made = await organisation.live<Template>(
    'POST /api/v1/templates',
    { name: 'Lease', documents: [{ filename: 'lease.pdf', file }] },
    once(),
  );
  let etag = made.headers['etag'] as string;
  let body = made.body;
  const { people } = (await organisation.live<{ people: readonly Person[] }>(`GET /api/v1/templates/${body.id}/people`))
    .body;
  for (const { id, proposed } of people) {
    const decision = Object.fromEntries(
      Object.entries(proposed).filter(([name, value]) => value !== null && name !== 'presign_hint'),
    );
    const path = `PUT /api/v1/templates/${body.id}/people/${id}`;
    const decided = await organisation.live<Template>(path, decision, { 'If-Match': etag });
    expect(decided.status).toBe(200);
    etag = decided.headers['etag'] as string;
    body = decided.body;
  }
  return body;
}

/** The lease, sent to everybody. */
export async function sendLease(organisation: TestOrganisation, template: Template): Promise<Envelope> {
  const sent = { template_id: template.id, title: 'Lease of 12 Acacia Street', recipients: parties, send: true };
  return (await organisation.live<Envelope>('POST /api/v1/envelopes', sent, once())).body;
}

/** The link in the newest invitation to an envelope. */
export async function mailedLink(emulator: TestEmulator, { id }: Pick<Envelope, 'id'>): Promise<string> {
  const [mail] = await emulator.mails(`?envelope_id=${id}&kind=invitation`);
  return mail!.link!;
}

/** How far the recipient of a role is. */
export async function statusOf(organisation: TestOrganisation, { id }: Envelope, role: string): Promise<string> {
  const { body } = await organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`);
  return body.recipients.find((recipient) => recipient.role === role)!.status;
}

/** The first sealed document, once it has been sealed. */
export async function sealedPdf(organisation: TestOrganisation, { id }: Envelope): Promise<Buffer> {
  const { body } = await organisation.live<{ documents: readonly { url: string | null }[] }>(
    `GET /api/v1/envelopes/${id}/documents`,
  );
  return Buffer.from(await (await fetch(body.documents[0]!.url!)).arrayBuffer());
}

/** Where the page's guide stands. */
export async function currentEntry(
  page: Pick<Frame, 'evaluate'>,
): Promise<{ name: string; kind: string; count: string }> {
  const [name = '', kind = '', count = ''] = await page.evaluate<string[]>(
    `(({ entry, kind }) => [entry, kind, document.getElementById('count').textContent])
      (document.querySelector('.entry.current').dataset)`,
  );
  return { name, kind, count };
}
