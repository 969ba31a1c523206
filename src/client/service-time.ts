import type { HeaderList } from '../core/http/headers.js';

/** How long a `Date` header is extrapolated with this machine's clock before a new query. */
const fresh = 60_000;

/** The service's clock, from the last `Date` header. */
export class ServiceTime {
  #last: { readonly service: number; readonly local: number } | undefined;

  /** `local` is the local time of the response; both in milliseconds since 1970. */
  observe(headers: HeaderList, local: number): void {
    const service = headers.date('date');
    if (service !== undefined) this.#last = { service, local };
  }

  /** Its time for a local time; undefined when unknown. */
  at(local: number): number | undefined {
    return this.#last === undefined ? undefined : this.#last.service + (local - this.#last.local);
  }

  /** The same if it was updated recently. */
  freshAt(local: number): number | undefined {
    const age = this.#last === undefined ? Infinity : local - this.#last.local;
    return age >= 0 && age < fresh ? this.at(local) : undefined;
  }

  /** The service's time of its last response; undefined without one since a local time. */
  readSince(local: number): number | undefined {
    return this.#last !== undefined && this.#last.local >= local ? this.#last.service : undefined;
  }
}
