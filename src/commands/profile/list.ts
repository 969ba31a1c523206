import { currentProfile, profileFacts } from './show.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { readProfiles } from '../../core/config/profiles.js';

/** `esign profile list`: the profiles, the current one marked. */
export function profileListCommand(context: Context): EsignCommand {
  return new EsignCommand('list')
    .summary('List the profiles')
    .description(
      'List the profiles and where their keys are kept. No key is shown. Within a project whose emulator runs, the ' +
        'profile of that emulator is the current one.',
    )
    .example('esign profile list', 'Show every profile; a star marks the current one.')
    .example("esign profile list --jq '.data[].name'", 'List only their names.')
    .prints((s) => s.object({ data: s.list(s.object({ name: s.text, current: s.flag, ...profileFacts(s) })) }))
    .exits(localExitCodes)
    .action(() => runProfileList(context));
}

async function runProfileList(context: Context): Promise<void> {
  const settings = context.settings();
  const file = readProfiles(settings.configDir.value);
  const current = currentProfile(settings, file);
  const data = Object.entries(file.profiles)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, profile]) => ({ name, current: name === current, ...profile }));
  await context.output.result(
    { data },
    {
      ids: data.map(({ name }) => name),
      table: {
        columns: ['', 'NAME', 'BASE ADDRESS', 'LIVE KEY', 'TEST KEY', 'USED'],
        rows: data.map(({ name, current: isCurrent, base_url, keys, mode, emulator }) => [
          isCurrent ? '*' : '',
          name,
          emulator === true ? `${base_url} (emulator)` : base_url,
          keys.live ?? null,
          keys.test ?? null,
          mode ?? (keys.live === undefined ? 'test' : 'live'),
        ]),
        empty:
          'There are no profiles yet. Create one with `esign login`, or start the emulator with `esign emulator start`.',
      },
    },
  );
}
