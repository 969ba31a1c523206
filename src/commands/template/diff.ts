import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { type Change, changeWords, compareNames, type Side } from '../../authoring/names-file/merge.js';
import { problemsOf } from '../../authoring/names-file/problems.js';
import { factsOf } from '../../authoring/last-seen/facts.js';
import { remember } from '../../authoring/last-seen/remember.js';
import { readNamesText, readState, refuseProblems, trueBase } from '../../authoring/template/names-state.js';
import { count } from '../../authoring/template/view.js';
import { reachWords, shellWord } from '../../cli/flags/reach-flags.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface TemplateDiffOptions {
  readonly file: string;
}

/** `esign template diff FILE`: how a file of names differs from the service; exit 6 when it does. */
export function templateDiffCommand(context: Context): EsignCommand {
  return new EsignCommand('diff')
    .summary('Compare a names file with the service')
    .description(
      'Compare a file from `template pull` with the template on the service. Exit 6 if they differ, so a build ' +
        'can fail. Changes nothing.',
    )
    .argument('<file>', 'names file; `-` is stdin')
    .offers('file', { files: fileEndings.names })
    .example('esign template diff lease.yaml', 'Show who changed what.')
    .example("esign template diff lease.yaml --jq '.data[].what'", 'List the names of what differs.')
    .usesOperations('getTemplate', 'listTemplatePeople')
    .prints(templateDiff)
    .exits(serviceExitCodes)
    .action((file: string) => runTemplateDiff(context, { file }));
}

/** The values of a decision; the base and the file may lack some. */
const decision = (s: ShapeBlocks) => ({
  decision: s.nullable(s.text),
  subject_key: s.nullable(s.text),
  subject_label: s.nullable(s.text),
  role_name: s.nullable(s.text),
  presence: s.nullable(s.text),
  filled_by: s.nullable(s.text),
});

/** One difference; `what` is for a person: `“Full name” on page 2`. */
const nameChange = (s: ShapeBlocks) => {
  const facts = { id: s.text, what: s.text, side: s.oneOf('file', 'service', 'both') };
  const value = s.nullable(s.text);
  return s.either(
    s.object({ ...facts, kind: s.literal('field'), property: s.text, base: value, file: value, service: value }),
    s.object({
      ...facts,
      kind: s.literal('person'),
      property: s.literal('decision'),
      base: s.partial(decision(s)),
      file: s.partial(decision(s)),
      service: s.object(decision(s)),
    }),
  );
};

const templateDiff = (s: ShapeBlocks) =>
  s.object({
    template_id: s.text,
    base_etag: s.nullable(s.text),
    etag: s.text,
    in_step: s.flag,
    data: s.list(nameChange(s)),
  });

async function runTemplateDiff(context: Context, { file: path }: TemplateDiffOptions): Promise<void> {
  const given = await readNamesText(context, path);
  const service = await readState(await context.api(), given.file.templateId);
  const file = trueBase(path, given.file, service);
  refuseProblems(path, problemsOf(file, service, (await contractInUse(context.settings()))?.contract));
  const changes = compareNames(file, service);
  const value: Shaped<typeof templateDiff> = {
    template_id: file.templateId,
    base_etag: file.base.etag,
    etag: service.etag,
    in_step: changes.length === 0,
    data: changes,
  };
  const human = changes.length === 0 ? `${path} and the service have the same names.` : changesText(changes);
  await context.output.result(value, { human, ids: changes.map(({ id }) => id) });
  const facts = factsOf(service);
  const isShown = context.output.form !== 'ids';
  await remember(context, {
    templateId: service.body.id,
    etag: service.etag,
    shown: isShown ? facts : new Map(),
    read: facts,
  });
  if (changes.length > 0) throw drifted(context, { path, id: file.templateId, changes });
}

function drifted(
  context: Context,
  { path, id, changes }: { readonly path: string; readonly id: string; readonly changes: readonly Change[] },
): CommandFailure {
  const reach = reachWords(context);
  const file = shellWord(path);
  const has = (side: Side): boolean => changes.some((change) => change.side === side);
  const hint = has('both')
    ? `Edit ${path} where both changed the same name, or run \`esign template push ${file} --prefer file${reach}\`.`
    : has('file')
      ? `Write the changes with \`esign template push ${file}${reach}\`.`
      : `Update the file with \`esign template pull ${id} -o ${file}${reach}\`.`;
  return new CommandFailure(
    6,
    'template_drift',
    `${path} and the service differ in ${count(changes.length, 'place')}.`,
    {
      hint,
      details: { changes: changes.length },
    },
  );
}

const headings: Readonly<Record<Side, string>> = {
  file: 'Changed in the file',
  service: 'Changed on the service since the pull',
  both: 'Changed in both, differently',
};

/** The differences by who made them, one a line. */
function changesText(changes: readonly Change[]): string {
  return (['file', 'service', 'both'] as const)
    .map((side) => ({ side, lines: changes.filter((change) => change.side === side).map(changeWords) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ side, lines }) => `${headings[side]}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
    .join('\n');
}
