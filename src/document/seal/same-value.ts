import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { keyOf } from './form-fields.js';
import { Unsupported } from './malformed.js';
import type { OpenRevision } from './open-revision.js';

const deepest = 400;
const mostSteps = 3_000_000;

/** Keys that lead back up, or across to a page. */
const upwards = ['Parent', 'P', 'Prev'];

/**
 * Compares values of two versions of a PDF as deep as they go, whatever the numbers of their objects. Pages, form fields
 * and annotations count as the same when they are the same object: each is compared on its own.
 */
export class Comparison {
  private readonly before: OpenRevision;
  private readonly after: OpenRevision;
  /** Pairs that were found equal, or are being compared further up. */
  private readonly settled = new Set<string>();
  private steps = 0;

  constructor(before: OpenRevision, after: OpenRevision) {
    this.before = before;
    this.after = after;
  }

  isSame(one: PdfObject | undefined, other: PdfObject | undefined, depth = 0): boolean {
    this.steps += 1;
    if (depth > deepest || this.steps > mostSteps) throw new Unsupported('it is too large to be compared');
    const pair =
      one instanceof PdfRef || other instanceof PdfRef ? `${labelOf(one, depth)}|${labelOf(other, depth)}` : null;
    if (pair !== null && one instanceof PdfRef && other instanceof PdfRef) {
      if (this.settled.has(pair)) return true;
      this.settled.add(pair);
    }
    const isSame = this.isSameValue(one, other, depth);
    if (!isSame && pair !== null) this.settled.delete(pair);
    return isSame;
  }

  /** The keys, but for some, under which two dictionaries differ. */
  changedKeys(one: PdfDict, other: PdfDict, except: readonly string[] = []): readonly string[] {
    const keys = new Set([...one.keys(), ...other.keys()].map(({ value }) => value));
    return [...keys].filter((key) => !except.includes(key) && !this.isSame(one.get(key), other.get(key)));
  }

  private isSameValue(first: PdfObject | undefined, second: PdfObject | undefined, depth: number): boolean {
    const one = this.before.resolve(first);
    const other = this.after.resolve(second);
    if (one === undefined || other === undefined) return one === other;
    if (one.type !== other.type) return false;
    if (one instanceof PdfDict && other instanceof PdfDict) {
      if (standsAlone(one) && standsAlone(other) && first instanceof PdfRef && second instanceof PdfRef) {
        return keyOf(first) === keyOf(second);
      }
      return this.isSameDict(one, other, depth);
    }
    if (one instanceof PdfArray && other instanceof PdfArray) {
      const items = other.toArray();
      return one.length === items.length && one.toArray().every((each, at) => this.isSame(each, items[at], depth + 1));
    }
    return isSamePlain(one, other);
  }

  private isSameDict(one: PdfDict, other: PdfDict, depth: number): boolean {
    const isStream = one instanceof PdfStream && other instanceof PdfStream;
    if (isStream && Buffer.compare(one.data, other.data) !== 0) return false;
    const skipped = isStream ? [...upwards, 'Length'] : upwards;
    const keys = new Set([...one.keys(), ...other.keys()].map(({ value }) => value));
    return [...keys].every((key) => skipped.includes(key) || this.isSame(one.get(key), other.get(key), depth + 1));
  }
}

const labelOf = (value: PdfObject | undefined, depth: number): string =>
  value instanceof PdfRef ? keyOf(value) : `in place ${depth}`;

function standsAlone(dict: PdfDict): boolean {
  const type = dict.get('Type');
  const name = type?.type === 'name' ? type.value : '';
  return (
    ['Page', 'Pages', 'Annot', 'StructElem'].includes(name) ||
    dict.has('FT') ||
    (dict.has('Subtype') && dict.has('Rect'))
  );
}

function isSamePlain(one: PdfObject, other: PdfObject): boolean {
  if (one.type === 'string' && other.type === 'string') return Buffer.compare(one.bytes, other.bytes) === 0;
  if ((one.type === 'name' || one.type === 'number' || one.type === 'bool') && 'value' in other) {
    return one.value === other.value;
  }
  return false;
}
