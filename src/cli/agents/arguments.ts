import type { AnyInput } from '../../client/request.js';
import { UsageFailure } from '../failure/failure.js';
import { isObject } from '../../core/platform/json.js';
import { nearest } from '../../core/platform/nearest.js';
import { schemaOf } from '../../contract/json-schema.js';
import type { Operation } from '../../contract/operation.js';
import { type OperationId, operations } from '../../contract/operations.js';
import { argumentOf, toolOf } from './tools.js';

/** An agent's call: the request, and the wanted part of the response. */
export interface Asked {
  readonly input: AnyInput;
  /** A JSON Pointer; empty for the whole response. */
  readonly part: string;
  /** The first item of a list, from 0. */
  readonly from: number;
  /** The page of a PDF to render, from 1. */
  readonly page: number;
  /** Codes of the problems with which a form is sent all the same. */
  readonly allowedProblems: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;

/** Of what goes into the address or a header of a request. */
const maxLength = 2000;

/**
 * Splits the arguments of a tool into path, query, body and headers; the client validates their values against the
 * contract. Throws UsageFailure for an unknown or missing argument.
 */
export function readArguments(id: OperationId, given: Given): Asked {
  const row: Operation = operations[id];
  const { name, inputSchema } = toolOf(id);
  const { properties, required } = inputSchema;
  refuseUnknown(name, Object.keys(properties), given);
  const missing = required.find((each) => given[each] === undefined);
  if (missing !== undefined) {
    throw new UsageFailure(`Missing argument \`${missing}\` of ${name}.`, { code: 'missing_argument' });
  }
  const body = row.body === null ? null : membersOf(row.body, given);
  for (const [each, value] of Object.entries(given)) {
    const isSent = body !== null && Object.keys(body).some((member) => argumentOf(member) === each);
    if (isSent || typeof value !== 'string' || value.length <= maxLength) continue;
    throw new UsageFailure(`\`${each}\` must be at most ${maxLength} characters.`, { code: 'invalid_value' });
  }
  const query = row.query === null ? {} : membersOf(row.query, given);
  return {
    input: {
      parameters: Object.fromEntries(
        Object.keys(row.parameters).map((name) => [name, asText(given, argumentOf(name))]),
      ),
      ...(Object.keys(query).length === 0 ? {} : { query }),
      // An optional body is omitted if it has no arguments.
      ...(body === null || (row.bodyOptional === true && Object.keys(body).length === 0) ? {} : { body }),
      ...(given['idempotency_key'] === undefined ? {} : { idempotencyKey: asText(given, 'idempotency_key') }),
      ...(given['if_match'] === undefined ? {} : { ifMatch: asText(given, 'if_match') }),
    },
    ...viewOf(given),
    page: asNumber(given, 'drawn_page', 1),
    allowedProblems: asTexts(given, 'allow_problem'),
  };
}

/**
 * The request with full IDs in place of what a command takes for them, such as ID prefixes; `complete` looks them up.
 * Throws what it throws for an unknown one.
 */
export async function withWholeIds(
  row: Operation,
  input: AnyInput,
  complete: (what: string, text: string, template: string) => Promise<string>,
): Promise<AnyInput> {
  const parameters: Record<string, string> = {};
  // The template stands before what is a part of it.
  for (const [name, value] of Object.entries(input.parameters ?? {})) {
    const isId = !['id', 'position'].includes(row.parameters[name] ?? '');
    const template = parameters['templateId'] ?? '';
    parameters[name] = isId ? await complete(argumentOf(name), value, template) : value;
  }
  const { body } = input;
  const template = isObject(body) ? body['template_id'] : undefined;
  if (typeof template !== 'string') return { ...input, parameters };
  return { ...input, parameters, body: { ...(body as object), template_id: await complete('template', template, '') } };
}

/** The wanted part of a result. Throws UsageFailure. */
export const viewOf = (given: Given): Pick<Asked, 'part' | 'from'> => ({
  part: given['part'] === undefined ? '' : asText(given, 'part'),
  from: asNumber(given, 'from', 0),
});

/** Throws UsageFailure for any other argument. */
export function refuseUnknown(tool: string, names: readonly string[], given: Given): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    // Another tool, or the API, may call it `envelope_id`.
    const close = names.find((name) => name === argumentOf(unknown)) ?? nearest(unknown, names);
    throw new UsageFailure(`Unknown argument \`${unknown.slice(0, 100)}\` of ${tool}.`, {
      code: 'unknown_argument',
      hint:
        names.length === 0
          ? 'It takes no arguments.'
          : `${close === null ? '' : `Did you mean "${close}"? `}Use one of: ${names.join(', ')}.`,
    });
  }
}

const membersOf = (schema: NonNullable<Operation['body']>, given: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(schemaOf(schema)['properties'] ?? {}).flatMap((name) =>
      given[argumentOf(name)] === undefined ? [] : [[name, given[argumentOf(name)]]],
    ),
  );

/** A position may be a number. */
function asText(given: Given, name: string): string {
  const value = given[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw new UsageFailure(`\`${name}\` must be a string.`, { code: 'invalid_value' });
}

function asTexts(given: Given, name: string): readonly string[] {
  const value: unknown = given[name] ?? [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new UsageFailure(`\`${name}\` must be a list of strings.`, { code: 'invalid_value' });
}

function asNumber(given: Given, name: string, min: number): number {
  const value = given[name];
  if (value === undefined) return min;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageFailure(`\`${name}\` must be a whole number of at least ${min}.`, { code: 'invalid_value' });
}
