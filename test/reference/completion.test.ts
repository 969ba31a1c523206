import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { completionScript } from '../../src/reference/completion.js';
import { leavesOf, readTree } from '../../src/reference/node.js';
import { shells } from '../../src/reference/shells.js';
import { wholeTree } from '../support/tree.js';

const root = readTree(await wholeTree());
const folder = mkdtempSync(join(tmpdir(), 'esign-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const shell of shells) writeFileSync(join(folder, shell), completionScript(shell, root));
writeFileSync(join(folder, 'lease.pdf'), '');

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const run = (program: string, args: readonly string[]): string => {
  const ran = spawnSync(program, args, { encoding: 'utf8', cwd: folder, timeout: 20_000 });
  expect(ran.stderr).toBe('');
  return ran.stdout;
};

/** What a shell offers after these words; the last one is being typed. */
const offers: Readonly<Record<'bash' | 'fish', (words: readonly string[]) => string[]>> = {
  bash: (words) => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source ${join(folder, 'bash')}; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _esign; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '--noprofile', '-c', script])
      .split('\n')
      .filter((line) => line !== '');
  },
  fish: (words) =>
    run('fish', ['--no-config', '-c', `source ${join(folder, 'fish')}; complete -C "${words.join(' ')}"`])
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
      .filter((line) => line !== ''),
};

for (const shell of shells) {
  if (!has(shell)) continue;
  describe(`the completion script for ${shell}`, () => {
    it('is a script that the shell can read', () => {
      run(shell, ['-n', join(folder, shell)]);
    });
  });
}

for (const shell of ['bash', 'fish'] as const) {
  if (!has(shell)) continue;
  describe(`completion in ${shell}`, () => {
    const offered = offers[shell];

    it('offers every noun, and the verbs of a noun', () => {
      expect(offered(['esign', '']).sort()).toEqual(
        [...root.commands.flatMap(({ name, aliases }) => [name, ...aliases]), 'help'].sort(),
      );
      for (const noun of root.commands.filter(({ commands }) => commands.length > 0)) {
        expect(offered(['esign', noun.name, '']).sort()).toEqual(
          noun.commands.flatMap(({ name, aliases }) => [name, ...aliases]).sort(),
        );
      }
    });

    it('passes over global flags and their values', () => {
      expect(offered(['esign', '--profile', 'error', 'profile', 'l'])).toEqual(['list']);
      expect(offered(['esign', '--json', 'profile', 'l'])).toEqual(['list']);
    });

    it('offers the flags of the command and the global ones', () => {
      const flags = offered(['esign', 'profile', 'add', '--']);
      expect(flags).toEqual(expect.arrayContaining(['--signature-header', '--force', '--json', '--profile']));
      expect(flags).not.toContain('--service');
    });

    it('offers the choices of a flag and of an argument', () => {
      expect(offered(['esign', '--mode', '']).sort()).toEqual(['live', 'test']);
      expect(offered(['esign', 'completion', 'z'])).toEqual(['zsh']);
    });

    it('offers files where a flag takes one, and nothing where it takes any word', () => {
      expect(offered(['esign', 'whoami', '--api-key-file', 'lea'])).toEqual(['lease.pdf']);
      expect(offered(['esign', 'whoami', '--profile', ''])).toEqual([]);
    });

    it('knows a noun by its alias', () => {
      for (const noun of root.commands) {
        for (const alias of noun.aliases)
          expect(offered(['esign', alias, ''])).toEqual(offered(['esign', noun.name, '']));
      }
    });
  });
}

it('every script holds every command', () => {
  for (const shell of shells) {
    const script = completionScript(shell, root);
    for (const leaf of leavesOf(root)) expect(script).toContain(`'${leaf.path}'`);
  }
});
