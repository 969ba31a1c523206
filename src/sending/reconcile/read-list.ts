import { FileFailure } from '../../cli/failure/failure.js';
import { columnNamed, located, readCsv } from '../../cli/files/csv.js';
import { isCsv, isLines } from '../../cli/files/file-kind.js';
import type { Files } from '../../cli/files/files.js';
import { Misplaced } from '../../core/platform/misplaced.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { suggestion } from '../../core/platform/nearest.js';
import { listStates, type ListState } from './list-states.js';

/** An envelope of the list; `line`: where it stands in the file, from 1. */
export interface ListedState {
  readonly id: string;
  readonly state: ListState;
  readonly line: number;
}

/** The list of an app. */
export interface AppList {
  readonly rows: readonly ListedState[];
  /** The states that the list knows: those of its rows, and of `words`. */
  readonly told: ReadonlySet<ListState>;
}

export interface ListColumns {
  /** Undefined: the usual names. */
  readonly id: string | undefined;
  readonly status: string | undefined;
  /** The app's own words for states, by `plainWord`. */
  readonly words: ReadonlyMap<string, ListState>;
}

const limit = 64 * 1024 * 1024;
const usual = { id: ['envelope_id', 'envelopeid', 'id'], status: ['status', 'state'] } as const;
const shownWords = 5;

/** `Partially Signed` and `partially-signed` are one word. */
export const plainWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

interface ListHead {
  /** Where the columns are named. */
  readonly headLine: number;
  readonly names: readonly string[];
}

/** A record of the file: its cells by column. */
interface ListRecord extends ListHead {
  readonly line: number;
  cell(name: string): string;
}

/**
 * Reads the list of an app: CSV with a header, one JSON object per line, or a JSON array of objects, by extension or
 * content; at most 64 MiB. Throws FileFailure with the line of the first mistake: a missing column, an empty or
 * repeated ID, or words that name no state.
 */
export async function readAppList(files: Files, path: string, columns: ListColumns): Promise<AppList> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  return located(path, () => {
    const rows = statesOf(recordsOf(text, path, columns), columns);
    const told = new Set<ListState>([...rows.map(({ state }) => state), ...columns.words.values()]);
    // An app may have lost all of them; an empty file tells nothing.
    if (text.trim() !== '') return { rows, told };
    throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} contains no envelopes.`, {
      code: 'file_invalid',
      hint: 'Use a CSV file with a header, or JSON objects, each with an ID and a status.',
    });
  });
}

function recordsOf(text: string, path: string, { id, status }: ListColumns): Iterable<ListRecord> {
  if (isCsv(path, text)) {
    const { headLine, names, rows } = readCsv(text);
    // Without rows too.
    columnOf({ headLine, names }, id, 'id');
    columnOf({ headLine, names }, status, 'status');
    return rows.map(({ line, cell }) => ({ line, headLine, names, cell }));
  }
  return isLines(path, text) ? linesOf(text) : itemsOf(text);
}

function* linesOf(text: string): Generator<ListRecord> {
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() !== '') yield recordOf(parseJson(line), number);
  }
}

/** Items of an array have no lines of their own: they are counted. */
function itemsOf(text: string): readonly ListRecord[] {
  const value = parseJson(text);
  const list = isObject(value) && Array.isArray(value['data']) ? value['data'] : value;
  if (!Array.isArray(list)) throw new Misplaced(1, 1, 'the file is not a JSON array of objects');
  return (list as readonly unknown[]).map((item, index) => recordOf(item, index + 1));
}

function recordOf(value: unknown, line: number): ListRecord {
  if (!isObject(value)) throw new Misplaced(line, 1, 'this is not a JSON object');
  return { line, headLine: line, names: Object.keys(value), cell: (name) => cellOf(value[name]) };
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

function statesOf(records: Iterable<ListRecord>, { id, status, words }: ListColumns): readonly ListedState[] {
  const lines = new Map<string, number>();
  const unknown = new Map<string, number>();
  const rows: ListedState[] = [];
  for (const record of records) {
    const { line } = record;
    const found = record.cell(columnOf(record, id, 'id')).trim();
    if (found === '') throw new Misplaced(line, 1, 'the ID is empty');
    const key = found.toLowerCase();
    const earlier = lines.get(key);
    if (earlier !== undefined) throw new Misplaced(line, 1, `${found} is also in line ${earlier}`);
    lines.set(key, line);
    const written = record.cell(columnOf(record, status, 'status'));
    const word = plainWord(written);
    const state = words.get(word) ?? listStates.find((each) => each === word);
    if (state === undefined) unknown.set(written.trim(), unknown.get(written.trim()) ?? line);
    else rows.push({ id: found, state, line });
  }
  refuseWords(unknown);
  return rows;
}

/** The name of a column in a record, as it is written there. Throws Misplaced. */
function columnOf({ names, headLine }: ListHead, wanted: string | undefined, kind: keyof typeof usual): string {
  const choices = wanted === undefined ? usual[kind] : [wanted];
  for (const choice of choices) {
    const found = columnNamed(names, choice);
    if (found !== null) return found;
  }
  const missing =
    wanted === undefined
      ? `no column is named ${choices.join(' or ')}: name it with --${kind}-column`
      : `column \`${wanted}\` of --${kind}-column not found`;
  throw new Misplaced(headLine, 1, `${missing}.${suggestion(wanted ?? kind, names)}`);
}

/** All unknown words at once. */
function refuseWords(unknown: ReadonlyMap<string, number>): void {
  const [first] = unknown;
  if (first === undefined) return;
  const named = [...unknown.keys()].slice(0, shownWords).map((word) => (word === '' ? 'an empty cell' : `\`${word}\``));
  const more = unknown.size > shownWords ? ` and ${unknown.size - shownWords} more words` : '';
  const example = first[0] === '' ? '--map ""=draft' : `--map "${first[0]}=completed"`;
  const which = `${named.join(', ')}${more} ${unknown.size === 1 ? 'does' : 'do'} not name a state of an envelope`;
  const states = listStates.join(', ');
  throw new Misplaced(first[1], 1, `${which} (${states}); say what the app means, such as ${example}`);
}
