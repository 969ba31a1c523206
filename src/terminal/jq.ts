import { createRequire } from 'node:module';
import { JqFailure } from './jq-failure.js';

/**
 * Filters JSON with jq itself (a WebAssembly build, loaded only with --jq). Strings are written raw, as with `jq -r`,
 * one result per line; without results the text is empty. `changed` has the IDs of resources that the command changed
 * before, for the failure. Throws JqFailure.
 */
export function filterWithJq(
  value: unknown,
  expression: string,
  changed: readonly string[] | null = null,
): Promise<string> {
  return run({ json: JSON.stringify(value), expression, flags: ['-r'], changed });
}

/** The same for one line of several: an object stays on one line. */
export function filterLineWithJq(value: unknown, expression: string): Promise<string> {
  return run({ json: JSON.stringify(value), expression, flags: ['-r', '-c'], changed: null });
}

/** Throws JqFailure for an invalid expression, before there is anything to filter. */
export async function checkJq(expression: string): Promise<void> {
  await run({ json: '', expression, flags: [], changed: null });
}

interface Run {
  /** Without input, the expression is parsed only. */
  readonly json: string;
  readonly expression: string;
  readonly flags: readonly string[];
  readonly changed: readonly string[] | null;
}

/** The output of jq. The package removes the last newline, and returns undefined for empty output. */
async function run({ json, expression, flags, changed }: Run): Promise<string> {
  // The package exports a promise, which imports cannot destructure in all module systems.
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

/** The used part of jq-web, which has no types. */
interface Jq {
  /** Runs jq over a JSON text; throws with jq's own message. */
  raw(json: string, expression: string, flags?: readonly string[]): string | undefined;
}
