import { describe, expect, it } from 'vitest';
import { plainContract } from '../../../src/contract/overlay/plain-contract.js';
import { diagnose } from '../../../src/domain/webhook/diagnose.js';
import { writeSignature } from '../../../src/domain/webhook/signature.js';
import { eventBytes } from '../../../src/emulator/delivery/events.js';

const now = Date.parse('2026-03-02T08:00:00Z');
const event = (id: string) => ({
  id,
  name: 'envelope.sent' as const,
  created_at: now,
  envelope_id: '00000000-0000-4000-8000-000000000001',
  recipient_id: null,
});
const ids = Array.from(
  { length: 60 },
  (_, index) => `00000000-0000-4000-8000-${(index * 977).toString(16).padStart(12, '0')}`,
);
const bodies = ids.map((id) => eventBytes(plainContract, event(id), 0).toString());

/** As the libraries of several languages write what they have parsed. */
const spaced = (value: object): string =>
  `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`)
    .join(', ')}}`;
const sorted = (value: object): object =>
  Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
const writers: readonly (readonly [string, (value: object) => string])[] = [
  ['JavaScript', (value) => JSON.stringify(value)],
  ['JavaScript, indented by two', (value) => JSON.stringify(value, null, 2)],
  ['Python', spaced],
  ['Python, with sorted keys', (value) => spaced(sorted(value))],
  ['Python, indented by four', (value) => JSON.stringify(value, null, 4)],
  ['PHP', (value) => JSON.stringify(value).replaceAll('/', '\\/')],
  ['PHP, made pretty', (value) => JSON.stringify(value, null, 4).replaceAll('/', '\\/')],
  ['Go', (value) => JSON.stringify(sorted(value))],
];

describe('the body of an event', () => {
  it('says the same in several forms, and the same event in the same form', () => {
    expect(bodies.map((body) => (JSON.parse(body) as { readonly id: string }).id)).toEqual(ids);
    const forms = new Set(bodies.map((body) => body.replaceAll(/-8000-[0-9a-f]{12}/g, '')));
    expect(forms.size).toBe(10);
    expect(ids.map((id) => eventBytes(plainContract, event(id), 0).toString())).toEqual(bodies);
  });

  it.each(writers)('is never what %s makes of it, so that a receiver that parses first fails', (_, write) => {
    expect(bodies.filter((body) => write(JSON.parse(body) as object) === body)).toEqual([]);
  });

  it.each(writers.slice(0, 4))('is recognised by its signature after %s wrote it again', (_, write) => {
    for (const body of bodies) {
      const header = writeSignature({ current: 'whsec_x' }, Buffer.from(body), now / 1000);
      const found = diagnose({
        header,
        body: Buffer.from(write(JSON.parse(body) as object)),
        secrets: { current: 'whsec_x' },
        now,
      });
      // Where a newline at the end is all that is missing, that is what it says.
      expect(found?.cause, body).toMatch(/^(reserialised|reencoded)$/);
    }
  });
});
