import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { UsageFailure } from '../../cli/failure.js';
import { nearest } from '../../platform/nearest.js';
import { operationIds } from '../../contract/operations.js';
import { control } from '../../emulator-client/control.js';
import { emulatorFaultDeliveriesCommand } from './fault-deliveries.js';
import { emulatorFaultListCommand } from './fault-list.js';
import { emulatorFaultOperationCommand } from './fault-operation.js';
import { codeWords, readCode, readWhole, unknownName } from '../../emulator-client/fault-words.js';
import { plainWords } from '../../cli/completion-hint.js';

interface EmulatorFaultOptions {
  readonly point?: string;
  readonly code?: string;
  readonly status?: number;
  readonly hold?: boolean;
  readonly count?: number;
  readonly clear?: boolean;
  readonly release?: boolean;
}

/** `esign emulator fault`: faults on demand; `fault POINT` is short for `fault at POINT`. */
export function emulatorFaultCommand(context: Context): EsignCommand {
  const fault = new EsignCommand('fault')
    .summary('Inject faults into the emulator')
    .description('Inject faults at points of the service, into operations, or into webhook deliveries.');
  fault.addCommand(emulatorFaultAtCommand(context), { isDefault: true });
  return fault.verbs(
    emulatorFaultOperationCommand(context),
    emulatorFaultDeliveriesCommand(context),
    emulatorFaultListCommand(context),
  );
}

/** `esign emulator fault [at] POINT`: faults of the service itself, for a number of requests. */
function emulatorFaultAtCommand(context: Context): EsignCommand {
  return new EsignCommand('at')
    .summary('Inject faults at a point of the service')
    .description(
      'Inject a fault at `seal`, at the `renderer`, or at an operation such as `operation:createEnvelope`. The fault ends ' +
        'after --count requests; `esign emulator fault list` shows how many are left.',
    )
    .argument('[point]', 'seal, renderer, or operation:ID', readPoint)
    .addOption(new Option('--code <code>', 'respond with this error code').argParser(readCode))
    .addOption(
      new Option('--status <n>', 'respond with this HTTP status and an empty body').argParser(
        readWhole('--status', 400, 599),
      ),
    )
    .addOption(new Option('--hold', 'hold the request until --release').conflicts(['code', 'status']))
    .addOption(
      new Option('--count <n>', 'number of requests to fail (default: 1)').argParser(readWhole('--count', 1, 1000)),
    )
    .addOption(
      new Option('--clear', 'remove the faults of the point, or without a point all faults of every kind').conflicts([
        'code',
        'status',
        'hold',
        'count',
      ]),
    )
    .addOption(new Option('--release', 'continue held requests').conflicts(['code', 'status', 'hold', 'count']))
    .formerly({ '--times': '--count' })
    .offers('point', { words: plainWords(points) })
    .offers('--code', { words: codeWords })
    .example('esign emulator fault seal --code internal_error', 'Make the next sealing fail.')
    .example(
      'esign emulator fault operation:createEnvelope --code service_unavailable --count 2',
      'Fail two requests, then none.',
    )
    .example('esign emulator fault seal --clear', 'Remove the faults of sealing.')
    .example('esign emulator fault --clear', 'Remove all faults.')
    .answers(({ clear, release }) =>
      clear === true || release === true
        ? ['cleared', 'released', 'point']
        : ['point', 'code', 'bare_status', 'hold', 'times'],
    )
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((point: string | undefined, options: EmulatorFaultOptions) =>
      runEmulatorFault(context, { ...options, ...(point === undefined ? {} : { point }) }),
    );
}

async function runEmulatorFault(context: Context, options: EmulatorFaultOptions): Promise<void> {
  const { point, code, status, hold, count, clear, release } = options;
  if (clear === true || release === true) {
    const path = '/_emulator/faults' as const;
    const some = point === undefined ? path : (`${path}?point=${encodeURIComponent(point)}` as const);
    if (clear === true) await control<undefined>(context, { method: 'DELETE', path: some });
    if (release === true) await control<undefined>(context, { method: 'POST', path: '/_emulator/faults/release' });
    const cleared = `Removed all faults${point === undefined ? '' : ` at ${point}`}.`;
    const done = { cleared: clear === true, released: release === true, point: point ?? null };
    return context.output.result(done, { human: clear === true ? cleared : 'Released the held requests.', ids: [] });
  }
  if (point === undefined || (code === undefined && status === undefined && hold !== true)) {
    throw new UsageFailure(
      point === undefined ? 'No point specified.' : 'No fault specified. Use --code, --status or --hold.',
      {
        code: 'missing_option',
        hint: 'Example: esign emulator fault seal --code internal_error',
      },
    );
  }
  const fault = {
    point,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { bare_status: status }),
    ...(hold === true ? { hold: true } : {}),
    times: count ?? 1,
  };
  await control<undefined>(context, { method: 'POST', path: '/_emulator/faults', body: fault });
  const requests = fault.times === 1 ? 'The next request' : `The next ${fault.times} requests`;
  await context.output.result(fault, { human: `${requests} at ${point} will fail.`, ids: [] });
}

const points: readonly string[] = ['seal', 'renderer', ...operationIds.map((id) => `operation:${id}`)];

function readPoint(text: string): string {
  if (points.includes(text)) return text;
  const close = nearest(text, [...points, 'deliveries', 'operation']);
  throw unknownName(`Unknown point "${text}".`, close, 'Use seal, renderer, or operation:createEnvelope.');
}
