import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { stat } from 'node:fs/promises';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { isStdout } from '../../cli/files/files.js';
import { formatSize } from '../../cli/files/written-files.js';
import { templateFileName } from './file-name.js';
import type { PreviewPage, RoleColour } from './preview-drawing.js';
import type { PreviewSource } from './preview-source.js';
import { count } from './view.js';

export type PreviewFormat = 'html' | 'png';

/** Where the preview goes: `-` is stdout. */
export interface PreviewPlace {
  readonly format: PreviewFormat;
  /** As given or made up; null: named after the source in the folder one stands in. */
  readonly path: string | null;
  readonly overwrite: boolean;
}

export interface WrittenPreview {
  /** Full paths, the first page first; none when it went to stdout. */
  readonly files: readonly string[];
  readonly value: object;
  readonly human: string;
}

interface Wanted {
  readonly source: string;
  readonly output?: string;
  readonly page?: string;
  readonly format?: PreviewFormat;
  readonly open?: boolean;
  readonly force?: boolean;
}

/** Decides where the preview goes, before anything is read. Throws UsageFailure for what makes no sense together. */
export async function placeFor(context: Context, wanted: Wanted): Promise<PreviewPlace> {
  const { page } = wanted;
  const output = wanted.output !== undefined && isStdout(wanted.output) ? '-' : wanted.output;
  const format = wanted.format ?? (await guessFormat(context, output));
  if (output === '-' && context.output.toTerminal) {
    throw new UsageFailure('A preview is not written to a terminal.', { hint: 'Name a file with -o, or pipe it.' });
  }
  if (output === '-' && wanted.open === true) {
    throw new UsageFailure('What goes to stdout cannot be opened.', { hint: 'Name a file with -o.' });
  }
  if (output === '-' && format === 'png' && page === undefined) {
    throw new UsageFailure('Only one picture fits on stdout.', { hint: 'Choose one with --page.' });
  }
  return { format, path: output ?? null, overwrite: wanted.force === true };
}

async function guessFormat(context: Context, output: string | undefined): Promise<PreviewFormat> {
  if (output === undefined || output === '-' || /\.html?$/i.test(output)) return 'html';
  if (/[/\\]$/.test(output) || (await isFolder(context, output)) || !/\.[a-z0-9]{1,5}$/i.test(output)) return 'png';
  throw new UsageFailure(`${output} is neither an .html file nor a folder.`, {
    hint: 'PNGs go into a folder, one for each page; name it with a slash at its end.',
  });
}

async function isFolder(context: Context, path: string): Promise<boolean> {
  const found = await stat(context.files.resolve(path)).catch(() => null);
  return found?.isDirectory() === true;
}

/** Writes one HTML file. */
export async function writeHtml(
  context: Context,
  place: PreviewPlace,
  source: PreviewSource,
  pages: readonly PreviewPage[],
  roles: readonly RoleColour[],
): Promise<WrittenPreview> {
  const { previewHtml } = await import('./preview-html.js');
  const html = previewHtml(source, pages, roles);
  if (place.path === '-') {
    await context.output.bytes(Buffer.from(html, 'utf8'));
    return { files: [], value: {}, human: '' };
  }
  const name = templateFileName(source.title, '-preview.html');
  const path = await context.files.place(place.path ?? '.', name);
  const file = await context.files.write(path, html, { private: true, overwrite: place.overwrite });
  const facts = `${count(pages.length, 'page')}, ${count(source.boxes.length, 'field')}`;
  return {
    files: [file],
    value: valueOf(source, roles, [file]),
    human: `Wrote ${path} (${formatSize(Buffer.byteLength(html))}): ${facts}.`,
  };
}

/** Writes a PNG for each page into a folder, and the legend beside them. */
export async function writePictures(
  context: Context,
  place: PreviewPlace,
  source: PreviewSource,
  pages: readonly PreviewPage[],
  roles: readonly RoleColour[],
): Promise<WrittenPreview> {
  const [first] = pages;
  if (place.path === '-' && first !== undefined) {
    await context.output.bytes(first.png);
    return { files: [], value: {}, human: '' };
  }
  const folder = place.path ?? templateFileName(source.title, '-preview');
  const digits = String(source.pageCount).length;
  const named = pages.map(({ page, png }) => ({ name: `page-${String(page).padStart(digits, '0')}.png`, bytes: png }));
  const all = [...named, { name: 'legend.txt', bytes: Buffer.from(await legendText(source, pages, roles), 'utf8') }];
  const paths: string[] = [];
  for (const { name } of all) paths.push(await context.files.place(`${folder}/`, name));
  // Looked at first, so that a second run does not leave a folder that is half old and half new.
  for (const path of paths) await context.files.check(path, { overwrite: place.overwrite });
  const files: string[] = [];
  for (const [index, { bytes }] of all.entries()) {
    const path = paths[index] ?? folder;
    files.push(await context.files.write(path, bytes, { private: true, overwrite: place.overwrite }));
  }
  return {
    files,
    value: valueOf(source, roles, files),
    human: `Wrote ${count(pages.length, 'page')} and legend.txt to ${folder}.`,
  };
}

/** The files that were written, and the legend of what they show. */
export const writtenPreview = (s: ShapeBlocks) =>
  s.object({
    title: s.text,
    files: s.list(s.text),
    page_count: s.count,
    suggested: s.flag,
    roles: s.list(s.object({ role: s.nullable(s.text), colour: s.text })),
    fields: s.list(
      s.object({
        number: s.count,
        page: s.nullable(s.count),
        role: s.nullable(s.text),
        address: s.nullable(s.text),
        label: s.nullable(s.text),
        type: s.text,
      }),
    ),
  });

/** Says what was written, unless it went to stdout. */
export async function sayWritten(context: Context, { files, value, human }: WrittenPreview): Promise<void> {
  if (files.length === 0) return;
  await context.output.result(value, { human, ids: files, items: 'fields' });
}

const valueOf = (
  { title, pageCount, boxes, suggested }: PreviewSource,
  roles: readonly RoleColour[],
  files: readonly string[],
): Shaped<typeof writtenPreview> => ({
  title,
  files,
  page_count: pageCount,
  suggested,
  roles,
  fields: boxes.map(({ number, role, address, label, type, places }) => {
    return { number, page: places[0]?.page ?? null, role, address, label, type };
  }),
});

async function legendText(
  { title, suggested }: PreviewSource,
  pages: readonly PreviewPage[],
  roles: readonly RoleColour[],
): Promise<string> {
  const { drawTable } = await import('../../core/terminal/table.js');
  const { createColour } = await import('../../core/terminal/colour.js');
  const { visibleLine } = await import('../../core/platform/visible-text.js');
  const plain = createColour(false);
  const key = drawTable(
    { columns: ['COLOUR', 'ROLE'], rows: roles.map(({ role, colour }) => [colour, role]), empty: '' },
    plain,
    undefined,
  );
  const fields = drawTable(
    {
      columns: ['NO', 'PAGE', 'ROLE', 'ADDRESS', 'LABEL', 'TYPE'],
      rows: pages.flatMap(({ page, boxes }) =>
        boxes.map(({ number, role, address, label, type }) => [number, page, role, address, label, type]),
      ),
      empty: 'No fields.',
    },
    plain,
    undefined,
  );
  const remark = suggested ? 'Roles and addresses are suggestions: nothing has been uploaded.\n' : '';
  return `${visibleLine(title)}\n${remark}\n${key}\n${fields}`;
}
