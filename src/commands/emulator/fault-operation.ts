import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { isOperationId, operationIds } from '../../contract/operations.js';
import type { View } from '../../core/terminal/output.js';
import { control } from '../../cli/emulator/control.js';
import {
  codeWords,
  readProbability,
  readCode,
  readPause,
  readWhole,
  appliedWords,
  unknownName,
} from '../../cli/emulator/fault-words.js';
import { controlAnswer, type OperationFault } from '../../cli/emulator/control-types.js';
import { addedFault, addPointFault, pointOf, servicePoints } from '../../cli/emulator/point-fault.js';
import { plainWords } from '../../cli/flags/completion-hint.js';

interface EmulatorFaultOperationOptions {
  readonly operation?: string;
  readonly code?: string;
  readonly httpStatus?: number;
  /** Seconds. */
  readonly delay?: number;
  readonly reset?: boolean;
  readonly dropAfterCommit?: boolean;
  readonly hold?: boolean;
  readonly stuck?: boolean;
  /** Seconds. */
  readonly stuckFor?: number;
  readonly probability?: number;
  readonly count?: number;
  readonly seed?: number;
}

type FaultOptions = Omit<EmulatorFaultOperationOptions, 'operation'>;

const path = '/_emulator/faults/operations';

/** `esign emulator fault operation`: faults in requests of an operation, by probability and seed. */
export function emulatorFaultOperationCommand(context: Context): EsignCommand {
  const whole = (flag: string, min: number, max?: number): ((text: string) => number) => readWhole(flag, min, max);
  return new EsignCommand('operation')
    .summary('Inject faults into operations, sealing, the renderer or mail')
    .description(
      'Inject faults into requests of one operation or of all operations, into sealing (`seal`), the ' +
        '`renderer` or `mail`, which then never arrives. Each request fails with the given ' +
        'probability, and the same seed selects the same requests. New faults are added to the existing ones, and the ' +
        'first that applies wins. Without a fault option, `mail` loses the next mail, and anything else shows the ' +
        'current faults with the number of requests seen ' +
        'and affected. A retry with the same Idempotency-Key counts as a request.',
    )
    .argument(
      '[operation]',
      'operation ID from `esign api --list`, seal, renderer or mail (default: all operations)',
      readOperation,
    )
    .addOption(new Option('--code <code>', 'respond with this error code').argParser(readCode))
    .addOption(
      new Option('--http-status <n>', 'respond with this HTTP status; the body is empty without --code').argParser(
        whole('--http-status', 400, 599),
      ),
    )
    .addOption(
      new Option('--delay <duration>', 'wait this long in real time first, for example 250ms or 5s').argParser(
        readPause('--delay'),
      ),
    )
    .addOption(new Option('--reset', 'reset the connection before the request is processed'))
    .addOption(new Option('--drop-after-commit', 'process the request, then close the connection without a response'))
    .addOption(new Option('--stuck', 'reset the connection and keep the request in progress until `fault release`'))
    .addOption(
      new Option('--stuck-for <duration>', 'like --stuck, but only for this long in real time').argParser(
        readPause('--stuck-for'),
      ),
    )
    .option('--hold', 'hold each request before it is processed, until `fault release`')
    .addOption(
      new Option('--probability <probability>', 'probability from 0 to 1 for each request (default: 1)').argParser(
        readProbability('--probability'),
      ),
    )
    .addOption(
      new Option(
        '--count <n>',
        'stop after this many affected requests (default: no limit; 1 for seal, renderer, mail and --hold)',
      ).argParser(whole('--count', 1, 1_000_000)),
    )
    .addOption(new Option('--seed <n>', 'make the faults repeatable').argParser(whole('--seed', 0)))
    .offers('operation', { words: plainWords([...servicePoints, ...operationIds]) })
    .offers('--code', { words: codeWords })
    .example(
      'esign emulator fault operation createEnvelope --drop-after-commit --count 1',
      'Lose one response after the request was processed.',
    )
    .example(
      'esign emulator fault operation --code service_unavailable --probability 0.1 --seed 7',
      'Fail a tenth of all requests.',
    )
    .example(
      'esign emulator fault operation sendEnvelope --stuck-for 5s --count 1',
      'Keep one send in progress for five seconds.',
    )
    .example('esign emulator fault operation seal --code internal_error', 'Make the next sealing fail.')
    .example('esign emulator fault operation mail --count 3', 'Lose the next three mails.')
    .prints(async (s) =>
      s.either(await controlAnswer('operationFault')(), addedFault(s), await controlAnswer('operationFaultList')()),
    )
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((operation: string | undefined, options: EmulatorFaultOperationOptions) =>
      runEmulatorFaultOperation(context, { ...options, ...(operation === undefined ? {} : { operation }) }),
    );
}

async function runEmulatorFaultOperation(
  context: Context,
  { operation, ...options }: EmulatorFaultOperationOptions,
): Promise<void> {
  const isPoint = operation !== undefined && servicePoints.includes(operation);
  if (isPoint || options.hold === true) return await runPointFault(context, operation, options);
  const { effects, odds } = bodyOf(options);
  if (Object.keys(effects).length > 0) {
    refuseTwo(options);
    const body = { ...(operation === undefined ? {} : { operation }), ...effects, ...odds };
    const made = await control<OperationFault>(context, { method: 'POST', path, body });
    return context.output.result(made, { ...viewOf([made]), ids: [String(made.seed)] });
  }
  if (Object.keys(odds).length > 0) {
    throw new UsageFailure('No fault specified.', {
      code: 'missing_option',
      hint: 'Example: esign emulator fault operation createEnvelope --drop-after-commit --count 1',
    });
  }
  const all = await control<{ readonly data: readonly OperationFault[] }>(context, { method: 'GET', path });
  const data = all.data.filter((each) => operation === undefined || each.operation === operation);
  await context.output.result({ data }, { ...viewOf(data), ids: data.map(({ seed }) => String(seed)) });
}

/** A fault in sealing, in the renderer or in mail, or a held operation. */
async function runPointFault(context: Context, operation: string | undefined, options: FaultOptions): Promise<void> {
  const { httpStatus: status, hold, count } = options;
  // A mail can only be lost, so nothing has to be chosen.
  const isLoss = operation === 'mail' && [options.code, status, hold].every((each) => each === undefined);
  const code = isLoss ? 'internal_error' : options.code;
  if (operation === undefined) throw new UsageFailure('--hold requires an operation.', { code: 'missing_argument' });
  const effects = [code, status, hold].filter((each) => each !== undefined);
  const taken = (isLoss ? 0 : effects.length) + (count === undefined ? 0 : 1);
  const others = countOf(options) + (hold === undefined ? 0 : 1) - taken;
  if (effects.length !== 1 || others > 0) {
    const words =
      hold === true
        ? '--hold can be combined with --count only.'
        : `${operation} takes one of --code, --http-status and --hold, and --count.`;
    throw conflicting(words, `Example: esign emulator fault operation ${operation} --code internal_error`);
  }
  const point = pointOf(operation);
  await addPointFault(context, {
    point,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(hold === undefined ? {} : { hold }),
    ...(count === undefined ? {} : { count }),
  });
}

type Parts = Readonly<Record<string, string | number | boolean>>;

/** The fault, and how often it applies. */
function bodyOf(options: FaultOptions): {
  readonly effects: Parts;
  readonly odds: Parts;
} {
  const {
    code,
    httpStatus: status,
    delay,
    reset,
    dropAfterCommit,
    stuck,
    stuckFor,
    probability,
    count,
    seed,
  } = options;
  const effects = {
    code,
    http_status: status,
    delay_seconds: delay,
    reset,
    drop_after_commit: dropAfterCommit,
    stuck,
    stuck_seconds: stuckFor,
  };
  return { effects: given(effects), odds: given({ probability, count, seed }) };
}

/** How many of the flags of `bodyOf` are given; the global ones do not count. */
function countOf(options: FaultOptions): number {
  const { effects, odds } = bodyOf(options);
  return Object.keys({ ...effects, ...odds }).length;
}

const given = (all: Readonly<Record<string, string | number | boolean | undefined>>): Parts =>
  Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** A delay can be combined with each other fault, and a status with a code. */
function refuseTwo({
  code,
  httpStatus: status,
  reset,
  dropAfterCommit,
  stuck,
  stuckFor,
}: EmulatorFaultOperationOptions): void {
  const kinds = [
    code !== undefined || status !== undefined,
    reset === true,
    dropAfterCommit === true,
    stuck === true || stuckFor !== undefined,
  ];
  if (kinds.filter(Boolean).length < 2) return;
  throw conflicting(
    'Each command can set one fault only.',
    'Run the command once for each fault. All of them stay active.',
  );
}

const conflicting = (message: string, hint: string): UsageFailure =>
  new UsageFailure(message, { code: 'conflicting_options', hint });

function viewOf(faults: readonly OperationFault[]): View {
  return {
    table: {
      columns: ['OPERATION', 'FAULT', 'PROBABILITY', 'SEED', 'REQUESTS', 'APPLIED'],
      rows: faults.map((fault) => [
        fault.operation ?? 'all',
        operationFaultWords(fault),
        `${Math.round(fault.probability * 1000) / 10} %`,
        String(fault.seed),
        String(fault.met),
        appliedWords(fault),
      ]),
      empty: 'No operation faults are set.',
    },
  };
}

/** In the names of the flags. */
export function operationFaultWords({
  fault,
  code,
  http_status: status,
  delay_seconds: delay,
  stuck_seconds: seconds,
}: OperationFault): string {
  const wait = delay > 0 ? [`delay ${delay} s`] : [];
  switch (fault) {
    case 'delay':
      return wait.join();
    case 'answer':
      return [...wait, code === null ? `status ${status}` : `${code} (${status})`].join(', ');
    case 'stuck':
      return [...wait, seconds === null ? 'stuck' : `stuck for ${seconds} s`].join(', ');
    default:
      return [...wait, fault.replaceAll('_', '-')].join(', ');
  }
}

function readOperation(text: string): string {
  if (isOperationId(text) || servicePoints.includes(text)) return text;
  throw unknownName(
    `Unknown operation "${text}".`,
    nearest(text, [...servicePoints, ...operationIds]),
    `Use an operation from \`esign api --list\`, or ${servicePoints.join(', ')}.`,
  );
}
