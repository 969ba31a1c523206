import type { Client } from '../../../src/client/client.js';
import { ServiceFailure } from '../../../src/client/failure.js';
import { HeaderList } from '../../../src/core/http/headers.js';

type Answer = (input: {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly asked: number;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal | undefined;
}) => unknown;

export interface ScriptedClient {
  readonly client: Pick<Client, 'call'>;
  /** The operations that were called, in order, each with the id in its path. */
  readonly calls: string[];
}

interface Given {
  readonly parameters?: Record<string, string>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** A client whose operations are functions; one that is not given is an error of the test. */
export function scriptedClient(answers: Readonly<Record<string, Answer>>): ScriptedClient {
  const calls: string[] = [];
  const call = async (
    operation: string,
    input: object,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> => {
    const { parameters = {}, body, idempotencyKey } = input as Given;
    calls.push([operation, ...Object.values(parameters)].join(' '));
    const answer = answers[operation];
    if (answer === undefined) throw new Error(`${operation} was not expected`);
    const asked = calls.filter((each) => each.startsWith(operation)).length;
    return {
      status: 200,
      body: await answer({ parameters, body, asked, idempotencyKey, signal }),
      headers: new HeaderList([]),
      rate: undefined,
    };
  };
  return { client: { call: call as unknown as Client['call'] }, calls };
}

export const refused = (status: number, code: string): ServiceFailure =>
  new ServiceFailure(code, { code, status, operation: 'test', attempts: 1 });

/** An endpoint as the service shows it. */
export const webhookBody = (id: string, url: string, more: object = {}) => ({
  id,
  url,
  subscribed_events: ['envelope.sent'],
  brand_id: null,
  active: true,
  consecutive_failures: 0,
  last_success_at: null,
  last_failure_at: null,
  disabled_at: null,
  disabled_reason: null,
  created_at: '2026-12-01T08:00:00.000Z',
  ...more,
});
