import { subscribe } from 'node:diagnostics_channel';
import { kParser } from 'undici/lib/core/symbols.js';

interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, keepAlive: boolean): number;
}

const isParser = (value: unknown): value is Parser =>
  typeof value === 'object' && value !== null && 'onHeadersComplete' in value;

let isSubscribed = false;

/**
 * Makes every connection skip a `100 Continue` that nobody asked for, as a client must (RFC 9110, 15.2). undici skips
 * all other interim answers, and ends the connection at this one: in each of its versions, without an option. So its
 * parser is told of another interim status.
 */
export function skipContinue(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('undici:client:connected', (message) => {
    const socket = (message as { readonly socket: object }).socket;
    const parser: unknown = Reflect.get(socket, kParser);
    if (!isParser(parser)) return;
    const read = parser.onHeadersComplete.bind(parser);
    parser.onHeadersComplete = (status, ...rest) => read(status === 100 ? 102 : status, ...rest);
  });
}
