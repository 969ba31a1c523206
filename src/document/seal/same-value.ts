import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { keyOf } from './form-fields.js';
import { Unsupported } from './malformed.js';
import type { OpenRevision } from './open-revision.js';

const deepest = 400;
const maxSteps = 3_000_000;

/**
 * Compares values of two versions of a PDF as deep as they go, whatever the numbers of their objects. Objects that are
 * compared on their own, such as pages, fields and annotations, count as the same when they have the same number. Nothing
 * else is left out, whatever it calls itself: who prepares a document for signing can give any object any key.
 */
export class Comparison {
  private readonly before: OpenRevision;
  private readonly after: OpenRevision;
  /** Keys of the objects that are compared on their own. */
  private readonly separate: ReadonlySet<string>;
  /** Pairs that were found equal, or are being compared further up. */
  private readonly settled = new Set<string>();
  private steps = 0;

  constructor(before: OpenRevision, after: OpenRevision, separate: ReadonlySet<string>) {
    this.before = before;
    this.after = after;
    this.separate = separate;
  }

  isSame(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
    const assumed: string[] = [];
    const isSame = this.compare(one, other, 0, assumed);
    // What was found equal only as long as everything above it is.
    if (!isSame) for (const pair of assumed) this.settled.delete(pair);
    return isSame;
  }

  private compare(one: PdfObject | undefined, other: PdfObject | undefined, depth: number, assumed: string[]): boolean {
    this.steps += 1;
    if (depth > deepest || this.steps > maxSteps) throw new Unsupported('it is too large to be compared');
    if (one instanceof PdfRef && other instanceof PdfRef) {
      const [first, second] = [keyOf(one), keyOf(other)];
      if (this.separate.has(first) || this.separate.has(second)) return first === second;
      const pair = `${first}|${second}`;
      if (this.settled.has(pair)) return true;
      this.settled.add(pair);
      assumed.push(pair);
    }
    return this.compareValues(this.before.resolve(one), this.after.resolve(other), depth, assumed);
  }

  /** The keys, but for some, under which two dictionaries differ. */
  changedKeys(one: PdfDict, other: PdfDict, except: readonly string[] = []): readonly string[] {
    const keys = new Set([...one.keys(), ...other.keys()].map(({ value }) => value));
    return [...keys].filter((key) => !except.includes(key) && !this.isSame(one.get(key), other.get(key)));
  }

  private compareValues(
    one: PdfObject | undefined,
    other: PdfObject | undefined,
    depth: number,
    assumed: string[],
  ): boolean {
    if (one === undefined || other === undefined) return one === other;
    if (one.type !== other.type) return false;
    if (one instanceof PdfDict && other instanceof PdfDict) {
      const isStream = one instanceof PdfStream && other instanceof PdfStream;
      if (isStream && Buffer.compare(one.data, other.data) !== 0) return false;
      const keys = new Set([...one.keys(), ...other.keys()].map(({ value }) => value));
      return [...keys].every(
        (key) => (isStream && key === 'Length') || this.compare(one.get(key), other.get(key), depth + 1, assumed),
      );
    }
    if (one instanceof PdfArray && other instanceof PdfArray) {
      const items = other.toArray();
      return (
        one.length === items.length &&
        one.toArray().every((each, at) => this.compare(each, items[at], depth + 1, assumed))
      );
    }
    return isSamePlain(one, other);
  }
}

function isSamePlain(one: PdfObject, other: PdfObject): boolean {
  if (one.type === 'string' && other.type === 'string') return Buffer.compare(one.bytes, other.bytes) === 0;
  if ((one.type === 'name' || one.type === 'number' || one.type === 'bool') && 'value' in other) {
    return one.value === other.value;
  }
  return false;
}
