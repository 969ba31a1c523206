import type { Context } from '../../cli/context/context.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { Person, Template } from '../../contract/resources/template.js';
import { compareSeen, factsOfChange } from './compare.js';
import { afterLook, changedFacts, type Facts, factsOf, factsOfTemplate } from './facts.js';
import type { ReadTemplate } from '../names-file/names.js';
import { emptySeen, type Overwrite, type Overwrites } from './overwrites.js';
import { printsWhole, recall, remember, sameTemplate } from './remember.js';
import { noteOthers, refuseOtherEtag, resolveConflicts } from './resolve-conflicts.js';

/** A write to a template, by what it overwrites. */
export interface Guarded {
  readonly templateId: string;
  readonly overwrites: Overwrites;
  /** The write decides people, so they are read and compared as well: the ETag does not cover all of them. */
  readonly decidesPeople: boolean;
  /** False: the service holds the write to the state of its naming run instead. */
  readonly takesEtag: boolean;
  /** The answer itself is printed where JSON is. */
  readonly printsAnswer: boolean;
  /** The template as the command read it to make the write. */
  readonly read?: Answered;
  /** Where the answer was not checked yet. */
  readonly isTemplate?: (body: unknown) => boolean;
  readonly options: { readonly overwrite?: boolean; readonly ifMatch?: string };
}

export interface Answered {
  readonly body: Template;
  readonly etag: string | undefined;
}

export interface WrittenTemplate {
  readonly body: Template;
  /** As they are after a write that decides people. */
  readonly people: readonly Person[] | null;
}

/** What a write is sent with: the ETag, and the template that it belongs to. */
export interface Condition {
  readonly ifMatch?: string;
  readonly readBefore?: Template;
}

/** Attempts when the template is changed between reading and writing, in places that the write leaves alone. */
const maxAttempts = 5;

/**
 * Carries out a write on top of what the person last saw of the template. What somebody changed since then and the
 * write would overwrite is shown and asked about; without a terminal it ends with 6. Other changes are noted. Throws
 * CommandFailure (6), Cancelled, and what `send` throws.
 */
export async function writeOverSeen(
  context: Context,
  write: Guarded,
  send: (condition: Condition, attempt: number) => Promise<Answered>,
): Promise<WrittenTemplate> {
  const { templateId, options, decidesPeople, takesEtag } = write;
  const client = await context.api();
  let known = await recall(context, templateId);
  const reported = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const current =
      attempt === 1 && write.read !== undefined
        ? { ...write.read, people: null }
        : await readCurrent(client, templateId, decidesPeople && known !== null);
    const before = factsOf(current);
    if (known !== null && !sameTemplate(known, before)) known = null;
    const seenNow = new Map<string, string | null>();
    const asked = write.overwrites(current, known ?? emptySeen);
    if (options.ifMatch !== undefined) {
      if (!takesEtag) refuseOtherEtag(options.ifMatch, templateId, current.etag);
    } else if (known !== null) {
      const { conflicts, others } = compareSeen(known.facts, before, asked, current);
      if (conflicts.length > 0) {
        await resolveConflicts(context, { conflicts, current, known, options });
        for (const change of conflicts) add(seenNow, factsOfChange(change, before));
      }
      for (const change of noteOthers(context, others, current, reported)) add(seenNow, factsOfChange(change, before));
      known = { ...known, facts: afterLook(known.facts, seenNow, before) };
    }
    const ifMatch = options.ifMatch ?? current.etag;
    try {
      const condition = takesEtag && ifMatch !== undefined ? { ifMatch, readBefore: current.body } : {};
      const written = await send(condition, attempt);
      const people = decidesPeople ? await readPeople(client, templateId) : null;
      if (write.isTemplate?.(written.body) !== false)
        await rememberWrite(context, write, { current, before, asked, seenNow, written, people });
      return { body: written.body, people };
    } catch (failure) {
      const isOvertaken = failure instanceof ServiceFailure && failure.code === 'template_changed';
      const mayRepeat = takesEtag && options.ifMatch === undefined && known !== null && attempt < maxAttempts;
      if (!isOvertaken || !mayRepeat) throw failure;
    }
  }
}

async function readCurrent(client: Client, templateId: string, withPeople: boolean): Promise<ReadTemplate> {
  const parameters = { templateId };
  const { body, etag } = await client.call('getTemplate', { parameters });
  const people = withPeople ? (await client.call('listTemplatePeople', { parameters })).body.people : null;
  return { body, etag, people };
}

/** After the write: a read that fails does not fail the write. */
async function readPeople(client: Client, templateId: string): Promise<readonly Person[] | null> {
  try {
    return (await client.call('listTemplatePeople', { parameters: { templateId } })).body.people;
  } catch {
    // Then the next change is compared with an older version, which is stricter.
    return null;
  }
}

const add = (to: Map<string, string | null>, facts: Facts): void => facts.forEach((value, key) => to.set(key, value));

interface Done {
  readonly current: ReadTemplate;
  readonly before: Facts;
  readonly asked: readonly Overwrite[];
  readonly seenNow: Facts;
  readonly written: Answered;
  readonly people: readonly Person[] | null;
}

/** What the write itself changed is known to its author; the rest only where its answer is printed. */
async function rememberWrite(
  context: Context,
  { templateId, printsAnswer }: Guarded,
  { current, before, asked, seenNow, written, people }: Done,
): Promise<void> {
  const answer = factsOfTemplate(written.body);
  const after = factsOf({ body: written.body, people });
  const own = asked.flatMap(({ key, value }) =>
    value !== undefined && after.get(key) === value ? [[key, value] as const] : [],
  );
  // What --jq leaves of an answer may be nothing of the template.
  const isPrinted = printsAnswer && printsWhole(context) && context.flags().jq === undefined;
  await remember(context, {
    templateId,
    etag: written.etag,
    shown: new Map([
      ...seenNow,
      // Where the people were not read before, it is unknown which of their values are new.
      ...changedFacts(before, current.people === null ? answer : after),
      ...own,
      ...(isPrinted ? answer : []),
    ]),
    read: after,
  });
}
