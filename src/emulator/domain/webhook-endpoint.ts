import { BlockList, isIP } from 'node:net';
import type { EventName } from '../../contract/events.js';
import { limits } from '../../contract/limits.js';
import type { Webhook } from '../../contract/resources/webhook.js';

/** A webhook endpoint, where it may point to, and what its successes and failures do to it (Events; A11). */

/** All times are milliseconds since 1970. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly organisation_id: string;
  readonly url: string;
  readonly subscribed_events: readonly EventName[];
  /** Null: envelopes of every brand. */
  readonly brand_id: string | null;
  readonly active: boolean;
  readonly consecutive_failures: number;
  readonly last_success_at: number | null;
  readonly last_failure_at: number | null;
  /** The first failed attempt of the current run of failures. */
  readonly failing_since: number | null;
  readonly disabled_at: number | null;
  readonly disabled_reason: string | null;
  readonly created_at: number;
  readonly secret: string;
  /** The secret before the last rotation, which signs `v0` for 24 hours from `rotated_at`. */
  readonly previous_secret: string | null;
  readonly rotated_at: number | null;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const instant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The endpoint as reads and lists show it: never with its secret (Resources, Webhook endpoint). */
export const webhookBody = (endpoint: WebhookEndpoint): Webhook => ({
  id: endpoint.id,
  url: endpoint.url,
  subscribed_events: [...endpoint.subscribed_events],
  brand_id: endpoint.brand_id,
  active: endpoint.active,
  consecutive_failures: endpoint.consecutive_failures,
  last_success_at: instant(endpoint.last_success_at),
  last_failure_at: instant(endpoint.last_failure_at),
  disabled_at: instant(endpoint.disabled_at),
  disabled_reason: endpoint.disabled_reason,
  created_at: new Date(endpoint.created_at).toISOString(),
});

/** Whether an event is for this endpoint (Webhook endpoint, `subscribed_events`, `brand_id`, `active`). */
export function wants(
  endpoint: WebhookEndpoint,
  event: { readonly name: EventName; readonly brand_id: string | null },
): boolean {
  const brand = endpoint.brand_id === null || endpoint.brand_id === event.brand_id;
  return endpoint.active && brand && endpoint.subscribed_events.includes(event.name);
}

/** The secrets that sign at an instant: the previous one too, within its 24 hours of grace (Events, Signature). */
export function signingSecrets(
  endpoint: WebhookEndpoint,
  now: number,
): { readonly current: string; readonly previous?: string } {
  const { secret: current, previous_secret: previous, rotated_at: rotated } = endpoint;
  const graced = previous !== null && rotated !== null && now < rotated + limits.webhook.rotationGraceHours * hour;
  return graced ? { current, previous } : { current };
}

/** Rotation: a second one within the day replaces the previous secret too (A11). */
export const rotated = (endpoint: WebhookEndpoint, secret: string, now: number): WebhookEndpoint => ({
  ...endpoint,
  secret,
  previous_secret: endpoint.secret,
  rotated_at: now,
});

/** A 2xx was received: the run of failures is over. */
export const succeeded = (endpoint: WebhookEndpoint, now: number): WebhookEndpoint => ({
  ...endpoint,
  consecutive_failures: 0,
  last_success_at: now,
  failing_since: null,
});

/**
 * An attempt failed, `exhausted` when it was the last of its ladder. After seven days without a success, measured
 * from the start of the run of failures and looked at on each failure, the endpoint is disabled (A18).
 */
export function failed(endpoint: WebhookEndpoint, now: number, exhausted: boolean): WebhookEndpoint {
  const since = endpoint.failing_since ?? now;
  const counted: WebhookEndpoint = {
    ...endpoint,
    failing_since: since,
    ...(exhausted ? { consecutive_failures: endpoint.consecutive_failures + 1, last_failure_at: now } : {}),
  };
  if (!endpoint.active || now - since < limits.webhook.disableAfterDays * day) return counted;
  const reason = `No delivery has succeeded for ${limits.webhook.disableAfterDays} days, since ${new Date(since).toISOString()}.`;
  return disabled(counted, now, reason);
}

export const disabled = (endpoint: WebhookEndpoint, now: number, reason: string): WebhookEndpoint => ({
  ...endpoint,
  active: false,
  disabled_at: now,
  disabled_reason: reason,
});

/** `active: true`: also resets the window of seven days (Retry ladder and disabling; A11). */
export const revived = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  active: true,
  consecutive_failures: 0,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
});

/**
 * Why an address cannot be registered, in words that follow `url`; null when it can: https, no credentials, not
 * private or loopback (Webhook endpoint, `url`). Only the address itself is judged: nothing is looked up or reached.
 * Unless `strict`, plain http to this machine is accepted too, so that a receiver can be tried out.
 */
export function addressProblem(text: string, strict: boolean): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return 'must not hold spaces or control characters';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'must be an absolute https:// address';
  }
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(text))
    return 'must not hold credentials';
  if (!strict && ['http:', 'https:'].includes(url.protocol) && ownMachine.includes(url.hostname)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  return hostProblem(url.hostname);
}

const ownMachine = ['127.0.0.1', 'localhost', '[::1]'];
const localNames = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** The URL parser has already turned odd spellings of an IPv4 address (`0x7f.1`, `2130706433`) into the usual one. */
function hostProblem(hostname: string): string | null {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(host);
  if (family !== 0) return reserved().check(host, family === 4 ? 'ipv4' : 'ipv6') ? notPublic : null;
  return !host.includes('.') || localNames.test(host) ? notPublic : null;
}

const notPublic = 'must not be a private or loopback address';

/** Every network that is not the public internet. An IPv4 address within an IPv6 one is judged as IPv4 too. */
function reserved(): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of [
    ...([
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
    ] as const),
    ...([
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['192.88.99.0', 24],
      ['192.168.0.0', 16],
    ] as const),
    ...([
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
    ] as const),
  ]) {
    list.addSubnet(network, prefix, 'ipv4');
  }
  for (const [network, prefix] of [
    ...([
      ['::', 96],
      ['::ffff:0:0:0', 96],
      ['64:ff9b::', 96],
      ['64:ff9b:1::', 48],
      ['100::', 64],
    ] as const),
    ...([
      ['2001::', 23],
      ['2001:db8::', 32],
      ['2002::', 16],
      ['fc00::', 7],
      ['fe80::', 10],
      ['fec0::', 10],
      ['ff00::', 8],
    ] as const),
  ]) {
    list.addSubnet(network, prefix, 'ipv6');
  }
  return list;
}
