import type { Context } from '../context/context.js';
import { Cancelled, UsageFailure } from '../failure/failure.js';
import { findEmulator } from './control.js';

/** Confirms the deletion of emulator data. Throws Cancelled and UsageFailure. */
export async function confirmDataLoss(
  context: Context,
  { what, question }: { readonly what: string; readonly question: string },
): Promise<void> {
  const sentence = `${what} the emulator at ${await findEmulator(context)}.`;
  if (context.flags().yes === true) return;
  if (!context.prompt.available) {
    throw new UsageFailure(`${sentence} This needs a confirmation, but esign cannot ask without a terminal.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to confirm.',
    });
  }
  context.output.note(sentence);
  if (!(await context.prompt.confirm(question))) throw new Cancelled();
}
