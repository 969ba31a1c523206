import { isInstant } from '../../contract/schema.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { type EventBody, eventFields } from '../../domain/webhook/event-body.js';
import { parseJson } from '../../core/platform/json.js';

/** One `--set`: a field of the event body and its value. */
export interface Override {
  readonly field: keyof EventBody;
  readonly value: string | number | null;
}

/**
 * Reads `field=text`, or `recipient_id:=null`. Throws UsageFailure for an unknown field, with a suggestion, and for a
 * value of the wrong type.
 */
export function readOverride(text: string): Override {
  const match = /^([^=:]*)(:?=)([\s\S]*)$/.exec(text);
  const [, path = '', sign = '', raw = ''] = match ?? [];
  if (match === null) throw invalid(`Invalid --set value "${text}". Use field=value.`, 'retry_count=2');
  const field = eventFields.find((name) => name === path.trim());
  if (field === undefined) {
    const close = nearest(path.trim(), eventFields);
    throw new UsageFailure(`Unknown event field "${path.trim()}".`, {
      code: 'unknown_field',
      hint: close === null ? `Use one of: ${eventFields.join(', ')}.` : `Did you mean "${close}"?`,
    });
  }
  return { field, value: valueOf(field, sign === ':=' ? json(raw, text) : raw) };
}

/** Later ones count more. */
export const overridden = (overrides: readonly Override[]): Partial<EventBody> =>
  Object.fromEntries(overrides.map(({ field, value }) => [field, value])) as Partial<EventBody>;

function valueOf(field: keyof EventBody, value: unknown): string | number | null {
  switch (field) {
    case 'retry_count': {
      const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
      if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
      throw invalid('retry_count must be a whole number of at least 0.', 'retry_count=2');
    }
    case 'created_at':
      if (typeof value === 'string' && isInstant(value)) return value;
      throw invalid('created_at must be a timestamp with a time zone.', 'created_at=2026-12-01T08:00:00Z');
    case 'recipient_id':
      if (value === null || (typeof value === 'string' && value !== '')) return value;
      throw invalid('recipient_id must be a string or null.', 'recipient_id:=null');
    case 'id':
    case 'event':
    case 'envelope_id':
    case 'uri':
      if (typeof value === 'string' && value !== '') return value;
      throw invalid(`${field} must be a string.`, `${field}=…`);
  }
}

function json(raw: string, whole: string): unknown {
  const value = parseJson(raw);
  if (value === undefined) throw invalid(`Invalid --set value "${whole}". Use JSON after :=.`, 'recipient_id:=null');
  return value;
}

const invalid = (message: string, example: string): UsageFailure =>
  new UsageFailure(message, { code: 'invalid_value', hint: `Example: --set ${example}` });
