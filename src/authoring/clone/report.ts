import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { Translation } from './translate.js';

const side = (s: ShapeBlocks) =>
  s.object({ profile: s.nullable(s.text), url: s.text, template_id: s.nullable(s.text) });

/** A copy and what it lacks: what `template clone` prints. */
export const clonedMembers = (s: ShapeBlocks) => ({
  name: s.text,
  from: side(s),
  to: side(s),
  created: s.flag,
  fields: s.count,
  decided: s.list(s.text),
  renamed: s.list(s.text),
  not_taken_over: s.list(s.text),
  differences: s.list(s.text),
  files: s.list(s.text),
});

const clonedShape = (s: ShapeBlocks) => s.object(clonedMembers(s));
type Cloned = Shaped<typeof clonedShape>;

/** What is written once the pages are uploaded. */
interface Steps {
  readonly decisions: number;
  readonly names: number;
}

/** How many decisions and names a copy still lacks. */
export const stepsOf = ({ plan, renames, questions }: Translation): Steps => ({
  decisions: plan.decisions.length,
  names: renames.length + questions,
});

/** The same in words. */
export const words = ({ decisions, names }: Steps): string =>
  `${pluralize(decisions, 'decision')} and the names of ${pluralize(names, 'field')}`;

/** A heading and its lines; nothing without a line. */
export const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

/** Prints what became of a copy at the profile `to`. */
export async function printCloned(context: Context, to: string, cloned: Cloned): Promise<void> {
  const id = cloned.to.template_id ?? '';
  const wrote = words({ decisions: cloned.decided.length, names: cloned.renamed.length });
  await context.output.result(cloned, {
    human: [
      cloned.created
        ? `Made “${cloned.name}” at ${to}: ${id}, ${pluralize(cloned.fields, 'field')}, ${wrote}.`
        : `“${cloned.name}” is at ${to}: ${id}. Wrote ${wrote}.`,
      ...listed('Not taken over', cloned.not_taken_over),
      ...listed('Changed since on one of the two, and left', cloned.differences),
      ...listed('Names files', cloned.files),
    ].join('\n'),
    ids: [id],
    next: [`esign template rehearse ${id} --profile ${to}`],
  });
}
