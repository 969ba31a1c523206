import type { Event, operations } from './service-types.js';

/** What code that calls the service with plain `fetch` sends and reads, by the id of the operation. */

export type OperationId = keyof operations;

export type EventName = Event['event'];

/** The JSON body of a request; never for an operation without one. */
export type BodyOf<Id extends OperationId> = JsonOf<NonNullable<operations[Id]['requestBody']>>;

/** What the query of a request may say. */
export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** The JSON of an answer that succeeds; never for an operation that answers with a PDF, or with nothing. */
export type AnswerOf<Id extends OperationId> = JsonOf<ResponseOf<Id, `2${string}`>>;

/** The JSON of an answer that refuses: its code is one of those of this operation. */
export type ErrorOf<Id extends OperationId = OperationId> = JsonOf<ResponseOf<Id, `4${string}` | `5${string}`>>;

type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : never;

type ResponseOf<Id extends OperationId, Status extends string> = Id extends OperationId
  ? WithStatus<operations[Id]['responses'], Status>
  : never;

type WithStatus<Responses, Status extends string> = {
  [Key in keyof Responses]: `${Key & number}` extends Status ? Responses[Key] : never;
}[keyof Responses];
