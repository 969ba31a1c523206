import type { HeaderList } from '../http/headers.js';

/** How long an answer's `Date` is carried on by this machine's clock before the service is asked again. */
const fresh = 60_000;

/** What the service's own clock says, as the `Date` of its answers told last. */
export class ServiceTime {
  #last: { readonly service: number; readonly local: number } | undefined;

  /** `local` is the time here at which the answer came; both clocks in milliseconds since 1970. */
  observe(headers: HeaderList, local: number): void {
    const service = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(service)) this.#last = { service, local };
  }

  /** What it shows at an instant of this machine's; undefined when nothing was heard of it. */
  at(local: number): number | undefined {
    return this.#last === undefined ? undefined : this.#last.service + (local - this.#last.local);
  }

  /** The same if it was heard a moment ago. */
  freshAt(local: number): number | undefined {
    const age = this.#last === undefined ? Infinity : local - this.#last.local;
    return age >= 0 && age < fresh ? this.at(local) : undefined;
  }

  /** When the service last answered, by its clock; undefined when it did not since an instant of this machine's. */
  saidSince(local: number): number | undefined {
    return this.#last !== undefined && this.#last.local >= local ? this.#last.service : undefined;
  }
}
