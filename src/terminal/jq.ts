import { createRequire } from 'node:module';
import { JqFailure } from './jq-failure.js';

/**
 * Filters JSON with jq itself (a WebAssembly build, loaded only when --jq is given). Strings are written raw, as with
 * `jq -r`, one result a line; without any result it is the empty text. `changed` holds the ids of what the command
 * changed before it got here, and goes into the failure. Throws JqFailure.
 */
export function filterWithJq(
  value: unknown,
  expression: string,
  changed: readonly string[] | null = null,
): Promise<string> {
  return run({ json: JSON.stringify(value), expression, flags: ['-r'], changed });
}

/** The same for a line of many: an object is one line too. */
export function filterLineWithJq(value: unknown, expression: string): Promise<string> {
  return run({ json: JSON.stringify(value), expression, flags: ['-r', '-c'], changed: null });
}

/** Throws JqFailure for what is no jq expression, before there is anything to filter. */
export async function checkJq(expression: string): Promise<void> {
  await run({ json: '', expression, flags: [], changed: null });
}

interface Run {
  /** Without any text the expression is read, and filters nothing. */
  readonly json: string;
  readonly expression: string;
  readonly flags: readonly string[];
  readonly changed: readonly string[] | null;
}

/** What jq prints. The package takes the last end of line away, and answers undefined where nothing is printed at all. */
async function run({ json, expression, flags, changed }: Run): Promise<string> {
  // The package exports a promise, which no import can take apart in the same way everywhere.
  const jq = await (createRequire(import.meta.url)('jq-web') as Promise<Jq>);
  try {
    const text = jq.raw(json, expression, flags);
    return text === undefined ? '' : `${text}\n`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const words = message.replace(/^Non-zero exit code: \d+\s*(?:jq: error(?: \(at [^)]*\))?:? *)?/, '').trim();
    throw new JqFailure(`Invalid --jq expression \`${expression}\`: ${words || 'no message from jq'}`, changed);
  }
}

/** The part of jq-web that is used; the package has no types. */
interface Jq {
  /** Runs jq over a JSON text; throws with jq's own message. */
  raw(json: string, expression: string, flags?: readonly string[]): string | undefined;
}
