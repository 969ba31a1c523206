import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { CommandFailure, FileFailure } from '../../cli/failure.js';
import { type Overrides, readOverrides } from '../../cli/overrides.js';
import { readStructured } from '../../cli/structured-file.js';
import { overridesPath, writeOverrideLines } from '../../config/overrides.js';
import { requireBaseUrl } from '../../config/settings.js';
import type { Comparison } from '../../contract/published/compare.js';
import { inFewLines } from '../../contract/published/few-lines.js';
import type { Difference } from '../../contract/published/difference.js';
import { fileEndings } from '../../cli/completion-hint.js';
import { parseJson } from '../../platform/json.js';

interface SpecCheckOptions {
  readonly file?: string;
  readonly breaking?: boolean;
  readonly write?: boolean;
}

const maxBytes = 96 * 1024 * 1024;

/** `esign spec check`: compares the published API description with the one that esign uses. */
export function specCheckCommand(context: Context): EsignCommand {
  return new EsignCommand('check')
    .summary('Compare the API description with the service')
    .description(
      'Compare the API description that the service publishes with the one that esign uses, operation by ' +
        'operation. It exits with 6 if they differ, and needs no key. If a path, a method, a status or the name of ' +
        'a property differs, it shows the line of the override file that corrects it until the next release. That file is ' +
        'overrides.json in the settings folder, an object of base URLs with their lines, such as ' +
        '{"https://api.example.com": {"sendEnvelope.path": "/api/v1/envelopes/{envelopeId}/dispatch", ' +
        '"sendEnvelope.status": 202, "*.external_ref": "reference"}}; `overrides` of --json contains all lines for ' +
        'this base URL. `esign whoami` and `esign doctor` show the lines in use.',
    )
    .argument('[file]', 'saved API description, JSON or YAML; - for stdin (default: from the service)')
    .option('--breaking', 'show only differences that affect esign')
    .option('--write', 'write the correcting lines to the override file, and show the remaining differences')
    .offers('file', { files: fileEndings.yaml })
    .example('esign spec check', 'Exit with 0 if they match, otherwise with 6.')
    .example(
      'esign spec check --breaking --jq ".data[] | [.operation, .where]"',
      'List the differences to correct, for a script.',
    )
    .example('esign spec check openapi.json', 'Compare with a saved file.')
    .example('esign spec check --jq .overrides', 'Show the correcting lines.')
    .example('esign spec check --write', 'Use these lines until the next release.')
    .usesOperations('getSpecification')
    .exits(serviceExitCodes, 6)
    .action((file: string | undefined, options: Omit<SpecCheckOptions, 'file'>) =>
      runSpecCheck(context, { ...options, ...(file === undefined ? {} : { file }) }),
    );
}

async function runSpecCheck(context: Context, options: SpecCheckOptions): Promise<void> {
  const settings = context.settings();
  const published = await readPublished(context, options.file);
  const baseUrl = settings.baseUrl?.value ?? null;
  const look = async (): Promise<Looked> => {
    const overrides = baseUrl === null ? undefined : await readOverrides(settings.configDir.value, baseUrl);
    return { overrides, comparison: await compare(published, overrides, options.file) };
  };
  const looked = options.write === true ? await reconcile(context, look) : await look();
  const { overrides, comparison } = looked;
  const { version, differences, cut } = comparison;
  const { assumptionOf } = await import('../../contract/published/compare.js');
  const shown = differences.filter(({ breaks }) => breaks || options.breaking !== true);
  const lines = overrideFile(baseUrl, overrides, shown);
  const data = shown.map(({ ours: esign, theirs: service, correction, ...rest }) => ({
    ...rest,
    esign,
    service,
    assumption: assumptionOf(rest.operation),
    override: correction,
  }));
  await context.output.result(
    { ok: data.length === 0, version: { esign: version.ours, service: version.theirs }, cut, data, overrides: lines },
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
        empty: agreement(version, overrides),
      },
      ids: [...new Set(data.map(({ operation }) => operation ?? '-'))],
    },
  );
  if (data.length === 0) return;
  const broken = shown.filter(({ breaks }) => breaks).length;
  const say = (count: number): string => (count === 1 ? '1 difference' : `${count} differences`);
  throw new CommandFailure(
    6,
    'description_differs',
    `The API descriptions have ${cut ? 'at least ' : ''}${say(data.length)}, and ${broken} of them affect esign.`,
    { hint: hintOf(shown, overridesPath(settings.configDir.value), baseUrl) },
  );
}

interface Looked {
  readonly overrides: Overrides | undefined;
  readonly comparison: Comparison;
}

/** A property inside a renamed one is found only after that one is corrected. */
const maxRounds = 4;

async function reconcile(context: Context, look: () => Promise<Looked>): Promise<Looked> {
  const settings = context.settings();
  let looked = await look();
  for (let round = 0; round < maxRounds; round += 1) {
    const lines = correctionsIn(looked.comparison.differences);
    if (lines.length === 0) break;
    const file = overrideFile(requireBaseUrl(settings), looked.overrides, looked.comparison.differences);
    for (const [address, all] of Object.entries(file ?? {})) {
      await writeOverrideLines(settings.configDir.value, address, all);
    }
    const written = lines.map(([name, value]) => `${name} is ${value}`).join(', ');
    context.output.note(`Wrote to ${overridesPath(settings.configDir.value)}: ${written}.`);
    looked = await look();
  }
  return looked;
}

function agreement({ theirs }: Comparison['version'], overrides: Overrides | undefined): string {
  const agree = `The service publishes the same API description that esign uses (${theirs ?? 'unknown'}).`;
  const count = overrides?.corrections.lines.length ?? 0;
  if (count === 0) return agree;
  return `${agree} ${count === 1 ? '1 line' : `${count} lines`} of ${overrides?.file ?? ''} applied.`;
}

/** The lines for the override file that reduce the differences of the next check. */
function hintOf(differences: readonly Difference[], file: string, baseUrl: string | null): string {
  const lines = correctionsIn(differences).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  if (lines.length === 0) return 'Show it with `esign spec show --service`. A newer esign may support it.';
  const address = baseUrl === null ? '"https://…"' : JSON.stringify(baseUrl);
  return [
    `Until the next release, these lines in ${file} correct it (--write adds them):`,
    `  ${address}: {`,
    lines.join(',\n'),
    '  }',
  ].join('\n');
}

const correctionsIn = (differences: readonly Difference[]): readonly (readonly [string, string | number])[] =>
  inFewLines(differences.flatMap(({ correction }) => correction ?? [])).map(({ name, value }) => [name, value]);

/** The complete override file for this base URL: its current lines, and those that correct the differences. */
function overrideFile(
  baseUrl: string | null,
  overrides: Overrides | undefined,
  differences: readonly Difference[],
): Readonly<Record<string, Readonly<Record<string, string | number>>>> | null {
  const known = (overrides?.corrections.lines ?? []).map(({ name, value }) => [name, value] as const);
  const all = [...known, ...correctionsIn(differences)];
  return baseUrl === null || all.length === 0 ? null : { [baseUrl]: Object.fromEntries(all) };
}

async function readPublished(context: Context, file: string | undefined): Promise<unknown> {
  if (file !== undefined) return readDescription(context, file);
  const client = await context.api({ baseUrl: requireBaseUrl(context.settings()), apiKey: null });
  return (await client.call('getSpecification', {})).body;
}

/** JSON is YAML too, but the JSON parser is twenty times as fast for a description of ten megabytes. */
async function readDescription({ files }: Context, file: string): Promise<unknown> {
  const text = await files.readText(file, { limit: maxBytes });
  return parseJson(text) ?? readStructured({ ...files, readText: () => Promise.resolve(text) }, file);
}

async function compare(
  published: unknown,
  overrides: Overrides | undefined,
  file: string | undefined,
): Promise<Comparison> {
  const { openApi } = await import('../../contract/openapi.js');
  const { compareDescriptions } = await import('../../contract/published/compare.js');
  const { DescriptionUnreadable } = await import('../../contract/published/document.js');
  try {
    return compareDescriptions(openApi(), published, overrides?.corrections);
  } catch (failure) {
    if (!(failure instanceof DescriptionUnreadable)) throw failure;
    if (file !== undefined) {
      throw new FileFailure('input', file, `${file} is not an OpenAPI description: ${failure.message}.`);
    }
    throw new CommandFailure(
      8,
      'unexpected_answer',
      `The response of the service is not an OpenAPI description: ${failure.message}.`,
    );
  }
}
