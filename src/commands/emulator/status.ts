import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { control } from '../../cli/emulator/control.js';
import { type Brands, controlAnswer, type EmulatorStatus } from '../../cli/emulator/control-types.js';

/** `esign emulator status`: the URL, the clock and the start options of the emulator. */
export function emulatorStatusCommand(context: Context): EsignCommand {
  return new EsignCommand('status')
    .summary('Show the status of the emulator')
    .description(
      'Show the URL, the clock and the data folder of the emulator. It exits with 4 if no emulator is running, and with 8 ' +
        'if the emulator does not respond.',
    )
    .example('esign emulator status', 'Show the status.')
    .example('esign emulator status --jq .url', 'Print only the URL.')
    .prints(statusShape)
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorStatus(context));
}

const statusShape = async (s: ShapeBlocks) =>
  s.object({
    ...(await controlAnswer('emulatorStatus')()).entries,
    brands: s.list(s.object({ id: s.text, name: s.text })),
  });

async function runEmulatorStatus(context: Context): Promise<void> {
  const status = await control<EmulatorStatus>(context, { method: 'GET', path: '/_emulator/status' });
  const { data: brands } = await control<Brands>(context, { method: 'GET', path: '/_emulator/brands' });
  const value: Shaped<typeof statusShape> = { ...status, brands: brands.map(({ id, name }) => ({ id, name })) };
  await context.output.result(value, {
    ids: [status.url],
    details: [
      ['URL', status.url],
      ['Clock', { instant: status.clock.now }],
      ['Status', status.clock.frozen ? 'frozen (advance it with `esign emulator clock advance`)' : 'running'],
      ['Plan', status.organisation?.plan ?? null],
      ...brands.map(({ id, name }): readonly [string, string] => ['Brand', `${name} (${id})`]),
      ['Webhooks', status.strict ? 'public https URLs only' : 'also http URLs on this machine'],
      ['Confirmations', status.ask ? 'as with a live key' : 'none'],
      ['Data', status.data ?? 'temporary'],
      ['Process', status.pid],
      ['Version', status.version],
    ],
  });
}
