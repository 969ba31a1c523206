import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { plainWords } from '../../cli/flags/completion-hint.js';
import type { Context } from '../../cli/context/context.js';
import { isOperationId, operationIds } from '../../contract/operations.js';
import { nearest } from '../../core/platform/nearest.js';
import { control } from '../../cli/emulator/control.js';
import type { PointFaults } from '../../cli/emulator/control-types.js';
import { unknownName } from '../../cli/emulator/fault-words.js';
import { pointOf, removeFaults, servicePoints } from '../../cli/emulator/point-fault.js';

const groups = ['operations', 'deliveries'];
const places: readonly string[] = [...groups, ...servicePoints, ...operationIds];

/** `esign emulator fault clear [WHERE]`: removes the faults in one place, or all of them. */
export function emulatorFaultClearCommand(context: Context): EsignCommand {
  return new EsignCommand('clear')
    .summary('Remove faults')
    .description(
      'Remove the faults of one operation, of sealing (`seal`), of the `renderer`, of `mail`, of `operations` (with these ' +
        'three) or of `deliveries`. Without an argument, all faults are removed, and held requests continue.',
    )
    .argument(
      '[where]',
      'operation ID, seal, renderer, mail, operations or deliveries (default: everywhere)',
      readPlace,
    )
    .offers('where', { words: plainWords(places) })
    .example('esign emulator fault clear', 'Remove all faults.')
    .example('esign emulator fault clear createEnvelope', 'Remove the faults of one operation.')
    .example('esign emulator fault clear deliveries', 'Remove the faults of deliveries.')
    .prints(cleared)
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((where: string | undefined) => runEmulatorFaultClear(context, where));
}

const cleared = (s: ShapeBlocks) => s.object({ cleared: s.yes, where: s.nullable(s.text) });

async function runEmulatorFaultClear(context: Context, where: string | undefined): Promise<void> {
  if (where === undefined) await removeFaults(context, undefined);
  else if (where === 'deliveries') await removeFrom(context, 'deliveries');
  else if (where === 'operations') await clearOperations(context);
  else await clearOne(context, where);
  const done: Shaped<typeof cleared> = { cleared: true, where: where ?? null };
  const human = where === undefined ? 'Removed all faults.' : `Removed the faults of ${where}.`;
  await context.output.result(done, { human, ids: [] });
}

const removeFrom = (context: Context, list: `operations${string}` | 'deliveries'): Promise<undefined> =>
  control<undefined>(context, { method: 'DELETE', path: `/_emulator/faults/${list}` });

async function clearOperations(context: Context): Promise<void> {
  await removeFrom(context, 'operations');
  const { data } = await control<PointFaults>(context, { method: 'GET', path: '/_emulator/faults' });
  for (const { point } of data) await removeFaults(context, point);
}

async function clearOne(context: Context, operation: string): Promise<void> {
  if (isOperationId(operation)) await removeFrom(context, `operations?operation=${operation}`);
  await removeFaults(context, pointOf(operation));
}

function readPlace(text: string): string {
  if (places.includes(text)) return text;
  throw unknownName(
    `No faults can be set at "${text}".`,
    nearest(text, places),
    'Use an operation from `esign api --list`, seal, renderer, mail, operations or deliveries.',
  );
}
