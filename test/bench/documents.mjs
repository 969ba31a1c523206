// Documents: reading, drawing, sealing, signing and pictures of a ten-page form, beside the library's bare minimum.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { line, median } from './figures.mjs';

const child = fileURLToPath(new URL('documents-child.mjs', import.meta.url));
const rounds = 3;

/** The jobs, and what the library beneath does at least for each of them. */
const jobs = [
  ['read', 'reading it', 'PDFium: open, load pages and their text, save'],
  ['draft', 'drawing a draft', 'libpdf: load, a word in each font, save'],
  ['seal', 'drawing the sealed document', 'libpdf: load, a word in each font, save'],
  ['sign', 'signing it, with a time-stamp', 'libpdf: load, save; two ECDSA signatures'],
  ['picture', 'a picture of a page, 1200 pixels wide', 'PDFium: open, render'],
];

/** One process for each measurement: the first is that of a fresh worker, and the memory is nobody else's. */
function measured(what, form, environment) {
  const run = spawnSync(process.execPath, [child, what, form], { env: environment, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${what} ended with ${run.status}: ${run.stderr}`);
  return run.stdout === '' ? null : JSON.parse(run.stdout);
}

export function measureDocuments(environment, folder) {
  const form = join(folder, 'form.json');
  measured('prepare', form, environment);
  const lines = ['Documents: a form of 10 pages, each figure with the bare library beside it in the same run'];
  const middle = (runs, name) => median(runs.map((run) => run[name]));
  for (const [job, words, bare] of jobs) {
    const ours = [];
    const least = [];
    for (let round = 0; round < rounds; round += 1) {
      least.push(measured(`bare-${job}`, form, environment));
      ours.push(measured(job, form, environment));
    }
    const pair = (name, digits) => `${middle(ours, name).toFixed(digits)} of ${middle(least, name).toFixed(digits)}`;
    const ratio = (name) => `${(middle(ours, name) / middle(least, name)).toFixed(2)} x`;
    lines.push(
      line(words, ratio('warm'), `warm ${pair('warm', 1)} ms (${bare})`),
      line('', ratio('first'), `first, with everything loaded for it: ${pair('first', 0)} ms`),
      line('', ratio('peak'), `peak memory of the process: ${pair('peak', 0)} MB`),
    );
  }
  return lines;
}
