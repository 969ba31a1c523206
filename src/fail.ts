import { CommanderError } from 'commander';
import type { Surroundings } from './cli/context.js';
import type { ExitCode } from './cli/exit-code.js';
import { explain } from './cli/explain.js';
import { errorAsJson, errorAsText } from './cli/report.js';
import { createColour, wantsColour } from './terminal/colour.js';
import { writeAll } from './terminal/output.js';
import { visible } from './terminal/text.js';

export interface FailOptions {
  /** Write the JSON error object. */
  readonly json: boolean;
  /** Show where the program itself failed. */
  readonly debug: boolean;
  /** Masks secrets. */
  readonly hide: (text: string) => string;
}

/** Says why a run failed, on stderr, and answers the exit code; asking for help or the version is no failure. */
export async function fail(
  failure: unknown,
  { streams, env }: Surroundings,
  { json, debug, hide }: FailOptions,
): Promise<ExitCode> {
  if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 2;
  // The reader of a pipe went away, as `head` does: nothing is left to say.
  if (failure instanceof Error && 'code' in failure && failure.code === 'EPIPE') return 0;
  const explanation = explain(failure);
  const colour = createColour(wantsColour('auto', env, streams.stderrIsTerminal));
  await writeAll(streams.stderr, json ? errorAsJson(explanation, hide) : errorAsText(explanation, colour.bad, hide));
  if (explanation.ours && !json && debug && failure instanceof Error && failure.stack !== undefined) {
    await writeAll(streams.stderr, `${visible(hide(failure.stack))}\n`);
  }
  return explanation.exitCode;
}
