import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeLease } from '../support/documents/make-lease.js';

const shipped = fileURLToPath(new URL('../../src/demo/lease.pdf', import.meta.url));

// To remake the form: ESIGN_WRITE_FORMS=1 npx vitest run --config .vitest.mts test/demo/lease.test.ts
const writing = process.env['ESIGN_WRITE_FORMS'] === '1';

describe('the lease that the demo sends out', () => {
  it('is the very file that its maker makes', async () => {
    if (writing) writeFileSync(shipped, await makeLease());
    expect(Buffer.from(await makeLease()).equals(readFileSync(shipped))).toBe(true);
  });
});
