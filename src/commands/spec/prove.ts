import type { ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import type { Context } from '../../cli/context/context.js';
import { contractInUse, type ContractInUse } from '../../cli/context/contract.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { linesAsObject } from '../../contract/overlay/contract.js';
import { writeContractFile } from '../../contract/overlay/contract-file.js';
import { plainContract } from '../../contract/overlay/plain-contract.js';
import { version } from '../../core/platform/version.js';
import type { Outcome } from '../../cli/prove/outcome.js';
import type { ProveReport } from '../../cli/prove/outcome.js';

interface SpecProveOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly allow?: 'send';
  readonly template?: string;
  readonly fresh?: boolean;
}

const timeoutMs = 30_000;

/** `esign spec prove`: asks a service whether it is as esign expects. */
export function specProveCommand(context: Context): EsignCommand {
  return new EsignCommand('prove')
    .summary('Test whether a service behaves as esign expects')
    .description(
      'Send requests with a test key that show whether a service behaves as esign expects, and write the differences ' +
        'to a contract file. Creates a template and drafts named "esign prove", with embedded recipients only, and a ' +
        'webhook endpoint that is deleted again. No envelope is sent and nobody is emailed. A run that was ' +
        'interrupted continues where it stopped. Exits with 6 if anything differs.',
    )
    .option('-o, --output <file>', 'file or folder/ for the contract file; - for stdout')
    .option('--force', 'replace an existing file')
    .addOption(
      new Option(
        '--allow <what>',
        'send: also send an envelope of its own to embedded recipients, and void it',
      ).choices(['send']),
    )
    .option('--template <id>', 'use this template, where none can be created')
    .option('--fresh', 'start over, with a new template and new drafts')
    .offers('--output', { files: fileEndings.yaml })
    .example('esign spec prove --mode test', 'Show what was confirmed, refuted or not tested.')
    .example('esign spec prove --mode test -o contract.yaml', 'Write the contract file of the service.')
    .example(
      'esign spec prove --mode test --contract contract.yaml --allow send',
      'Check the file, and what sending does.',
    )
    .prints(proof)
    .exits(serviceExitCodes, 6)
    .action((options: SpecProveOptions) => runSpecProve(context, options));
}

/** What was asked of the service, and what it did; `exchange` shows a request that was answered otherwise. */
const proof = (s: ShapeBlocks) =>
  s.object({
    refuted: s.count,
    confirmed: s.count,
    not_tried: s.count,
    lines: s.record(s.anything),
    file: s.nullable(s.text),
    data: s.list(
      s.object({
        id: s.text,
        what: s.text,
        about: s.list(s.text),
        operation: s.text,
        result: s.oneOf('confirmed', 'refuted', 'not_tried'),
        seen: s.nullable(s.text),
        lines: s.record(s.anything),
        exchange: s.anything,
      }),
    ),
  });

async function runSpecProve(context: Context, options: SpecProveOptions): Promise<void> {
  const settings = context.settings();
  const baseUrl = requireBaseUrl(settings);
  const apiKey = await testKey(context);
  const inUse = await contractInUse(settings);
  const report = await proveService(context, options, { baseUrl, apiKey, inUse });
  const output = options.output === undefined ? undefined : await context.files.place(options.output, 'contract.yaml');
  if (report.leftEndpoint !== null) {
    context.output.warn(`The webhook endpoint ${report.leftEndpoint} could not be deleted. Delete it yourself.`);
  }
  refuseSilence(report);
  const isNew = report.lines.length > (inUse?.contract.lines.length ?? 0);
  const remarks = [`What ${new URL(baseUrl).host} does otherwise than esign expects: \`esign spec prove\`.`];
  const text = writeContractFile(report.lines, remarks);
  if (output === '-') await context.output.bytes(Buffer.from(text, 'utf8'));
  else {
    if (output !== undefined) await context.files.write(output, text, { overwrite: options.force === true });
    await tell(context, report, { output, isNew });
  }
  refuseDifferences(report, { output, isNew });
}

/** Only a test key: what it makes binds nobody. Nothing was asked before. */
async function testKey(context: Context): Promise<string> {
  const key = (await context.settings().key())?.value;
  if (key === undefined) {
    throw new CommandFailure(3, 'no_key', 'No API key is set.', {
      hint: 'Store a test key with `esign login`, or set ESIGN_API_KEY.',
    });
  }
  if (key.mode === 'test') return key.secret;
  throw new UsageFailure(
    `\`esign spec prove\` needs a test key, and this is ${key.mode === 'live' ? 'a live' : 'another'} key.`,
    {
      code: 'test_key_needed',
      hint: 'Choose one with --mode test, --profile or ESIGN_API_KEY. No request was sent.',
    },
  );
}

async function proveService(
  context: Context,
  options: SpecProveOptions,
  service: { readonly baseUrl: string; readonly apiKey: string; readonly inUse: ContractInUse | undefined },
): Promise<ProveReport> {
  const { baseUrl, apiKey, inUse } = service;
  const { prove } = await import('../../cli/prove/prove.js');
  const { createTransport, Unanswered } = await import('../../cli/prove/transport.js');
  const states = await import('../../cli/prove/state.js');
  const { clock, machine, signal } = context;
  const path = states.stateFile(context.settings().stateDir.value, await context.recordedAs(), apiKey);
  const known = JSON.stringify(linesAsObject(inUse?.contract));
  const before = options.fresh === true ? null : await states.readState(path);
  const state = states.resumed(before, known, clock.now());
  const progress = context.output.progress('Asking the service');
  let saved = state;
  const transport = createTransport({
    env: machine.env,
    clock,
    signal,
    timeout: context.flags().timeout ?? timeoutMs,
    onWait: (ms) => progress.update(`Waiting ${Math.ceil(ms / 1000)} s, to stay below half of the rate limit`),
  });
  try {
    const report = await prove({
      baseUrl,
      apiKey,
      userAgent: `esign/${version}`,
      contract: inUse?.contract ?? plainContract,
      allowSend: options.allow === 'send',
      template: options.template,
      state,
      save: async (next) => {
        saved = next;
        await states.writeState(path, next);
      },
      transport,
      clock,
      onProbe: ({ title }) => {
        if (context.output.toTerminal) progress.update(title);
      },
    });
    await states.writeState(path, states.finished(saved));
    return report;
  } catch (failure) {
    if (failure instanceof Unanswered && failure.stopped) {
      throw new CommandFailure(130, 'interrupted', 'Interrupted.', {
        hint: 'Run the command again to continue, or with --fresh to start over.',
      });
    }
    throw failure;
  } finally {
    progress.stop();
    await transport.close();
  }
}

/** Where the lines of the service were written, and whether there are new ones. */
interface Written {
  readonly output: string | undefined;
  readonly isNew: boolean;
}

async function tell(context: Context, { outcomes, lines }: ProveReport, { output, isNew }: Written): Promise<void> {
  const rank: Readonly<Record<Outcome['result'], number>> = { refuted: 0, not_tried: 1, confirmed: 2 };
  const sorted = outcomes.toSorted((one, other) => rank[one.outcome.result] - rank[other.outcome.result]);
  const counts = countsOf(outcomes);
  await context.output.result(
    {
      ...counts,
      lines: Object.fromEntries(lines.map(({ name, value }) => [name, value])),
      file: output ?? null,
      data: sorted.map(({ probe, outcome }) => ({
        id: probe.id,
        what: probe.title,
        about: probe.about,
        operation: probe.operation,
        result: outcome.result,
        seen: outcome.seen,
        lines: Object.fromEntries(outcome.lines.map(({ name, value }) => [name, value])),
        exchange: outcome.exchange,
      })),
    },
    {
      table: {
        columns: ['WHAT', 'BASIS', 'RESULT', 'SEEN'],
        rows: sorted.map(({ probe, outcome }) => [
          probe.title,
          probe.about[0] ?? '',
          outcome.result.replace('_', ' '),
          outcome.seen,
        ]),
        empty: 'Nothing was asked.',
      },
      ids: sorted.map(({ probe }) => probe.id),
      ...(output !== undefined && isNew ? { next: [`esign emulator start --contract ${output}`] } : {}),
    },
  );
  context.output.note(`${counts.refuted} refuted, ${counts.confirmed} confirmed, ${counts.not_tried} not tried.`);
}

const countsOf = (outcomes: ProveReport['outcomes']): Readonly<Record<Outcome['result'], number>> => {
  const counts = { refuted: 0, confirmed: 0, not_tried: 0 };
  for (const { outcome } of outcomes) counts[outcome.result] += 1;
  return counts;
};

/** A service that answered nothing proves nothing: the file of an earlier run stays. */
function refuseSilence({ outcomes }: ProveReport): void {
  if (outcomes.some(({ outcome }) => outcome.result !== 'not_tried')) return;
  const why = outcomes[0]?.outcome.seen ?? '';
  throw new CommandFailure(8, 'nothing_proven', `The service answered no question: ${why}.`, {
    hint: 'Check the base URL and the key with `esign doctor`.',
  });
}

function refuseDifferences({ outcomes, lines }: ProveReport, { output, isNew }: Written): void {
  const { refuted } = countsOf(outcomes);
  if (refuted === 0) return;
  throw new CommandFailure(6, 'service_differs', `The service differs in ${pluralize(refuted, 'point')}.`, {
    hint: hintOf(lines, output, isNew),
  });
}

function hintOf(lines: ProveReport['lines'], output: string | undefined, isNew: boolean): string {
  if (!isNew) return 'No line of a contract file settles it. --json shows the exchanges.';
  if (output === '-') return 'Save the lines to a file and use it with --contract, then prove again.';
  if (output !== undefined) return `Use the file with --contract ${output}, then prove again.`;
  return `These lines of a contract file settle what can be settled (-o writes them):\n${writeContractFile(lines, []).trimEnd().replaceAll(/^/gm, '  ')}`;
}
