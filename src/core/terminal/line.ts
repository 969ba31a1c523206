import { checkFields, pickFields } from './json.js';
import { visibleJson } from '../platform/visible-text.js';

/** Applies `--json a,b` and `--jq` to the lines of a long-running command. */
export interface Selection {
  readonly fields: readonly string[] | null;
  readonly jq: string | null;
}

/**
 * Rejects a selection before the command starts: UnknownFields for a field of neither its result nor any line (`known`
 * are all property names), JqFailure for an invalid expression.
 */
export async function checkSelection({ fields, jq }: Selection, known: readonly string[] | null): Promise<void> {
  if (fields !== null && known !== null) checkFields(fields, known);
  if (jq === null) return;
  const { checkJq } = await import('./jq.js');
  await checkJq(jq);
}

/**
 * One output line; empty when the expression has no result. A field that only other lines have is null. Throws
 * JqFailure.
 */
export async function selectedLine(value: object, { fields, jq }: Selection, toTerminal: boolean): Promise<string> {
  // A line is a single object, whatever its properties are called.
  const picked = fields === null ? value : pickFields([value], fields, { lenient: true });
  const line: unknown = Array.isArray(picked) ? picked[0] : picked;
  if (jq === null) return `${visibleJson(line)}\n`;
  const { filterLineWithJq } = await import('./jq.js');
  return await filterLineWithJq(line, jq, toTerminal);
}
