/** The clock of the whole service: it runs, is frozen, or moves forward; never back. */
export interface EmulatorClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** ISO 8601 UTC with milliseconds, like every `_at` property. */
  instant(): string;
  readonly frozen: boolean;
}

/** Stored across restarts: the time of a frozen clock, or the offset of a running one. */
export type ClockState =
  | { readonly frozen: true; readonly at: number }
  | { readonly frozen: false; readonly ahead: number };

/** Real time, and where the clock's state is stored. */
export interface ClockParts {
  /** The machine's time in milliseconds since 1970. */
  readonly real: () => number;
  readonly state: ClockState;
  readonly keep: (state: ClockState) => void;
}

/** The clock with its setters: only the scheduler moves it, so that no due job is skipped. */
export class SettableClock implements EmulatorClock {
  readonly #real: () => number;
  readonly #keep: (state: ClockState) => void;
  #state: ClockState;
  /** The time at which the clock is held while the scheduler runs the jobs due then. */
  #held: number | null = null;
  /** The machine's clock may be set back; this one never moves back. */
  #latest = 0;

  constructor({ real, state, keep }: ClockParts) {
    this.#real = real;
    this.#state = state;
    this.#keep = keep;
  }

  get frozen(): boolean {
    return this.#state.frozen;
  }

  now(): number {
    const read = this.#held ?? (this.#state.frozen ? this.#state.at : this.#real() + this.#state.ahead);
    this.#latest = Math.max(this.#latest, read);
    return this.#latest;
  }

  instant(): string {
    return new Date(this.now()).toISOString();
  }

  freeze(): void {
    this.#set({ frozen: true, at: this.now() });
  }

  run(): void {
    this.#set({ frozen: false, ahead: this.now() - this.#real() });
  }

  /** Holds the clock at a time, which is stored with what is done then: a kill does not move it back. */
  hold(at: number): void {
    this.#held = Math.max(at, this.now());
    this.#set(this.#stateAt(this.#held));
  }

  /** Ends `hold`: a running clock continues from there. */
  release(): void {
    if (this.#held === null) return;
    const at = this.#held;
    this.#held = null;
    this.#set(this.#stateAt(at));
  }

  /** Freezes or runs the clock from any time, also an earlier one: only when all data is replaced. */
  place(at: number, frozen: boolean): void {
    this.#held = null;
    this.#latest = at;
    this.#set(frozen ? { frozen, at } : { frozen, ahead: at - this.#real() });
  }

  #stateAt(at: number): ClockState {
    return this.#state.frozen ? { frozen: true, at } : { frozen: false, ahead: at - this.#real() };
  }

  #set(state: ClockState): void {
    this.#state = state;
    this.#keep(state);
  }
}
