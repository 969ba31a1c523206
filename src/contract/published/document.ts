/** A description that somebody else wrote: read within bounds, and nothing in it is trusted. */

import { isObject } from '../../core/platform/json.js';

export type Json = Readonly<Record<string, unknown>>;

/** The description cannot be read as OpenAPI; `message` is a clause without a full stop. */
export class DescriptionUnreadable extends Error {
  override readonly name = 'DescriptionUnreadable';
}

const maxSteps = 100_000;
const maxChainLength = 20;
const maxPointerLength = 1000;

/** An OpenAPI document whose own references are followed; a document elsewhere is never fetched. */
export class PublishedDocument {
  readonly root: Json;
  #steps = 0;

  constructor(root: unknown) {
    if (!isObject(root)) throw new DescriptionUnreadable('it is not an object');
    this.root = root;
  }

  /** The object, with its `$ref` followed; null without one, or when the reference leads to another document. */
  resolve(value: unknown): Json | null {
    let found = value;
    for (let hop = 0; hop < maxChainLength; hop += 1) {
      this.count(1);
      if (!isObject(found)) return null;
      if (typeof found['$ref'] !== 'string') return found;
      found = this.#at(found['$ref']);
    }
    return null;
  }

  /** A JSON pointer below the document: `#/components/schemas/Envelope`. */
  #at(pointer: string): unknown {
    if (!pointer.startsWith('#/') || pointer.length > maxPointerLength) return null;
    let found: unknown = this.root;
    for (const part of pointer.slice(2).split('/')) {
      const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      const holder = Array.isArray(found) || isObject(found) ? (found as Json) : {};
      found = Object.hasOwn(holder, name) ? holder[name] : null;
    }
    return found;
  }

  /** Counts steps against the maximum for one description. Throws DescriptionUnreadable. */
  count(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw new DescriptionUnreadable('it is too deeply entangled');
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone % is taken as it is written.
    return part;
  }
}
