import { quoted } from '../control/request-text.js';
import { eventBytes } from '../delivery/events.js';
import { appWords } from '../delivery/response-log.js';
import { isTaken } from '../../domain/webhook/find-cause.js';
import { missing, notFound } from '../domain/refusal.js';
import { signingSecrets, type WebhookEndpoint } from '../domain/webhook-endpoint.js';
import type { Service } from '../service.js';
import { eventRepository } from '../store/event-repository.js';
import { overviewRepository, type DeliveryRow } from '../store/overview-repository.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { whyAppFails } from './ask-app.js';
import type { ShownExchange, SignatureVerdict } from './shapes.js';

/** One attempt of a delivery, with its body and its signature made again from what is stored. */
interface Attempt {
  readonly row: DeliveryRow & { readonly at: number };
  readonly endpoint: WebhookEndpoint | null;
  readonly body: Buffer;
  /** Null when it is not in memory any more. */
  readonly kept: ReturnType<Service['deliveryResponses']['find']>;
}

function attemptOf(service: Service, deliveryId: string, sequence: number): Attempt {
  const { sql } = service.store;
  const row = overviewRepository(sql)
    .deliveries({ delivery: deliveryId })
    .find((each) => each.sequence === sequence);
  const event = row === undefined ? null : eventRepository(sql).find(row.event_id);
  if (row === undefined || row.at === null || event === null) throw notFound();
  const body = eventBytes(service.contract, event, (row.number ?? 1) - 1);
  const endpoint = webhookRepository(sql).get(row.webhook_id);
  const kept = service.deliveryResponses.find({
    delivery_id: deliveryId,
    number: row.number ?? 0,
    copy: row.copy ?? 0,
  });
  return { row: { ...row, at: row.at }, endpoint, body, kept };
}

/** The secrets that signed at a time, also before the last rotation. */
function secretsAt(service: Service, endpoint: WebhookEndpoint, at: number): ReturnType<typeof signingSecrets> {
  const { rotated_at: rotated, previous_secret: previous } = endpoint;
  if (rotated !== null && previous !== null && at < rotated) return { current: previous };
  return signingSecrets(endpoint, at, service.contract.limits.webhook.rotationGraceHours);
}

export function attemptExchange(service: Service, deliveryId: string, sequence: number): ShownExchange {
  const { row, body, kept } = attemptOf(service, deliveryId, sequence);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'esign-emulator',
    [service.contract.header('Service-Signature')]:
      kept?.signature ?? '(signatures are kept in memory only, of the last 500 attempts)',
  };
  const url = row.url ?? '(deleted endpoint)';
  const text = body.toString('utf8');
  const faults = JSON.parse(row.faults ?? '[]') as readonly string[];
  return {
    line: `POST ${url}`,
    headers,
    body: text,
    size: body.length,
    answer: {
      status: row.status,
      milliseconds: row.milliseconds ?? 0,
      headers: {},
      body: kept?.text ?? null,
      size: 0,
      error: row.error,
    },
    notes: [
      ...appNotes(service, row),
      ...faults.map((fault) => faultNotes[fault] ?? `The fault ${fault} struck this attempt.`),
    ],
    curl: [
      'curl -X POST',
      ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      `--data-raw ${quoted(text)}`,
      quoted(url),
    ].join(' '),
  };
}

/** What the app behind a listener answered, and what the listener found wrong with it; each in sentences. */
function appNotes({ deliveryResponses: log }: Service, row: DeliveryRow): readonly string[] {
  const app = log.app(row);
  if (app === null) return [];
  // What it accepts is mended.
  const cause = isTaken(app.status) ? null : log.cause(app.url);
  const words = appWords(app);
  const answered = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return cause === null ? [answered] : [answered, cause];
}

const faultNotes: Readonly<Record<string, string>> = {
  wrong_signature: 'A fault signed this attempt with another secret.',
  clock_skew: 'A fault moved the time of this signature.',
};

/** What a receiver has, where it differs from what was sent. */
export interface Received {
  readonly secret?: string | undefined;
  readonly header?: string | undefined;
  readonly body?: string | undefined;
}

/** What the app made of an attempt; and whether it verifies by the clock of this machine when it was sent, and why not. */
export async function diagnoseAttempt(
  service: Service,
  { delivery, sequence, now }: { readonly delivery: string; readonly sequence: number; readonly now: () => number },
  received: Received,
): Promise<SignatureVerdict> {
  const { diagnose } = await import('../../domain/webhook/diagnose.js');
  const { row, endpoint, body, kept } = attemptOf(service, delivery, sequence);
  if (endpoint === null) throw missing('The endpoint was deleted, and its secret with it.');
  const header = received.header ?? kept?.signature;
  if (header === undefined) {
    throw missing('The signature of this attempt is not kept any more. Paste the header that your app got.');
  }
  const own = secretsAt(service, endpoint, row.at);
  const secrets =
    received.secret === undefined
      ? own
      : { current: received.secret, others: [{ name: 'the endpoint', secret: own.current }] };
  const diagnosis = diagnose({
    header,
    body: received.body === undefined ? body : Buffer.from(received.body, 'utf8'),
    secrets,
    now: kept?.sentAt ?? now(),
  });
  const asIs = Object.keys(received).length === 0;
  const told = asIs ? appNotes(service, row) : [];
  const isAsked = asIs && told.length === 0 && diagnosis === undefined && !isTaken(row.status);
  const app = isAsked ? await whyAppFails(service, { endpoint, event: row.event, body, now }) : told;
  if (diagnosis === undefined) return { app, ok: true, sentence: 'The signature verifies.', hint: null };
  return { app, ok: false, sentence: diagnosis.sentence, hint: diagnosis.hint };
}

/** The event itself: its body as a receiver gets it with the first attempt. */
export function eventText(service: Service, id: string): string {
  const event = eventRepository(service.store.sql).find(id);
  if (event === null) throw notFound();
  return eventBytes(service.contract, event, 0).toString('utf8');
}
