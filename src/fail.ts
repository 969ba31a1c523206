import type { Surroundings } from './cli/context.js';
import type { ExitCode } from './cli/exit-code.js';
import { explain, type Explanation } from './cli/explain.js';
import { errorAsJson, errorAsText } from './cli/report.js';
import { Ended, FileFailure, Stopped } from './cli/failure.js';
import { ConfigFailure } from './config/failure.js';
import { type ColourChoice, createColour, wantsColour } from './terminal/colour.js';
import { writeAll } from './terminal/output.js';
import { visible } from './terminal/text.js';

export interface FailOptions {
  /** Write the JSON error object. */
  readonly json: boolean;
  /** Show where the program itself failed. */
  readonly debug: boolean;
  readonly colour: ColourChoice;
  /** Masks secrets. */
  readonly hide: (text: string) => string;
}

/** Says why a run failed, on stderr, and answers the exit code. */
export async function fail(
  failure: unknown,
  { streams, env, signal }: Surroundings,
  { json, debug, colour: choice, hide }: FailOptions,
): Promise<ExitCode> {
  // The reader of a pipe went away, as `head` does: nothing is left to say.
  if (failure instanceof Error && 'code' in failure && failure.code === 'EPIPE') return 0;
  const first = explain(failure);
  const explanation = asStopped(first.ours ? explain(await translated(failure)) : first, signal.reason);
  const colour = createColour(wantsColour(choice, env, streams.stderrIsTerminal));
  await writeAll(streams.stderr, json ? errorAsJson(explanation, hide) : errorAsText(explanation, colour.bad, hide));
  if (explanation.ours && !json && debug && failure instanceof Error && failure.stack !== undefined) {
    await writeAll(streams.stderr, `${visible(hide(failure.stack))}\n`);
  }
  return explanation.exitCode;
}

/** What was interrupted ends with the code of what interrupted it. */
const asStopped = (explanation: Explanation, reason: unknown): Explanation =>
  explanation.exitCode === 130 && reason instanceof Stopped
    ? { ...explanation, exitCode: reason.exitCode }
    : explanation;

/** Failures of rooms that cli/ does not look into, in its own words. */
async function translated(failure: unknown): Promise<unknown> {
  const { CaFileUnreadable } = await import('./http/network.js');
  const { JournalFailure } = await import('./journal/append.js');
  const { KeyUsedOtherwise } = await import('./journal/key-use.js');
  if (failure instanceof KeyUsedOtherwise) {
    const { key, other } = failure;
    return new Ended(6, failure.code, 'This Idempotency-Key was used for a different request; nothing was sent.', {
      hint: `Look at that one with \`esign request show ${other.id}\`, or use another key.`,
      details: { idempotency_key: key, request: other.id },
    });
  }
  if (failure instanceof CaFileUnreadable) {
    const hint = 'Correct ESIGN_CA_FILE: it names a PEM file with at least one certificate.';
    return new ConfigFailure('setting_invalid', `The certificate authorities in ${failure.path} cannot be read.`, hint);
  }
  if (failure instanceof JournalFailure) {
    const hint = 'Check the state folder, its permissions and the free space, or name another with ESIGN_STATE_DIR.';
    return new FileFailure(
      'output',
      failure.path,
      `The record of requests ${failure.path} cannot be written (${failure.systemCode}), so nothing was sent.`,
      {
        code: failure.code,
        hint,
      },
    );
  }
  return failure;
}
