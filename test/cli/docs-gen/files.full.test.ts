import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { completionScript } from '../../../src/cli/docs-gen/files.js';
import { leavesOf, readTree } from '../../../src/cli/docs-gen/node.js';
import { shells } from '../../../src/cli/docs-gen/shells.js';
import { wholeTree } from '../../support/program/tree.js';
import { recordSeen } from '../../support/records/record-seen.js';

const root = readTree(await wholeTree());
const folder = mkdtempSync(join(tmpdir(), 'esign-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const shell of shells) writeFileSync(join(folder, shell), completionScript(shell, root));
writeFileSync(join(folder, 'lease.pdf'), '');

/** What a shell must take for text: it would run something, or come apart into several words. */
const hostile = [
  '$(touch ran)',
  '`touch ran`',
  'two words',
  "quo'te",
  'quo"te',
  '*',
  'x;touch ran',
  '~root',
  'x\ny',
  '\u001b[31m',
];
const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';
const template = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const places = { ESIGN_CONFIG_DIR: join(folder, 'settings'), ESIGN_STATE_DIR: join(folder, 'state') };
const bin = fileURLToPath(new URL('../../../bin/esign.js', import.meta.url));
mkdirSync(places.ESIGN_CONFIG_DIR);
mkdirSync(places.ESIGN_STATE_DIR);
writeFileSync(
  join(places.ESIGN_CONFIG_DIR, 'profiles.json'),
  JSON.stringify({
    current: null,
    profiles: Object.fromEntries(
      ['production', 'staging.za', ...hostile].map((name) => [name, { base_url: 'https://esign.example', keys: {} }]),
    ),
  }),
);
await recordSeen(places.ESIGN_STATE_DIR, {
  envelopes: { [id]: hostile.at(-1) ?? '' },
  templates: { [template]: hostile.at(-1) ?? '' },
});

/** Puts a program named esign on the path of the shells. */
function install(name: string, script: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'esign'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(path, 'esign'), 0o755);
  return path;
}
const real = install('real', `exec "${process.execPath}" "${bin}" "$@"`);
/** One that answers with anything: the script itself must not run or split what it is told. */
writeFileSync(join(folder, 'answers'), hostile.map((value) => `${value}\tabout ${value}\n`).join(''));
const lying = install('lying', `cat "${join(folder, 'answers')}"`);

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
let first = real;
const run = (program: string, args: readonly string[]): string => {
  const env = { ...process.env, ...places, PATH: `${first}${delimiter}${process.env['PATH'] ?? ''}` };
  const ran = spawnSync(program, args, { encoding: 'utf8', cwd: folder, timeout: 20_000, env });
  expect(ran.stderr).toBe('');
  return ran.stdout;
};

/** What a shell offers after these words; the last one is being typed. */
const offers: Readonly<Record<'bash' | 'fish', (words: readonly string[]) => string[]>> = {
  bash: (words) => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source ${join(folder, 'bash')}; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; COMP_LINE='${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}; _esign; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '--noprofile', '-c', script])
      .split('\n')
      .map((line) => line.split('  -- ')[0] ?? '')
      .filter((line) => line !== '');
  },
  fish: (words) =>
    run('fish', ['--no-config', '-c', `source ${join(folder, 'fish')}; complete -C "${words.join(' ')}"`])
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
      .filter((line) => line !== ''),
};

for (const shell of shells) {
  if (shell === 'powershell' || !has(shell)) continue;
  describe(`the completion script for ${shell}`, () => {
    it('is a script that the shell can read', () => {
      run(shell, ['-n', join(folder, shell)]);
    });
  });
}

describe('completion in bash', () => {
  /** What bash is answered, as it stands, for a line that bash itself takes apart. */
  const answered = (line: string, words: readonly string[], more = ''): string[] => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source ${join(folder, 'bash')}; ${more}COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _esign; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '--noprofile', '-c', script]).split('\n').slice(0, -1);
  };

  it('shows titles beside IDs while several match, and completes a single match', () => {
    const line = 'esign envelope create --template ';
    const one = answered(line, ['esign', 'envelope', 'create', '--template', '']);
    expect(one).toEqual([template]);
    const two = answered('esign whoami --profile ', ['esign', 'whoami', '--profile', '']);
    expect(two).toEqual(['production  -- https://esign.example', 'staging.za  -- https://esign.example']);
    // Keys that put one after the other on the line want the values alone.
    const turn = answered('esign whoami --profile ', ['esign', 'whoami', '--profile', ''], 'COMP_TYPE=37; ');
    expect(turn).toEqual(['production', 'staging.za']);
    const narrow = answered('esign whoami --profile ', ['esign', 'whoami', '--profile', ''], 'COLUMNS=20; ');
    expect(narrow).toEqual(['production  -- http', 'staging.za  -- http']);
  });

  it('puts together again what bash breaks at a colon and at an equals sign', () => {
    const wait = 'esign envelope wait x --until signed:';
    expect(answered(wait, ['esign', 'envelope', 'wait', 'x', '--until', 'signed', ':'])).toEqual(['']);
    expect(answered('esign --mode=l', ['esign', '--mode', '=', 'l'])).toEqual(['live']);
    expect(answered('esign --mode=', ['esign', '--mode', '='])).toEqual(['live', 'test']);
    expect(answered('esign --json= prof', ['esign', '--json', '=', 'prof'])).toEqual(['profile']);
    // Where bash breaks at neither, the whole word is put in its place.
    expect(answered('esign --mode=l', ['esign', '--mode=l'], "COMP_WORDBREAKS=' '; ")).toEqual(['--mode=live']);
  });
});

for (const shell of ['bash', 'fish'] as const) {
  if (!has(shell)) continue;
  describe(`completion in ${shell}`, () => {
    const offered = offers[shell];

    it('offers every noun, and the verbs of a noun', () => {
      expect(offered(['esign', '']).sort()).toEqual(
        [
          ...root.commands
            .filter(({ name }) => !root.hiddenCommands.includes(name))
            .flatMap(({ name, aliases }) => [name, ...aliases]),
          'help',
        ].sort(),
      );
      for (const noun of root.commands.filter((each) => each.commands.length > 0 && each.arguments.length === 0)) {
        expect(offered(['esign', noun.name, '']).sort()).toEqual(
          noun.commands
            .filter(({ name }) => !noun.hiddenCommands.includes(name))
            .flatMap(({ name, aliases }) => [name, ...aliases])
            .sort(),
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
      expect(offered(['esign', 'completion', 'install', 'z'])).toEqual(['zsh']);
    });

    it('offers every value that the program knows, for flags and for arguments', () => {
      const known: readonly (readonly [line: string, begun: string, words: readonly string[]])[] = [
        ['envelope wait x --until', '', ['sent', 'completed', 'sealed', 'voided', 'declined', 'expired', 'signed:']],
        ['envelope wait x --until', 's', ['sent', 'sealed', 'signed:']],
        ['envelope list --status sent --status', 'par', ['partially_signed']],
        ['authorisation list --status', 'invi', ['invited']],
        ['webhook register --event', 'envelope.s', ['envelope.sent', 'envelope.sealed', 'envelope.sealing_failed']],
        ['event list --event', 'rec', ['recipient.completed']],
        ['event send', 'recip', ['recipient.completed']],
        ['event send envelope.sent --set', 'retry', ['retry_count=']],
        ['listen --expect', 'envelope.v', ['envelope.voided']],
        ['listen --tunnel', 'ngrok', ['ngrok', 'ngrok-sdk']],
        ['webhook certify --rule', 'raw', ['raw_bytes']],
        ['webhook check --format', '', ['text', 'prometheus']],
        ['template types --format', '', ['ts', 'schema']],
        ['emulator trigger', 'envelope.d', ['envelope.declined']],
        ['emulator scenario load', 'se', ['sealed', 'sealing-failed']],
        ['emulator exec --scenario', 'half', ['half-signed']],
        ['emulator inbox list --kind', 'inv', ['invitation']],
        ['emulator inbox --kind', 'inv', ['invitation']],
        ['emulator fault operation', 'createEnvelopeB', ['createEnvelopeBatch']],
        ['emulator fault operation --code', 'rate', ['rate_limited']],
        ['emulator fault', 'cl', ['clear']],
        ['emulator fault clear', 'del', ['deleteWebhook', 'deliveries']],
        ['emulator clock advance --to', '', ['next']],
        ['error', 'template_ch', ['template_changed']],
        ['api', 'createEnvelopeB', ['createEnvelopeBatch']],
        ['help', 'exit', ['exit-codes']],
        ['help envelope', 'wai', ['wait']],
        // Only the first argument is an envelope.
        ['emulator sign x', '', []],
      ];
      for (const [line, begun, words] of known) {
        expect([line, offered(['esign', ...line.split(' '), begun]).toSorted()]).toEqual([line, words.toSorted()]);
      }
    });

    it('offers the files of the kind that is read, folders to look into, and all where there are none of it', () => {
      mkdirSync(join(folder, 'forms'), { recursive: true });
      for (const name of ['fine.PDF', 'file.docx', 'fine.txt', 'fine.csv', 'fact.txt'])
        writeFileSync(join(folder, name), '');
      const bare = (words: readonly string[]): string[] =>
        offered(words)
          .map((word) => word.replace(/\/$/, ''))
          .toSorted();
      expect(bare(['esign', 'template', 'create', 'f'])).toEqual(['file.docx', 'fine.PDF', 'forms']);
      expect(bare(['esign', 'template', 'create', 'x', 'f'])).toEqual(['file.docx', 'fine.PDF', 'forms']);
      expect(bare(['esign', 'pdf', 'verify', 'f'])).toEqual(['fine.PDF', 'forms']);
      expect(bare(['esign', 'envelope', 'create', '--rows', 'f'])).toEqual(['fine.csv', 'forms']);
      expect(bare(['esign', 'envelope', 'create', '--rows', 'fa'])).toEqual(['fact.txt']);
      expect(bare(['esign', 'demo', '--output', 'f'])).toEqual(['forms']);
    });

    it('offers files where a flag takes one, and nothing where it takes any word', () => {
      expect(offered(['esign', 'whoami', '--api-key-file', 'lea'])).toEqual(['lease.pdf']);
      expect(offered(['esign', 'whoami', '--base-url', ''])).toEqual([]);
    });

    it('offers the known profiles and envelopes, without invalid names', () => {
      for (const words of [
        ['whoami', '--profile'],
        ['profile', 'use'],
        ['profile', 'show'],
        ['profile', 'remove'],
      ]) {
        expect(offered(['esign', ...words, '']).sort()).toEqual(['production', 'staging.za']);
      }
      expect(offered(['esign', 'profile', 'use', 'st'])).toEqual(['staging.za']);
      expect(offered(['esign', 'profile', 'add', ''])).toEqual([]);
      for (const words of [
        ['envelope', 'get'],
        ['envelope', 'void'],
        ['emulator', 'sign'],
      ]) {
        expect(offered(['esign', ...words, ''])).toEqual([id]);
      }
    });

    it('offers the templates that this machine knows, as an argument and as the value of a flag', () => {
      for (const words of [
        ['template', 'get'],
        ['template', 'copy-names'],
        ['envelope', 'create', '--template'],
      ]) {
        expect([words, offered(['esign', ...words, ''])]).toEqual([words, [template]]);
      }
      expect(offered(['esign', 'event', 'list', '--envelope', ''])).toEqual([id]);
    });

    it('neither runs nor splits the words of a line', () => {
      first = lying;
      const told = offered(['esign', 'profile', 'use', '']);
      first = real;
      const lines = hostile.flatMap((value) => value.split('\n')).filter((value) => value !== 'y');
      for (const line of lines.filter((value) => !value.startsWith('\u001b'))) expect(told).toContain(line);
      expect(existsSync(join(folder, 'ran'))).toBe(false);
    });

    it('offers a file with a space and a star in its name as one', () => {
      const name = 'our * $(touch ran) lease.docx';
      writeFileSync(join(folder, name), '');
      expect(offered(['esign', 'whoami', '--api-key-file', 'our']).map((word) => word.replaceAll('\\', ''))).toEqual([
        name,
      ]);
      rmSync(join(folder, name));
      expect(existsSync(join(folder, 'ran'))).toBe(false);
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
