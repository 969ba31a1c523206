import { isObject, parseJson } from '../../core/platform/json.js';

/** A message that the host page received, from its frame or elsewhere. */
export interface HeardMessage {
  readonly origin: string;
  /** From the frame and the origin of the signing page; other messages are ignored. */
  readonly trusted: boolean;
  readonly data: unknown;
}

const maxDataLength = 4_000;

/** The report of the host page about a message, or null when it is not a report. */
export function readReport(text: string): HeardMessage | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { origin, trusted, data } = value;
  if (typeof origin !== 'string' || origin.length > 300 || typeof trusted !== 'boolean') return null;
  const size = JSON.stringify(data ?? null).length;
  return { origin, trusted, data: size > maxDataLength ? `(${size} characters)` : (data ?? null) };
}

/** The action of a trusted message; null for every other one. */
export function actionOf({ trusted, data }: HeardMessage): string | null {
  if (!trusted || !isObject(data)) return null;
  return typeof data['action'] === 'string' ? data['action'] : null;
}
