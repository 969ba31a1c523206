import { checkFields, pickFields, writeJson } from './json.js';
import { visible } from './text.js';

/** What `--json a,b` and `--jq` leave of the lines of a long-running command. */
export interface Selection {
  readonly fields: readonly string[] | null;
  readonly jq: string | null;
}

/**
 * Refuses a selection before the command starts: UnknownFields for a field that its result or none of its lines has
 * (`known` are the names of all their properties), JqFailure for an invalid expression.
 */
export async function checkSelection({ fields, jq }: Selection, known: readonly string[] | null): Promise<void> {
  if (fields !== null && known !== null) checkFields(fields, known);
  if (jq === null) return;
  const { checkJq } = await import('./jq.js');
  await checkJq(jq);
}

/**
 * One line as it is written; empty when the expression finds nothing in it. A field that this line lacks and others have
 * is null. Throws JqFailure.
 */
export async function selectedLine(value: object, { fields, jq }: Selection, toTerminal: boolean): Promise<string> {
  // A line is one thing, whatever its properties are called.
  const picked = fields === null ? value : pickFields([value], fields, { lenient: true });
  const line: unknown = Array.isArray(picked) ? picked[0] : picked;
  if (jq === null) return `${writeJson(line, 0)}\n`;
  const { filterLineWithJq } = await import('./jq.js');
  const text = await filterLineWithJq(line, jq);
  return toTerminal ? visible(text) : text;
}
