// What `template copy-names` carries over from the demo's lease to five re-typeset versions of it, rightly and wrongly.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { retypesetLeases } from '../support/documents/lease/retypeset.mjs';
import { line } from './figures.mjs';

const run = promisify(execFile);
const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * The figures of each version: `names` there are, those whose box was `found` on it, `right` and `wrong` ones copied
 * unasked, and `askedRight` and `askedWrong` ones that are only listed, or asked about on a terminal.
 */
export async function copyNamesFigures(environment) {
  const { startEmulator } = createRequire(import.meta.url)(at('dist/emulator.cjs'));
  const emulator = await startEmulator({ frozen: true });
  try {
    const call = caller(emulator);
    const from = await namedLease(call);
    const figures = [];
    for (const { name, pdf, places } of retypesetLeases()) {
      const to = (await call('POST', '/templates', body(pdf), { 'Idempotency-Key': name })).body;
      const truth = truthOf(to, places);
      const { stdout } = await run(
        process.execPath,
        [at('bin/esign.js'), 'template', 'copy-names', from.id, to.id, '--dry-run', '--json'],
        {
          env: { ...environment, ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: emulator.keys.live },
          maxBuffer: 2 ** 26,
        },
      );
      figures.push({ name, ...judged(JSON.parse(stdout).data, from, truth, places) });
    }
    return figures;
  } finally {
    await emulator.close();
  }
}

/** The lines of the benchmark. */
export async function measureCopyNames(environment) {
  const figures = await copyNamesFigures(environment);
  return [
    'Names carried over to five re-typeset versions of the lease (template copy-names)',
    ...figures.map(({ name, names, found, right, wrong, askedRight, askedWrong }) =>
      line(
        name,
        `${right} of ${names} right, ${wrong} wrong; asked about: ${askedRight} right, ${askedWrong} wrong; ` +
          `${names - found} ${names - found === 1 ? 'box' : 'boxes'} not found on the form`,
      ),
    ),
  ];
}

function caller({ url, keys }) {
  return async (method, path, content, headers = {}) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${keys.live}`, 'Content-Type': 'application/json', ...headers },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return { body: await answer.json(), etag: answer.headers.get('etag') };
  };
}

const body = (pdf) => ({ documents: [{ filename: 'lease.pdf', file: Buffer.from(pdf).toString('base64') }] });

/** The demo's lease, each field that takes a key named after its widget. */
async function namedLease(call) {
  const lease = readFileSync(at('src/demo/lease.pdf'));
  const made = await call('POST', '/templates', body(lease), { 'Idempotency-Key': 'lease' });
  const fields = made.body.fields
    .filter(({ type, question_id }) => ['text', 'date', 'dropdown'].includes(type) && question_id === null)
    .map(({ id, context }) => ({ id, data_key: `form.${context.widget_name}` }));
  const path = `/templates/${made.body.id}/fields`;
  return (await call('PATCH', path, { fields }, { 'If-Match': made.etag })).body;
}

/** Which answer each field of a version is for, by the place that it was drawn at. */
function truthOf(template, places) {
  return new Map(
    template.fields.map(({ id, page, rect }) => {
      const [x, y] = [(rect.x + rect.w / 2) * 595, 842 - (rect.y + rect.h / 2) * 842];
      const near = places
        .filter((place) => place.page === page)
        .map((place) => ({ truth: place.truth, away: Math.hypot((place.x - x) / 20, place.y - y) }))
        .sort((one, other) => one.away - other.away)[0];
      return [id, near !== undefined && near.away < 14 ? near.truth : null];
    }),
  );
}

function judged(matches, from, truth, places) {
  const names = new Map(from.fields.map(({ id, context }) => [id, context.widget_name]));
  const isThere = new Set(places.map((place) => place.truth));
  const seen = new Set(truth.values());
  const isRight = ({ from_field, to_field }) => names.get(from_field) === truth.get(to_field);
  const of = (outcome) => matches.filter((match) => match.outcome === outcome);
  const right = of('copy').filter(isRight).length;
  const askedRight = of('unsure').filter(isRight).length;
  return {
    names: matches.filter(({ from_field }) => isThere.has(names.get(from_field))).length,
    found: matches.filter(({ from_field }) => seen.has(names.get(from_field))).length,
    right,
    wrong: of('copy').length - right,
    askedRight,
    askedWrong: of('unsure').length - askedRight,
  };
}
