import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { errorCodes } from '../../contract/error-codes.js';

/** Refuses a test key before anything is read or written: it may change no template (Authentication 7). */
export async function refuseTestKey(context: Context): Promise<void> {
  const key = await context.settings().key();
  if (key?.value.mode !== 'test') return;
  throw new CommandFailure(
    3,
    'test_key_cannot_edit_templates',
    'A test key may not change a template. Nothing was sent.',
    {
      hint: errorCodes.test_key_cannot_edit_templates.next,
    },
  );
}
