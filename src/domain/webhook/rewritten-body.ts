import { isObject, parseJson } from '../../core/platform/json.js';
import { eventFields } from './event-body.js';
import { type Form, layouts, sorted, textsOf } from './json-forms.js';
import { type JsonNode, readLossless, writeLossless } from './lossless-json.js';

/** The possible signed bytes before something on the way rewrote the body. */
export interface Rewriting {
  readonly bytes: Buffer;
  /** `reserialised`: parsed and written again; `reencoded`: other bytes for the same characters, or wrapped. */
  readonly cause: 'reserialised' | 'reencoded';
  /** How the signed bytes differ from the given ones, to follow "the signature matches the same JSON". */
  readonly words: string;
}

export type Effort = 'quick' | 'thorough';

/** Total bytes of all candidates, so that a large body does not take minutes. */
const budget = { quick: 256 * 1024, thorough: 64 * 1024 * 1024 } as const;

/** A real body has about 300 bytes; a listener must not spend its time on larger forgeries. */
const maxBytes = { quick: 16 * 1024, thorough: 4 * 1024 * 1024 } as const;
const maxMembers = 12;

/** The candidates, likeliest first, each once. Lazy: the search stops at the first match. */
export function* rewritings(body: Uint8Array, effort: Effort): Generator<Rewriting> {
  const given = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (given.length > maxBytes[effort]) return;
  const seen = new Set<string>([given.toString('latin1')]);
  let left: number = budget[effort];
  for (const candidate of [...reencoded(given), ...reserialised(given, effort)]) {
    const made = candidate();
    if (made === undefined) continue;
    left -= made.bytes.length + 64;
    if (left < 0) return;
    const mark = made.bytes.toString('latin1');
    if (seen.has(mark)) continue;
    seen.add(mark);
    yield made;
  }
}

type Candidate = () => Rewriting | undefined;

function reencoded(given: Buffer): Candidate[] {
  const text = (): string => given.toString('utf8');
  const of =
    (words: string, make: () => Buffer | string | undefined): Candidate =>
    () => {
      const bytes = make();
      return bytes === undefined ? undefined : { bytes: Buffer.from(bytes), cause: 'reencoded', words };
    };
  return [
    of('without the newline or spaces at its end', () => text().trimEnd()),
    of('with a newline at its end', () => `${text()}\n`),
    of('with a CRLF at its end', () => `${text()}\r\n`),
    of('without the byte order mark at its start', () => text().replace(/^\ufeff/, '')),
    of('with a byte order mark at its start', () => `\ufeff${text()}`),
    of('with LF instead of CRLF line endings', () => text().replaceAll('\r\n', '\n')),
    of('with CRLF instead of LF line endings', () => text().replace(/\r?\n/g, '\r\n')),
    of('in UTF-8, but these bytes are encoded twice', () => Buffer.from(text(), 'latin1')),
    of('in UTF-8, but these bytes are Latin-1', () => given.toString('latin1')),
    of('in composed characters (NFC)', () => text().normalize('NFC')),
    of('in decomposed characters (NFD)', () => text().normalize('NFD')),
    of('by itself, but these bytes are that JSON in a JSON string', () => unwrapped(text())),
    of('by itself, but these bytes are a Buffer as JSON', () => fromBuffer(text())),
  ];
}

function unwrapped(text: string): string | undefined {
  const value = parseJson(text);
  return typeof value === 'string' ? value : undefined;
}

function fromBuffer(text: string): Buffer | undefined {
  const value = parseJson(text);
  if (!isObject(value) || value['type'] !== 'Buffer' || !Array.isArray(value['data'])) return undefined;
  return Buffer.from(value['data']);
}

function reserialised(given: Buffer, effort: Effort): Candidate[] {
  const source = given.toString('utf8').replace(/^\ufeff/, '');
  const node = readLossless(source);
  if (node === undefined) return [];
  const written = textsOf(source);
  const thorough = effort === 'thorough';
  const endings: readonly Form<string>[] = [
    { value: '', words: '' },
    { value: '\n', words: 'with a newline at its end' },
  ];
  const found: Candidate[] = [];
  for (const order of orders(node)) {
    for (const text of thorough ? written : written.slice(0, written.length > 3 ? 4 : 2)) {
      for (const layout of layouts) {
        for (const ending of endings) {
          const words = [layout, order, text, ending].map((form) => form.words).filter((word) => word !== '');
          found.push(() => ({
            bytes: Buffer.from(writeLossless(order.value, { ...layout.value, text: text.value }) + ending.value),
            cause: 'reserialised',
            words: words.join(', '),
          }));
        }
      }
    }
  }
  return thorough ? [...found, ...permuted(node)] : found;
}

function orders(node: JsonNode): Form<JsonNode>[] {
  if (node.kind !== 'object') return [{ value: node, words: '' }];
  const has = (field: string): boolean => node.members.some(({ name }) => name === `"${field}"`);
  const known = node.members.every(({ name }) => eventFields.some((field) => name === `"${field}"`));
  const inOrder = eventFields.flatMap((field) => node.members.filter(({ name }) => name === `"${field}"`));
  const missing = { name: '"recipient_id"', value: { kind: 'scalar', raw: 'null' } } as const;
  return [
    { value: node, words: '' },
    ...(known
      ? [{ value: { ...node, members: inOrder }, words: 'with its properties in the order of the service' }]
      : []),
    { value: sorted(node), words: 'with its properties sorted by name' },
    ...(known && has('uri') && !has('recipient_id')
      ? [{ value: { ...node, members: inOrder.toSpliced(-1, 0, missing) }, words: 'with recipient_id, which is null' }]
      : []),
    ...(node.members.length > maxMembers ? [] : node.members).map(({ name }) => ({
      value: { ...node, members: node.members.filter((member) => member.name !== name) },
      words: `without the property ${name.slice(0, 60)}`,
    })),
  ];
}

/** Every order of a few properties, without spaces: some parsers keep no order. */
function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= 1) yield items;
  for (const [index, item] of items.entries()) {
    if (items.length > 1) for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

function permuted(node: JsonNode): Candidate[] {
  if (node.kind !== 'object' || node.members.length > 7) return [];
  return [...permutations(node.members)].map((members) => () => ({
    bytes: Buffer.from(
      writeLossless({ kind: 'object', members }, { indent: undefined, comma: ',', colon: ':', text: (raw) => raw }),
    ),
    cause: 'reserialised',
    words: 'with its properties in another order',
  }));
}
