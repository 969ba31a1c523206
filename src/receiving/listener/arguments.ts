import { collectList } from '../../cli/flags/option.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { eventNames, type EventName } from '../../contract/events.js';
import { ListenFailure } from '../../listen/failure.js';
import { readPattern, readRoute, readTarget, type Routing } from '../../listen/forward/routes.js';
import type { ListenOptions } from './options.js';

/** Parses and checks the arguments of `esign listen` before anything is opened. */

export const readPatterns = collectList((name) => inWords(() => readPattern(name)));

/** Commander reads flags before the command runs, so their failures need the CLI's own class here. */
function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ListenFailure)) throw error;
    throw new UsageFailure(error.message, { code: 'invalid_value', hint: error.hint });
  }
}

/** Full event names, separated by commas or repeated. Throws UsageFailure. */
export const readExpected = collectList((name) => readEvent(name));

function readEvent(text: string): EventName {
  const found = eventNames.find((name) => name === text);
  if (found !== undefined) return found;
  const close = nearest(text, eventNames);
  throw new UsageFailure(`Unknown event "${text}".`, {
    code: 'invalid_value',
    hint: close === null ? `Use one of: ${eventNames.join(', ')}.` : `Did you mean "${close}"?`,
  });
}

export const readPort = (text: string): number => readNumber('--port', text, 65_535, 'Use 0 for any free port.');
export const readRetries = (text: string): number => readNumber('--retries', text, 1_000, 'Use 0 for a single try.');
export const readInterval = (text: string): number => parseDuration(text, '--interval');

function readNumber(flag: string, text: string, max: number, hint: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageFailure(`Invalid ${flag} value "${text}". Use a number from 0 to ${max}.`, {
    code: 'invalid_value',
    hint,
  });
}

/** Which events go where: the routes in the given order, then `--forward-to`. */
export function routingOf({ route, forwardTo, event }: ListenOptions): Routing {
  const routes = (route ?? []).map(readRoute);
  const rest = forwardTo === undefined ? [] : [{ pattern: '*', target: readTarget(forwardTo) }];
  return { routes: [...routes, ...rest], events: event ?? [] };
}

/** The events to subscribe to. */
export function eventsOf({ event }: ListenOptions): readonly EventName[] {
  if (event === undefined) return eventNames;
  return eventNames.filter((name) => event.some((pattern) => matches(pattern, name)));
}

function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
