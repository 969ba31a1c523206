import * as v from 'valibot';
import { limits } from '../limits.js';
import { anyText, integer, noted } from '../schema.js';

const pageRange = `must be ${limits.page.min} to ${limits.page.max}`;

/** `limit` and `cursor` of every paged list (A6). Query values arrive as text. */
export const paging = {
  limit: noted(
    v.optional(
      v.pipe(
        v.union([v.pipe(anyText, v.regex(/^(0|[1-9]\d{0,8})$/, 'must be a whole number')), integer]),
        v.transform(Number),
        v.minValue(limits.page.min, pageRange),
        v.maxValue(limits.page.max, pageRange),
      ),
      limits.page.default,
    ),
    { anyOf: undefined, type: 'integer', minimum: limits.page.min, maximum: limits.page.max },
  ),
  // The service's own value, whatever it looks like.
  cursor: v.optional(anyText),
};
