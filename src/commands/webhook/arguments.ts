import { Option } from 'commander';
import { uuidOf } from '../../cli/identifier.js';
import { collect } from '../../cli/recipient.js';
import { UsageFailure } from '../../cli/failure.js';
import { nearest } from '../../cli/nearest.js';
import { type EventName, eventNames } from '../../contract/events.js';

/** Readers for what the webhook commands take; each is checked before the network. */
export const webhookId = uuidOf('webhook', 'esign webhook list');
export const brandId = uuidOf('brand');

/** `--event`, repeatable, one of the eight names. */
export const eventOption = (about: string): Option =>
  new Option('--event <name>', `${about}: ${eventNames.join(', ')}`).argParser(collect(readEvent));

/** Reads one of the eight names. */
export function readEvent(text: string): EventName {
  const known = eventNames.find((name) => name === text);
  if (known !== undefined) return known;
  const close = nearest(text, eventNames);
  throw new UsageFailure(`There is no event \`${text}\`.`, {
    code: 'invalid_value',
    hint: close === null ? `Choose from: ${eventNames.join(', ')}.` : `Use ${close}.`,
  });
}
