import * as v from 'valibot';
import { assumed, flag, integer, named, noted, oneOf, request, text } from '../schema.js';
import { limits } from '../limits.js';
import { fieldTypes } from './template.js';

const guess = { guess: 'placed-field.lengths' } as const;
const offset = v.pipe(
  v.number('must be a number'),
  v.minValue(0, 'must be at least 0'),
  v.maxValue(1, 'must be at most 1'),
);
const extent = noted(
  v.pipe(v.number('must be a number'), v.gtValue(0, 'must be more than 0'), v.maxValue(1, 'must be at most 1')),
  { exclusiveMinimum: 0 },
);

/** A field that a one-off envelope places itself (A1). */
export const placedField = assumed(
  'A1',
  named(
    'PlacedField',
    request({
      type: oneOf(fieldTypes),
      role: text(limits.nameLength, guess),
      document: v.pipe(integer, v.minValue(1, 'must be at least 1')),
      page: v.pipe(integer, v.minValue(1, 'must be at least 1')),
      rect: v.pipe(
        request({
          x: offset,
          y: offset,
          w: extent,
          h: extent,
        }),
        v.check((box) => box.x + box.w <= 1.000001 && box.y + box.h <= 1.000001, 'must lie within the page'),
      ),
      label: v.optional(v.nullable(text(limits.labelLength, guess)), null),
      required: v.optional(flag, false),
      data_key: v.optional(v.nullable(text(limits.dataKeyLength, guess)), null),
      subject: v.optional(v.nullable(text(limits.subjectKeyLength, guess)), null),
      options: v.optional(v.nullable(v.array(text(limits.labelLength, guess), 'must be an array')), null),
    }),
  ),
);
