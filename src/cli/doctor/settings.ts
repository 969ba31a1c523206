import { nameOf } from '../../core/config/origin.js';
import { profileNamed, readProfiles } from '../../core/config/profiles.js';
import type { Settings } from '../../core/config/settings.js';
import { pluralize } from '../context/counted.js';
import { noKey } from '../context/ways-to-a-key.js';
import { failed, type Finding, finding, type DoctorContext } from './finding.js';

/** The base URL and key in use, their sources, and the contract file of the service. */
export function checkSettings({ context, baseUrl }: DoctorContext): readonly Finding[] {
  const settings = context.settings();
  const { profile } = settings;
  const facts = { profile: profile?.value ?? null, base_url: settings.baseUrl };
  const found =
    baseUrl === null || settings.baseUrl === null
      ? failed('settings', 2, 'No base URL is set.', {
          hint: 'Set one with --base-url or `esign login`, or start the emulator: esign emulator start',
          facts,
        })
      : finding('settings', 'ok', `${baseUrl} from ${nameOf(settings.baseUrl.origin)}${beside(settings)}.`, { facts });
  return [
    found,
    ...settings.warnings.map((warning) =>
      finding('environment', 'warning', warning, { hint: 'Unset it if you do not need it.' }),
    ),
    ...uncheckedCertificates(context.machine.env),
  ];
}

/** The profile, unless the source of the base URL names it. */
function beside({ profile, baseUrl }: Settings): string {
  if (baseUrl?.origin.from === 'profile') return '';
  return profile === null ? ', without a profile' : `, beside profile ${profile.value}`;
}

function uncheckedCertificates(env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return [];
  const words =
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, so certificates are not checked and any server can receive the key.';
  return [
    failed('environment', 9, words, { hint: 'Unset it. For a private certificate authority, set ESIGN_CA_FILE.' }),
  ];
}

/** The source of the key: keychain, file or environment. The keychain has a time limit. */
export function checkKeyStore({ context, baseUrl, key }: DoctorContext): readonly Finding[] {
  if (baseUrl === null) return [finding('key_store', 'skipped', 'No base URL is set, so no key was looked up.')];
  const { profile, configDir } = context.settings();
  if (key === null) {
    const { message, hint } = noKey(context.settings());
    return [failed('key_store', 3, message, { hint })];
  }
  const stores = profile === null ? {} : profileNamed(readProfiles(configDir.value), profile.value, 'the profile').keys;
  const kept = Object.entries(stores).map(([mode, store]) => `the ${mode} key in the ${store}`);
  const words = `The key is from ${nameOf(key.origin)}${kept.length === 0 ? '' : `; stored: ${kept.join(', ')}`}.`;
  return [
    finding('key_store', 'ok', words, { facts: { api_key: { value: key.value.masked, origin: key.origin }, stores } }),
  ];
}

/** The lines of the contract file, and those that this version no longer needs. */
export function checkContract({ contract: inUse }: DoctorContext): readonly Finding[] {
  if (inUse === undefined) return [];
  const { file, contract } = inUse;
  const lines = Object.fromEntries(contract.lines.map(({ name, value }) => [name, value]));
  const facts = { file, lines };
  const count = contract.lines.length;
  const words = `${pluralize(count, 'line')} of ${file} ${count === 1 ? 'changes' : 'change'} the built-in API description`;
  const { idle } = contract;
  if (idle.length === 0) {
    const hint = 'Check that they are still correct: esign spec check';
    return [finding('contract', 'note', `${words}: ${Object.keys(lines).join(', ')}.`, { hint, facts })];
  }
  const names = idle.map(({ name }) => name).join(', ');
  return [
    finding('contract', 'warning', `${words}. No longer needed: ${names}.`, {
      hint: `Remove those lines from ${file}.`,
      facts,
    }),
  ];
}
