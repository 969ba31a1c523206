import type { Settings } from '../../core/config/settings.js';
import { CommandFailure } from '../failure/failure.js';

/** What to do without an API key. The profile of an emulator gets its keys back only when that emulator starts. */
export function waysToAKey({ emulator, profile }: Settings): string {
  if (!emulator || profile === null) {
    return (
      'Store one with `esign login`, or start the emulator with `esign emulator start` and use --profile local. ' +
      'In scripts, set ESIGN_API_KEY.'
    );
  }
  const isUnnamed = profile.value === 'local' || profile.origin.from === 'project';
  const named = isUnnamed ? '' : ` --profile ${profile.value}`;
  return (
    `Start the emulator, which stores its keys: \`esign emulator start${named}\`. ` +
    `If it is running, stop it first: \`esign emulator stop${named}\`.`
  );
}

/** That no key is stored for the base URL, or none of the mode that was asked for, and what to do. */
export function noKey(settings: Settings): CommandFailure {
  const { mode, profile, baseUrl } = settings;
  const isElsewhere = profile !== null && baseUrl?.origin.from !== 'profile';
  const hint = isElsewhere
    ? `Give it with ESIGN_API_KEY or --api-key-file; the key of profile ${profile.value} goes to its own base URL only.`
    : waysToAKey(settings);
  return new CommandFailure(3, 'no_key', `No ${mode === null ? 'API' : mode.value} key found for this base URL.`, {
    hint,
  });
}
