// Documents of ten pages: reading, drawing a draft, sealing, signing and a picture, beside the library's bare minimum.
// Each job is given bytes that no job had before, but for the rows that say so.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { metered, startMeasured } from '../processes.mjs';

const script = fileURLToPath(new URL('../document-jobs.mjs', import.meta.url));

/** The jobs, and what the library beneath does at least for each of them. */
const jobs = [
  ['read', 'reading it', 'PDFium: open, each character and field, save'],
  ['draft', 'drawing a draft', 'libpdf: load, a word in each font, save'],
  ['draft-again', 'drawing a draft for the next envelope of a template', 'libpdf: load, a word in each font, save'],
  ['seal', 'drawing the sealed document', 'libpdf: load, a word in each font, save'],
  ['seal-again', 'drawing the sealed document of the next envelope', 'libpdf: load, a word in each font, save'],
  ['sign', 'signing it, with a time-stamp', 'libpdf: load, append a field; two ECDSA signatures'],
  ['picture', 'a picture of a page, 1200 pixels wide', 'PDFium: open, render; the same pixels deflated'],
];

export async function openPart({ root, folder, sized }) {
  const forms = join(folder, 'forms.json');
  await promisify(execFile)(process.execPath, [script, 'prepare', root, forms]);
  const jobsARound = sized(8);
  const subject = async (what, program) => {
    const child = await startMeasured([script, what, program, forms], process.env);
    return {
      stop: () => child.stop(),
      measure: async () => {
        const { cpu, seconds } = await metered(child, () => child.ask({ jobs: jobsARound }));
        return { cpu, operations: jobsARound, figures: { ms: (seconds * 1000) / jobsARound } };
      },
    };
  };
  return {
    cases: jobs.map(([job, name, baseline]) => ({
      name,
      unit: 'document',
      baseline,
      ours: (program) => subject(job, program),
      bare: () => subject(`bare-${job.replace('-again', '')}`, root),
    })),
  };
}
