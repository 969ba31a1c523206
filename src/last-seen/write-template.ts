import { Option } from 'commander';
import type { EsignCommand } from '../cli/command.js';
import type { Act, LookedUp } from '../cli/confirm.js';
import type { Context } from '../cli/context.js';
import { Cancelled, Ended } from '../cli/failure.js';
import { addWriteOptions, write, type WriteOptions } from '../cli/write.js';
import type { CallInput } from '../client/call.js';
import type { Client } from '../client/client.js';
import { ServiceFailure } from '../client/failure.js';
import { operations } from '../contract/operations.js';
import type { Person, Template } from '../contract/resources/template.js';
import { compareSeen, factsOfChange, type SeenChange } from './compare.js';
import { afterLook, changedFacts, type Facts, factsOfPeople, factsOfTemplate } from './facts.js';
import { type Current, emptySeen, type Overwrite, type Overwrites } from './overwrites.js';
import { printsWhole, recall, remember, sameTemplate } from './remember.js';
import type { Seen } from './store.js';
import { seenChangeWords } from './words.js';

/** The flags of a command that changes a template. */
export interface TemplateWriteOptions extends WriteOptions {
  readonly overwrite?: boolean;
  readonly ifMatch?: string;
}

/** Adds `--dry-run`, `--overwrite` and `--if-match`. */
export function addTemplateWriteOptions(command: EsignCommand): EsignCommand {
  return addWriteOptions(command, 'takes no key')
    .addOption(new Option('--overwrite', 'overwrite changes that others made since you last looked'))
    .addOption(
      new Option(
        '--if-match <etag>',
        'write only if the template still has this ETag, from `template get --etag`',
      ).conflicts('overwrite'),
    );
}

type TemplateWriteId =
  | 'decideTemplatePerson'
  | 'applyTemplatePerson'
  | 'renameTemplateField'
  | 'renameTemplateFields'
  | 'acceptNamingRun';

export interface TemplateWrite<Id extends TemplateWriteId> {
  readonly templateId: string;
  readonly operation: Id;
  readonly input: CallInput<Id>;
  readonly options: TemplateWriteOptions;
  readonly overwrites: Overwrites;
  /** The write decides people, so they are read and compared as well: the ETag does not cover all of them. */
  readonly decidesPeople: boolean;
  /** The answer itself is printed where JSON is. */
  readonly printsAnswer: boolean;
  /** The template as the command read it to make the write. */
  readonly read?: Answered;
  readonly act?: Act | LookedUp | undefined;
}

export interface WrittenTemplate {
  readonly body: Template;
  /** As they are after a write that decides people. */
  readonly people: readonly Person[] | null;
}

/** Further attempts when the template is changed between reading and writing, in places that the write leaves alone. */
const mostAttempts = 5;
const mostTold = 8;

/**
 * Carries out one write to a template, on top of what the person last saw of it. What somebody changed since then and
 * this write would overwrite is shown and asked about; without a terminal it ends with 6. Other changes are noted. Null
 * under `--dry-run`. Throws Ended (6), Cancelled, and what `write` throws.
 */
export async function writeTemplate<Id extends TemplateWriteId>(
  context: Context,
  request: TemplateWrite<Id>,
): Promise<WrittenTemplate | null> {
  const { templateId, operation, options, decidesPeople } = request;
  const takesEtag = operations[operation].ifMatch !== 'none';
  if (options.dryRun === true) return await send(context, request, options.ifMatch).then(() => null);
  const client = await context.api();
  // Wrong input is refused before anything is read.
  await client.preview(operation, { ...request.input, ...(takesEtag ? { ifMatch: 'unread' } : {}) });
  let known = await recall(context, templateId);
  const told = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const current =
      attempt === 1 && request.read !== undefined
        ? { ...request.read, people: null }
        : await readCurrent(client, templateId, decidesPeople && known !== null);
    const before = factsOf(current);
    if (known !== null && !sameTemplate(known, before)) known = null;
    const seenNow = new Map<string, string | null>();
    const asked = request.overwrites(current, known ?? emptySeen);
    if (options.ifMatch !== undefined) {
      if (!takesEtag) refuseOtherEtag(options.ifMatch, templateId, current.etag);
    } else if (known !== null) {
      const { conflicts, others } = compareSeen(known.facts, before, asked, current);
      for (const change of noteOthers(context, others, current, told)) add(seenNow, factsOfChange(change, before));
      if (conflicts.length > 0) {
        await settleConflicts(context, { conflicts, current, known, options });
        for (const change of conflicts) add(seenNow, factsOfChange(change, before));
      }
      known = { ...known, facts: afterLook(known.facts, seenNow, before) };
    }
    try {
      const written = await send(
        context,
        { ...request, ...(attempt > 1 ? { act: undefined } : {}) },
        etagFor(request, current),
        current.body,
      );
      if (written === null) return null;
      const people = decidesPeople ? await readPeople(client, templateId) : null;
      await rememberWrite(context, request, { current, before, asked, seenNow, written, people });
      return { body: written.body, people };
    } catch (failure) {
      const isOvertaken = failure instanceof ServiceFailure && failure.code === 'template_changed';
      const mayRepeat = takesEtag && options.ifMatch === undefined && known !== null && attempt < mostAttempts;
      if (!isOvertaken || !mayRepeat) throw failure;
    }
  }
}

interface Answered {
  readonly body: Template;
  readonly etag: string | undefined;
}

async function send<Id extends TemplateWriteId>(
  context: Context,
  { operation, input, options, act }: TemplateWrite<Id>,
  ifMatch: string | undefined,
  readBefore?: Template,
): Promise<Answered | null> {
  const conditional = ifMatch === undefined ? {} : { ifMatch, readBefore };
  const done = await write(context, { operation, input: { ...input, ...conditional }, options, act });
  // Each of these operations answers with the template.
  return done as Answered | null;
}

/** An operation without If-Match is held to the state of its naming run by the service. */
function etagFor<Id extends TemplateWriteId>(
  { operation, options }: TemplateWrite<Id>,
  { etag }: Current,
): string | undefined {
  return operations[operation].ifMatch === 'none' ? undefined : (options.ifMatch ?? etag);
}

async function readCurrent(client: Client, templateId: string, withPeople: boolean): Promise<Current> {
  const parameters = { templateId };
  const { body, etag } = await client.call('getTemplate', { parameters });
  const people = withPeople ? (await client.call('listTemplatePeople', { parameters })).body.people : null;
  return { body, etag, people };
}

/** After the write: that it cannot be read is no failure of the write. */
async function readPeople(client: Client, templateId: string): Promise<readonly Person[] | null> {
  try {
    return (await client.call('listTemplatePeople', { parameters: { templateId } })).body.people;
  } catch {
    return null;
  }
}

const factsOf = ({ body, people }: Pick<Current, 'body' | 'people'>): Facts =>
  new Map([...factsOfTemplate(body), ...factsOfPeople(people ?? [])]);

const add = (to: Map<string, string | null>, facts: Facts): void => facts.forEach((value, key) => to.set(key, value));

/** For a write that does not send If-Match itself, or not at once. Throws Ended (6) for another ETag than the wanted one. */
export function refuseOtherEtag(wanted: string, templateId: string, etag: string | undefined): void {
  if (wanted.replaceAll('"', '') === (etag ?? '').replaceAll('"', '')) return;
  throw new Ended(
    6,
    'template_changed',
    'The template does not have the ETag given with --if-match; nothing was sent.',
    {
      hint: `Look at it with: esign template get ${templateId} --etag`,
      details: { template_id: templateId, etag: etag ?? null },
    },
  );
}

/** Notes the changes that stay; answers with those that were shown. */
function noteOthers(
  { output }: Context,
  others: readonly SeenChange[],
  current: Current,
  told: Set<string>,
): readonly SeenChange[] {
  if (output.form === 'json' || output.form === 'ids') return [];
  const fresh = others.filter((change) => !told.has(seenChangeWords(change, current))).slice(0, mostTold);
  if (fresh.length === 0) return [];
  const more = others.length - fresh.length;
  output.note(
    [
      'Changed since you last looked, and not touched by this command:',
      ...fresh.map((change) => `  ${seenChangeWords(change, current)}`),
      ...(more > 0 ? [`  And ${more} more. See them with: esign template fields ${current.body.id}`] : []),
    ].join('\n'),
  );
  for (const change of fresh) told.add(seenChangeWords(change, current));
  return fresh;
}

interface Conflicting {
  readonly conflicts: readonly SeenChange[];
  readonly current: Current;
  readonly known: Seen;
  readonly options: TemplateWriteOptions;
}

/** Shows what would be overwritten, and asks. Returns when it may be; throws Ended (6) and Cancelled otherwise. */
async function settleConflicts(context: Context, { conflicts, current, known, options }: Conflicting): Promise<void> {
  const lines = conflicts.map((change) => seenChangeWords(change, current));
  const indented = lines.map((line) => `  ${line}`);
  if (options.overwrite === true) {
    context.output.note(['Overwriting changes made since you last looked:', ...indented].join('\n'));
    return;
  }
  const head = 'This command would overwrite changes made since you last looked';
  const canShow = context.output.form === 'human' || context.output.form === 'rows';
  if (context.prompt.available && canShow) {
    context.output.note([`${head}:`, ...indented].join('\n'));
    if (await context.prompt.confirm('Overwrite them?')) return;
    throw new Cancelled();
  }
  const { id } = current.body;
  const verb = conflicts.some(({ kind }) => kind === 'person') ? 'people' : 'fields';
  throw new Ended(6, 'template_changed', [`${head}; nothing was sent.`, ...indented].join('\n'), {
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

interface Done {
  readonly current: Current;
  readonly before: Facts;
  readonly asked: readonly Overwrite[];
  readonly seenNow: Facts;
  readonly written: Answered;
  readonly people: readonly Person[] | null;
}

/** What the write itself changed is known to whoever made it; the rest only where its answer is printed. */
async function rememberWrite<Id extends TemplateWriteId>(
  context: Context,
  request: TemplateWrite<Id>,
  { current, before, asked, seenNow, written, people }: Done,
): Promise<void> {
  const after = factsOf({ body: written.body, people });
  const own = asked.flatMap(({ key, value }) =>
    value !== undefined && after.get(key) === value ? [[key, value] as const] : [],
  );
  const isPrinted = request.printsAnswer && printsWhole(context);
  await remember(context, {
    templateId: current.body.id,
    etag: written.etag,
    shown: new Map([
      ...seenNow,
      ...changedFacts(before, current.people === null && people !== null ? factsOfTemplate(written.body) : after),
      ...own,
      ...(isPrinted ? factsOfTemplate(written.body) : []),
    ]),
    read: after,
  });
}
