import { readFile } from 'node:fs/promises';
import type { Jq } from 'jq-wasm';
import { parseJson } from '../platform/json.js';
import { lazy } from '../platform/lazy.js';
import { assetPath } from '../platform/package-files.js';
import { escapeHidden, visible, visibleData } from '../platform/visible-text.js';
import { JqFailure } from './failure.js';

/** How results are written. */
export interface JqOutput {
  /** Controls in raw strings are made visible; in a pipe they are data. */
  readonly toTerminal?: boolean;
  /** The IDs of resources that the command changed before, for the failure. */
  readonly changed?: readonly string[] | null;
}

/**
 * Filters JSON with jq itself (a WebAssembly build, loaded only with --jq). Strings are written raw, as with `jq -r`, but
 * with hidden characters visible; one result per line, and without results the text is empty. Throws JqFailure.
 */
export const filterWithJq = (value: unknown, expression: string, output: JqOutput = {}): Promise<string> =>
  run({ json: JSON.stringify(value), expression, isCompact: false, ...output });

/** The same for one line of several: an object stays on one line. */
export const filterLineWithJq = (value: unknown, expression: string, toTerminal = false): Promise<string> =>
  run({ json: JSON.stringify(value), expression, isCompact: true, toTerminal });

/** Throws JqFailure for an invalid expression, before there is anything to filter. */
export async function checkJq(expression: string): Promise<void> {
  await run({ json: '', expression, isCompact: false });
}

interface Run extends JqOutput {
  /** Without input, the expression is parsed only. */
  readonly json: string;
  readonly expression: string;
  readonly isCompact: boolean;
}

const loaded = lazy(async (): Promise<Jq> => {
  const { loadJq } = await import('jq-wasm');
  return loadJq({ wasmBinary: await readFile(assetPath('core/terminal/jq.wasm')) });
});

/**
 * The package trims what jq writes, which would change raw strings. So jq writes JSON texts (`--seq`: each after a
 * record separator, in its input as well), and strings are made raw here.
 */
const separator = '\x1e';

async function run({ json, expression, isCompact, toTerminal = false, changed = null }: Run): Promise<string> {
  const jq = await loaded();
  const input = json === '' ? '' : `${separator}${json}\n`;
  const { stdout, stderr, exitCode } = runOnce(jq, input, expression, ['--seq', ...(isCompact ? ['-c'] : []), '--']);
  if (exitCode !== 0) {
    const words = stderr.replace(/^jq: error(?: \(at [^)]*\))?:? */, '');
    throw new JqFailure(`Invalid --jq expression \`${expression}\`: ${words || 'no message from jq'}`, changed);
  }
  const results = stdout.split(separator).slice(1);
  const raw = toTerminal ? visible : visibleData;
  return results
    .map((text) => `${text.startsWith('"') ? raw(parseJson(text) as string) : escapeHidden(text.trimEnd())}\n`)
    .join('');
}

/** An expression that recurses without end makes jq abort. */
function runOnce(jq: Jq, ...words: Parameters<Jq['raw']>): ReturnType<Jq['raw']> {
  try {
    return jq.raw(...words);
  } catch (error) {
    return { stdout: '', stderr: error instanceof Error ? error.message : String(error), exitCode: 5 };
  }
}
