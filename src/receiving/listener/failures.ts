import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { JournalFailure } from '../../store/failure.js';
import { ListenFailure } from '../../listen/failure.js';
import { TunnelFailure } from '../../listen/tunnel/failure.js';

/** Runs listening and translates its failures into messages and exit codes. */
export async function withWords(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    // A failure to open something after Ctrl-C is caused by Ctrl-C.
    if (signal.aborted && !(error instanceof CommandFailure))
      throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof TunnelFailure) {
    const usage = error.code === 'tunnel_setting';
    const hint = error.hint === '' ? {} : { hint: error.hint };
    if (usage) return new UsageFailure(sentence(error.message), { code: error.code, ...hint });
    if (error.code === 'tunnel_auth') return new CommandFailure(3, error.code, sentence(error.message), hint);
    return new CommandFailure(8, error.code, sentence(error.message), hint);
  }
  if (error instanceof JournalFailure && error.code === 'journal_unwritable') {
    const hint =
      'Check the state folder, its permissions and the free space, or set ESIGN_STATE_DIR to another folder.';
    const message = `Cannot record deliveries in ${error.path} (${error.systemCode}).`;
    return new CommandFailure(1, error.code, message, { hint });
  }
  if (!(error instanceof ListenFailure)) return error;
  switch (error.code) {
    case 'invalid_value':
      return new UsageFailure(error.message, { code: error.code, hint: error.hint });
    case 'port_unavailable':
    case 'listener_running':
    case 'endpoints_used_up':
    case 'rotation_in_grace':
      return new CommandFailure(6, error.code, error.message, { hint: error.hint });
  }
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
