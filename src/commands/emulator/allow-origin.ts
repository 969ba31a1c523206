import { Option } from 'commander';
import { readOrigin } from '../../cli/context/app-settings.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import { control } from '../../cli/emulator/control.js';
import { type Brands, controlAnswer } from '../../cli/emulator/control-types.js';

interface EmulatorAllowOriginOptions {
  readonly brand?: string;
  readonly remove?: boolean;
}

/** `esign emulator allow-origin`: lets a page of an app embed the signing page. */
export function emulatorAllowOriginCommand(context: Context): EsignCommand {
  return new EsignCommand('allow-origin')
    .summary('Let a page embed the signing page')
    .description(
      'Register an origin for a brand of the emulator: its pages may embed the signing page in an iframe. An ' +
        'iframe with a sandbox needs allow-scripts, allow-forms and allow-same-origin, and allow-downloads for the ' +
        'signed copy. At the service itself the origin is part of the settings of the brand.',
    )
    .argument('<url>', 'scheme, host and port of the page, for example http://127.0.0.1:3000', readOrigin)
    .addOption(new Option('--brand <id>', 'brand (default: the default brand)').argParser(uuidOf('brand')))
    .addOption(new Option('--remove', 'remove the origin'))
    .example('esign emulator allow-origin http://127.0.0.1:3000', 'Allow the pages of an app on this machine.')
    .prints(controlAnswer('brand'))
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((origin: string, options: EmulatorAllowOriginOptions) => runEmulatorAllowOrigin(context, origin, options));
}

async function runEmulatorAllowOrigin(
  context: Context,
  origin: string,
  { brand: id, remove = false }: EmulatorAllowOriginOptions,
): Promise<void> {
  const { data } = await control<Brands>(context, { method: 'GET', path: '/_emulator/brands' });
  const brand = data.find((each) => (id === undefined ? each.is_default : each.id === id));
  if (brand === undefined) {
    throw new CommandFailure(5, 'brand_unknown', `The emulator has no brand ${id ?? ''}.`, {
      hint: 'List them: esign emulator brands',
    });
  }
  const others = brand.origins.filter((each) => each !== origin);
  const body = { origins: remove ? others : [...others, origin] };
  const path = `/_emulator/brands/${brand.id}` as const;
  const after = await control<Brands['data'][number]>(context, { method: 'PATCH', path, body });
  const list = after.origins.length === 0 ? 'No page may embed them.' : `Allowed: ${after.origins.join(' ')}`;
  await context.output.result(after, {
    human: `${remove ? 'Removed' : 'Allowed'} ${origin} for the signing pages of brand ${after.name}. ${list}`,
    ids: [after.id],
  });
}
