import { formulaErrorWords, isFormulaError } from '../../core/platform/formula-error.js';
import { readTick } from '../../core/platform/read-tick.js';
import { type CsvLine, csvLines, namesOf } from './csv.js';
import { Misplaced, type Place } from '../../core/platform/misplaced.js';
import { type PlacedValue, readEach, type ReadValues } from './values-file.js';

const known = ['subject', 'key', 'value', 'locked'];

/** Values from CSV with the header `subject,key,value` and optional `locked`; an empty subject is the signer's own. */
export function readCsvValues(text: string): ReadValues {
  let rows: readonly CsvLine[];
  let names: readonly string[];
  try {
    [names, rows] = readTable(text);
  } catch (error) {
    if (error instanceof Misplaced) return { values: [], mistakes: [error] };
    throw error;
  }
  return readEach(rows, (row) => [readRow(row, names)]);
}

function readRow({ record, line }: CsvLine, names: readonly string[]): PlacedValue {
  const cell = (name: string): string => record[names.indexOf(name)] ?? '';
  const place = (name: string): Place => ({ line, column: Math.max(1, names.indexOf(name) + 1) });
  if (record.length !== names.length) {
    const column = Math.min(record.length, names.length) + 1;
    throw new Misplaced(line, column, `this line has ${record.length} columns, but the header has ${names.length}`);
  }
  const key = cell('key').trim();
  if (key === '') throw new Misplaced(line, place('key').column, 'the key is empty');
  const subject = cell('subject').trim();
  const value = cell('value');
  if (isFormulaError(value)) throw new Misplaced(line, place('value').column, formulaErrorWords(value));
  return {
    request: {
      subject: subject === '' ? null : subject,
      key,
      value,
      ...(locked(cell('locked'), line, place('locked').column) ? { locked: true } : {}),
    },
    at: { subject: place('subject'), key: place('key'), value: place('value'), locked: place('locked') },
  };
}

function readTable(text: string): [names: readonly string[], rows: readonly CsvLine[]] {
  const [head, ...rows] = csvLines(text);
  if (head === undefined) throw new Misplaced(1, 1, 'the file is empty; the first line must be `subject,key,value`');
  const names = namesOf(head).map((name) => name.toLowerCase());
  names.forEach((name, index) => {
    if (!known.includes(name))
      throw new Misplaced(head.line, index + 1, `unknown column \`${name}\`; use ${known.join(', ')}`);
    if (names.indexOf(name) !== index) throw new Misplaced(head.line, index + 1, `duplicate column \`${name}\``);
  });
  for (const name of ['key', 'value']) {
    if (!names.includes(name)) throw new Misplaced(head.line, 1, `column \`${name}\` is missing`);
  }
  return [names, rows];
}

function locked(text: string, line: number, column: number): boolean {
  const isLocked = readTick(text);
  if (isLocked !== null) return isLocked;
  throw new Misplaced(line, column, `invalid value \`${text.trim()}\` for locked; use true or false`);
}
