import { randomBytes } from 'node:crypto';
import {
  type AppOutcome,
  askApp,
  eventMistake,
  isRefusal,
  mistakeOf,
  signatureMistake,
} from '../../domain/webhook/app-mistake.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import { appWords } from '../delivery/response-log.js';
import { signingSecrets, type WebhookEndpoint } from '../domain/webhook-endpoint.js';
import type { Service } from '../service.js';
import { overviewRepository } from '../store/overview-repository.js';

export interface AskedAbout {
  readonly endpoint: WebhookEndpoint;
  readonly event: string;
  /** The bytes that the app rejected. */
  readonly body: Buffer;
  /** Milliseconds since 1970 on this machine. */
  readonly now: () => number;
}

/** Milliseconds for all copies together. */
const maxSearchMs = 30_000;
/** Deliveries that show what an app accepts. */
const maxRead = 200;
/** An app is asked once at a time. */
const running = new WeakMap<Service, Map<string, Promise<readonly string[]>>>();

/**
 * Why an app that is an endpoint itself failed at a valid delivery, in sentences: it gets the delivery again, and then
 * copies with the usual mistakes, as `esign dev` sends them.
 */
export function whyAppFails(service: Service, asked: AskedAbout): Promise<readonly string[]> {
  const apps = running.get(service) ?? new Map<string, Promise<readonly string[]>>();
  running.set(service, apps);
  const { url } = asked.endpoint;
  const found = apps.get(url) ?? ask(service, asked).finally(() => apps.delete(url));
  apps.set(url, found);
  return found;
}

async function ask(service: Service, { endpoint, event, body: sent, now }: AskedAbout): Promise<readonly string[]> {
  const { url } = endpoint;
  const { limits } = service.contract;
  const { current, previous } = signingSecrets(endpoint, service.clock.now(), limits.webhook.rotationGraceHours);
  const start = now();
  const valid = writeSignature({ current, previous }, sent, Math.floor(start / 1000));
  const { status, error, location = null } = await service.post(url, sent, valid);
  const milliseconds = Math.max(0, now() - start);
  const words = appWords({ url, attempts: 1, status, milliseconds, error });
  const answered = `Sent again now, ${words}.`;
  const accepts = acceptedBy(service, endpoint.id);
  // Whatever it has accepted before, it does not accept now.
  accepts.delete(event);
  const timedOut = error !== null && milliseconds >= limits.webhook.timeoutSeconds * 1000;
  const outcome: AppOutcome = { url, event, status, timedOut, milliseconds, location, accepts };
  const mistake = mistakeOf(outcome, 'the endpoint URL');
  if (mistake !== null) return [answered, mistake.words];
  if (!isRefusal(status) || status === null) return [answered];
  const signatureHeader = service.contract.header('Service-Signature');
  const over = now() + maxSearchMs;
  let copies = 0;
  const search = askApp({
    sent,
    status,
    secrets: { current, previous, foreign: `whsec_${randomBytes(32).toString('base64url')}` },
    now,
    post: async ({ signature, mark, body }) => {
      if (now() > over) throw new Error('the app took too long');
      copies += 1;
      return (await service.post(url, body, signature, [mark])).status;
    },
  });
  const cause = await search.then((found) => found.cause).catch(() => undefined);
  const single = cause === null ? eventMistake(outcome) : null;
  return [answered, (single ?? signatureMistake(cause, { status, copies, url, signatureHeader })).words];
}

function acceptedBy({ store }: Service, endpoint: string): Set<string> {
  const found = overviewRepository(store.sql).deliveriesTo(endpoint, { before: null, max: maxRead, failed: false });
  return new Set(found.flatMap(({ status, event }) => (status === 'delivered' ? [event] : [])));
}
