import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

/**
 * Calls that exist on one system only, or mean another thing on each. New ones belong in `src/core/platform/system`, with an
 * answer for Linux, macOS and Windows; what stands elsewhere is listed here with what the others do.
 */
const elsewhere: Readonly<Record<string, readonly [what: string, others: string]>> = {
  'src/cli/context/open-privately.ts': [
    'platform()',
    'the folder of the private file: temporary folders belong to one user there',
  ],
  'src/core/config/key-file.ts': [
    'platform()',
    'modes are of POSIX; on Windows the folder of the user protects the file',
  ],
  'src/document/word/convert-word.ts': ['/usr/bin', 'a folder that is missing is passed over'],
  'src/cli/doctor/permissions.ts': ['platform()', 'says on Windows that it has no modes to check'],
  'src/cli/doctor/unpacked-check.ts': ['/proc', 'only the executable for Linux unpacks itself'],
  'src/cli/doctor/unpacked.ts': ['/proc', 'only the executable for Linux unpacks itself'],
  'src/core/http/other-user.ts': ['/proc', 'elsewhere nothing tells whose a port is'],
  'src/core/http/port-holder.ts': ['/proc', 'elsewhere the holder of a port is not named'],
  'src/receiving/listener/reaper.ts': ['SIGHUP', 'Node sends it on Windows when the console closes'],
  'src/main.ts': ['process.platform', 'HOME is read on Linux alone; streams of Windows are no character devices'],
  'src/core/platform/own-uid.ts': ['/proc', 'counts as unknown where there is no /proc'],
  'src/core/platform/process-identity.ts': ['/proc', 'asks as the system says'],
  'src/core/platform/process-tree.ts': ['/proc', 'asks as the system says'],
  'src/listen/tunnel/install-words.ts': ['platform()', 'winget, brew, or no command'],
  'src/listen/tunnel/providers/ngrok-settings.ts': ['platform()', 'the folder of each system'],
};

/** Flags such as O_NONBLOCK are undefined on Windows, and count as none. */
const special =
  /['"`]\/(?:proc|dev|bin|usr|etc|sys)\b|\bplatform\(\)(?=\s*[=!]==)|\bon: [\w.]+ = platform\(\)|process\.platform|\bgetuid\b|'(?:ps|sh|xdg-open|taskkill|rundll32|reg\.exe|powershell\.exe|wmic|sysctl)'|\bkill\(\s*-|'SIG(?:HUP|USR[12]|WINCH|STOP|CONT|TSTP)'/;

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

function specialFiles(): readonly string[] {
  return filesUnder('src')
    .filter((path) => !path.startsWith('src/core/platform/system/') && !path.startsWith('src/cli/dev/templates/'))
    .filter((path) => special.test(withoutComments(readFileSync(path, 'utf8'))));
}

describe('calls that one system has and another does not', () => {
  it('stand in the room for them, or in a file that is listed with what the others do', () => {
    expect(specialFiles()).toEqual(Object.keys(elsewhere).toSorted());
  });

  it.each([
    "spawn('/bin/sh')",
    "run('xdg-open')",
    'process.kill(-pid)',
    "on('SIGHUP')",
    'platform() ===',
    '`/proc/${id}`',
  ])('%s is found', (text) => expect(special.test(text)).toBe(true));
});
