import type { CallToolResult } from '@modelcontextprotocol/server';
import { UsageFailure } from '../failure/failure.js';

/** Selects and shortens a part of a response: an agent reads every character. */

/** The maximum response in characters of JSON: about ten thousand tokens. */
const maxAnswerLength = 40_000;
const maxTextLength = 2_000;
const deepest = 40;
const rounds = 12;

export interface Shaped {
  /** JSON with at most `longestAnswer` characters. */
  readonly json: string;
  /** What was omitted and how to get it, one sentence each. */
  readonly notes: readonly string[];
  /** Only the names of the parts: the shape of the value is gone. */
  readonly isOutline?: true;
}

interface Cut {
  readonly pointer: string;
  readonly shown: number;
  readonly of: number;
}

/**
 * The answer of a tool: `result`, or the asked `part` of it, `exit_code` and `notes`. Throws UsageFailure for a missing
 * part.
 */
export function answerOf(
  value: unknown,
  { part, from }: { readonly part: string; readonly from: number },
  exitCode: number,
  more: readonly string[],
): CallToolResult {
  const { json, notes, isOutline = false } = shape(value, part, from);
  const name = part === '' && from === 0 && !isOutline ? 'result' : 'part';
  const rest = JSON.stringify({ exit_code: exitCode, notes: [...notes, ...more] });
  return { content: [{ type: 'text', text: `{"${name}":${json},${rest.slice(1)}` }] };
}

/** Where the value stands in the answer of a tool: a part is named as the agent sees it. */
const root = '/result';

/** Selects a part of a value and shortens it until it fits. Throws UsageFailure for a missing part. */
export function shape(value: unknown, asked: string, from: number, limit: number = maxAnswerLength): Shaped {
  const part = asked === '' ? root : asked;
  const picked = skip(reach(value, part), part, from);
  const whole = JSON.stringify(picked) ?? 'null';
  const beyond = from > 0 && whole === '[]' ? [`The list has no item ${from}, because it is shorter.`] : [];
  if (whole.length <= limit) return { json: whole, notes: beyond };
  const cuts = new Map<string, Cut>();
  let shown = cutTexts(picked, 0);
  let json = JSON.stringify(shown) ?? 'null';
  for (let round = 0; round < rounds && json.length > limit; round += 1) {
    const longest = longestList(shown, part);
    if (longest === null) break;
    const keep = Math.max(1, Math.floor((longest.items.length * limit * 0.9) / json.length));
    const before = cuts.get(longest.pointer)?.of ?? longest.items.length;
    cuts.set(longest.pointer, { pointer: longest.pointer, shown: keep, of: before });
    shown = replaced(shown, part, longest.pointer, longest.items.slice(0, keep));
    json = JSON.stringify(shown) ?? 'null';
  }
  if (json.length > limit) return outline(picked, part, limit);
  const texts = json.includes(ellipsis) ? [`Text of more than ${maxTextLength} characters is cut.`] : [];
  return { json, notes: [...texts, ...[...cuts.values()].map((cut) => sentence(cut, part, from))] };
}

const ellipsis = '… (cut)';

function sentence({ pointer, shown, of }: Cut, part: string, from: number): string {
  const start = pointer === part ? from : 0;
  const place = inWhole(pointer, part, from);
  return `${place} has ${start + of} items; ${start} to ${start + shown - 1} are shown. For more, use part "${place}" and from ${start + shown}.`;
}

/** The pointer in the whole response for a list that is shown from `from` on. */
function inWhole(pointer: string, part: string, from: number): string {
  if (from === 0 || pointer === part) return pointer;
  const [index = '', ...rest] = pointer.slice(part.length + 1).split('/');
  return [part, String(Number(index) + from), ...rest].join('/');
}

/** The pointer to a property (RFC 6901). */
const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Follows a JSON Pointer. */
function reach(value: unknown, pointer: string): unknown {
  if (!pointer.startsWith('/')) {
    throw new UsageFailure(`\`part\` must be a JSON Pointer, such as ${root}/data/0.`, { code: 'invalid_value' });
  }
  const [first = '', ...steps] = pointer.slice(1).split('/');
  const isBelow = first === root.slice(1);
  let at = value;
  let reached = root;
  for (const step of isBelow ? steps : [first]) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const known = isBelow && typeof at === 'object' && at !== null && Object.hasOwn(at, name);
    if (!known || (Array.isArray(at) && !/^\d+$/.test(name))) {
      throw new UsageFailure(`The response has no part \`${pointer.slice(0, 200)}\`.`, {
        code: 'unknown_part',
        hint: `Its parts: ${namesIn(at, reached).join(', ') || root}.`,
      });
    }
    at = (at as Readonly<Record<string, unknown>>)[name];
    reached = below(reached, name.slice(0, 60));
  }
  return at;
}

const namesIn = (value: unknown, pointer: string): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.keys(value)
        .slice(0, 40)
        .map((name) => below(pointer, name.slice(0, 60)))
    : [];

function skip(value: unknown, part: string, from: number): unknown {
  if (from === 0) return value;
  if (Array.isArray(value)) return value.slice(from);
  throw new UsageFailure(`\`from\` requires a list, but ${part} is not a list.`, {
    code: 'invalid_value',
    hint: 'Specify the list with `part`.',
  });
}

/** A copy with limits for text length and nesting. */
function cutTexts(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}${ellipsis}` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return ellipsis;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, depth + 1)]));
}

interface List {
  readonly pointer: string;
  readonly items: readonly unknown[];
  readonly size: number;
}

/** The list of two or more items that takes the most room; a nested one before its parent. */
function longestList(value: unknown, pointer: string): List | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.length > 1) {
    return { pointer, items: value, size: JSON.stringify(value).length };
  }
  let longest: List | null = null;
  for (const [name, item] of Object.entries(value)) {
    const found = longestList(item, below(pointer, name));
    if (found !== null && (longest === null || found.size > longest.size)) longest = found;
  }
  return longest;
}

function replaced(value: unknown, pointer: string, target: string, items: readonly unknown[]): unknown {
  if (pointer === target) return items;
  if (typeof value !== 'object' || value === null || !target.startsWith(`${pointer}/`)) return value;
  const copy = Object.entries(value).map(([name, item]) => {
    return [name, replaced(item, below(pointer, name), target, items)] as const;
  });
  return Array.isArray(value) ? copy.map(([, item]) => item) : Object.fromEntries(copy);
}

/** The last resort: only the names, with the size of their values. */
function outline(value: unknown, part: string, limit: number): Shaped {
  const names: Record<string, string> = {};
  for (const [name, item] of Object.entries(value ?? {}).slice(0, 100)) {
    names[name.slice(0, 100)] = `${(JSON.stringify(item) ?? 'null').length} characters`;
  }
  const json = JSON.stringify(names);
  return {
    json: json.length <= limit ? json : '{}',
    isOutline: true,
    notes: [`The response is too long. Get one of its parts, such as "${part}/${Object.keys(names)[0] ?? ''}".`],
  };
}
