import type { Context } from './context.js';
import type { Client } from '../../client/client.js';
import { explain } from '../failure/explain.js';
import type { Prompt } from '../../core/terminal/prompt.js';
import { PromptLeft } from '../../core/terminal/failure.js';

/** Milliseconds that a person waits in silence before they are asked what to do. */
const patienceMs = 5_000;

const patienceOf = ({ flags }: Pick<Context, 'flags'>): number => Math.min(patienceMs, flags().retryFor ?? patienceMs);

/** What asks whether to try again. */
export type Asker = Pick<Prompt, 'say' | 'select'>;

/** Sends requests for somebody who waits at a question: a few seconds, and `untilConnected` asks. */
export async function impatientClient(context: Context): Promise<Pick<Client, 'call'>> {
  const client = await context.api();
  const maxWait = patienceOf(context);
  return { call: (operation, input, given) => client.call(operation, input, { maxWait, ...given }) };
}

/**
 * Carries out what needs the service, as often as it takes: while the service cannot be reached, says so and asks, so
 * that no answer is lost. `isAgain` is true once an attempt may have been processed without a response. Throws
 * PromptLeft when the person leaves, with the failure as its cause where an attempt may have been processed, and every failure that waiting does not mend.
 */
export async function untilConnected<T>(prompt: Asker, act: (isAgain: boolean) => Promise<T>): Promise<T> {
  let isAgain = false;
  for (;;) {
    try {
      return await act(isAgain);
    } catch (failure) {
      const { exitCode, code, message, ours } = explain(failure);
      // The first attempt, whose response was lost, is not finished yet.
      const isUnderWay = isAgain && code === 'request_in_progress';
      if (ours || (exitCode !== 7 && exitCode !== 8 && !isUnderWay)) throw failure;
      isAgain ||= (failure as { readonly outcomeUnknown?: boolean }).outcomeUnknown === true;
      prompt.say(`${exitCode === 8 ? 'Not connected' : 'The service is busy'}; nothing is lost. ${message}`);
      const chosen = await prompt.select('Try again?', [
        { value: 'again', name: 'Try again' },
        { value: 'leave', name: 'Leave' },
      ]);
      if (chosen === 'leave') {
        throw new PromptLeft('The service could not be reached.', isAgain ? { cause: failure } : undefined);
      }
    }
  }
}

/**
 * The same for a command with --interactive; without it, `act` is carried out once, with the client's own patience. Who
 * leaves after an attempt that may have been processed gets its failure, which says how to find out.
 */
export const retryInteractively = <T>(
  context: Context,
  { interactive, plain }: { readonly interactive?: boolean; readonly plain?: boolean },
  act: (maxWait?: number) => Promise<T>,
): Promise<T> =>
  interactive === true
    ? untilConnected(plain === true ? context.prompt.plain() : context.prompt, () => act(patienceOf(context))).catch(
        (error: unknown) => {
          throw error instanceof PromptLeft && error.cause !== undefined ? error.cause : error;
        },
      )
    : act();
