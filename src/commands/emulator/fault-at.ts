import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { UsageFailure } from '../../cli/failure.js';
import { nearest } from '../../platform/nearest.js';
import { operationIds } from '../../contract/operations.js';
import { codeWords, readCode, readWhole, unknownName } from '../../emulator-client/fault-words.js';
import {
  addedFault,
  addPointFault,
  releaseHeld,
  removeFaults,
  servicePoints,
} from '../../emulator-client/point-fault.js';
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

/** `esign emulator fault [at] POINT`: the former form of `fault operation`, `fault clear` and `fault release`. */
export function emulatorFaultAtCommand(context: Context): EsignCommand {
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
    .prints(addedFault)
    .prints(endedFaults, '--clear')
    .prints(endedFaults, '--release')
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((point: string | undefined, options: EmulatorFaultOptions) =>
      runEmulatorFault(context, { ...options, ...(point === undefined ? {} : { point }) }),
    );
}

const endedFaults = (s: ShapeBlocks) => s.object({ cleared: s.flag, released: s.flag, point: s.nullable(s.text) });

async function runEmulatorFault(context: Context, options: EmulatorFaultOptions): Promise<void> {
  const { point, code, status, hold, count, clear, release } = options;
  if (clear === true || release === true) {
    if (clear === true) await removeFaults(context, point);
    if (release === true) await releaseHeld(context);
    const cleared = `Removed all faults${point === undefined ? '' : ` at ${point}`}.`;
    const done: Shaped<typeof endedFaults> = {
      cleared: clear === true,
      released: release === true,
      point: point ?? null,
    };
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
  await addPointFault(context, {
    point,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(hold === undefined ? {} : { hold }),
    ...(count === undefined ? {} : { count }),
  });
}

const points: readonly string[] = [...servicePoints, ...operationIds.map((id) => `operation:${id}`)];

function readPoint(text: string): string {
  if (points.includes(text)) return text;
  const close = nearest(text, [...points, 'deliveries', 'operation']);
  throw unknownName(`Unknown point "${text}".`, close, 'Use seal, renderer, or operation:createEnvelope.');
}
