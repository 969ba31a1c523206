import type { ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { profileNamed, readProfiles } from '../../core/config/profiles.js';

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
  signature_header: s.optional(s.text),
  completion_delivery_value: s.optional(s.text),
  contract: s.optional(s.text),
});

async function runProfileShow(context: Context, options: ProfileShowOptions): Promise<void> {
  const settings = context.settings();
  const file = readProfiles(settings.configDir.value);
  const name = options.name ?? settings.given.profile?.value ?? file.current;
  if (name === null) {
    throw new UsageFailure('There is no current profile.', {
      code: 'missing_argument',
      hint: 'Name one: esign profile show local',
    });
  }
  const profile = profileNamed(file, name, 'the command line');
  await context.output.result(
    { name, current: file.current === name, ...profile },
    {
      ids: [name],
      details: [
        ['Name', name],
        ['Current', file.current === name],
        ['Base address', profile.base_url],
        ['Emulator', profile.emulator === true],
        ['Live key', profile.keys.live ?? null],
        ['Test key', profile.keys.test ?? null],
        ['Mode', profile.mode ?? (profile.keys.live === undefined ? 'test' : 'live')],
        ['Signature header', profile.signature_header ?? null],
        ['Completion delivery', profile.completion_delivery_value ?? null],
        ['Contract file', profile.contract ?? null],
      ],
    },
  );
}
