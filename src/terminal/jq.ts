import { JqFailure } from './jq-failure.js';

/**
 * Filters JSON with jq itself (a WebAssembly build, loaded only when --jq is given). Strings are written raw, as with
 * `jq -r`, one result a line. Throws JqFailure.
 */
export async function filterWithJq(value: unknown, expression: string): Promise<string> {
  const { default: loading } = await import('jq-web');
  const jq = await loading;
  try {
    const text = jq.raw(JSON.stringify(value), expression, ['-r']);
    return text === '' ? '' : `${text.replace(/\n$/, '')}\n`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new JqFailure(`jq refused \`${expression}\`: ${message.trim()}`);
  }
}
