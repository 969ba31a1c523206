import { alwaysAsks, mayHarm } from '../../contract/effects.js';
import { limits } from '../../contract/limits.js';
import { parameterSchemas, schemaOf } from '../../contract/json-schema.js';
import { withoutGuesses } from '../../contract/guesses.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { type OperationId, operationIds, operations } from '../../contract/operations.js';
import type { Schema } from '../../contract/schema.js';

/** The operations of the service as tools of an agent, with the contract's schemas. */

export interface Tool {
  /** The operation ID, or the name of the local tool. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: string[];
  readonly additionalProperties: false;
  readonly [more: string]: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** The command to use for an operation that is not a tool; null for a tool. */
export function commandInstead(id: OperationId): string | null {
  const commands: Partial<Record<OperationId, string>> = {
    mintSigningUrl: 'esign envelope signing-url',
    registerWebhook: 'esign webhook register',
    rotateWebhookSecret: 'esign webhook rotate',
  };
  return operations[id].secretAnswer ? (commands[id] ?? 'esign api') : null;
}

/** Only a GET changes nothing; every other method counts as a write. */
export const isWrite = (id: OperationId): boolean => operations[id].method !== 'GET';

/** The offered operations: `writes` says which writes are included. */
export function offered(writes: 'none' | 'some' | 'all'): readonly OperationId[] {
  return operationIds.filter((id) => {
    if (commandInstead(id) !== null) return false;
    if (writes === 'all' || !isWrite(id)) return true;
    // Operations with at least one allowed request are offered, and each call is checked.
    return writes === 'some' && !alwaysAsks(operations[id], 'test');
  });
}

/** One operation as a tool, with the bounds of its row: those of a contract file where there is one. */
export function toolOf(
  id: OperationId,
  row: Operation = operations[id],
  maxKey: number = limits.idempotencyKeyLength,
): Tool {
  const body = row.body === null ? null : inputOf(row.body, row);
  const query = row.query === null ? null : inputOf(row.query, row);
  const inPath = Object.entries(row.parameters).map(([name, kind]) => [name, inPathOf(kind, row)] as const);
  return {
    name: id,
    description: describe(row),
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(inPath),
        ...query?.properties,
        ...body?.properties,
        ...headers(row, maxKey),
        ...(row.mails?.to === 'recipients' ? allowing : {}),
        ...view(row),
      },
      required: [...inPath.map(([name]) => name), ...(body?.required ?? [])],
      additionalProperties: false,
    },
    annotations: {
      title: row.summary,
      readOnlyHint: !isWrite(id),
      destructiveHint: mayHarm(row),
      idempotentHint: !isWrite(id) || row.guardedByState || row.autoRetry === 'harmless',
      openWorldHint: true,
    },
  };
}

/** Bounds that are guessed are told, and no client enforces them. */
const inputOf = (schema: Schema, { basis }: Operation): Partial<InputSchema> =>
  schemaOf(withoutGuesses(schema, basis)) as Partial<InputSchema>;

/** An ID may have any shape, as in the client. */
function inPathOf(kind: Parameter, { basis }: Operation): Json {
  if (kind === 'position' && basis === 'described') return parameterSchemas.position;
  return { type: 'string', description: kind === 'position' ? 'From 1.' : 'An ID from a response.' };
}

/** The service has no list of envelopes: this tool lists those that the machine knows. */
export const knownEnvelopesTool: Tool = {
  name: 'listKnownEnvelopes',
  description:
    'List the envelopes that this machine knows, latest first, as they were last read here. The service has no such ' +
    'list and is not contacted. To get the current state of an envelope, use getEnvelope.',
  inputSchema: { type: 'object', properties: viewOfJson(), required: [], additionalProperties: false },
  annotations: {
    title: 'List the envelopes that this machine knows',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};

function describe(row: Operation): string {
  const sentences = [
    `${row.summary}.`,
    row.basis === 'assumed' ? 'The API description does not define its shape, so this one is assumed.' : '',
    row.scope === null ? '' : `Requires the scope ${row.scope}.`,
    row.idempotencyKey === 'none' ? '' : 'A call with the same idempotency_key within 24 hours has no second effect.',
    row.answer.kind === 'pdf' ? 'The response is a picture of one page.' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function headers(row: Operation, maxKey: number): Readonly<Record<string, Json>> {
  const key = {
    type: 'string',
    minLength: 1,
    maxLength: maxKey,
    description: 'Default: a new key, which the response contains.',
  };
  const etag = {
    type: 'string',
    description: 'The ETag of the template as it was read. Default: the last ETag in this session.',
  };
  return {
    ...(row.idempotencyKey === 'none' ? {} : { idempotency_key: key }),
    ...(row.ifMatch === 'none' ? {} : { if_match: etag }),
  };
}

/** For operations that send a form, which is checked the first time. */
const allowing: Readonly<Record<string, Json>> = {
  allow_problem: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Codes of problems of the form to send it with, such as nobody_signs. A form is checked before it is first sent, ' +
      'and the error names the codes. Ask the user before you allow one.',
  },
};

function view(row: Operation): Readonly<Record<string, Json>> {
  switch (row.answer.kind) {
    case 'json':
      return viewOfJson();
    case 'pdf':
      return {
        drawn_page: { type: 'integer', minimum: 1, description: 'Page of the PDF. Default: 1.' },
      };
    case 'none':
      return {};
  }
}

function viewOfJson(): Readonly<Record<string, Json>> {
  return {
    part: { type: 'string', description: 'Return only this part of the response, as a JSON Pointer such as /fields.' },
    from: { type: 'integer', minimum: 0, description: 'If that part is a list: the first item, from 0.' },
  };
}
