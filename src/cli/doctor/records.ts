import { statSync } from 'node:fs';
import { pluralize } from '../context/counted.js';
import { formatSize } from '../files/written-files.js';
import { readJournalLimits } from '../../core/config/journal-limits.js';
import { tableFacts } from '../../store/retention.js';
import { ifUsable } from '../../store/state.js';
import { type DoctorContext, type Finding, finding } from './finding.js';

/** What this machine remembers: how much, since when and for how long. A file that cannot be used is reported elsewhere. */
export async function checkRecords({ context }: DoctorContext): Promise<readonly Finding[]> {
  const state = await context.state();
  const limits = await context.journal().then(
    () => readJournalLimits(context.machine.env),
    () => null,
  );
  if (limits === null) return [];
  const { keepFor } = limits;
  const tables = ifUsable(() => tableFacts(state, keepFor), []);
  if (tables.length === 0) return [];
  const bytes = ['', '-wal'].reduce(
    (sum, ending) => sum + (statSync(`${state.path}${ending}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const since = tables.map(({ oldest }) => oldest).filter((at) => at !== null);
  const [first] = since.toSorted();
  const days = Math.max(...tables.map(({ keptForDays }) => keptForDays ?? 0));
  const words =
    `${state.path} has ${pluralize(rows, 'row')} in ${formatSize(bytes)}` +
    (first === undefined ? '.' : `, the oldest from ${first.slice(0, 10)}.`) +
    (days === 0 ? '' : ` Rows with an age are removed after at most ${days} days.`);
  const facts = {
    bytes,
    tables: tables.map(({ keptForDays, ...table }) => ({ ...table, kept_for_days: keptForDays })),
  };
  return [finding('records', 'ok', words, { facts })];
}
