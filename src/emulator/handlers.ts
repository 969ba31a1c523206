import type { OperationId } from '../contract/operations.js';
import { authorisationHandlers } from './handlers/authorisations.js';
import { documentHandlers } from './handlers/documents.js';
import { envelopeHandlers, signingUrlHandlers } from './handlers/envelopes.js';
import { templateHandlers } from './handlers/templates.js';
import { webhookHandlers } from './handlers/webhooks.js';
import type { Exchange, Handlers, Reply } from './http/exchange.js';

/** An exchange whose body, query and parameters were validated by the pipeline. */
export type CheckedExchange = Omit<Exchange<OperationId>, 'parameters' | 'query' | 'body'> & {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
};

export type CredentialOperationId = keyof Handlers;

export type AnyHandler = (exchange: CheckedExchange) => Promise<Reply> | Reply;

const handlers: Handlers = {
  ...templateHandlers,
  ...envelopeHandlers,
  ...documentHandlers,
  ...signingUrlHandlers,
  ...webhookHandlers,
  ...authorisationHandlers,
};

/** The handler of an operation; the pipeline handles the one without a credential itself. */
export function handlerOf(id: CredentialOperationId): AnyHandler {
  // The row that types a handler's exchange is the one used by the pipeline.
  return handlers[id] as AnyHandler;
}
