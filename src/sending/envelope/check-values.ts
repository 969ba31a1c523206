import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { CodeOf } from '../../cli/failure/own-codes.js';
import type { Place } from '../../core/platform/misplaced.js';
import { problems as contractProblems } from '../../contract/schema.js';
import { operations } from '../../contract/operations.js';
import type { Template } from '../../contract/resources/template.js';
import { checkRequest, deadlineProblem, shapeProblem, type WrittenRequest } from '../../domain/rules/request.js';
import { cannotBeDrawn, type Drawn, type Undrawable } from '../../domain/rules/drawn-texts.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { type OpenAddress, openAddresses, type Remark } from '../../domain/rules/open-values.js';
import type { FormProblem } from '../../domain/rules/problem.js';
import { isObject } from '../../core/platform/json.js';
import { withDocuments } from '../../authoring/template/offline.js';

/** A problem or warning in a file or in the flags. */
export interface Finding {
  /** The service's error code, `file_invalid` for an unreadable part, or the code of a warning. */
  readonly code: CodeOf<5>;
  /** In the service's notation: `values[3].key`. */
  readonly path: string;
  /** The message without the path. */
  readonly says: string;
  readonly place: Place | null;
  /** The person of the row, of a file with rows. */
  readonly who?: string | null;
  /** The column, of a file with columns, and what was written there; null for a mistake in its name. */
  readonly cell?: { readonly column: string; readonly text: string | null } | null;
  /** The numbers of all rows that have the same mistake. */
  readonly inRows?: readonly number[];
}

export interface Verdict {
  /** In the order in which the service checks. */
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Why the glyphs of the texts could not be checked; null if they were. */
  readonly unchecked: CommandFailure | null;
  /** Required fields without a value; of rows, those that any row leaves open. */
  readonly open: readonly OpenAddress[];
}

export interface ValuesContext {
  readonly template: Template;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False: the recipients are not known yet. */
  readonly people: boolean;
  placeOf(path: string): Place | null;
}

/** Validates values, a request body or rows offline. Throws CommandFailure (130) when interrupted. */
export async function checkValues(context: Context, body: WrittenRequest, within: ValuesContext): Promise<Verdict> {
  const { template, now, people, placeOf } = within;
  const form = formFromTemplate(template);
  const rows = Array.isArray(body['rows']) ? (body['rows'] as readonly unknown[]) : null;
  const settings = { form, now, title: template.name };
  const checked =
    rows === null
      ? [checkRequest(body, { ...settings, people })]
      : rows.flatMap((row, index) =>
          // An unreadable row is reported already.
          row === undefined ? [] : checkRequest(asRequest(row), { ...settings, people: true, path: `rows[${index}].` }),
        );
  const placed = ({ code, path, says }: FormProblem | Remark): Finding => ({ code, path, says, place: placeOf(path) });
  const texts = checked.flatMap(({ drawn }) => drawn);
  const { undrawn, unchecked } = await undrawnTexts(context, texts);
  const found = [
    ...(rows === null ? [] : aroundRows(body, rows, now)),
    ...checked.flatMap(({ problems }) => problems),
    ...undrawn,
  ];
  const open = checked.flatMap(({ values }) => openAddresses(values, form));
  return {
    // An unusable template is reported once, not for each row.
    problems: unique(found, ({ path, says }) => `${path}\n${says}`).map(placed),
    warnings: checked.flatMap(({ remarks }) => remarks).map(placed),
    unchecked,
    open: unique(open, ({ subject, key }) => JSON.stringify([subject, key])),
  };
}

const asRequest = (row: unknown): WrittenRequest => (isObject(row) ? row : {});

/** Problems of the batch itself and of the properties common to all rows. */
function aroundRows(body: WrittenRequest, rows: readonly unknown[], now: number): readonly FormProblem[] {
  const isUnread = (path: string): boolean => {
    const [, index] = /^rows\[(\d+)\]/.exec(path) ?? [];
    return index !== undefined && rows[Number(index)] === undefined;
  };
  const shape = contractProblems(operations.createEnvelopeBatch.body, { template_id: '', ...body })
    .filter(({ path }) => !isUnread(path))
    .map((problem) => shapeProblem(problem));
  const deadline = typeof body['expires_at'] === 'string' ? deadlineProblem(body['expires_at'], now) : null;
  return deadline === null ? shape : [...shape, deadline];
}

/** Texts that the sealer has no glyphs for; the engine is started only for unusual characters. */
export async function undrawnTexts(
  context: Context,
  drawn: readonly Drawn[],
): Promise<{ readonly undrawn: readonly FormProblem[]; readonly unchecked: CommandFailure | null }> {
  const undrawn: FormProblem[] = [];
  try {
    await withDocuments(context, async (engine) => {
      let rest = drawn;
      // Each iteration removes at least one text.
      while (rest.length > 0) {
        const found: Undrawable | null = await engine.undrawable(rest.map(({ text }) => text));
        if (found === null) return;
        const bad = rest.filter(({ text }) => text === found.text);
        undrawn.push(...bad.map((one) => cannotBeDrawn([one], found)));
        rest = rest.filter(({ text }) => text !== found.text);
      }
    });
  } catch (error) {
    // The other problems are still reported.
    if (error instanceof CommandFailure && error.exitCode !== 130) return { undrawn, unchecked: error };
    throw error;
  }
  return { undrawn, unchecked: null };
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const seen = new Map<string, T>();
  for (const item of items) if (!seen.has(keyOf(item))) seen.set(keyOf(item), item);
  return [...seen.values()];
}
