import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { control } from '../../cli/emulator/control.js';
import { type Brands, controlAnswer } from '../../cli/emulator/control-types.js';

/** `esign emulator brands`: the brands of envelopes and standing authorisations. */
export function emulatorBrandsCommand(context: Context): EsignCommand {
  return new EsignCommand('brands')
    .summary('List the brands of the emulator')
    .description('List the brands of the emulator’s organisations, and the origins that may embed their signing pages.')
    .example('esign emulator brands', 'List all brands.')
    .example(
      "esign emulator brands --jq '.data[] | select(.is_default) | .id'",
      'Get the default brand ID for `authorisation create --brand`.',
    )
    .prints(controlAnswer('brandList'))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorBrands(context));
}

async function runEmulatorBrands(context: Context): Promise<void> {
  const found = await control<Brands>(context, { method: 'GET', path: '/_emulator/brands' });
  await context.output.result(found, {
    table: {
      columns: ['BRAND', 'NAME', 'DEFAULT', 'ORIGINS'],
      rows: found.data.map(({ id, name, is_default, archived, origins }) => [
        { id },
        archived ? `${name} (archived)` : name,
        is_default,
        origins.length === 0 ? null : origins.join(' '),
      ]),
      empty: 'No brands found.',
    },
  });
}
