// What the reader gets wrong on forms whose truth is known, other ones at each run; ESIGN_SEED=N reads those of a run again.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { withReader } from './detection.mjs';
import { line } from './figures.mjs';

const figures = fileURLToPath(new URL('../support/documents/made-forms/figures.ts', import.meta.url));
const FORMS = 200;

/** Lines of figures; `folder` is for what is written on the way. */
export async function measureMadeForms(folder) {
  const seed = Number(process.env.ESIGN_SEED ?? randomInt(1_000_000));
  const { figuresOf } = await bundled(join(folder, 'made-forms.mjs'));
  const found = await withReader((read) => figuresOf(seed, FORMS, read));
  const percent = (share) => `${(share * 100).toFixed(2)} %`;
  const rows = [
    ['boxes found', found.found / found.present, found.present],
    ['boxes that are none', found.share('false box'), found.boxes],
    ['wrong labels', found.share('label'), found.said('label')],
    ['wrong types', found.share('type'), found.said('type')],
    ['wrong questions', found.share('question'), found.said('question')],
    ['wrong people', found.share('person'), found.said('person')],
    ['wrong names among those called sure', found.share('name'), found.said('name')],
  ];
  return [
    `Forms made for this run (ESIGN_SEED=${seed})`,
    ...rows.map(([name, share, of]) => line(name, percent(share), `of ${of}`)),
  ];
}

/** The maker and the judge are shared with the tests, in TypeScript. */
async function bundled(path) {
  const bundle = await rolldown({ input: figures, platform: 'node', logLevel: 'silent' });
  await bundle.write({ file: path, format: 'esm' });
  await bundle.close();
  return import(pathToFileURL(path).href);
}
