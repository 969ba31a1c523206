import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { control } from '../../cli/emulator/control.js';
import { deliveryFaultWords } from './fault-deliveries.js';
import { operationFaultWords } from './fault-operation.js';
import { leftWords, appliedWords } from '../../cli/emulator/fault-words.js';
import {
  controlAnswer,
  type DeliveryFaults,
  type OperationFault,
  type PointFault,
  type PointFaults,
} from '../../cli/emulator/control-types.js';

const path = '/_emulator/faults';

const faultList = async (s: ShapeBlocks) => {
  const point = await controlAnswer('pointFault')();
  const operation = await controlAnswer('operationFault')();
  const delivery = await controlAnswer('deliveryFault')();
  return s.object({
    data: s.list(
      s.either(
        s.object({ kind: s.literal('point'), ...point.entries }),
        s.object({ kind: s.literal('operation'), ...operation.entries }),
        s.object({ kind: s.literal('delivery'), ...delivery.entries }),
      ),
    ),
    held: s.count,
  });
};

/** `esign emulator fault list`: all current faults, of each kind. */
export function emulatorFaultListCommand(context: Context): EsignCommand {
  return new EsignCommand('list')
    .summary('List all current faults')
    .description(
      'List all current faults in operations, sealing, the renderer, mail and deliveries. Each shows how often it ' +
        'was applied; one that is used up stays in the list until `esign emulator fault clear`.',
    )
    .example('esign emulator fault list', 'List all faults and how often they were applied.')
    .example("esign emulator fault list --jq '.data[].kind'", 'Print only the kinds.')
    .prints(faultList)
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorFaultList(context));
}

async function runEmulatorFaultList(context: Context): Promise<void> {
  const list = <T>(kind: '' | '/operations' | '/deliveries'): Promise<T> =>
    control<T>(context, { method: 'GET', path: `${path}${kind}` });
  const { data: points, held } = await list<PointFaults>('');
  const { data: operations } = await list<{ readonly data: readonly OperationFault[] }>('/operations');
  const { data: deliveries } = await list<{ readonly data: readonly DeliveryFaults[] }>('/deliveries');
  const human =
    held === 0
      ? {}
      : {
          human: `${held === 1 ? '1 request is' : `${held} requests are`} held until you run \`esign emulator fault release\`.`,
        };
  const value: Shaped<typeof faultList> = {
    data: [
      ...points.map((fault) => ({ kind: 'point' as const, ...fault })),
      ...operations.map((fault) => ({ kind: 'operation' as const, ...fault })),
      ...deliveries.map((fault) => ({ kind: 'delivery' as const, ...fault })),
    ],
    held,
  };
  await context.output.result(value, {
    ...human,
    ids: [],
    table: {
      columns: ['KIND', 'WHERE', 'FAULT', 'APPLIES TO', 'APPLIED'],
      rows: [
        ...points.map((fault) => [
          'operation',
          fault.point.replace('operation:', ''),
          pointFaultWords(fault),
          leftWords(fault.count),
          null,
        ]),
        ...operations.map((fault) => {
          const chance = `${Math.round(fault.probability * 1000) / 10} %`;
          return ['operation', fault.operation ?? 'all', operationFaultWords(fault), chance, appliedWords(fault)];
        }),
        ...deliveries.map((fault) => {
          const words = { sentence: deliveryFaultWords(fault) };
          return ['deliveries', fault.webhook_id ?? 'all', words, null, appliedWords(fault)];
        }),
      ],
      empty: 'No faults are set.',
    },
  });
}

const pointFaultWords = ({ code, http_status: status, hold }: PointFault): string =>
  hold ? 'hold' : (code ?? `status ${status}`);
