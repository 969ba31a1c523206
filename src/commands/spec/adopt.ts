import type { ShapeBlocks } from '../../contract/shape.js';
import { TransportFailure, UnexpectedAnswer } from '../../client/failure.js';
import { contractInUse } from '../../cli/context/contract.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { parsed, readPublished, reading } from '../../cli/context/published-description.js';
import { checkBaseUrl } from '../../core/config/base-url.js';
import { profileNamed, readProfiles, writeProfile } from '../../core/config/profiles.js';
import { writeContractFile } from '../../contract/overlay/contract-file.js';
import type { Adoption } from '../../contract/published/adopt.js';
import type { Difference } from '../../contract/published/difference.js';

interface SpecAdoptOptions {
  readonly source?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly use?: boolean;
}

/** `esign spec adopt`: makes the contract file of a service from the description that it publishes. */
export function specAdoptCommand(context: Context): EsignCommand {
  return new EsignCommand('adopt')
    .summary('Make a contract file from the API description of a service')
    .description(
      'Compare the API description that a service publishes with the one that esign uses, and write a contract file ' +
        'that settles the differences: paths, methods, statuses, names, values, codes, headers, bounds and the form of ' +
        'instants. The file has one line for each and can be corrected by hand. It is used with --contract, ' +
        'ESIGN_CONTRACT or a profile, and `esign emulator start --contract` plays the service. Exits with 6 if ' +
        'differences remain that affect esign; each is shown with what it may be.',
    )
    .argument('[source]', 'URL or file of the API description, JSON or YAML; - for stdin (default: from the service)')
    .option('-o, --output <file>', 'file or folder/ for the contract file; - for stdout')
    .option('--force', 'replace an existing file')
    .option('--use', 'use the file for the current profile from now on')
    .offers('source', { files: fileEndings.yaml })
    .offers('--output', { files: fileEndings.yaml })
    .example('esign spec adopt', 'Show what differs, and which line settles it.')
    .example(
      'esign spec adopt https://api.example.com/api/v1/openapi.json -o contract.yaml',
      'Write the contract file.',
    )
    .example('esign spec adopt openapi.yaml -o contract.yaml --use', 'Write it, and use it for the current profile.')
    .usesOperations('getSpecification')
    .prints(adopted)
    .exits(serviceExitCodes, 6)
    .action((source: string | undefined, options: Omit<SpecAdoptOptions, 'source'>) =>
      runSpecAdopt(context, { ...options, ...(source === undefined ? {} : { source }) }),
    );
}

/** A difference; `line`: the line of a contract file that settles it. */
export const differenceFacts = (s: ShapeBlocks) => ({
  operation: s.nullable(s.text),
  kind: s.text,
  where: s.text,
  breaks: s.flag,
  candidates: s.list(s.text),
  esign: s.nullable(s.text),
  service: s.nullable(s.text),
  line: s.nullable(s.object({ name: s.text, value: s.anything })),
});

const adopted = (s: ShapeBlocks) =>
  s.object({
    version: s.object({ esign: s.nullable(s.text), service: s.nullable(s.text) }),
    lines: s.record(s.anything),
    settled: s.list(s.object(differenceFacts(s))),
    unsettled: s.list(s.object(differenceFacts(s))),
    file: s.nullable(s.text),
  });

async function runSpecAdopt(context: Context, options: SpecAdoptOptions): Promise<void> {
  const { source } = options;
  const output = options.output === undefined ? undefined : await context.files.place(options.output, 'contract.yaml');
  if (options.use === true && (output === undefined || output === '-')) {
    throw new UsageFailure('--use needs a file to use.', {
      code: 'missing_option',
      hint: 'Example: esign spec adopt -o contract.yaml --use',
    });
  }
  const profile = options.use === true ? currentProfile(context) : null;
  const inUse = await contractInUse(context.settings());
  const published = await readSource(context, source);
  const { adopt } = await import('../../contract/published/adopt.js');
  const adoption = await reading(source, () => adopt(published, inUse?.contract));
  const text = writeContractFile(adoption.lines, remarks(source, adoption));
  const open = adoption.unsettled.filter(({ breaks, candidates }) => breaks || candidates.length > 0);
  if (output === '-') await context.output.bytes(Buffer.from(text, 'utf8'));
  else {
    if (output !== undefined) await context.files.write(output, text, { overwrite: options.force === true });
    if (profile !== null && output !== undefined) await use(context, profile, context.files.resolve(output));
    await tell(context, adoption, open, output);
  }
  if (open.length === 0) return;
  const file = output === undefined || output === '-' ? 'the contract file' : output;
  throw new CommandFailure(6, 'description_differs', `${pluralize(open.length, 'difference')} could not be settled.`, {
    hint: `Add a line for each to ${file}, such as ${exampleLine(open)}.`,
  });
}

/** A URL is read without a key; nothing of the profile goes to it. */
async function readSource(context: Context, source: string | undefined): Promise<unknown> {
  if (source === undefined || !/^https?:\/\//i.test(source)) return await readPublished(context, source);
  const url = checkUrl(source);
  const { fetchPublished } = await import('../../client/published.js');
  const fetched = fetchPublished(url, { env: context.machine.env, signal: context.signal });
  return await parsed(context, source, await fetched.catch(atSource));
}

/** The source is not the base URL, so the usual hints would lead astray. */
function atSource(failure: unknown): never {
  const isWrongUrl =
    failure instanceof UnexpectedAnswer ||
    (failure instanceof TransportFailure && ['unreachable', 'protocol'].includes(failure.reason));
  if (!isWrongUrl) throw failure;
  throw new CommandFailure(8, failure.code, `${failure.message.charAt(0).toUpperCase()}${failure.message.slice(1)}.`, {
    hint: 'Check the URL. A saved description can be read from a file: esign spec adopt openapi.json',
    details: { reason: failure.reason },
  });
}

function checkUrl(source: string): string {
  const url = URL.canParse(source) ? new URL(source) : null;
  if (url !== null) checkBaseUrl(url.origin, 'the command line');
  if (url !== null && url.username === '' && url.password === '') return url.href;
  throw new UsageFailure('The source is not a valid URL.', {
    code: 'invalid_value',
    hint: 'Example: esign spec adopt https://api.example.com/api/v1/openapi.json',
  });
}

const currentProfile = (context: Context): string => {
  const { profile } = context.settings();
  if (profile !== null) return profile.value;
  throw new UsageFailure('--use needs a profile.', {
    code: 'missing_option',
    hint: 'Name one with --profile, or create one with `esign profile add`.',
  });
};

async function use(context: Context, name: string, contract: string): Promise<void> {
  const folder = context.settings().configDir.value;
  const profile = profileNamed(readProfiles(folder), name, '--use');
  await writeProfile(folder, name, { ...profile, contract });
  context.output.note(`Profile ${name} uses ${contract} from now on.`);
}

async function tell(
  context: Context,
  { settled, unsettled, lines, version }: Adoption,
  open: readonly Difference[],
  output: string | undefined,
): Promise<void> {
  const rows = [...settled, ...open];
  await context.output.result(
    {
      version: { esign: version.ours, service: version.theirs },
      lines: Object.fromEntries(lines.map(({ name, value }) => [name, value])),
      settled: settled.map(asJson),
      unsettled: unsettled.map(asJson),
      file: output ?? null,
    },
    {
      table: {
        columns: ['OPERATION', 'WHERE', 'ESIGN', 'SERVICE', 'SETTLED BY'],
        rows: rows.map(({ operation, where, kind, ours, theirs, correction, candidates }) => [
          operation ?? '-',
          where === '' ? kind : where,
          ours,
          theirs,
          correction?.name ?? (candidates.length === 0 ? 'nothing' : `one of ${candidates.join(', ')}`),
        ]),
        empty: 'The service publishes the same API description that esign uses.',
      },
      ids: lines.map(({ name }) => name),
      ...(output === undefined ? {} : { next: [`esign emulator start --contract ${output}`] }),
    },
  );
  if (output !== undefined) context.output.note(`Wrote ${output}: ${pluralize(lines.length, 'line')}.`);
}

const asJson = ({ ours: esign, theirs: service, correction: line, ...rest }: Difference) => ({
  ...rest,
  esign,
  service,
  line,
});

function exampleLine(open: readonly Difference[]): string {
  const some = open.find(({ candidates }) => candidates.length > 0);
  if (some === undefined) return '`sendEnvelope.path: /api/v1/envelopes/{envelopeId}/dispatch`';
  const suffix = some.kind === 'type' ? '.format' : some.kind === 'enum' ? `=${some.ours ?? ''}` : '';
  return `\`${some.operation ?? '*'}.${some.where}${suffix}: ${some.candidates[0] ?? ''}\``;
}

/** A URL without its query and its user, which may be a token; a path as it is. */
function withoutSecrets(source: string): string {
  if (!URL.canParse(source)) return source;
  const { origin, pathname } = new URL(source);
  return origin === 'null' ? source : `${origin}${pathname}`;
}

/** What stands above the lines of the file. */
const remarks = (source: string | undefined, { unsettled, version }: Adoption): readonly string[] => [
  `What a service does otherwise than esign's description ${version.ours ?? ''}: \`esign spec adopt\`${source === undefined ? '' : ` from ${withoutSecrets(source)}`}.`,
  ...unsettled
    .filter(({ candidates }) => candidates.length > 0)
    .map(
      ({ operation, where, ours, candidates }) =>
        `Not settled: ${operation ?? ''} ${where} (${ours ?? ''}) may be one of ${candidates.join(', ')}.`,
    ),
];
