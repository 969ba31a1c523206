// How many of the boxes that people placed on real forms are found: by their widgets, and by what is to be seen alone.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PDF } from '@libpdf/core';
import { line, median } from './figures.mjs';

const forms = fileURLToPath(new URL('../fixtures/forms/', import.meta.url));
const worker = fileURLToPath(new URL('../../dist/document-worker.cjs', import.meta.url));
const WARM = 5;

/** Runs `use` with a function that reads a PDF in the document worker, as the emulator does. */
export async function withReader(use) {
  const thread = new Worker(worker, { stdout: true, stderr: true });
  const next = async () => (await once(thread, 'message'))[0];
  await next();
  try {
    return await use(async (pdf) => {
      const answer = next();
      thread.postMessage({ kind: 'read', ask: { pdf } });
      const outcome = await answer;
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.answer;
    });
  } finally {
    await thread.terminate();
  }
}

/** The same form without a trace of its widgets. */
export async function withoutWidgets(bytes) {
  const pdf = await PDF.load(bytes);
  for (const page of pdf.getPages()) page.dict.delete('Annots');
  pdf.getCatalog().delete('AcroForm');
  return pdf.save();
}

/** The figures of one form: `present` widgets, `found` ones of them, `boxes` in all and `false` ones among them. */
async function flatFigures(read, bytes, truth) {
  const widgets = truth.boxes
    .filter(({ context }) => context.widget_name !== null)
    .map((box) => ({ ...inPoints(truth, box), tick: box.type === 'tickbox' }));
  const flat = await read(await withoutWidgets(bytes));
  const pieces = flat.boxes.flatMap((box, index) =>
    [box, ...(box.continuations ?? [])].map((piece) => ({
      ...inPoints(flat, piece),
      tick: box.type === 'tickbox',
      box: index,
    })),
  );
  const { found, used } = matched(widgets, pieces);
  const good = new Set([...used].map((piece) => pieces[piece].box));
  return {
    present: widgets.length,
    found: found.size,
    boxes: flat.boxes.length,
    false: flat.boxes.length - good.size,
    // Where the page's running foot is; nobody fills it in, but form tools put widgets on it.
    missedOnFoot: widgets.filter((widget, index) => !found.has(index) && widget.top > 0.86 * widget.pageHeight).length,
  };
}

function inPoints({ pages }, { page, rect }) {
  const { width, height } = pages[page - 1];
  const [left, top] = [rect.x * width, rect.y * height];
  return { page, left, top, right: left + rect.w * width, bottom: top + rect.h * height, pageHeight: height };
}

/** Pairs each widget with one piece of a box, the best pairs first; what is left of a box lies on a widget anyway. */
function matched(widgets, pieces) {
  const pairs = widgets.flatMap((widget, w) =>
    pieces.flatMap((piece, p) => {
      const score = likeness(widget, piece);
      return score > 0 ? [{ score, w, p }] : [];
    }),
  );
  pairs.sort((a, b) => b.score - a.score);
  const [found, used] = [new Set(), new Set()];
  for (const { w, p } of pairs) {
    if (found.has(w) || used.has(p)) continue;
    found.add(w);
    used.add(p);
  }
  for (const { w, p } of pairs) if (found.has(w)) used.add(p);
  return { found, used };
}

/** Above 0 for the same kind of box in the same place: half of the joint width, two fifths of the lower height. */
function likeness(a, b) {
  if (a.page !== b.page || a.tick !== b.tick) return 0;
  if (a.tick) {
    const dx = Math.abs(a.left + a.right - b.left - b.right) / 2;
    const dy = Math.abs(a.top + a.bottom - b.top - b.bottom) / 2;
    return dx < 8 && dy < 8 ? 1 / (1 + dx + dy) : 0;
  }
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (across <= 0 || down <= 0) return 0;
  const width = across / (Math.max(a.right, b.right) - Math.min(a.left, b.left));
  const height = down / Math.min(a.bottom - a.top, b.bottom - b.top);
  return width >= 0.5 && height >= 0.4 ? width * height : 0;
}

const PUSH_BUTTON = 1 << 16;
const READ_ONLY = 1;
const HIDDEN = 2 | 32;

/** The fields of a form that a person could fill in, as `qpdf --json` lists them, and how many of them were read. */
function fieldFigures({ boxes }, path) {
  const json = execFileSync('qpdf', ['--json', '--json-key=acroform', path], { maxBuffer: 256 * 1024 * 1024 });
  const names = JSON.parse(json).acroform.fields.flatMap((field) => {
    const flags = field.fieldflags ?? 0;
    const button = field.fieldtype === '/Btn' && (flags & PUSH_BUTTON) !== 0;
    const unseen = ((field.annotation?.annotationflags ?? 0) & HIDDEN) !== 0;
    return button || unseen || (flags & READ_ONLY) !== 0 ? [] : [field.fullname];
  });
  const left = boxes.map(({ context }) => context.widget_name).filter((name) => name !== null);
  let found = 0;
  for (const name of names) {
    const at = left.indexOf(name.replace(/^u:/, ''));
    if (at < 0) continue;
    left.splice(at, 1);
    found += 1;
  }
  return { present: names.length, found };
}

/** Every form of the fixtures with both kinds of figures and the milliseconds of a warm reading of the flat form. */
export async function detectionFigures(warm = 0) {
  return withReader(async (read) => {
    const figures = [];
    for (const name of readdirSync(forms).filter((file) => file.endsWith('.pdf'))) {
      const bytes = readFileSync(forms + name);
      const truth = await read(bytes);
      const flat = await flatFigures(read, bytes, truth);
      const fields = fieldFigures(truth, forms + name);
      const times = [];
      for (let run = 0; run < warm; run += 1) {
        const stripped = await withoutWidgets(bytes);
        const start = process.hrtime.bigint();
        const { page_count: pages } = await read(stripped);
        times.push(Number(process.hrtime.bigint() - start) / 1e6 / pages);
      }
      figures.push({
        name: name.replace(/\.pdf$/, ''),
        flat,
        fields,
        perPage: times.length > 0 ? median(times) : null,
      });
    }
    return figures;
  });
}

/** The sum of the figures whose name begins with `prefix`. */
export function sumOf(figures, prefix = '') {
  const chosen = figures.filter(({ name }) => name.startsWith(prefix));
  const add = (pick) => chosen.reduce((sum, each) => sum + pick(each), 0);
  return {
    flat: {
      present: add(({ flat }) => flat.present),
      found: add(({ flat }) => flat.found),
      boxes: add(({ flat }) => flat.boxes),
      false: add(({ flat }) => flat.false),
      missedOnFoot: add(({ flat }) => flat.missedOnFoot),
    },
    fields: { present: add(({ fields }) => fields.present), found: add(({ fields }) => fields.found) },
  };
}

export async function measureDetection() {
  const figures = await detectionFigures(WARM);
  const rows = figures.map(({ name, flat, perPage }) => flatLine(name, flat, `${perPage.toFixed(0)} ms a page`));
  const [court, all] = [sumOf(figures, 'court-'), sumOf(figures)];
  return [
    'Boxes found with the widgets hidden, of those that people placed',
    ...rows,
    flatLine('court forms together', court.flat),
    flatLine('all forms together', all.flat),
    'Form fields read, of those that qpdf --json lists',
    line('all forms together', percent(all.fields), `${all.fields.found} of ${all.fields.present}`),
  ];
}

function flatLine(name, flat, note = '') {
  const foot = flat.missedOnFoot === 0 ? '' : `, ${flat.missedOnFoot} of the missed on the running foot`;
  const counts = `${flat.found} of ${flat.present}; ${flat.boxes} boxes, ${flat.false} false${foot}`;
  return line(name, percent(flat), note === '' ? counts : `${counts}; ${note}`);
}

const percent = ({ found, present }) => `${((100 * found) / present).toFixed(1)} %`;
