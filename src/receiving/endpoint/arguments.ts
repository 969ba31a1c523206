import { Option } from 'commander';
import { uuidOf } from '../../cli/flags/identifier.js';
import { collect } from '../../cli/flags/option.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { eventMeanings, type EventName, eventNames } from '../../contract/events.js';
import { meantWords, type CompletionWord, completesWith } from '../../cli/flags/completion-hint.js';

/** Parsers of the webhook commands' arguments; each checks its value before the network is used. */
export const webhookId = uuidOf('webhook', 'esign webhook list');
export const brandId = uuidOf('brand');

/** `--event`, repeatable, one of the eight names. */
export const eventOption = (about: string): Option =>
  completesWith(new Option('--event <name>', `${about}: ${eventNames.join(', ')}`).argParser(collect(readEvent)), {
    words: eventWords,
  });

/** The eight names for completion, with their meanings. */
export const eventWords: readonly CompletionWord[] = meantWords(eventMeanings);

/** Reads one of the eight names. */
export function readEvent(text: string): EventName {
  const known = eventNames.find((name) => name === text);
  if (known !== undefined) return known;
  const close = nearestEvent(text);
  throw new UsageFailure(`Unknown event "${text}".`, {
    code: 'invalid_value',
    hint: close === null ? `Use one of: ${eventNames.join(', ')}.` : `Did you mean "${close}"?`,
  });
}

/** Compares the part after the dot, because the part before it makes all names similar. */
function nearestEvent(text: string): string | null {
  const family = text.slice(0, text.indexOf('.') + 1).toLowerCase();
  const kin = eventNames.filter((name) => name.startsWith(family)).map((name) => name.slice(family.length));
  const close = kin.length === 0 ? nearest(text, eventNames) : nearest(text.slice(family.length), kin);
  return close === null || kin.length === 0 ? close : `${family}${close}`;
}
