import type { Mask } from '../../client/mask.js';
import type { AnyInput } from '../../client/request.js';
import { effectsOf, type KeyKind, sentencesOf, testKeyReason } from '../../contract/effects.js';
import { type OperationId, operations } from '../../contract/operations.js';
import { isObject } from '../../core/platform/json.js';
import { visibleLine } from '../../core/platform/visible-text.js';

/** What a user is asked before an operation that emails people or cannot be undone. */

interface Asked {
  readonly id: OperationId;
  readonly input: AnyInput;
  readonly key: KeyKind;
  /** The base URL and the kind of key. */
  readonly service: string;
}

type Read = (id: OperationId, parameters: Readonly<Record<string, string>>) => Promise<unknown>;

const maxLines = 30;
const maxLength = 200;

/** Whether the user is asked about a request: the row of the operation decides, as on the command line. */
export const isAsked = (id: OperationId, body: unknown, key: KeyKind): boolean =>
  sentencesOf(effectsOf(operations[id], body, key)).length > 0;

/** Reads what the request is about, for its name and its people. Throws the failures of the client. */
export async function questionOf(
  { id, input, key, service }: Asked,
  read: Read,
  mask: Pick<Mask, 'text'>,
): Promise<string> {
  const { parameters = {}, body } = input;
  const known = await resourceOf(parameters, read);
  const lines = [
    ...factsOf(known).filter((fact) => resourceNames.some((name) => fact.startsWith(`${name}: `))),
    ...factsOf(parameters),
    ...factsOf(body),
    ...new Set(peopleIn([known, body])),
  ];
  const rest = lines.length - maxLines;
  return [
    ...sentencesOf(effectsOf(operations[id], body, key)).map((sentence) => `${sentence}.`),
    ...(key === 'test' ? [testKeyReason(operations[id])] : []),
    `${id} at ${service}:`,
    ...lines.slice(0, maxLines).map((line) => `  ${cut(visibleLine(mask.text(line.slice(0, 2 * maxLength))))}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n');
}

const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** What tells a resource from others. */
const resourceNames = ['title', 'url', 'number', 'status'];

/** Templates are not read: what the agent last saw of one decides whether it may write. */
const readers: readonly (readonly [parameter: string, read: OperationId])[] = [
  ['envelopeId', 'getEnvelope'],
  ['webhookId', 'getWebhook'],
  ['authorisationId', 'getAuthorisation'],
];

async function resourceOf(parameters: Readonly<Record<string, string>>, read: Read): Promise<unknown> {
  for (const [name, id] of readers) {
    const value = parameters[name];
    if (value !== undefined) return await read(id, { [name]: value });
  }
  return null;
}

/** The plain values of an object, and the sizes of its lists. */
const factsOf = (value: unknown): readonly string[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) => {
    if (Array.isArray(each)) {
      const isPlain = each.every((item) => typeof item !== 'object');
      return [`${name}: ${isPlain ? each.slice(0, maxLines).join(', ') : each.length}`];
    }
    return each === null || typeof each === 'object' ? [] : [`${name}: ${String(each)}`];
  });

/** Everyone with an email address, at any depth. */
function peopleIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const rest = Object.values(value).flatMap(peopleIn);
  const { name, email, role } = isObject(value) ? value : {};
  if (typeof email !== 'string') return rest;
  const person = typeof name === 'string' ? `${name} <${email}>` : email;
  return [typeof role === 'string' ? `${person} (${role})` : person, ...rest];
}
