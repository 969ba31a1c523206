import { alwaysAsks, mayHarm } from '../../contract/effects.js';
import { limits } from '../../contract/limits.js';
import { parameterSchemas, schemaOf } from '../../contract/json-schema.js';
import { withoutGuesses } from '../../contract/guesses.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { type OperationId, operationIds, operations } from '../../contract/operations.js';
import type { Schema } from '../../contract/schema.js';

/** The operations of the service as tools of an agent, with the contract's schemas. */

export interface Tool {
  /** The words of its command, joined by underscores. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  /** The last two are of writes only. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly openWorldHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
}

/** It may name further arguments: a call with another one is refused with the nearest name. */
interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: string[];
  readonly [more: string]: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** The command that does what an operation does: its words are the name of the tool. */
export const commandOf: Readonly<Record<OperationId, string>> = {
  createTemplate: 'template create',
  listTemplates: 'template list',
  getTemplate: 'template get',
  listTemplatePeople: 'template people',
  decideTemplatePerson: 'template decide',
  applyTemplatePerson: 'template apply',
  createNamingRun: 'template propose',
  acceptNamingRun: 'template accept',
  renameTemplateField: 'template rename',
  renameTemplateFields: 'template rename-all',
  getDocumentPage: 'template page',
  createEnvelope: 'envelope create',
  createOneOffEnvelope: 'envelope one-off',
  createEnvelopeBatch: 'envelope batch',
  getEnvelope: 'envelope get',
  sendEnvelope: 'envelope send',
  voidEnvelope: 'envelope void',
  listEnvelopeDocuments: 'envelope documents',
  getEnvelopeDraft: 'envelope draft',
  mintSigningUrl: 'envelope signing-url',
  registerWebhook: 'webhook register',
  listWebhooks: 'webhook list',
  getWebhook: 'webhook get',
  updateWebhook: 'webhook update',
  deleteWebhook: 'webhook delete',
  rotateWebhookSecret: 'webhook rotate',
  listAuthorisations: 'authorisation list',
  createAuthorisation: 'authorisation create',
  getAuthorisation: 'authorisation get',
  cancelAuthorisation: 'authorisation cancel',
  revokeAuthorisation: 'authorisation revoke',
  getSpecification: 'spec show',
};

/** The name of the tool that does what a command does. */
export const toolName = (command: string): string => command.replaceAll(/[ -]/g, '_');

/** `--secret-file` as an agent writes it: `secret_file`. */
export const propertyOf = (flag: string): string => flag.replace(/^--/, '').replaceAll('-', '_');

/** The groups of tools that `--tools` names. */
export const toolGroups = ['templates', 'envelopes', 'webhooks', 'authorisations', 'emulator', 'help'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** The group of a tool, by the first word of its command. */
export function groupOf(command: string): ToolGroup {
  switch (command.split(' ')[0]) {
    case 'template':
    case 'values':
      return 'templates';
    case 'envelope':
    case 'request':
    case 'pdf':
      return 'envelopes';
    case 'webhook':
    case 'event':
      return 'webhooks';
    case 'authorisation':
      return 'authorisations';
    case 'emulator':
      return 'emulator';
    default:
      return 'help';
  }
}

/** The operation that a tool calls; null for the name of any other tool. */
export const operationOf = (name: string): OperationId | null =>
  operationIds.find((id) => toolName(commandOf[id]) === name) ?? null;

/** The command to use for an operation that is not a tool; null for a tool. */
export const commandInstead = (id: OperationId): string | null =>
  operations[id].secretAnswer ? `esign ${commandOf[id]}` : null;

/** Only a GET changes nothing; every other method counts as a write. */
export const isWrite = (id: OperationId): boolean => operations[id].method !== 'GET';

/** The offered operations: `writes` says which writes are included. */
export function offered(
  writes: 'none' | 'some' | 'all',
  groups: readonly ToolGroup[] = toolGroups,
): readonly OperationId[] {
  return operationIds.filter((id) => {
    // Its command is the tool: that takes a file by its path.
    if (id === 'createTemplate' || commandInstead(id) !== null || !groups.includes(groupOf(commandOf[id])))
      return false;
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
  const inPath = Object.entries(row.parameters).map(([name, kind]) => [argumentOf(name), inPathOf(kind, row)] as const);
  return {
    name: toolName(commandOf[id]),
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
    },
    annotations: {
      ...(isWrite(id)
        ? {
            readOnlyHint: false,
            destructiveHint: mayHarm(row),
            idempotentHint: row.guardedByState || row.autoRetry === 'harmless',
          }
        : onlyReads),
      openWorldHint: true,
    },
  };
}

export const onlyReads = { readOnlyHint: true } as const;

/** The argument for a parameter of the path or a member of the body, named as commands name it: `envelope`, `event`. */
export const argumentOf = (name: string): string => name.replace(/_id$|Id$|(?<=^event)s$/, '');

/** Bounds that are guessed are told, and no client enforces them. */
function inputOf(schema: Schema, { basis }: Operation): Pick<InputSchema, 'properties' | 'required'> {
  const { properties = {}, required = [] } = schemaOf(withoutGuesses(schema, basis)) as Partial<InputSchema>;
  const renamed = Object.entries(properties).map(([name, kind]) => [argumentOf(name), kind] as const);
  return { properties: Object.fromEntries(renamed), required: required.map(argumentOf) };
}

/** An ID may have any shape, as in the client. */
function inPathOf(kind: Parameter, { basis }: Operation): Json {
  if (kind === 'position' && basis === 'described') return parameterSchemas.position;
  return { type: 'string', description: kind === 'position' ? 'From 1.' : 'An ID from a response.' };
}

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
      return viewOfJson;
    case 'pdf':
      return {
        drawn_page: { type: 'integer', minimum: 1, description: 'Page of the PDF. Default: 1.' },
      };
    case 'none':
      return {};
  }
}

/** How every tool with an answer in JSON is asked for less of it; the instructions of the server say how they go. */
export const viewOfJson: Readonly<Record<string, Json>> = {
  part: { type: 'string' },
  from: { type: 'integer', minimum: 0 },
};
