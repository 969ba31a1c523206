import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { documents } from './documents.js';

interface Spectral {
  setRuleset(ruleset: unknown): void;
  run(document: unknown): Promise<readonly unknown[]>;
}

// Both are CommonJS, and lie in the package of this folder.
const load = createRequire(import.meta.url);
const { Spectral } = load('@stoplight/spectral-core') as { Spectral: new () => Spectral };
const { oas } = load('@stoplight/spectral-rulesets') as { oas: unknown };

let judged: Awaited<ReturnType<typeof documents>>;
beforeAll(async () => {
  judged = await documents();
});

it.each(['service', 'emulator'] as const)('Spectral finds nothing in the document of the %s', async (name) => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  expect(await spectral.run(JSON.parse(judged[name]))).toEqual([]);
});

it('Spectral does look', async () => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  const broken = JSON.parse(judged.service) as { info: object };
  broken.info = { title: 'Untold', version: '1' };
  expect(await spectral.run(broken)).toMatchObject([{ code: 'info-contact' }, { code: 'info-description' }]);
});
