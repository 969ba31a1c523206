import type { ErrorCode } from './error-codes.js';
import { eventNames } from './events.js';
import { openApi } from './openapi.js';
import { operationIds, type OperationId } from './operations.js';
import type { Contract } from './overlay/contract.js';
import { writeAnswerBody } from './overlay/edge.js';
import { plainContract } from './overlay/plain-contract.js';
import type { EventBody } from './resources/event.js';
import recorded from './recorded-examples.json' with { type: 'json' };

type Json = Readonly<Record<string, unknown>>;

/** What the emulator took and answered once, in our words: `npm run reference` records it. */
export interface RecordedExamples {
  readonly operations: Readonly<Partial<Record<OperationId, { readonly body?: unknown; readonly answer?: unknown }>>>;
  /** With the operation that was refused. */
  readonly refusals: Readonly<Partial<Record<ErrorCode, { readonly operation: string; readonly answer: unknown }>>>;
  readonly deliveries: Readonly<Record<string, EventBody>>;
}

/** The OpenAPI document of a service with an example of each JSON body, all recorded from the emulator. */
export function openApiWithExamples(contract: Contract = plainContract): Json {
  const document = openApi(contract) as unknown as Document;
  const { operations, refusals, deliveries }: RecordedExamples = recorded;
  for (const id of operationIds) {
    const { method, path, answer } = contract.row(id);
    const operation = document.paths[path]?.[method.toLowerCase()];
    const example = operations[id];
    addExample(operation?.requestBody?.content, contract.written(id, 'body', example?.body));
    addExample(operation?.responses[answer.status]?.content, contract.written(id, 'answer', example?.answer));
  }
  for (const { content } of Object.values(document.components.responses)) {
    addRefusals(content, document, (name) => {
      const refusal = refusals[contract.codeNamed(name) as ErrorCode];
      return refusal === undefined ? undefined : writeAnswerBody(contract, refusal.operation, refusal.answer);
    });
  }
  // Both are in the order of the events.
  Object.values(document.webhooks).forEach(({ post }, index) => {
    const delivery = deliveries[eventNames[index] ?? ''];
    if (delivery === undefined) return;
    const uri = contract.row('getEnvelope').path.replace('{envelopeId}', delivery.envelope_id);
    addExample(post.requestBody.content, contract.written('delivery', 'body', { ...delivery, uri }));
  });
  return document as unknown as Json;
}

type Content = Readonly<
  Record<string, { readonly schema: { readonly $ref?: string }; example?: unknown; examples?: Json }>
>;

/** The parts of the document that get examples. */
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Record<
        string,
        {
          readonly requestBody?: { readonly content: Content };
          readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
        }
      >
    >
  >;
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Content } } }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: ErrorProperties }>>;
    readonly responses: Readonly<Record<string, { readonly content: Content }>>;
  };
}

interface ErrorProperties {
  readonly error: { readonly properties: { readonly code: { readonly enum: readonly string[] } } };
}

function addExample(content: Content | undefined, value: unknown): void {
  const media = content?.['application/json'];
  if (media !== undefined && value !== undefined) media.example = value;
}

/** A refusal for each code that was recorded, by the service's name of the code. */
function addRefusals(content: Content, { components }: Document, find: (name: string) => unknown): void {
  const media = content['application/json'];
  const shape = components.schemas[media?.schema.$ref?.replace('#/components/schemas/', '') ?? ''];
  const names = shape?.properties?.error.properties.code.enum ?? [];
  const examples = names.flatMap((name) => {
    const value = find(name);
    return value === undefined ? [] : [[name, { value }] as const];
  });
  if (media !== undefined && examples.length > 0) media.examples = Object.fromEntries(examples);
}
