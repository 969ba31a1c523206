import type { Context } from '../cli/context.js';
import { CommandFailure } from '../cli/failure.js';
import type { Place } from '../cli/values-file.js';
import { problems as contractProblems } from '../contract/schema.js';
import { operations } from '../contract/operations.js';
import type { Template } from '../contract/resources/template.js';
import { deadlineProblem } from '../rules/deadline.js';
import { cannotBeDrawn, type Drawn, type Undrawable } from '../rules/drawn-texts.js';
import { formFromTemplate } from '../rules/from-template.js';
import { type OpenAddress, openAddresses, type Remark } from '../rules/open-values.js';
import type { FormProblem } from '../rules/problem.js';
import { judgeRequest, shapeProblem, type WrittenRequest } from '../rules/request.js';
import { isObject } from '../platform/json.js';
import { withDocuments } from '../template/offline.js';

/** What a file, or the flags beside it, would be refused for or warned of. */
export interface Finding {
  /** The service's error code, `file_invalid` for what cannot be read, or the code of a warning. */
  readonly code: string;
  /** As the service writes it: `values[3].key`. */
  readonly path: string;
  /** What follows the path. */
  readonly says: string;
  readonly place: Place | null;
}

export interface Verdict {
  /** In the order in which the service would come upon them. */
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Why it is not known whether every text can be drawn; null when it is. */
  readonly unchecked: CommandFailure | null;
  /** Required addresses that nothing answers beforehand; of rows, what any of them leaves open. */
  readonly open: readonly OpenAddress[];
}

export interface Judging {
  readonly template: Template;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False: the people are not known yet. */
  readonly people: boolean;
  placeOf(path: string): Place | null;
}

/** Judges values, a request or the rows of a batch; nothing is sent. Throws Ended (130) when it is interrupted. */
export async function judge(context: Context, body: WrittenRequest, judging: Judging): Promise<Verdict> {
  const { template, now, people, placeOf } = judging;
  const form = formFromTemplate(template);
  const rows = Array.isArray(body['rows']) ? (body['rows'] as readonly unknown[]) : null;
  const settings = { form, now, title: template.name };
  const judged =
    rows === null
      ? [judgeRequest(body, { ...settings, people })]
      : rows.flatMap((row, index) =>
          // One that could not be read is told of already.
          row === undefined ? [] : judgeRequest(asRequest(row), { ...settings, people: true, path: `rows[${index}].` }),
        );
  const placed = ({ code, path, says }: FormProblem | Remark): Finding => ({ code, path, says, place: placeOf(path) });
  const texts = judged.flatMap(({ drawn }) => drawn);
  const { undrawn, unchecked } = await undrawable(context, texts);
  const found = [
    ...(rows === null ? [] : aroundRows(body, rows, now)),
    ...judged.flatMap(({ problems }) => problems),
    ...undrawn,
  ];
  const open = judged.flatMap(({ values }) => openAddresses(values, form));
  return {
    // A template that nothing can be made from is told once, not for each row.
    problems: unique(found, ({ path, says }) => `${path}\n${says}`).map(placed),
    warnings: judged.flatMap(({ remarks }) => remarks).map(placed),
    unchecked,
    open: unique(open, ({ subject, key }) => JSON.stringify([subject, key])),
  };
}

const asRequest = (row: unknown): WrittenRequest => (isObject(row) ? row : {});

/** What is wrong with the shape of a batch, and with what holds for all of its rows. */
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

/** Every text that the sealer has no glyphs for; texts of plain letters start no engine. */
async function undrawable(
  context: Context,
  drawn: readonly Drawn[],
): Promise<{ readonly undrawn: readonly FormProblem[]; readonly unchecked: CommandFailure | null }> {
  const undrawn: FormProblem[] = [];
  try {
    await withDocuments(context, async (engine) => {
      let rest = drawn;
      // Each turn takes at least one text away.
      while (rest.length > 0) {
        const found: Undrawable | null = await engine.undrawable(rest.map(({ text }) => text));
        if (found === null) return;
        const bad = rest.filter(({ text }) => text === found.text);
        undrawn.push(...bad.map((one) => cannotBeDrawn([one], found)));
        rest = rest.filter(({ text }) => text !== found.text);
      }
    });
  } catch (error) {
    // What is known of the rest of the file is told all the same.
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
