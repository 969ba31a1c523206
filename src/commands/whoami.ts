import type { ShapeBlocks } from '../contract/shape.js';
import { EsignCommand } from '../cli/flags/command.js';
import { checkKey, type KeyCheck } from '../cli/failure/check-key.js';
import type { Context } from '../cli/context/context.js';
import { serviceExitCodes } from '../cli/failure/exit-code.js';
import { CommandFailure } from '../cli/failure/failure.js';
import { noKey } from '../cli/context/ways-to-a-key.js';
import { contractInUse, signatureHeaderOf } from '../cli/context/contract.js';
import { nameOf, type Sourced } from '../core/config/origin.js';
import type { Cell } from '../core/terminal/table.js';

interface WhoamiOptions {
  readonly offline?: boolean;
}

/** `esign whoami`: every setting with its origin, and whether the service accepts the key. */
export function whoamiCommand(context: Context): EsignCommand {
  return new EsignCommand('whoami')
    .description(
      'Show the current base URL, profile and API key. It also shows where each setting comes from and whether the service ' +
        'accepts the key. The word for "service" is the value of `completion_delivery` with which this service mails ' +
        'the signed document itself; an envelope without it is mailed to nobody.',
    )
    .option('--offline', 'do not contact the service')
    .example('esign whoami', 'Show the current settings.')
    .example('ESIGN_PROFILE=local esign whoami --json', 'Print each setting with its source as JSON.')
    .usesOperations('listTemplates')
    .prints(identity)
    .exits(serviceExitCodes)
    .action((options: WhoamiOptions) => runWhoami(context, options));
}

const keyStatus: Readonly<Record<KeyCheck | 'not asked', string>> = {
  accepted: 'accepted',
  'accepted, without the scope to read templates': 'accepted, without the scope to read templates',
  refused: 'rejected',
  'not asked': 'not checked',
};

/** Each value with its origin. */
const identity = (s: ShapeBlocks) => {
  const origin = s.object({
    from: s.oneOf('flag', 'environment', 'profile', 'default'),
    flag: s.optional(s.text),
    variable: s.optional(s.text),
    profile: s.optional(s.text),
    store: s.optional(s.text),
  });
  const sourced = s.nullable(s.object({ value: s.text, origin }));
  return s.object({
    profile: sourced,
    base_url: sourced,
    mode: sourced,
    api_key: sourced,
    signature_header: sourced,
    completion_delivery_value: sourced,
    contract: sourced,
    config_dir: sourced,
    state_dir: sourced,
    key_kind: s.nullable(s.text),
    emulator: s.flag,
    check: s.text,
    contract_lines: s.record(s.anything),
    warnings: s.list(s.text),
  });
};

async function runWhoami(context: Context, options: WhoamiOptions): Promise<void> {
  const settings = context.settings();
  const key = await settings.key();
  for (const warning of options.offline === true ? settings.warnings : []) context.output.warn(warning);
  const ask = options.offline !== true && key !== null && settings.baseUrl !== null;
  const check: KeyCheck | 'not asked' = ask ? await checkKey(context) : 'not asked';
  const kind = key === null ? null : (key.value.mode ?? 'unknown');
  const emulator = options.offline === true ? settings.emulator : await context.isEmulator();
  const lines = (await contractInUse(settings))?.contract.lines ?? [];
  const shown: readonly (readonly [name: string, label: string, found: Sourced<string> | null])[] = [
    ['profile', 'Profile', settings.profile],
    ['base_url', 'Base URL', settings.baseUrl],
    ['mode', 'Mode', settings.mode],
    ['api_key', 'API key', key === null ? null : { value: key.value.masked, origin: key.origin }],
    ['signature_header', 'Signature header', { ...settings.signatureHeader, value: await signatureHeaderOf(settings) }],
    ['completion_delivery_value', 'Word for "service"', settings.completionDeliveryValue],
    ['contract', 'Contract file', settings.contract],
    ['config_dir', 'Settings folder', settings.configDir],
    ['state_dir', 'State folder', settings.stateDir],
  ];
  await context.output.result(
    {
      ...Object.fromEntries(shown.map(([name, , found]) => [name, found])),
      key_kind: kind,
      emulator,
      check,
      contract_lines: Object.fromEntries(lines.map(({ name, value }) => [name, value])),
      warnings: settings.warnings,
    },
    {
      ids: settings.profile === null ? [] : [settings.profile.value],
      details: [
        ...shown.map(([, label, found]): readonly [string, Cell] => [
          label,
          found === null ? null : `${found.value}  (${originOf(label, found)})`,
        ]),
        ['Key mode', kind === null ? null : `${kind}${emulator ? ' (emulator)' : ''}`],
        ['Key status', keyStatus[check]],
        ...lines.map(({ name, value }): readonly [string, Cell] => ['Contract', `${name} is ${String(value)}`]),
      ],
    },
  );
  if (key === null) {
    throw noKey(settings);
  }
  if (check === 'refused') {
    throw new CommandFailure(3, 'no_key', 'The service rejected this API key.', {
      hint: 'Store a valid one with `esign login`.',
    });
  }
}

const originOf = (label: string, { origin }: Sourced<string>): string =>
  label === 'Profile' && origin.from === 'default' ? 'the current profile' : nameOf(origin);
