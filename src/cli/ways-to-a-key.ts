import type { Settings } from '../config/settings.js';

/** What to do without an API key. The profile of an emulator gets its keys back only when that emulator starts. */
export function waysToAKey({ emulator, profile }: Settings): string {
  if (!emulator || profile === null) {
    return 'Store one with `esign login`, or start the emulator with `esign emulator start` and use --profile local.';
  }
  const named = profile.value === 'local' ? '' : ` --profile ${profile.value}`;
  return (
    `Start the emulator, which stores its keys: \`esign emulator start${named}\`. ` +
    `If it is running, stop it first: \`esign emulator stop${named}\`.`
  );
}
