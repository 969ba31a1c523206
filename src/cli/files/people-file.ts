import { stat } from 'node:fs/promises';
import { isMap, isSeq, LineCounter, stringify } from 'yaml';
import { describedRecipient, type RecipientRequest } from '../../contract/operations/envelopes.js';
import { problems } from '../../contract/schema.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { csvCell, located, propertyName, readCsv } from './csv.js';
import { FileFailure } from '../failure/failure.js';
import { csvForm } from './file-kind.js';
import type { Files } from './files.js';
import { readStructured, requestOf } from './structured-file.js';
import { Misplaced } from '../../core/platform/misplaced.js';
import { parseYaml } from '../../core/platform/yaml-document.js';
import { visibleJson } from '../../core/platform/visible-text.js';

/** Somebody of a people file. */
export interface FilePerson {
  /** The role that they usually have; null: none in particular. */
  readonly role: string | null;
  /** What a recipient is created with, without a role. */
  readonly recipient: Omit<RecipientRequest, 'role'>;
}

const limit = 8 * 1024 * 1024;
const properties = ['role', 'name', 'email', 'job_title', 'company', 'external_ref'] as const;
type Property = (typeof properties)[number];
type Said = Partial<Record<Property, string>>;

/**
 * Reads `--people`: CSV with the columns name, email and, as you like, role, job_title, company and external_ref; or YAML
 * or JSON, a list of objects with the same properties, also under `people`. What else an office keeps about people, such as
 * a mobile number, is left alone. Throws FileFailure with the place.
 */
export async function readPeople(files: Files, path: string): Promise<readonly FilePerson[]> {
  const people = isSheet(path) ? await fromCsv(files, path) : await fromDocument(files, path);
  return people.map(({ role = '', ...recipient }) => ({ role: role === '' ? null : role, recipient }) as FilePerson);
}

const isSheet = (path: string): boolean => /\.csv$/i.test(path);

async function fromCsv(files: Files, path: string): Promise<readonly Said[]> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  return located(path, () => {
    const { headLine, names, rows } = readCsv(text);
    for (const property of ['name', 'email'] as const) {
      if (!names.some((name) => propertyOf(name) === property)) {
        throw new Misplaced(headLine, 1, `missing column \`${property}\``);
      }
    }
    const twice = namedTwice(names);
    if (twice !== null) {
      const { name, first } = twice;
      throw new Misplaced(headLine, names.indexOf(name) + 1, `\`${name}\` is the same column as \`${first}\``);
    }
    return rows.map((row) => {
      const said = saidOf(names.map((name) => [name, row.cell(name)]));
      const wrong = problemIn(said);
      const column = names.find((name) => propertyOf(name) === wrong?.property) ?? 'name';
      if (wrong !== null) throw new Misplaced(row.line, Math.max(1, row.columnOf(column)), wrong.words);
      return said;
    });
  });
}

async function fromDocument(files: Files, path: string): Promise<readonly Said[]> {
  const read = await readStructured(files, path);
  const list = isObject(read) ? read['people'] : read;
  if (!Array.isArray(list)) throw invalid(path, ' contains no list of people');
  return (list as readonly unknown[]).map((each, index) => {
    const said = isObject(each) ? saidOf(Object.entries(each)) : {};
    const wrong = isObject(each) ? (twiceIn(each) ?? problemIn(said)) : { words: 'must be an object' };
    if (wrong !== null) throw invalid(path, `, person ${index + 1}: ${wrong.words}`);
    return said;
  });
}

const invalid = (path: string, what: string): FileFailure =>
  new FileFailure('input', path, `${path}${what}.`, {
    code: 'file_invalid',
    hint: 'Write each person as an object with a name, an email and, if you like, a role.',
  });

function propertyOf(name: string): Property | null {
  return properties.find((property) => property === propertyName(name)) ?? null;
}

/** A name of a property after another one of the same property: which of both counts would be a guess. */
function namedTwice(names: readonly string[]): { readonly name: string; readonly first: string } | null {
  const firsts = new Map<Property, string>();
  for (const name of names) {
    const property = propertyOf(name);
    const first = property === null ? undefined : firsts.get(property);
    if (first !== undefined) return { name, first };
    if (property !== null) firsts.set(property, name);
  }
  return null;
}

function twiceIn(person: object): { readonly words: string } | null {
  const twice = namedTwice(Object.keys(person));
  return twice === null ? null : { words: `\`${twice.name}\` is the same as \`${twice.first}\`` };
}

const saidOf = (pairs: readonly (readonly [name: string, value: unknown])[]): Said =>
  Object.fromEntries(
    pairs.flatMap(([name, value]) => {
      const property = propertyOf(name);
      const text = typeof value === 'string' ? value.trim() : '';
      return property === null || text === '' ? [] : [[property, text]];
    }),
  );

function problemIn(said: Said): { readonly property: Property; readonly words: string } | null {
  const [first] = problems(describedRecipient(), { ...said, role: said.role ?? 'anybody' });
  if (first === undefined) return null;
  const property = properties.find((each) => each === first.path) ?? 'name';
  const written = said[property] === undefined ? '' : ` "${said[property]}"`;
  return { property, words: `\`${property}\`${written} ${first.message}` };
}

/**
 * Adds somebody to a people file, which is created when there is none; what stands in it stays as it is. Throws
 * FileFailure.
 */
export async function addPerson(files: Files, path: string, { role, recipient }: FilePerson): Promise<void> {
  const said: Said = saidOf(Object.entries({ ...(role === null ? {} : { role }), ...recipient }));
  const existing = await stat(files.resolve(path)).catch(() => null);
  const before = existing === null ? null : await files.readText(path, { limit });
  const text = isSheet(path) ? withLine(before, said) : withEntry(before, said, /\.json$/i.test(path));
  // A new one is private, since it names people; another one stays as open as it was made.
  await files.write(path, text, { mode: 0o600, overwrite: existing !== null });
}

function withLine(before: string | null, said: Said): string {
  if (before === null || before.trim() === '') {
    const cells = [said.role, said.name, said.email].map((cell) => csvCell(cell ?? '', ','));
    return `role,name,email\n${cells.join(',')}\n`;
  }
  const { names } = readCsv(before.replace(/^\uFEFF/, ''));
  const { delimiter } = csvForm(before);
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const cells = names.map((name) => {
    const property = propertyOf(name);
    return csvCell(property === null ? '' : (said[property] ?? ''), delimiter);
  });
  return `${before}${/[\r\n]$/.test(before) ? '' : end}${cells.join(delimiter)}${end}`;
}

function withEntry(before: string | null, said: Said, isJson: boolean): string {
  const text = (before ?? '').replace(/^\uFEFF/, '').trim() === '' ? '[]' : (before ?? '');
  const document = parseYaml(text, new LineCounter());
  if (isJson) {
    const value = parseJson(text) ?? requestOf(document);
    const list = isObject(value) ? (value['people'] as unknown[]) : (value as unknown[]);
    list.push(said);
    return `${visibleJson(value, 2)}\n`;
  }
  // A bare number such as that of a telephone would lose its zero when it is written again.
  requestOf(document);
  const appended = `${text.trimEnd()}\n${entryOf(said)}`;
  if (listIn(appended) === listIn(text) + 1) return appended;
  const root: unknown = document.contents;
  const list = isMap(root) ? root.get('people', true) : root;
  if (isSeq(list)) {
    if (list.items.length === 0) list.flow = false;
    list.add(document.createNode(said));
  }
  return document.toString({ lineWidth: 0 });
}

/** An entry of a list that is not indented, which most files are. */
const entryOf = (said: Said): string =>
  Object.entries(said)
    .map(
      ([name, text], at) =>
        `${at === 0 ? '- ' : '  '}${name}: ${stringify(text, { lineWidth: 0, compat: 'yaml-1.1' })}`,
    )
    .join('');

/** The number of entries of a list; NaN if the text is not one. */
function listIn(text: string): number {
  const document = parseYaml(text, new LineCounter());
  const root: unknown = document.contents;
  return document.errors.length === 0 && isSeq(root) ? root.items.length : Number.NaN;
}
