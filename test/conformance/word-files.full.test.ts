import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { upload } from '../support/agreement.js';
import { expectRefusal, once, startTestEmulator } from '../support/emulator.js';
import type { Refused, Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const emulator = shared(startTestEmulator);

it('a Word file is read where a converter answers, and is service_unavailable where none does [file.item]', async () => {
  const { live } = await emulator.organisation();
  const word = upload(await readFile('test/fixtures/forms/used-car-sale.docx'), 'sale.docx');
  const answer = await live<Template & Refused>('POST /api/v1/templates', { documents: [word] }, once());
  if (spawnSync('soffice', ['--version']).error === undefined) expect(answer.status).toBe(201);
  else expectRefusal(answer, 503, 'service_unavailable');
}, 240_000);
