import { isObject } from '../../core/platform/json.js';

/** What to delete: exactly one criterion. */
export type Criterion =
  | { readonly by: 'envelope'; readonly id: string }
  | { readonly by: 'person'; readonly email: string }
  /** Milliseconds since 1970. */
  | { readonly by: 'age'; readonly before: number };

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** JSON may escape any character, and many services escape `+`. */
const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Matches records. Few of them contain an email address, so the envelopes and names that belong to it are collected
 * first.
 */
export class Subject {
  readonly criterion: Criterion;
  readonly #envelopes = new Set<string>();
  readonly #names = new Set<string>();
  readonly #email: RegExp | null;

  constructor(criterion: Criterion) {
    this.criterion = criterion;
    if (criterion.by === 'envelope') this.#envelopes.add(criterion.id.toLowerCase());
    // Not part of a longer address.
    const escaped = criterion.by === 'person' ? criterion.email.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&') : null;
    this.#email = escaped === null ? null : new RegExp(`(?<![\\w.+%-])${escaped}(?![\\w-]|\\.\\w)`, 'iu');
  }

  /** Adds an envelope with the person as a recipient. */
  addEnvelope(id: string | null): void {
    if (id !== null && this.criterion.by === 'person') this.#envelopes.add(id.toLowerCase());
  }

  /** Adds the person's name from a request that contains the address. */
  addNames(body: unknown): void {
    if (!isObject(body) || this.#email === null) return;
    const { recipients } = body;
    if (!Array.isArray(recipients)) return;
    for (const each of recipients.filter(isObject)) {
      const { email, name } = each;
      if (typeof email === 'string' && typeof name === 'string' && this.#email.test(email)) this.#names.add(name);
    }
  }

  isEnvelope(id: unknown): boolean {
    return typeof id === 'string' && this.#envelopes.has(id.toLowerCase());
  }

  /** Whether a text of JSON has a name of the person as a value. */
  isNamedIn(json: string): boolean {
    return [...this.#names].some((name) => json.includes(JSON.stringify(name)));
  }

  /** Whether a text contains the envelope ID or the address. */
  isIn(text: string): boolean {
    if (this.#email?.test(text) === true || this.#email?.test(unescaped(text)) === true) return true;
    return this.#envelopes.size > 0 && (text.match(uuids) ?? []).some((id) => this.isEnvelope(id));
  }

  /** Whether a time is old enough; `at` is ISO 8601 or milliseconds since 1970. */
  isOld(at: unknown): boolean {
    if (this.criterion.by !== 'age') return false;
    const time = typeof at === 'string' ? Date.parse(at) : typeof at === 'number' ? at : Number.NaN;
    return time < this.criterion.before;
  }
}
