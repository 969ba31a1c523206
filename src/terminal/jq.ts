import { readFile } from 'node:fs/promises';
import type { Jq } from 'jq-wasm';
import { parseJson } from '../platform/json.js';
import { lazy } from '../platform/lazy.js';
import { assetPath } from '../platform/package-files.js';
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
  return run({ json: JSON.stringify(value), expression, isCompact: false, changed });
}

/** The same for one line of several: an object stays on one line. */
export function filterLineWithJq(value: unknown, expression: string): Promise<string> {
  return run({ json: JSON.stringify(value), expression, isCompact: true, changed: null });
}

/** Throws JqFailure for an invalid expression, before there is anything to filter. */
export async function checkJq(expression: string): Promise<void> {
  await run({ json: '', expression, isCompact: false, changed: null });
}

interface Run {
  /** Without input, the expression is parsed only. */
  readonly json: string;
  readonly expression: string;
  readonly isCompact: boolean;
  readonly changed: readonly string[] | null;
}

const loaded = lazy(async (): Promise<Jq> => {
  const { loadJq } = await import('jq-wasm');
  return loadJq({ wasmBinary: await readFile(assetPath('terminal/jq.wasm')) });
});

/**
 * The package trims what jq writes, which would change raw strings. So jq writes JSON texts (`--seq`: each after a
 * record separator, in its input as well), and strings are made raw here.
 */
const separator = '\x1e';

async function run({ json, expression, isCompact, changed }: Run): Promise<string> {
  const jq = await loaded();
  const input = json === '' ? '' : `${separator}${json}\n`;
  const { stdout, stderr, exitCode } = runOnce(jq, input, expression, ['--seq', ...(isCompact ? ['-c'] : []), '--']);
  if (exitCode !== 0) {
    const words = stderr.replace(/^jq: error(?: \(at [^)]*\))?:? */, '');
    throw new JqFailure(`Invalid --jq expression \`${expression}\`: ${words || 'no message from jq'}`, changed);
  }
  const results = stdout.split(separator).slice(1);
  return results.map((text) => `${text.startsWith('"') ? (parseJson(text) as string) : text.trimEnd()}\n`).join('');
}

/** An expression that recurses without end makes jq abort. */
function runOnce(jq: Jq, ...words: Parameters<Jq['raw']>): ReturnType<Jq['raw']> {
  try {
    return jq.raw(...words);
  } catch (error) {
    return { stdout: '', stderr: error instanceof Error ? error.message : String(error), exitCode: 5 };
  }
}
