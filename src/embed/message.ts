import { isObject, parseJson } from '../platform/json.js';

/** A message as the host page received it from its frame, or from anybody else. */
export interface HeardMessage {
  readonly origin: string;
  /** From the frame, and from the origin of the signing page: whatever else comes is not acted on. */
  readonly trusted: boolean;
  readonly data: unknown;
}

const maxDataLength = 4_000;

/** What the host page reports of a message, or null when it is no such report. */
export function readReport(text: string): HeardMessage | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { origin, trusted, data } = value;
  if (typeof origin !== 'string' || origin.length > 300 || typeof trusted !== 'boolean') return null;
  const size = JSON.stringify(data ?? null).length;
  return { origin, trusted, data: size > maxDataLength ? `(${size} characters)` : (data ?? null) };
}

/** The action of a message that may be acted on; null for every other one. */
export function actionOf({ trusted, data }: HeardMessage): string | null {
  if (!trusted || !isObject(data)) return null;
  return typeof data['action'] === 'string' ? data['action'] : null;
}
