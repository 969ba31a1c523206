import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { givenContract } from '../../cli/context/contract.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import type { ApiKey } from '../../core/config/api-key.js';
import { ConfigFailure } from '../../core/config/failure.js';
import { checkProfileName, findProfile, readProfiles } from '../../core/config/profiles.js';
import { saveProfile } from '../../core/config/save-profile.js';

interface ProfileAddOptions {
  readonly name: string;
  readonly use?: boolean;
  readonly force?: boolean;
  readonly insecureStorage?: boolean;
  readonly signatureHeader?: string;
  readonly completionDeliveryValue?: string;
}

/** `esign profile add NAME`: stores an address under a name, and the key given with it, without asking the service. */
export function profileAddCommand(context: Context): EsignCommand {
  return new EsignCommand('add')
    .summary('Add a profile')
    .description(
      'Store a base URL, and optionally an API key, under a name. The key is not checked: `esign login` does that.',
    )
    .argument('<name>', 'name of the profile')
    .option('--use', 'make it the current profile')
    .option('--force', 'replace a profile of that name')
    .option('--insecure-storage', 'keep the key in a file that only you can read, not in the keychain')
    .addOption(new Option('--signature-header <name>', 'the name of the webhook signature header at this address'))
    .addOption(
      new Option('--completion-delivery-value <word>', 'what this service calls the completion delivery `service`'),
    )
    .example('esign profile add staging --base-url https://staging.example.com', 'Store a base URL.')
    .example(
      'esign profile add staging --base-url https://staging.example.com --api-key-file key.txt',
      'Store a base URL with its key.',
    )
    .prints((s) => s.object({ name: s.text, base_url: s.url, keys: s.partial({ live: s.text, test: s.text }) }))
    .exits(localExitCodes)
    .action((name: string, options: Omit<ProfileAddOptions, 'name'>) => runProfileAdd(context, { ...options, name }));
}

async function runProfileAdd(context: Context, options: ProfileAddOptions): Promise<void> {
  const { given, configDir } = context.settings();
  checkProfileName(options.name);
  if (given.baseUrl === null) {
    throw new UsageFailure('A profile needs a base URL.', {
      code: 'missing_option',
      hint: `Write it like this: esign profile add ${options.name} --base-url https://api.example.com`,
    });
  }
  if (options.force !== true && findProfile(readProfiles(configDir.value), options.name) !== undefined) {
    throw new ConfigFailure(
      'profile_exists',
      `There is a profile \`${options.name}\` already.`,
      'Choose another name, or replace it with --force.',
    );
  }
  const key = await flagKey(context);
  const contract = await givenContract(context.settings());
  const { keys, remarks } = await saveProfile(
    configDir.value,
    options.name,
    {
      base_url: given.baseUrl.value,
      ...(options.signatureHeader === undefined ? {} : { signature_header: headerName(options.signatureHeader) }),
      ...(options.completionDeliveryValue === undefined
        ? {}
        : { completion_delivery_value: options.completionDeliveryValue }),
      ...(contract === undefined ? {} : { contract }),
      secrets: key === null ? {} : { [key.mode ?? 'live']: key.secret },
    },
    options.insecureStorage === true ? 'file' : 'keychain',
    { makeCurrent: options.use === true },
  );
  for (const remark of remarks) context.output.note(remark);
  await context.output.result(
    { name: options.name, base_url: given.baseUrl.value, keys },
    {
      human: `Profile ${options.name} is stored.`,
      ids: [options.name],
      next: key === null ? [`esign login --profile ${options.name}`] : [`esign whoami --profile ${options.name}`],
    },
  );
}

/** Only a key that was given for this profile: one in the environment is not stored by the way. */
async function flagKey(context: Context): Promise<ApiKey | null> {
  const flags = context.flags();
  if (flags.apiKeyFile === undefined && flags.apiKeyStdin !== true) return null;
  return (await context.settings().given.key())?.value ?? null;
}

function headerName(text: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(text)) return text;
  throw new UsageFailure(`Invalid header name "${text}".`, {
    code: 'invalid_value',
    hint: 'Use letters, digits and dashes. Example: --signature-header Service-Signature',
  });
}
