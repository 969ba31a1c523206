import type { Host } from '../cli/context/context.js';
import type { ExitCode } from '../cli/failure/exit-code.js';
import { explain, type Explanation, explanation } from '../cli/failure/explain.js';
import type { FlagOrigin } from '../cli/flags/flag-origin.js';
import { Stopped } from '../cli/failure/failure.js';
import { type ColourChoice, createColour, wantsColour } from '../core/terminal/colour.js';
import { writeAll } from '../core/terminal/output.js';
import { OutputLost } from '../core/terminal/failure.js';
import type { DeviatingAnswer } from './compose-client.js';
import { visible, visibleLine } from '../core/platform/visible-text.js';
import { fold } from '../core/terminal/wrap.js';

export interface FailOptions {
  /** Write the JSON error object. */
  readonly json: boolean;
  /** Show where the program itself failed. */
  readonly debug: boolean;
  readonly colour: ColourChoice;
  /** Names the flag of a refused property. */
  readonly origin?: FlagOrigin;
  /** A response of this run that differs from its description. */
  readonly deviating?: DeviatingAnswer | undefined;
  /** Masks secrets. */
  readonly hide: (text: string) => string;
}

/** Says why a run failed, on stderr, and answers the exit code. */
export async function fail(
  failure: unknown,
  { streams, env, signal }: Host,
  { json, debug, colour: choice, origin, deviating, hide }: FailOptions,
): Promise<ExitCode> {
  // The reader of a pipe went away, as `head` does: nothing is left to say.
  if (failure instanceof Error && 'code' in failure && failure.code === 'EPIPE') return 0;
  const first = explain(failure, origin);
  const known = first.ours ? await explainRare(failure, origin) : first;
  const told = asStopped(known.ours && deviating !== undefined ? stumbled(known, deviating) : known, signal.reason);
  const colour = createColour(wantsColour(choice, env, streams.stderrIsTerminal));
  // Where stderr takes nothing, the exit code still says it.
  const say = (text: string): Promise<void> => writeAll(streams.stderr, text).catch(() => undefined);
  await say(json ? errorAsJson(told, hide) : errorAsText(told, colour.bad, hide, streams.errorColumns));
  if (told.ours && !json && debug && failure instanceof Error && failure.stack !== undefined) {
    await say(`${visible(hide(failure.stack))}\n`);
  }
  return told.exitCode;
}

/** A command relies on what the description says, so it may fail over a response that says otherwise. */
function stumbled(ours: Explanation, { operation, isWrite, status, deviation }: DeviatingAnswer): Explanation {
  const { path, message } = deviation;
  return explanation(
    8,
    'unexpected_answer',
    `The response of the service to ${operation} is not as described: ${path === '' ? 'it' : `\`${path}\``} ${message}.`,
    isWrite
      ? 'The request itself succeeded, so do not send it again. See `esign request list`.'
      : 'Check the base URL with `esign whoami`. See the response with --debug-bodies.',
    { reason: 'shape', status, operation, cause: ours.message },
  );
}

/** What was interrupted ends with what interrupted it: its exit code, or that stdout took nothing any longer. */
function asStopped(told: Explanation, reason: unknown): Explanation {
  if (told.exitCode !== 130) return told;
  if (reason instanceof OutputLost) return explain(reason);
  return reason instanceof Stopped ? { ...told, exitCode: reason.exitCode } : told;
}

/** Loaded only for a failure that nothing here knows. */
async function explainRare(failure: unknown, origin: FlagOrigin | undefined): Promise<Explanation> {
  const { explainAny } = await import('../cli/failure/explain-any.js');
  return explainAny(failure, origin);
}

/** The JSON error object of `--json`: one line on stderr, secrets masked. */
export function errorAsJson(explanation: Explanation, hide: (text: string) => string): string {
  const { code, message, hint, exitCode, details } = explanation;
  const error = { code, message, hint, exit_code: exitCode, ...details };
  return `${JSON.stringify({ error }, (_, value: unknown) => (typeof value === 'string' ? visible(hide(value)) : value))}\n`;
}

/** The same for a person: the error, then what to do; wrapped for a terminal, else one line each. */
export function errorAsText(
  explanation: Explanation,
  bad: (text: string) => string,
  hide: (text: string) => string,
  columns?: number,
): string {
  const clean = (text: string): string => visible(hide(text));
  const isOfService = typeof explanation.details['status'] === 'number';
  const status = isOfService ? ` (${clean(explanation.code)})` : '';
  // A line of the service could pass for one of esign.
  const message = isOfService ? visibleLine(hide(explanation.message)) : clean(explanation.message);
  const hint = explanation.hint === null ? [] : clean(explanation.hint).split('\n');
  return [
    // Who leaves made no error.
    explanation.code === 'cancelled'
      ? fold(message, columns)
      : fold(`${bad('Error:')} ${message}${status}`, columns, 'Error: '.length),
    ...hint.map((line) => fold(`  ${line}`, columns)),
    '',
  ].join('\n');
}
