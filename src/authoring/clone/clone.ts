import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { shownRequests } from '../../cli/write/dry-run.js';
import { confirmAct, noteLive, write, type WriteOptions } from '../../cli/write/write.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { FileUpload } from '../../contract/operations/templates.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { fileNameOf } from '../../core/platform/file-name.js';
import { completedKey, factsOf } from '../last-seen/facts.js';
import { recall, remember } from '../last-seen/remember.js';
import type { WholeTemplate } from '../names-file/names.js';
import { writeNames } from '../names-file/write.js';
import { refuseTestKey } from '../template/live-key.js';
import { readState } from '../template/names-state.js';
import { withDocuments } from '../template/offline.js';
import { fetchPage } from '../template/preview-source.js';
import { asRead } from './as-read.js';
import { type ComposedDocument, composeDocument } from './compose.js';
import { type EarlierCopies, earlierCopies, isNamed } from './earlier-copy.js';
import { changesOf, type Done, finishCopy, untouched } from './finish-copy.js';
import { namesFiles, writeNamesFiles } from './names-files.js';
import { listed, printCloned, stepsOf, words } from './report.js';
import { translate, type Translation } from './translate.js';

export interface CloneOptions extends Pick<WriteOptions, 'dryRun'> {
  readonly templateId: string;
  /** Profiles; without `from` that of the run. */
  readonly from?: string;
  readonly to: string;
  readonly again?: boolean;
  /** The folder of the two names files. */
  readonly output?: string;
  readonly force?: boolean;
}

/** What no read of a template tells (Resources: Template, Field). */
const untold =
  'The service does not tell maximum lengths, answers that the form held at upload, or the names of the files.';

/** One run, with both sides of it. */
interface Run {
  readonly context: Context;
  readonly options: CloneOptions;
  readonly from: Context;
  readonly to: Context;
  readonly source: WholeTemplate;
  readonly client: Client;
}

/** A copy beside its source is a second template of the same name, which `again` asks for. Throws UsageFailure. */
async function refuseSameService(from: Context, to: Context): Promise<void> {
  const [one, other] = [from.settings(), to.settings()];
  if (requireBaseUrl(one) !== requireBaseUrl(other)) return;
  const keys = await Promise.all([one.key(), other.key()]);
  if (keys[0]?.value.secret !== keys[1]?.value.secret) return;
  throw new UsageFailure('--from and --to lead to the same service with the same key.', {
    code: 'conflicting_options',
    hint: 'Name another profile with --to, or add --again for a second template beside the first.',
  });
}

/**
 * Makes a template again with another profile: its pages, fields, decisions and names. A copy that this machine made
 * before is completed or told of, and never uploaded twice unless `again` asks for it. Throws CommandFailure (3) for a
 * test key, (5) for pages that cannot be made into a document, and (6) where the copy differs in what was not listed.
 */
export async function cloneTemplate(context: Context, options: CloneOptions): Promise<void> {
  const to = context.at(options.to, '--to');
  const from = options.from === undefined ? context : context.at(options.from, '--from');
  if (options.again !== true) await refuseSameService(from, to);
  await refuseTestKey(to);
  const client = await to.api();
  const source = await readState(await from.api(), options.templateId);
  const run: Run = { context, options, from, to, source, client };
  const earlier = await earlierCopies(await context.journal(), {
    templateId: source.body.id,
    from: await from.recordedAs(),
    to: await to.recordedAs(),
    profile: options.to,
  });
  const known = options.again === true || earlier.openKey !== null ? null : await stateOfCopy(run, earlier);
  const names = await namesFiles(context, {
    folder: options.output,
    force: options.force === true,
    sides: [
      { profile: options.from ?? profileOf(from) ?? 'source', templateId: source.body.id },
      { profile: options.to, templateId: known?.body.id ?? null },
    ],
    name: source.body.name,
  });
  const key =
    options.again === true && earlier.openKey === null ? earlier.nextKey : (earlier.openKey ?? earlier.nextKey);
  const done = known === null ? await upload(run, key) : await complete(run, known, earlier);
  if (done === null) return;
  const { copy, losses, differences, unexpected, ...written } = done;
  const files = await writeNamesFiles(
    context,
    names,
    [source, copy].map((each) => writeNames(each)),
  );
  const shown = new Map([[completedKey, null]]);
  await remember(to, { templateId: copy.body.id, etag: copy.etag, shown, read: factsOf(copy) });
  await printCloned(context, options.to, {
    ...written,
    name: source.body.name,
    from: sideOf(from, source),
    to: sideOf(to, copy),
    fields: copy.body.fields.length,
    not_taken_over: [...losses, untold],
    differences,
    files,
  });
  if (unexpected.length === 0) return;
  throw new CommandFailure(
    6,
    'copy_differs',
    [`The copy differs in what was not listed before:`, ...unexpected.map((each) => `  ${each}`)].join('\n'),
    { hint: `Look at it with \`esign template fields ${copy.body.id} --profile ${options.to}\`.` },
  );
}

const profileOf = (context: Context): string | null => context.settings().profile?.value ?? null;

const sideOf = (context: Context, { body }: WholeTemplate) => ({
  profile: profileOf(context),
  url: requireBaseUrl(context.settings()),
  template_id: body.id,
});

/** The copy that this machine made before, as it is now; null where none is there. */
async function stateOfCopy({ context, client, options }: Run, { copy }: EarlierCopies): Promise<WholeTemplate | null> {
  if (copy === null) return null;
  try {
    return await readState(client, copy.id);
  } catch (failure) {
    if (!(failure instanceof ServiceFailure) || failure.code !== 'not_found') throw failure;
    context.output.note(`The copy of ${copy.at.slice(0, 10)} is not at ${options.to} any more: ${copy.id}.`);
    return null;
  }
}

/** Null under `--dry-run`. */
async function upload(run: Run, key: string): Promise<Done | null> {
  const { context, options, to, source, client } = run;
  const contract = (await contractInUse(to.settings()))?.contract;
  const composed = await compose(run);
  const asFound = asRead(
    source.body,
    composed.map(({ read }) => read),
  );
  const expected = translate(source, asFound, { contract, suggested: asFound.suggested });
  const { name } = source.body;
  const stem = fileNameOf(basename(name), { after: '', otherwise: 'template' });
  const documents = composed.map(({ pdf }, index): FileUpload => ({
    filename: `${stem}${composed.length === 1 ? '' : `-${index + 1}`}.pdf`,
    file: Buffer.from(pdf).toString('base64'),
  }));
  const input = { body: { name, documents }, idempotencyKey: key };
  const steps = stepsOf(expected);
  if (options.dryRun === true) {
    const preview = await client.preview('createTemplate', input);
    // The pages themselves tell a reader nothing.
    const shown = documents.map(({ filename }, index) => ({
      filename,
      ...digestOf(composed[index]?.pdf ?? Buffer.of()),
    }));
    const requests = shownRequests([{ ...preview, body: { name, documents: shown } }]);
    const lost = [...expected.losses, untold];
    await context.output.result(
      {
        dry_run: true,
        requests,
        name,
        from: sideOf(run.from, source),
        to: { profile: options.to, url: requireBaseUrl(to.settings()), template_id: null },
        decisions: steps.decisions,
        names: steps.names,
        not_taken_over: lost,
      },
      {
        human: [
          `POST ${requests[0]?.url ?? ''}: “${name}”, ${pluralize(documents.length, 'document')}, ${pluralize(source.body.fields.length, 'field')}.`,
          `Then ${words(steps)}, when the copy has its IDs.`,
          ...listed('Not taken over', lost),
        ].join('\n'),
        ids: [],
      },
    );
    context.output.note('Dry run: nothing was sent.');
    return null;
  }
  context.output.note(listed('Not taken over', [...expected.losses, untold]).join('\n'));
  await agree(run, expected, `This makes the template “${name}” at ${options.to}, with ${words(steps)}`);
  const made = await write(to, {
    operation: 'createTemplate',
    input: { body: input.body },
    options: { idempotencyKey: key },
  });
  if (made === null) return null;
  const copy = await readState(client, made.body.id);
  // What a run that is cut short here has still to do is told by what is as it was uploaded.
  await remember(to, { templateId: copy.body.id, etag: copy.etag, shown: factsOf(copy) });
  return await finishCopy({ ...run, profile: options.to }, { copy, created: true, listed: expected.losses });
}

const digestOf = (pdf: Uint8Array): { readonly bytes: number; readonly sha256: string } => ({
  bytes: pdf.length,
  sha256: createHash('sha256').update(pdf).digest('hex'),
});

/** An earlier copy: what a run that was cut short left out is written; what was changed since is left. */
async function complete(run: Run, copy: WholeTemplate, { copy: known }: EarlierCopies): Promise<Done | null> {
  const { context, options, to, source } = run;
  const contract = (await contractInUse(to.settings()))?.contract;
  const translation = translate(source, copy, { contract });
  const isCompleted = (await recall(to, copy.body.id))?.facts.has(completedKey) === true;
  const wasFinished = isCompleted || known === null || (await isNamed(await context.journal(), known));
  const open = wasFinished ? nothing(translation) : await untouched(to, copy, translation);
  const steps = stepsOf(open);
  const left = wasFinished ? changesOf(translation) : [];
  if (options.dryRun === true) {
    await context.output.result(
      {
        dry_run: true,
        requests: [],
        name: source.body.name,
        from: sideOf(run.from, source),
        to: sideOf(to, copy),
        decisions: steps.decisions,
        names: steps.names,
        not_taken_over: [...translation.losses, untold],
      },
      {
        human: `${existing(run, copy)} Nothing would be uploaded, and ${words(steps)} written.`,
        ids: [],
      },
    );
    context.output.note('Dry run: nothing was sent.');
    return null;
  }
  context.output.note(existing(run, copy));
  if (steps.decisions + steps.names === 0) {
    return {
      copy,
      created: false,
      decided: [],
      renamed: [],
      losses: translation.losses,
      differences: left,
      unexpected: [],
    };
  }
  await noteLive(to);
  await agree(run, open, `This completes the template “${copy.body.name}” at ${options.to}, with ${words(steps)}`);
  return await finishCopy({ ...run, profile: options.to }, { copy, created: false, listed: translation.losses });
}

const existing = ({ options }: Run, copy: WholeTemplate): string =>
  `A copy exists at ${options.to}: ${copy.body.id}. Add --again to make another one.`;

const nothing = (translation: Translation): Translation => ({
  ...translation,
  asked: new Map(),
  questions: 0,
  renames: [],
  plan: { decisions: [], wishes: new Map(), renames: [], conflicts: [] },
});

/** Asks once, for all that follows. */
async function agree({ to }: Run, { plan }: Translation, what: string): Promise<void> {
  const decisions = plan.decisions.map(({ body }) => ({ operation: 'decideTemplatePerson' as const, body }));
  await confirmAct(to, [{ operation: 'createTemplate' }, ...decisions], { what });
}

/** Fetches the pages and makes them into documents. */
async function compose({ context, from, source }: Run): Promise<readonly ComposedDocument[]> {
  const { body, people } = source;
  const client = await from.api();
  const total = body.documents.reduce((sum, { page_count: count }) => sum + count, 0);
  const progress = context.output.progress(`Reading ${pluralize(total, 'page')}`);
  try {
    return await withDocuments(context, async (engine) => {
      const composed: ComposedDocument[] = [];
      for (const { id, page_count: count } of body.documents) {
        const pages: Uint8Array[] = [];
        for (let page = 1; page <= count; page += 1) pages.push(await fetchPage(client, id, page));
        composed.push(
          await composeDocument(engine, {
            template: body,
            fields: body.fields.filter(({ document_id: document }) => document === id),
            people: people.filter(({ document_id: document }) => document === id),
            pages,
          }),
        );
      }
      return composed;
    });
  } finally {
    progress.stop();
  }
}
