import { eventNames } from '../../contract/events.js';
import { readAppUrl } from '../../core/http/app-url.js';
import { ListenFailure } from '../failure.js';

/** The destination of some events. */
export interface Route {
  /** An event name, in which `*` matches any letters: `envelope.*`, or `*` alone. */
  readonly pattern: string;
  readonly target: URL;
}

/** Which events go to which app. The first matching route gets the delivery, and no other. */
export interface Routing {
  readonly routes: readonly Route[];
  /** Patterns of the subscribed events; empty for all. */
  readonly events: readonly string[];
}

/** Reads `pattern=url`, for --route. Throws ListenFailure (`invalid_value`). */
export function readRoute(text: string): Route {
  const at = text.indexOf('=');
  if (at < 1) {
    throw invalid(`Invalid --route value "${text}". Use pattern=url.`, `--route 'envelope.*=http://127.0.0.1:3000/'`);
  }
  return { pattern: readPattern(text.slice(0, at).trim()), target: readTarget(text.slice(at + 1).trim(), '--route') };
}

/** Reads the URL of an app, see `readAppUrl`. Throws ListenFailure (`invalid_value`). */
export function readTarget(text: string, flag = '--forward-to'): URL {
  const url = readAppUrl(text);
  if (url === undefined) {
    throw invalid(`Invalid ${flag} value "${text}". Use the URL of an app.`, `${flag} http://127.0.0.1:3000/hooks`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(`${flag} does not accept a URL with a password.`, `--header 'Authorization: …'`);
  }
  return url;
}

/** Reads an event name or a pattern that matches at least one of the eight. Throws ListenFailure (`invalid_value`). */
export function readPattern(text: string): string {
  const shape = /^[a-z_*]+(\.[a-z_*]+)?$/.test(text);
  if (shape && eventNames.some((name) => fits(text, name))) return text;
  throw invalid(`Unknown event "${text}". Use one of: ${eventNames.join(', ')}.`, `'envelope.*'`);
}

/**
 * Whether the listener wants an event, and its destination; null for none. An event without a name goes where `*` goes.
 */
export function targetOf({ routes, events }: Routing, event: string | undefined): URL | null {
  if (!isWanted(events, event)) return null;
  return routes.find(({ pattern }) => fits(pattern, event))?.target ?? null;
}

export const isWanted = (events: readonly string[], event: string | undefined): boolean =>
  events.length === 0 || events.some((pattern) => fits(pattern, event));

function fits(pattern: string, event: string | undefined): boolean {
  if (pattern === '*') return true;
  if (event === undefined) return false;
  if (!pattern.includes('*')) return pattern === event;
  const parts = pattern.split('*').map((part) => part.replace(/[.]/g, '\\.'));
  return new RegExp(`^${parts.join('[a-z_.]*')}$`).test(event);
}

function invalid(message: string, example: string): ListenFailure {
  return new ListenFailure('invalid_value', message, `Example: ${example}`);
}
