import { EsignCommand } from '../cli/flags/command.js';
import { checkKey } from '../cli/failure/check-key.js';
import type { Context } from '../cli/context/context.js';
import { serviceExitCodes } from '../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../cli/failure/failure.js';
import { type ApiKey, readApiKey } from '../core/config/api-key.js';
import { checkBaseUrl } from '../core/config/base-url.js';
import { ConfigFailure } from '../core/config/failure.js';
import { checkProfileName, findProfile, type ProfilesFile, readProfiles } from '../core/config/profiles.js';
import { saveProfile } from '../core/config/save-profile.js';

interface LoginOptions {
  readonly insecureStorage?: boolean;
  /** False after --no-check. */
  readonly check?: boolean;
}

/** `esign login`: takes an API key, tries it with one harmless read, and stores it in a profile. */
export function loginCommand(context: Context): EsignCommand {
  return new EsignCommand('login')
    .description('Store an API key in a profile after checking it with one read request.')
    .option('--insecure-storage', 'store the key in a file that only you can read, not in the keychain')
    .option('--no-check', 'store the key without checking it')
    .example(
      'esign login --base-url https://api.example.com',
      'Prompt for the key and store it in the profile `default`.',
    )
    .example(
      'esign login --profile production --base-url https://api.example.com --api-key-stdin',
      'Read the key from stdin, for example from a password manager.',
    )
    .usesOperations('listTemplates')
    .prints((s) =>
      s.object({
        profile: s.text,
        base_url: s.url,
        mode: s.oneOf('live', 'test'),
        key: s.text,
        store: s.text,
        check: s.text,
      }),
    )
    .exits(serviceExitCodes)
    .action((options: LoginOptions) => runLogin(context, options));
}

async function runLogin(context: Context, options: LoginOptions): Promise<void> {
  const { configDir, given } = context.settings();
  const file = readProfiles(configDir.value);
  const name = given.profile?.value ?? profileFor(file, given.baseUrl?.value);
  checkProfileName(name);
  const before = findProfile(file, name);
  const baseUrl = given.baseUrl?.value ?? before?.base_url ?? (await askBaseUrl(context));
  const key = await takeKey(
    context,
    `API key for ${before?.emulator === true && before.base_url === baseUrl ? 'the emulator at ' : ''}${baseUrl}, stored in profile ${name}`,
  );
  if (key.mode === null) {
    throw new UsageFailure('Invalid API key: its prefix must end in `live_` or `test_`.', {
      code: 'key_invalid',
      hint: 'Copy the whole key from Settings, including the prefix.',
    });
  }
  const tried = options.check === false ? 'not tried' : await checkKey(context, { baseUrl, apiKey: key.secret });
  if (tried === 'refused') {
    throw new CommandFailure(3, 'no_key', `The service at ${baseUrl} rejected this key. Nothing was stored.`, {
      hint: 'Check that you copied the whole key and that it belongs to this URL.',
    });
  }
  const {
    base_url: _address,
    keys: _keys,
    ...kept
  } = before?.base_url === baseUrl ? before : { base_url: '', keys: {} };
  const { keys, remarks } = await saveProfile(
    configDir.value,
    name,
    { ...kept, base_url: baseUrl, mode: key.mode, secrets: { [key.mode]: key.secret } },
    options.insecureStorage === true ? 'file' : 'keychain',
  );
  for (const remark of remarks) context.output.note(remark);
  const store = keys[key.mode] === 'keychain' ? 'the keychain' : 'a file that only you can read';
  await context.output.result(
    { profile: name, base_url: baseUrl, mode: key.mode, key: key.masked, store: keys[key.mode], check: tried },
    {
      human: `Stored the ${key.mode} key ${key.masked} (${tried}) in ${store} for profile ${name}.`,
      ids: [name],
      next: [name === (file.current ?? name) ? 'esign template list' : `esign template list --profile ${name}`],
    },
  );
}

/**
 * The current profile, when the key is for its address; else `default`, unless that reaches yet another address. An
 * emulator has its keys already: what is typed without saying where it goes is a key of the service, and not for it.
 */
function profileFor(file: ProfilesFile, baseUrl: string | undefined): string {
  const fits = (name: string): boolean => {
    const profile = findProfile(file, name);
    if (profile === undefined) return true;
    return baseUrl === undefined ? profile.emulator !== true : profile.base_url === baseUrl;
  };
  if (file.current !== null && fits(file.current)) return file.current;
  if (fits('default')) return 'default';
  throw new ConfigFailure(
    'profile_exists',
    'The profile `default` belongs to another URL.',
    'Use another profile for this URL: esign login --profile NAME --base-url URL',
  );
}

async function askBaseUrl(context: Context): Promise<string> {
  if (!context.prompt.available) {
    throw new UsageFailure('The base URL of the service is missing.', {
      code: 'missing_option',
      hint: 'Example: esign login --base-url https://api.example.com --api-key-stdin',
    });
  }
  return checkBaseUrl(
    await context.prompt.text('Base URL of the service, for example https://api.example.com'),
    'the answer',
  );
}

/** A key in the environment is not stored in passing: to store it, pipe it in. */
async function takeKey(context: Context, question: string): Promise<ApiKey> {
  const flags = context.flags();
  if (flags.apiKeyFile !== undefined || flags.apiKeyStdin === true) {
    const given = await context.settings().given.key();
    if (given !== null) return given.value;
  }
  if (!context.prompt.available) {
    throw new UsageFailure('Missing API key. esign cannot ask for it without a terminal.', {
      code: 'missing_option',
      hint: 'Use --api-key-stdin or --api-key-file, for example: esign login --api-key-file key.txt',
    });
  }
  return readApiKey(await context.prompt.secret(question), 'the answer');
}
