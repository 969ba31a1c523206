import { type BulkRow, keyRows, type ReadRow, type Shard } from './bulk-row.js';
import { serviceAhead } from './sent-rows.js';
import type { RunSettings } from '../../store/runs.js';
import type { RateBudget } from '../../client/rate-budget.js';
import { runIdentity } from '../../cli/write/automatic-key.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { readRows, type WrittenRows } from '../../cli/files/rows-file.js';
import { readMapping } from '../../cli/files/rows-mapping.js';
import { isObject } from '../../core/platform/json.js';
import { asSentence } from '../../core/platform/misplaced.js';
import type { Template } from '../../contract/resources/template.js';
import { serviceHost } from '../../contract/service-host.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { type Finding, checkValues } from '../envelope/check-values.js';
import { aroundOf, fittedRows, rowBody, sendingFlags, sharedOf } from './row-body.js';
import { fillTitle } from '../envelope/title-pattern.js';
import { foldWrongNames } from './wrong-names.js';
import { type Draft, listOf, type PeopleOptions, type CreateOptions } from '../envelope/create-options.js';

/** The flags of commands that create one envelope per row. */
export interface RowsOptions extends CreateOptions, PeopleOptions {
  readonly template?: string;
  readonly rows: string;
  readonly mapping?: string;
  readonly run?: string;
  readonly idColumn?: string;
  readonly allowDuplicates?: boolean;
  readonly shard?: Shard;
}

/** Rows that were read and validated; nothing was sent. */
export interface CheckedRows {
  readonly template: Template;
  readonly etag: string | undefined;
  /** The rate limit in the response for the template. */
  readonly rate: RateBudget | undefined;
  /** Milliseconds by which the service's clock is ahead of this machine's; null where it is not known. */
  readonly serviceAhead: number | null;
  readonly rows: readonly ReadRow[];
  /** Includes unreadable rows. */
  readonly total: number;
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly settings: RunSettings;
}

/** A row merged with the flags for all rows. */
type Placed = WrittenRows['rows'][number] & { readonly body: Draft };

const checkedAtOnce = 500;

/** What an existing run has fixed: its deadline and its identity. */
export type FixedByRun = { readonly expiresAt: string | null; readonly run: readonly string[] };

/**
 * Reads the rows and the template, merges the flags into each row, and validates all of them offline. `fixed` looks up
 * the existing run of a template. Throws FileFailure, UsageFailure and the client's failures.
 */
export async function checkedRows(
  context: Context,
  options: RowsOptions,
  fixed: (templateId: string) => Promise<FixedByRun>,
): Promise<CheckedRows> {
  refuseTwoStdins(options);
  const mapping = options.mapping === undefined ? null : await readMapping(context.files, options.mapping);
  const written = await readRows(context.files, options.rows, mapping, options.idColumn ?? null);
  if (written.unused.length > 0) context.output.note(`Columns not in the mapping: ${written.unused.join(', ')}.`);
  const templateId = options.template ?? written.around['template_id'];
  if (typeof templateId !== 'string') throw noTemplate();
  const { expiresAt, run } = await fixed(templateId);
  const client = await context.api();
  const read = await client.call('getTemplate', { parameters: { templateId } });
  const form = formFromTemplate(read.body);
  const around = {
    ...aroundOf(written),
    ...sendingFlags(options),
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
  };
  const fitted = fittedRows(form);
  const rowsWritten = written.rows.map((each) => (each.hasColumns ? { ...each, row: fitted(each.row) } : each));
  const rowsOnly = rowsWritten.map(({ row }) => row);
  const shared = await sharedOf(context, options, form, rowsOnly);
  const untitled: Finding[] = [];
  const titled = (row: WrittenRows['rows'][number], body: Draft): Draft => {
    if (shared.title === undefined || row.row['title'] !== undefined) return body;
    const filled = fillTitle(shared.title, body);
    if ('title' in filled) return { ...body, title: filled.title };
    const says = `needs \`${filled.missing}\`, which the row does not have.`;
    untitled.push({
      code: 'invalid_request',
      path: `rows[${row.number - 1}].title`,
      says,
      place: row.at,
      who: row.who,
    });
    return body;
  };
  const placed = rowsWritten.map((row): Placed => ({
    ...row,
    // Only what is a row's own: a row says neither which template it is made of nor whether it is sent.
    body: { template_id: templateId, ...rowPart(titled(row, rowBody(row.row, shared))), ...around },
  }));
  const checked = await checkAll(context, placed, read.body);
  const unreadable = written.mistakes.map(({ line, column, message, who, row }): Finding => {
    const path = row === null ? '' : `rows[${row - 1}]`;
    return { code: 'file_invalid', path, says: asSentence(message), place: { line, column }, who };
  });
  const rows = placed.map(({ number, at, id, body }) => ({ number, line: at.line, id, body }));
  const total = rows.length + written.mistakes.length;
  if (total === 0)
    unreadable.push({
      code: 'file_invalid',
      path: '',
      says: 'The file contains no rows.',
      place: { line: 1, column: 1 },
    });
  return {
    template: read.body,
    etag: read.etag,
    rate: read.rate,
    serviceAhead: serviceAhead(read.headers, context.clock.now()),
    rows,
    total,
    problems: foldWrongNames([...unreadable, ...written.rows.flatMap(foreignParts), ...untitled, ...checked.problems], {
      total,
      headOf: written.headOf,
    }),
    warnings: checked.warnings,
    settings: await settingsOf(context, options, { templateId: read.body.id, around, run }),
  };
}

/** Every row with its key: a row has the same one on every machine. */
export async function keyedRows(
  context: Context,
  { rows, settings }: Pick<CheckedRows, 'rows' | 'settings'>,
): Promise<readonly BulkRow[]> {
  return await keyRows(await context.api(), rows, settings.run);
}

async function checkAll(
  context: Context,
  rows: readonly Placed[],
  template: Template,
): Promise<{ problems: readonly Finding[]; warnings: readonly Finding[] }> {
  const now = await serviceTime(context);
  const problems: Finding[] = [];
  const warnings: Finding[] = [];
  const seen = new Set<string>();
  for (let from = 0; from < rows.length; from += checkedAtOnce) {
    const some = rows.slice(from, from + checkedAtOnce);
    const [first] = some;
    const {
      template_id: _template,
      recipients: _people,
      values: _values,
      title: _title,
      ...around
    } = first?.body ?? {};
    const body = { ...around, rows: some.map((row) => rowPart(row.body)) };
    const found = await checkValues(context, body, {
      template,
      now,
      people: true,
      placeOf: (path) => {
        const [, index = '', rest = ''] = /^rows\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
        const row = index === '' ? undefined : some[Number(index)];
        return row === undefined ? null : row.placeOf(ownPath(row, rest) ?? '');
      },
    });
    const moved = (finding: Finding): Finding => {
      const [, index, rest = ''] = /^rows\[(\d+)\](?:\.(.*))?/.exec(finding.path) ?? [];
      const row = index === undefined ? undefined : some[Number(index)];
      if (row === undefined) return finding;
      const path = finding.path.replace(/^rows\[\d+\]/, `rows[${row.number - 1}]`);
      const own = ownPath(row, rest);
      const cell = own === null ? null : row.cellOf(own);
      return { ...finding, path, who: row.who, cell };
    };
    for (const finding of found.problems.map(moved)) {
      // A problem common to all rows is reported once.
      const text = `${finding.path}\n${finding.says}`;
      if (!seen.has(text)) problems.push(finding);
      seen.add(text);
    }
    warnings.push(...found.warnings.map(moved));
  }
  return { problems, warnings };
}

/** Where a part of the body is in the row itself; null for one that the flags add to every row. */
function ownPath({ row, body }: Placed, path: string): string | null {
  const [whole, list = '', index = '0', rest = ''] = /^(recipients|values)\[(\d+)\](.*)$/.exec(path) ?? [];
  if (whole === undefined) return path;
  const isSame = (entry: unknown): boolean => addressOf(entry) === addressOf(listOf(body, list)[Number(index)]);
  const at = list === 'values' ? listOf(row, list).findLastIndex(isSame) : Number(index);
  return at === -1 || at >= listOf(row, list).length ? null : `${list}[${at}]${rest}`;
}

const addressOf = (value: unknown): string =>
  isObject(value) ? JSON.stringify([value['subject'] ?? null, value['key']]) : '';

const ownParts: readonly string[] = ['title', 'recipients', 'values'];

const rowPart = (body: Draft): Draft =>
  Object.fromEntries(Object.entries(body).filter(([name]) => ownParts.includes(name)));

/** What a row in the service's own words says beyond its own parts. */
const foreignParts = ({ row, number, placeOf }: WrittenRows['rows'][number]): readonly Finding[] =>
  Object.keys(row)
    .filter((name) => !ownParts.includes(name))
    .map((name) => ({
      code: 'invalid_request',
      path: `rows[${number - 1}].${name}`,
      says: 'is not a property of a row.',
      place: placeOf(name),
    }));

/** Which service a run goes to, and whether what it makes is real. */
export async function serviceOf(context: Context): Promise<Pick<RunSettings, 'host' | 'mode'>> {
  const settings = context.settings();
  const key = await settings.key();
  const address = settings.baseUrl === null ? 'http://localhost' : await context.recordedAs();
  return { host: serviceHost(address), mode: key?.value.mode ?? 'unknown' };
}

async function settingsOf(
  context: Context,
  options: RowsOptions,
  { templateId, around, run }: { readonly templateId: string; readonly around: Draft; readonly run: readonly string[] },
): Promise<RunSettings> {
  const text = (name: string): string | null => (typeof around[name] === 'string' ? around[name] : null);
  return {
    ...(await serviceOf(context)),
    template_id: templateId,
    run,
    send: around['send'] === true,
    brand_id: text('brand_id'),
    completion_delivery: text('completion_delivery'),
    deadline: options.expiresIn ?? text('expires_at'),
  };
}

/** GitLab numbers the parts of a job in its name; they are one run. */
export const runOf = (context: Context, named: string | undefined): readonly string[] =>
  named === undefined ? runIdentity(context.machine.env).map((part) => part.replace(/ \d+\/\d+$/, '')) : ['run', named];

function refuseTwoStdins({ rows, mapping, valuesFile }: RowsOptions): void {
  if ([rows, mapping, valuesFile].filter((path) => path === '-').length > 1) {
    throw new UsageFailure('Stdin (`-`) can be used only once.', { hint: 'Use a file for the others.' });
  }
}

const noTemplate = (): UsageFailure =>
  new UsageFailure('Missing --template.', {
    code: 'missing_option',
    hint: 'Example: --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  });
