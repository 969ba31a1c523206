/** The one clock that drives the whole service: it runs, stands still, or is moved forward; never back. */
export interface EmulatorClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** ISO 8601 UTC with milliseconds, as every `_at` property is written. */
  instant(): string;
  readonly frozen: boolean;
}

/** What is kept over a restart: where a frozen clock stands, or how far a running one is ahead of the real time. */
export type ClockState =
  | { readonly frozen: true; readonly at: number }
  | { readonly frozen: false; readonly ahead: number };

/** Real time, and where the clock's state is kept. */
export interface ClockParts {
  /** Milliseconds since 1970 of the machine. */
  readonly real: () => number;
  readonly state: ClockState;
  readonly keep: (state: ClockState) => void;
}

/** The clock with its hands: only the scheduler moves it, so that nothing that falls due is passed over. */
export class SettableClock implements EmulatorClock {
  readonly #real: () => number;
  readonly #keep: (state: ClockState) => void;
  #state: ClockState;
  /** The instant that the clock is held at while the scheduler runs what is due there. */
  #held: number | null = null;
  /** The machine's own clock may be set back; ours is not. */
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

  /** Stands at an instant, which is kept at once: a kill in the middle of an advance does not lead back behind it. */
  hold(at: number): void {
    this.#held = Math.max(at, this.now());
    this.#set(this.#stateAt(this.#held));
  }

  /** Ends `hold`: a running clock goes on from where it was held. */
  release(): void {
    if (this.#held === null) return;
    const at = this.#held;
    this.#held = null;
    this.#set(this.#stateAt(at));
  }

  /** Stands or runs from an instant, back too: only for a world that was exchanged for another one as a whole. */
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
