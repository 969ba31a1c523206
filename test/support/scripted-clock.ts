/** A clock on which every sleep ends at once, moves the time on, and first plays the next step of a script. */
export interface ScriptedClock {
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Every sleep that was asked for, in order. */
  readonly slept: readonly number[];
}

/** After the last step, a sleep without `each` fails, so that nobody waits without end. */
export function scriptedClock(
  steps: readonly (() => Promise<void>)[],
  {
    start = Date.now(),
    each,
  }: { readonly start?: number; readonly each?: (milliseconds: number) => Promise<void> } = {},
): ScriptedClock {
  let time = start;
  const slept: number[] = [];
  const left = [...steps];
  return {
    slept,
    now: () => time,
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      time += milliseconds;
      const step = left.shift();
      if (step === undefined && each === undefined) throw new Error('a sleep that the script does not foresee');
      await step?.();
      await each?.(milliseconds);
      signal?.throwIfAborted();
    },
  };
}
