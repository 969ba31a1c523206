import { differenceFacts } from './adopt.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { readPublished, reading } from '../../cli/context/published-description.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { contractInUse, type ContractInUse } from '../../cli/context/contract.js';
import { pluralize } from '../../cli/context/counted.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { writeContractFile } from '../../contract/overlay/contract-file.js';
import type { Comparison } from '../../contract/published/compare.js';
import { inFewLines } from '../../contract/published/few-lines.js';
import type { Difference } from '../../contract/published/difference.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface SpecCheckOptions {
  readonly file?: string;
  readonly breaking?: boolean;
}

/** `esign spec check`: compares the published API description with the one that esign uses. */
export function specCheckCommand(context: Context): EsignCommand {
  return new EsignCommand('check')
    .summary('Compare the API description with the service')
    .description(
      'Compare the API description that the service publishes with the one that esign uses, operation by ' +
        'operation, its contract file included. It exits with 6 if they differ, and needs no key. For each ' +
        'difference that a contract file can settle it shows the line; `esign spec adopt` writes them all.',
    )
    .argument('[file]', 'saved API description, JSON or YAML; - for stdin (default: from the service)')
    .option('--breaking', 'show only differences that affect esign')
    .offers('file', { files: fileEndings.yaml })
    .example('esign spec check', 'Exit with 0 if they match, otherwise with 6.')
    .example(
      'esign spec check --breaking --jq ".data[] | [.operation, .where]"',
      'List the differences to correct, for a script.',
    )
    .example('esign spec check openapi.json', 'Compare with a saved file.')
    .usesOperations('getSpecification')
    .prints(differences)
    .exits(serviceExitCodes, 6)
    .action((file: string | undefined, options: Omit<SpecCheckOptions, 'file'>) =>
      runSpecCheck(context, { ...options, ...(file === undefined ? {} : { file }) }),
    );
}

/** Where the two descriptions differ; `line`: what would settle it in a contract file. `cut`: there are more. */
const differences = (s: ShapeBlocks) =>
  s.object({
    ok: s.flag,
    version: s.object({ esign: s.nullable(s.text), service: s.nullable(s.text) }),
    cut: s.flag,
    data: s.list(s.object({ ...differenceFacts(s), assumption: s.nullable(s.text) })),
  });

async function runSpecCheck(context: Context, options: SpecCheckOptions): Promise<void> {
  const inUse = await contractInUse(context.settings());
  const published = await readPublished(context, options.file);
  const { version, differences: found, cut } = await compare(published, inUse?.contract, options.file);
  const { assumptionOf } = await import('../../contract/published/compare.js');
  const shown = found.filter(({ breaks }) => breaks || options.breaking !== true);
  const data = shown.map(({ ours: esign, theirs: service, correction, ...rest }) => ({
    ...rest,
    esign,
    service,
    assumption: assumptionOf(rest.operation),
    line: correction,
  }));
  await context.output.result(
    { ok: data.length === 0, version: { esign: version.ours, service: version.theirs }, cut, data },
    {
      table: {
        columns: ['OPERATION', 'WHERE', 'ESIGN', 'SERVICE', 'BREAKS', 'ASSUMED'],
        rows: data.map(({ operation, where, kind, esign, service, breaks, assumption }) => [
          operation ?? '-',
          where === '' ? kind : where,
          esign,
          service,
          breaks,
          assumption,
        ]),
        empty: agreement(version, inUse),
      },
      ids: [...new Set(data.map(({ operation }) => operation ?? '-'))],
    },
  );
  if (data.length === 0) return;
  const broken = shown.filter(({ breaks }) => breaks).length;
  throw new CommandFailure(
    6,
    'description_differs',
    `The API descriptions have ${cut ? 'at least ' : ''}${pluralize(data.length, 'difference')}, and ${broken} of them affect esign.`,
    { hint: hintOf(shown) },
  );
}

function agreement({ theirs }: Comparison['version'], inUse: ContractInUse | undefined): string {
  const agree = `The service publishes the same API description that esign uses (${theirs ?? 'unknown'}).`;
  const count = inUse?.contract.lines.length ?? 0;
  return count === 0 ? agree : `${agree} ${pluralize(count, 'line')} of ${inUse?.file ?? ''} applied.`;
}

/** The lines of a contract file that settle what can be settled. */
function hintOf(differences: readonly Difference[]): string {
  const lines = inFewLines(differences.flatMap(({ correction }) => correction ?? []));
  if (lines.length === 0) return 'Show it with `esign spec show --service`. A newer esign may support it.';
  const text = writeContractFile(lines, []).trimEnd().replaceAll(/^/gm, '  ');
  return `These lines of a contract file settle them (\`esign spec adopt\` writes them):\n${text}`;
}

async function compare(published: unknown, contract: Contract | undefined, file: string | undefined) {
  const { compareWith } = await import('../../contract/published/adopt.js');
  return await reading(file, () => compareWith(published, contract));
}
