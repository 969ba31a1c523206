import type { Context } from '../context/context.js';
import { CommandFailure } from '../failure/failure.js';
import { type Word, filled, shellLine } from './command-line.js';
import type { Receiver, SeenDelivery } from './receiver.js';
import type { Outcome, Setup } from './setup.js';
import type { Printer } from './printer.js';

/** One command of the demo, run exactly as printed. */
interface Line {
  /** The words after `esign`. */
  readonly words: readonly Word[];
  /** Stores the ID from `-q` in a shell variable. */
  readonly keep?: string;
  /** The number of deliveries that it causes. */
  readonly deliveries?: number;
}

export interface DemoRunner {
  /** Prints and runs a command, then shows the deliveries that it caused. */
  run(line: Line): Promise<Outcome>;
  /** Prints and runs a loop over the IDs of a command. */
  forEach(name: string, over: readonly Word[], line: Line): Promise<readonly Outcome[]>;
  readonly deliveries: readonly SeenDelivery[];
}

/** Runs the commands of the demo, with their shell variables. */
export function createRunner(context: Context, stage: Setup, printer: Printer, receiver: Receiver): DemoRunner {
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
      await printer.command(keep === undefined ? shellLine(typed) : shellLine(typed, `${keep}=$(`, ')'));
      const outcome = await perform(words);
      if (keep !== undefined) variables.set(keep, outcome.ids[0] ?? '');
      const news = deliveries === 0 ? [] : await receiver.take(seen.length + deliveries);
      for (const delivery of news) await printer.delivery(delivery);
      seen.push(...news);
      return outcome;
    },
    forEach: async (name, over, line) => {
      const list = shellLine(['esign', ...over, '-q']);
      await printer.command(`for ${name} in $(${list}); do\n  ${shellLine(['esign', ...line.words])}\ndone`);
      const outcomes: Outcome[] = [];
      for (const id of (await perform(over)).ids) {
        variables.set(name, id);
        outcomes.push(await perform(line.words));
      }
      return outcomes;
    },
  };
}
