import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents } from './documents.js';

const config = `extends: [recommended-strict]
rules:
  # The description itself is open to all and takes nothing, so that nothing about it can be refused.
  operation-4xx-response: off
`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-redocly-'));
  writeFileSync(join(folder, 'redocly.yaml'), config);
  for (const [name, text] of Object.entries(await documents())) writeFileSync(join(folder, `${name}.json`), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['service', 'emulator'])('Redocly finds nothing in the document of the %s', async (name) => {
  const { stdout } = await execa('redocly', ['lint', `${name}.json`, '--format', 'json'], {
    preferLocal: true,
    localDir: join('test', 'judges'),
    cwd: folder,
    reject: false,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: readonly unknown[] };
  expect(problems).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
