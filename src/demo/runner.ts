import type { Context } from '../cli/context.js';
import { CommandFailure } from '../cli/failure.js';
import { type Word, filled, shellLine } from './command-line.js';
import type { Receiver, SeenDelivery } from './receiver.js';
import type { Outcome, Setup } from './setup.js';
import type { Printer } from './printer.js';

/** One command of the demo: printed as a person types it, and run as it is printed. */
interface Line {
  /** The words after `esign`. */
  readonly words: readonly Word[];
  /** Keeps the id that `-q` prints in a shell variable. */
  readonly keep?: string;
  /** How many deliveries it brings about. */
  readonly deliveries?: number;
}

export interface DemoRunner {
  /** Prints and runs a command, then shows the deliveries that it brought about. */
  run(line: Line): Promise<Outcome>;
  /** Prints and runs a loop over the ids that a command answers with. */
  forEach(name: string, over: readonly Word[], line: Line): Promise<readonly Outcome[]>;
  readonly deliveries: readonly SeenDelivery[];
}

/** Carries the demo's commands out on a stage, keeping the shell variables that they set. */
export function createRunner(context: Context, stage: Setup, teller: Printer, receiver: Receiver): DemoRunner {
  const variables = new Map<string, string>();
  const seen: SeenDelivery[] = [];
  const perform = async (words: readonly Word[]): Promise<Outcome> => {
    if (context.signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    return stage.run(filled(words, variables));
  };
  return {
    deliveries: seen,
    run: async ({ words, keep, deliveries = 0 }) => {
      const typed = ['esign', ...words, ...(keep === undefined ? [] : ['-q'])];
      await teller.command(keep === undefined ? shellLine(typed) : shellLine(typed, `${keep}=$(`, ')'));
      const outcome = await perform(words);
      if (keep !== undefined) variables.set(keep, outcome.ids[0] ?? '');
      const news = deliveries === 0 ? [] : await receiver.take(seen.length + deliveries);
      for (const delivery of news) await teller.delivery(delivery);
      seen.push(...news);
      return outcome;
    },
    forEach: async (name, over, line) => {
      const list = shellLine(['esign', ...over, '-q']);
      await teller.command(`for ${name} in $(${list}); do\n  ${shellLine(['esign', ...line.words])}\ndone`);
      const outcomes: Outcome[] = [];
      for (const id of (await perform(over)).ids) {
        variables.set(name, id);
        outcomes.push(await perform(line.words));
      }
      return outcomes;
    },
  };
}
