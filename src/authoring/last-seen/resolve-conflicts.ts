import type { Context } from '../../cli/context/context.js';
import { Cancelled, CommandFailure } from '../../cli/failure/failure.js';
import type { SeenChange } from './compare.js';
import type { ReadTemplate } from '../names-file/names.js';
import type { Seen } from '../../store/last-seen.js';
import { seenChangeWords } from './words.js';

/** How changes by others are told before a write: those that stay are noted, those it would overwrite are asked about. */

const maxReported = 8;

/** For a write that does not send If-Match itself, or not at once. Throws CommandFailure (6) for another ETag than the wanted one. */
export function refuseOtherEtag(wanted: string, templateId: string, etag: string | undefined): void {
  if (wanted.replaceAll('"', '') === (etag ?? '').replaceAll('"', '')) return;
  throw new CommandFailure(
    6,
    'template_changed',
    'The template does not have the ETag given with --if-match. Nothing was sent.',
    {
      hint: `Look at it with: esign template get ${templateId} --etag`,
      details: { template_id: templateId, etag: etag ?? null },
    },
  );
}

/** Notes the changes that stay; answers with those that were shown. */
export function noteOthers(
  { output }: Context,
  others: readonly SeenChange[],
  current: ReadTemplate,
  reported: Set<string>,
): readonly SeenChange[] {
  if (output.form === 'json' || output.form === 'ids') return [];
  const groups = alike(others, current).filter(({ line }) => !reported.has(line));
  const shown = groups.slice(0, maxReported);
  if (shown.length === 0) return [];
  const more = groups.slice(maxReported).reduce((sum, { changes }) => sum + changes.length, 0);
  output.note(
    [
      'Changed since you last looked, and not touched by this command:',
      ...shown.map(({ line }) => `  ${line}`),
      ...(more > 0 ? [`  And ${more} more. See them with: esign template fields ${current.body.id}`] : []),
    ].join('\n'),
  );
  for (const { line } of shown) reported.add(line);
  return shown.flatMap(({ changes }) => changes);
}

interface Alike {
  readonly line: string;
  readonly changes: readonly SeenChange[];
}

/** One line for each change, and one for all the fields that a decision gave another role or subject. */
function alike(changes: readonly SeenChange[], current: ReadTemplate): readonly Alike[] {
  const groups = new Map<string, SeenChange[]>();
  for (const change of changes) {
    const isDecided = change.kind === 'field' && (change.property === 'role' || change.property === 'subject');
    const key = isDecided
      ? JSON.stringify([change.property, change.was, change.now])
      : seenChangeWords(change, current);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    const words = first === undefined ? '' : seenChangeWords(first, current);
    const line =
      group.length === 1 ? words : words.replace(/^.*, (role|subject): was /, `${group.length} fields, $1: was `);
    return { line, changes: group };
  });
}

interface Conflicting {
  readonly conflicts: readonly SeenChange[];
  readonly current: ReadTemplate;
  readonly known: Seen;
  readonly options: { readonly overwrite?: boolean };
}

/** Shows what would be overwritten, and asks. Returns when it may be; throws CommandFailure (6) and Cancelled otherwise. */
export async function resolveConflicts(
  context: Context,
  { conflicts, current, known, options }: Conflicting,
): Promise<void> {
  const lines = conflicts.map((change) => seenChangeWords(change, current));
  const indented = lines.map((line) => `  ${line}`);
  if (options.overwrite === true) {
    context.output.note(['Overwriting changes made since you last looked:', ...indented].join('\n'));
    return;
  }
  const head = 'This command would overwrite changes made since you last looked';
  const canShow = context.output.form === 'human' || context.output.form === 'piped';
  if (context.prompt.available && canShow) {
    context.output.note([`${head}:`, ...indented].join('\n'));
    if (await context.prompt.confirm('Overwrite them?')) return;
    throw new Cancelled();
  }
  const { id } = current.body;
  const verb = conflicts.some(({ kind }) => kind === 'person') ? 'people' : 'fields';
  throw new CommandFailure(6, 'template_changed', [`${head}. Nothing was sent.`, ...indented].join('\n'), {
    hint: `Look again with: esign template ${verb} ${id}\nTo overwrite the changes, add --overwrite to the command.`,
    details: {
      template_id: id,
      etag: current.etag ?? null,
      seen_etag: known.etag,
      changes: lines,
      conflicts: conflicts.map((change) => ({ ...change, now: change.now ?? null })),
    },
  });
}
