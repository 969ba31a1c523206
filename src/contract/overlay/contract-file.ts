import { isObject, parseJson } from '../../core/platform/json.js';
import { type Contract, LineRefused } from './contract.js';
import type { ContractLine, LineValue } from './line.js';
import { readContract } from './read-contract.js';
import { visibleJson, visibleLine } from '../../core/platform/visible-text.js';

/** A contract file that cannot be used; `problem` is a clause without a full stop. */
export class ContractFileInvalid extends Error {
  override readonly name = 'ContractFileInvalid';
  /** From 1; null when no single line is to blame. */
  readonly line: number | null;
  readonly problem: string;

  constructor(line: number | null, problem: string) {
    super(line === null ? problem : `line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}

interface PlacedLine {
  readonly name: string;
  readonly value: unknown;
  readonly line: number | null;
}

/**
 * Reads a contract file: one `name: value` a line, as YAML has it, with `#` for comments, or the same as one JSON
 * object. A whole YAML parser would take longer to load than most commands run. Throws ContractFileInvalid.
 */
export function readContractFile(text: string): Contract {
  const placed = /^\s*\{/.test(text) ? jsonLines(text) : yamlLines(text);
  const found = new Map<string, PlacedLine>();
  for (const each of placed) {
    if (found.has(each.name)) throw new ContractFileInvalid(each.line, `\`${shown(each.name)}\` is a duplicate`);
    found.set(each.name, each);
  }
  try {
    return readContract(Object.fromEntries([...found].map(([name, { value }]) => [name, value])));
  } catch (failure) {
    if (!(failure instanceof LineRefused)) throw failure;
    const line = found.get(failure.line)?.line ?? null;
    throw new ContractFileInvalid(line, `\`${shown(failure.line)}\` ${failure.problem}`);
  }
}

const shown = (name: string): string => name.slice(0, 200);

function jsonLines(text: string): readonly PlacedLine[] {
  const value = parseJson(text);
  if (!isObject(value)) throw new ContractFileInvalid(null, 'it is not a JSON object');
  return Object.entries(value).map(([name, one]) => ({ name, value: one, line: null }));
}

function yamlLines(text: string): readonly PlacedLine[] {
  return text.split(/\r?\n/).flatMap((whole, at): readonly PlacedLine[] => {
    const line = at + 1;
    if (/^\s*(?:#.*)?$/.test(whole) || whole === '---') return [];
    const [, quoted, plain, value] =
      /^(?:"((?:[^"\\]|\\.)*)"|([^\s"#][^:#]*(?::[^\s:#][^:#]*)*)):\s+(?!\s)(.*)$/.exec(whole.trimEnd()) ?? [];
    const name = quoted === undefined ? plain : textOf(`"${quoted}"`, line);
    if (name === undefined || value === undefined)
      throw new ContractFileInvalid(line, 'is not written as `name: value`');
    return [{ name: name.trimEnd(), value: valueOf(value, line), line }];
  });
}

/** A number, a list of numbers, or text with or without quotes; a comment may follow. */
function valueOf(written: string, line: number): LineValue {
  if (written.startsWith('"')) {
    const [, text, rest = ''] = /^("(?:[^"\\]|\\.)*")\s*(?!\s)(.*)$/.exec(written) ?? [];
    if (text !== undefined && /^(?:#.*)?$/.test(rest)) return textOf(text, line);
    throw new ContractFileInvalid(line, 'has text after its value');
  }
  const value = (written.split(/\s#/, 1)[0] ?? '').trimEnd();
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  if (!value.startsWith('[')) return value;
  const list = parseJson(value);
  if (Array.isArray(list) && list.every((one): one is number => typeof one === 'number')) return list;
  throw new ContractFileInvalid(line, 'is not a list of numbers, such as [0, 1, 15]');
}

function textOf(quoted: string, line: number): string {
  const text = parseJson(quoted);
  if (typeof text === 'string') return text;
  throw new ContractFileInvalid(line, 'has a text whose quotes are wrong');
}

/** The text of a contract file, with `remarks` above the lines as comments. */
export function writeContractFile(lines: readonly ContractLine[], remarks: readonly string[]): string {
  const comments = remarks.map((remark) => (remark === '' ? '#' : `# ${visibleLine(remark.replace(/[\r\n]+/g, ' '))}`));
  return `${[...comments, ...lines.map(lineText)].join('\n')}\n`;
}

const lineText = ({ name, value }: ContractLine): string => {
  const key = /^[A-Za-z][\w.[\]=-]*$/.test(name) ? name : visibleJson(name);
  if (typeof value === 'number') return `${key}: ${value}`;
  if (typeof value === 'string') return `${key}: ${/^[A-Za-z/][\w./{}-]*$/.test(value) ? value : visibleJson(value)}`;
  return `${key}: [${value.join(', ')}]`;
};
