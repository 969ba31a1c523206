import { isObject } from '../core/platform/json.js';

/** JSON with the properties of every object sorted by name; arrays keep their order. Equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
