import type { Context } from './context.js';
import { CommandFailure } from './failure.js';
import { openInBrowser } from './open-in-browser.js';
import { type PrivateTarget, privateTarget } from './private-target.js';

/** Opens a private page in the browser. The address is printed anyway, so a failure is only noted. */
export async function openPrivately(context: Context, address: string): Promise<PrivateTarget> {
  const given = await privateTarget(address);
  const note = (): void => context.output.note('Could not open a browser. Open the URL yourself.');
  try {
    const { failed } = await openInBrowser(context, given.target, 'Open the URL yourself.');
    void failed.catch(note);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    note();
  }
  return given;
}
