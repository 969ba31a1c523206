import { createRequire } from 'node:module';
import { JqFailure } from './jq-failure.js';

/**
 * Filters JSON with jq itself (a WebAssembly build, loaded only when --jq is given). Strings are written raw, as with
 * `jq -r`, one result a line. `changed` holds the ids of what the
 * command changed before it got here, and goes into the failure. Throws JqFailure.
 */
export async function filterWithJq(
  value: unknown,
  expression: string,
  changed: readonly string[] | null = null,
): Promise<string> {
  // The package exports a promise, which no import can take apart in the same way everywhere.
  const jq = await (createRequire(import.meta.url)('jq-web') as Promise<Jq>);
  try {
    const text = jq.raw(JSON.stringify(value), expression, ['-r']);
    return text === '' ? '' : `${text.replace(/\n$/, '')}\n`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const told = `jq refused \`${expression}\`: ${message.replace(/^Non-zero exit code: \d+\s*/, '').trim()}`;
    throw new JqFailure(told, changed);
  }
}

/** The part of jq-web that is used; the package has no types. */
interface Jq {
  /** Runs jq over a JSON text; throws with jq's own message. */
  raw(json: string, expression: string, flags?: readonly string[]): string;
}
