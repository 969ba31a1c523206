import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sharedEngine } from '../support/documents/document-engine.js';

const { authority, draftOf, sealOf } = await import('./document-asks.mjs');

it('takes what the benchmark asks of a document', async () => {
  const form = { pdf: new Uint8Array(readFileSync('src/demo/lease.pdf')), marks: [] };
  expect(sealOf(form).authority).toBe(authority);
  for (const answer of [await sharedEngine().draft(draftOf(form)), await sharedEngine().seal(sealOf(form))]) {
    expect(Buffer.from(answer.subarray(0, 5)).toString()).toBe('%PDF-');
  }
});
