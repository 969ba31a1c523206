import { keyShape } from '../contract/key-shape.js';
import { endOfText } from '../core/platform/json.js';
import type { Operation } from '../contract/operation.js';

/** Masks secrets in text and JSON before they reach a trace, a log or an error report. */
export interface Mask {
  /** Remembers a secret, so that it is masked wherever it appears later. */
  add(secret: string): void;
  text(text: string): string;
  /** A copy of a JSON value that is safe to show: secrets hidden, long strings and deep nesting cut short. */
  json(value: unknown, alsoHidden?: readonly string[]): unknown;
}

const hidden = '***';
const secretNames = new Set(['secret', 'api_key', 'apikey', 'authorization', 'password', 'token']);
const maxTextLength = 200;
const deepest = 24;

const patterns: readonly (readonly [RegExp, string])[] = [
  // A credential has digits or is long; "basic plan" and "bearer token" are plain words.
  [/\b(bearer|basic)\s+(?=[^\s"',;]*\d|[^\s"',;]{20})[^\s"',;]+/gi, `$1 ${hidden}`],
  [keyShape, `$1_${hidden}`],
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, `whsec_${hidden}`],
  [/(\/(?:sign|signing|s)\/)[A-Za-z0-9._~%=-]{12,}[^\s"'<>]*/g, `$1${hidden}`],
  // The user name in an ssh URL is not secret. That of an HTTPS URL can be a token.
  [/(?<!ssh)(:\/\/)[^\s/@"']+@/g, `$1${hidden}@`],
  [/(ssh:\/\/)[^\s/@"':]*:[^\s/@"']*@/g, `$1${hidden}@`],
];

const namedText = /"(?:secret|api_key|authorization|password|token)"\s*:\s*"/gi;

/** JSON without the texts that are named as secrets. A pattern for such a text would take a stack for a long one. */
function withoutNamed(text: string): string {
  let shown = '';
  let at = 0;
  for (const { 0: name, index } of text.matchAll(namedText)) {
    const start = index + name.length;
    if (index < at) continue;
    shown += `${text.slice(at, start)}${hidden}`;
    at = endOfText(text, start - 1);
  }
  return shown + text.slice(at);
}

/** Creates a mask for the shapes of keys, webhook secrets and signing URLs, and for known secrets. */
export function createMask(known: readonly string[] = []): Mask {
  const secrets = new Set<string>();
  const add = (secret: string): void => {
    // Masking a short "secret" would hide ordinary words.
    if (secret.length >= 8) secrets.add(secret);
  };
  known.forEach(add);

  const text = (given: string): string => {
    let shown = given;
    for (const secret of [...secrets].sort((a, b) => b.length - a.length)) shown = shown.replaceAll(secret, hidden);
    for (const [pattern, replacement] of patterns) shown = shown.replace(pattern, replacement);
    return withoutNamed(shown);
  };

  const json = (value: unknown, alsoHidden: readonly string[] = [], depth = 0): unknown => {
    if (typeof value === 'string') {
      const shown = text(value.length > maxTextLength ? value.slice(0, maxTextLength) : value);
      return value.length > maxTextLength ? `${shown.slice(0, 40)}… (${value.length} characters)` : shown;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return '…';
    if (Array.isArray(value)) return value.map((item) => json(item, alsoHidden, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const hide = secretNames.has(name.toLowerCase()) || alsoHidden.includes(name);
        return [name, hide && typeof item === 'string' ? hidden : json(item, alsoHidden, depth + 1)];
      }),
    );
  };

  return { add, text, json: (value, alsoHidden) => json(value, alsoHidden) };
}

/** An API key for display: its public prefix, and nothing of the secret. */
export function maskKey(apiKey: string): string {
  const prefix = /^[A-Za-z0-9_]{1,32}?_(live|test)_/.exec(apiKey)?.[0] ?? '';
  return `${prefix}${hidden}`;
}

/** Responses whose `url` is a credential: anyone with it can sign, or read the sealed documents. */
const bearerUrls = new Set(['mintSigningUrl', 'listEnvelopeDocuments']);

/** Response properties that no trace may show, in addition to the general secrets. */
export function hiddenIn(row: Operation): readonly string[] {
  return bearerUrls.has(row.id) ? ['url'] : [];
}

/** Registers the secrets of a response with the mask, so that they are masked wherever they appear later. */
export function learnSecrets(row: Operation, body: unknown, mask: Mask): void {
  const names = new Set(['secret', ...hiddenIn(row)]);
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 6) return;
    for (const [name, item] of Object.entries(value)) {
      if (names.has(name) && typeof item === 'string') mask.add(item);
      else visit(item, depth + 1);
    }
  };
  if (row.id === 'registerWebhook' || row.id === 'rotateWebhookSecret' || bearerUrls.has(row.id)) visit(body, 0);
}
