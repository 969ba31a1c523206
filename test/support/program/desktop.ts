import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment of a desktop whose browser is a script. There, `given` is what the browser was started with, `url`
 * where it leads: a private file leads on. `tell` writes a value down, as a whole.
 */
export function desktop(folder: string, script: string): Record<string, string> {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const told = JSON.stringify(join(folder, 'seen.json'));
  const lines = [
    `#!${process.execPath}`,
    "const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');",
    "const { fileURLToPath } = require('node:url');",
    "const given = process.argv.at(-1), isFile = given.startsWith('file:');",
    "const leads = () => /url=([^\"]+)/.exec(readFileSync(fileURLToPath(given), 'utf8'))[1];",
    'const url = isFile ? leads() : given;',
    `const tell = (value) => { writeFileSync(${told} + process.pid, JSON.stringify(value));`,
    `  renameSync(${told} + process.pid, ${told}); };`,
    script,
    '',
  ];
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(programs, name), lines.join('\n'));
    chmodSync(join(programs, name), 0o755);
  }
  return { PATH: programs };
}
