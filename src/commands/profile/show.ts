import type { ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { ConfigFailure } from '../../core/config/failure.js';
import { profileNamed, type ProfilesFile, readProfiles } from '../../core/config/profiles.js';
import type { Settings } from '../../core/config/settings.js';

interface ProfileShowOptions {
  readonly name?: string;
}

/** `esign profile show [NAME]`: what a profile holds; its keys are not read. */
export function profileShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .alias('get')
    .summary('Show one profile')
    .description('Show what a profile holds. Keys are not shown, only where they are kept.')
    .argument('[name]', 'name of the profile (default: the current one)')
    .example('esign profile show local', 'Show the profile of the emulator.')
    .prints((s) => s.object({ name: s.text, current: s.flag, ...profileFacts(s) }))
    .exits(localExitCodes)
    .action((name: string | undefined) => runProfileShow(context, name === undefined ? {} : { name }));
}

/** A stored profile: the keys say where each is stored. */
export const profileFacts = (s: ShapeBlocks) => ({
  base_url: s.url,
  keys: s.partial({ live: s.text, test: s.text }),
  mode: s.optional(s.oneOf('live', 'test')),
  emulator: s.optional(s.flag),
  project: s.optional(s.text),
  signature_header: s.optional(s.text),
  completion_delivery_value: s.optional(s.text),
  contract: s.optional(s.text),
});

/** The profile that commands use here without `--profile`: within a project whose emulator runs, that of the project. */
export function currentProfile(settings: Settings, { current }: ProfilesFile): string | null {
  if (settings.given.profile !== null) return current;
  try {
    return settings.profile?.value ?? null;
  } catch (failure) {
    // The current one may have been removed by hand.
    if (failure instanceof ConfigFailure) return current;
    throw failure;
  }
}

async function runProfileShow(context: Context, options: ProfileShowOptions): Promise<void> {
  const settings = context.settings();
  const file = readProfiles(settings.configDir.value);
  const current = currentProfile(settings, file);
  const name = options.name ?? settings.given.profile?.value ?? current;
  if (name === null) {
    throw new UsageFailure('There is no current profile.', {
      code: 'missing_argument',
      hint: 'Name one: esign profile show local',
    });
  }
  const profile = profileNamed(file, name, 'the command line');
  await context.output.result(
    { name, current: current === name, ...profile },
    {
      ids: [name],
      details: [
        ['Name', name],
        ['Current', current === name],
        ['Base address', profile.base_url],
        ['Emulator', profile.emulator === true],
        ['Project', profile.project ?? null],
        ['Live key', profile.keys.live ?? null],
        ['Test key', profile.keys.test ?? null],
        ['Mode', profile.mode ?? (profile.keys.live === undefined ? 'test' : 'live')],
        ['Signature header', profile.signature_header ?? null],
        ['Word for "service"', profile.completion_delivery_value ?? null],
        ['Contract file', profile.contract ?? null],
      ],
    },
  );
}
