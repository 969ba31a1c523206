import type { ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { confirmAct, noteLive } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { Cancelled, CommandFailure, FileFailure } from '../../cli/failure/failure.js';
import { factsOf } from '../../authoring/last-seen/facts.js';
import { remember } from '../../authoring/last-seen/remember.js';
import { refuseOtherEtag } from '../../authoring/last-seen/resolve-conflicts.js';
import {
  addTemplateWriteOptions,
  allowSharedFlag,
  type TemplateWriteOptions,
} from '../../authoring/last-seen/write-template.js';
import { withBaseOf } from '../../authoring/names-file/base.js';
import { type Change, changeWords, compareNames, isEdited } from '../../authoring/names-file/merge.js';
import type { WholeTemplate } from '../../authoring/names-file/names.js';
import { type Plan, planPush, type Preference } from '../../authoring/names-file/plan.js';
import { problemsOf } from '../../authoring/names-file/problems.js';
import type { NamesFile } from '../../authoring/names-file/read.js';
import { writeNames } from '../../authoring/names-file/write.js';
import { refuseTestKey } from '../../authoring/template/live-key.js';
import {
  maxNamesBytes,
  readNamesText,
  readState,
  refuseProblems,
  trueBase,
} from '../../authoring/template/names-state.js';
import {
  pushChanges,
  isOvertaken,
  planText,
  type Progress,
  printSteps,
  stoppedAt,
  plannedSteps,
} from '../../authoring/template/push-steps.js';
import { addressesOf, agreeToShare, noteShared } from '../../authoring/template/shared-names.js';
import { count } from '../../authoring/template/view.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { reachWords, shellWord } from '../../cli/flags/reach-flags.js';

interface TemplatePushOptions extends TemplateWriteOptions {
  readonly file: string;
  readonly prefer?: Exclude<Preference, null>;
  readonly allowShared?: boolean;
}

/** Plans made again because somebody changed the template between reading and writing. */
const maxPlans = 5;
const maxNoted = 12;

/** `esign template push FILE`: writes exactly what a file of names changed, merged with what others changed. */
export function templatePushCommand(context: Context): EsignCommand {
  const command = new EsignCommand('push')
    .summary('Write the changes of a names file')
    .description(
      'Write exactly what changed in a file from `template pull`: decisions one by one, then all names in one ' +
        'request. Changes that others made since the pull are kept and listed. If both sides changed the same ' +
        'name, both values are shown and you choose; without a terminal nothing is sent. After an interruption, ' +
        'run it again to finish. The file is updated afterwards. Requires a live key.',
    )
    .argument('<file>', 'names file; `-` is stdin')
    .addOption(
      new Option('--prefer <side>', 'side that wins if both changed the same name')
        .choices(['file', 'service'])
        .conflicts('overwrite'),
    )
    .addOption(allowSharedFlag())
    .offers('file', { files: fileEndings.names })
    .example('esign template push lease.yaml --dry-run', 'Show the plan and its requests.')
    .example('esign template push lease.yaml --yes', 'Write the changes without asking.')
    .usesOperations('getTemplate', 'listTemplatePeople', 'decideTemplatePerson', 'renameTemplateFields')
    .prints(pushed)
    .prints(plannedSteps, '--dry-run')
    .exits(serviceExitCodes)
    .action((file: string, options: TemplatePushOptions) => runTemplatePush(context, { ...options, file }));
  return addTemplateWriteOptions(command);
}

const pushed = (s: ShapeBlocks) =>
  s.object({
    template_id: s.text,
    etag: s.text,
    decided: s.list(s.text),
    renamed: s.list(s.text),
    changed: s.flag,
    file_left: s.flag,
  });

async function runTemplatePush(context: Context, options: TemplatePushOptions): Promise<void> {
  let { text, file } = await readNamesText(context, options.file);
  const held = { path: options.file, read: text };
  await refuseTestKey(context);
  const client = await context.api();
  const done: Progress = { decided: [], renamed: [] };
  let agreed = false;
  let shared = options.allowShared === true;
  let prefer = options.prefer ?? (options.overwrite === true ? 'file' : null);
  const reported = new Set<string>();
  const contract = (await contractInUse(context.settings()))?.contract;
  for (let round = 1; ; round += 1) {
    const service = await readState(client, file.templateId);
    if (options.ifMatch !== undefined) refuseOtherEtag(options.ifMatch, service.body.id, service.etag);
    const isMended = !file.base.isWhole;
    file = trueBase(options.file, file, service);
    if (isMended) text = withBaseOf(text, writeNames(service));
    refuseProblems(options.file, problemsOf(file, service, contract));
    const changes = compareNames(file, service);
    let plan = planPush(file, changes, prefer, service);
    noteKept(context, changes, reported);
    if (plan.conflicts.length > 0) {
      if (!(await mayOverwrite(context, options, plan.conflicts)))
        throw conflicting(options.file, plan.conflicts, done);
      prefer = 'file';
      plan = planPush(file, changes, prefer, service);
    }
    if (options.dryRun === true) noteShared(context, addressesOf(service, plan));
    if (options.dryRun === true) return printSteps(context, client, service, plan);
    if (stepsOf(plan) === 0) return finish(context, { held, text, file, service, done });
    await agreeToShare(context, { ...addressesOf(service, plan), allowed: shared });
    shared = true;
    if (!agreed) await agree(context, service, plan);
    agreed = true;
    // A push that is cut short after a decision needs to know later what the file changed.
    if (isMended) await writeBack(context, held, text);
    try {
      await pushChanges(client, service, plan, done);
    } catch (failure) {
      if (round < maxPlans && isOvertaken(failure) && options.ifMatch === undefined) continue;
      const command = `esign template push ${shellWord(options.file)}${reachWords(context)}`;
      throw stoppedAt(failure, command, plan, done);
    }
    return finish(context, { held, text, file, service: await readState(client, file.templateId), done });
  }
}

const stepsOf = ({ decisions, renames }: Plan): number => decisions.length + (renames.length > 0 ? 1 : 0);

/** The plan first. On a terminal it is asked about whatever the key; elsewhere as every act with a live key. */
async function agree(context: Context, service: WholeTemplate, plan: Plan): Promise<void> {
  await noteLive(context);
  context.output.note(planText(service.body.name, plan));
  const { flags, prompt } = context;
  if (flags().yes === true) return;
  if (!prompt.available) {
    const what = `This changes the template “${service.body.name}” for all new envelopes`;
    return confirmAct(context, { operation: 'renameTemplateFields' }, { what });
  }
  if (!(await prompt.confirm('Write these changes?'))) throw new Cancelled();
}

/** What others changed since the pull and the file did not: it stays, and comes into the file. */
function noteKept({ output }: Context, changes: readonly Change[], reported: Set<string>): void {
  const lines = changes.filter(({ side }) => side === 'service').map((change) => `  ${changeWords(change)}`);
  const fresh = lines.filter((line) => !reported.has(line));
  if (fresh.length === 0) return;
  for (const line of fresh) reported.add(line);
  const shown = fresh.slice(0, maxNoted);
  const more = fresh.length - shown.length;
  output.note(
    ['Changed by others since the pull (kept):', ...shown, ...(more > 0 ? [`  And ${more} more.`] : [])].join('\n'),
  );
}

/** On a terminal, both values are shown and the file's may be chosen; elsewhere nothing is chosen. */
async function mayOverwrite(
  { output, prompt }: Context,
  { dryRun }: TemplatePushOptions,
  conflicts: readonly Change[],
): Promise<boolean> {
  if (!prompt.available || dryRun === true || output.form === 'json' || output.form === 'ids') return false;
  const lines = conflicts.map((change) => `  ${changeWords(change)}`);
  output.note(['Changed in the file and on the service since the pull:', ...lines].join('\n'));
  if (await prompt.confirm('Overwrite them with the values of the file?')) return true;
  throw new Cancelled();
}

function conflicting(path: string, conflicts: readonly Change[], done: Progress): CommandFailure {
  const lines = conflicts.map((change) => `  ${changeWords(change)}`);
  const sent =
    done.decided.length === 0 ? 'nothing was sent' : `${count(done.decided.length, 'decision')} already saved`;
  const head = `${path} and the service have ${count(conflicts.length, 'conflict')}; ${sent}.`;
  return new CommandFailure(6, 'template_conflict', [head, ...lines].join('\n'), {
    hint: `Edit ${path}, or choose a side with --prefer file or --prefer service.`,
    details: { conflicts, decided: done.decided },
  });
}

/** A file as it was read: what was saved since is kept. */
interface Held {
  readonly path: string;
  read: string;
}

/** Replaces the file by a newer text of it. False: somebody saved it meanwhile, and it was left as it is. */
async function writeBack(context: Context, held: Held, text: string): Promise<boolean> {
  const { path, read } = held;
  if (path === '-' || text === read) return true;
  const now = await context.files.readText(path, { limit: maxNamesBytes }).catch((error: unknown) => {
    if (error instanceof FileFailure) return null;
    throw error;
  });
  if (now !== read) return false;
  await context.files.write(path, text, { overwrite: true });
  held.read = text;
  return true;
}

interface Finished {
  readonly held: Held;
  readonly text: string;
  readonly file: NamesFile;
  readonly service: WholeTemplate;
  readonly done: Progress;
}

/** Brings the file up to date, so that it and the service hold the same, and says what was written. */
async function finish(context: Context, { held, text, file, service, done }: Finished): Promise<void> {
  const { path, read } = held;
  const isStale = file.base.etag !== service.etag || isEdited(file);
  const now = isStale ? writeNames(service, text) : text;
  const isWritten = await writeBack(context, held, now);
  const facts = factsOf(service);
  await remember(context, {
    templateId: service.body.id,
    etag: service.etag,
    shown: isWritten && path !== '-' ? facts : new Map(),
    read: facts,
  });
  const { decided, renamed } = done;
  const wrote = [
    ...(decided.length === 0 ? [] : [count(decided.length, 'decision')]),
    ...(renamed.length === 0 ? [] : [`the names of ${count(renamed.length, 'field')}`]),
  ].join(' and ');
  const upToDate = !isWritten
    ? ` ${path} was edited meanwhile and was not changed. Push it again.`
    : path !== '-' && now !== read
      ? ` ${path} is up to date.`
      : '';
  await context.output.result(
    {
      template_id: service.body.id,
      etag: service.etag,
      decided,
      renamed,
      changed: wrote !== '',
      file_left: !isWritten,
    },
    {
      human: wrote === '' ? `Nothing to push.${upToDate}` : `Wrote ${wrote}.${upToDate}`,
      ids: [...decided, ...renamed],
      next: [`esign template get ${service.body.id}${reachWords(context)}`],
    },
  );
}
