import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageName, version } from '../../src/core/platform/version.js';
import type { Step } from '../support/project/workflow-problems.js';

/** The action for workflows of others, whose steps are played as GitHub plays them. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = join(root, '.github', 'actions', 'esign');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-action-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the action', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default?: string; readonly description?: string }>>;
    readonly runs: { readonly steps: readonly Step[] };
  }
  const { inputs, runs } = parse(readFileSync(join(action, 'action.yml'), 'utf8')) as Action;

  /** Runs a step as GitHub does, but with the built program. */
  async function play(step: Step | undefined, given: Readonly<Record<string, string>>) {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, 'esign'),
      `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin', 'esign.js')}" "$@"\n`,
    );
    chmodSync(join(bin, 'esign'), 0o755);
    const valueOf = (name: string): string =>
      name === 'github.action_path'
        ? action
        : (given[name.replace('inputs.', '')] ?? inputs[name.replace('inputs.', '')]?.default ?? '');
    const env = Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, each: string) => valueOf(each)),
    ]);
    return execa('bash', ['-e', '-c', step?.run ?? 'exit 99'], {
      cwd: folder,
      reject: false,
      env: {
        ...(Object.fromEntries(env) as Record<string, string>),
        RUNNER_TEMP: folder,
        GITHUB_PATH: join(folder, 'path'),
        PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      },
    });
  }

  it('runs a command against an emulator, passes its exit code on, and leaves a snapshot when it fails', async () => {
    const [, run] = runs.steps;
    const command = 'test -n "$ESIGN_API_KEY"\necho "$(esign template list --json) ${ESIGN_COMMAND-none}"';
    const fine = await play(run, { command, options: '--seed 7' });
    expect([fine.exitCode, fine.stdout]).toEqual([0, '{"data":[],"next_cursor":null,"more":false} none']);
    const failed = await play(run, { command: 'exit 7', snapshot: 'left.json' });
    expect(failed.exitCode).toBe(7);
    expect(JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8'))).toHaveProperty('format');
  });

  it('replaces the snapshot of an earlier failure, and no other file', async () => {
    const [, run] = runs.steps;
    const usual = join(folder, 'esign-snapshot.json');
    writeFileSync(usual, 'of an earlier failure');
    expect((await play(run, { command: 'true' })).exitCode).toBe(0);
    expect((await play(run, { command: 'exit 7' })).exitCode).toBe(7);
    expect(JSON.parse(readFileSync(usual, 'utf8'))).toHaveProperty('format');
    writeFileSync(join(folder, 'mine.json'), 'mine');
    const refused = await play(run, { command: 'exit 7', snapshot: 'mine.json' });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('mine.json already exists')]);
    expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toBe('mine');
  });

  it('makes the folder of the snapshot', async () => {
    const [, run] = runs.steps;
    expect((await play(run, { command: 'exit 7', snapshot: 'out/of/left.json' })).exitCode).toBe(7);
    expect(readdirSync(join(folder, 'out', 'of'))).toEqual(['left.json']);
  });

  it('names each variable that the command gets', async () => {
    const [, run] = runs.steps;
    const command = 'echo ${!ESIGN_*}';
    const { stdout } = await play(run, { command });
    const described = inputs['command']?.description?.match(/ESIGN_\w+/g) ?? [];
    const given = stdout.split(' ').filter((name) => process.env[name] === undefined);
    expect([...described].sort()).toEqual(given.sort());
  });

  it('uses the options of all lines, and needs none', async () => {
    const [, run] = runs.steps;
    const command = 'esign whoami --json api_key,key_kind';
    const kind = async (options: string): Promise<unknown> => {
      const { exitCode, stdout, stderr } = await play(run, { command, options });
      return exitCode === 0 ? (JSON.parse(stdout) as { key_kind: unknown }).key_kind : stderr;
    };
    expect(await kind('--seed 7\n--mode test')).toBe('test');
    expect(await kind('\n  --seed 7\t--mode\n\ntest\n')).toBe('test');
    for (const none of ['', ' ', '\n']) expect(await kind(none)).toBe('live');
    // An option is a word, never a pattern of files, and never run.
    writeFileSync(join(folder, '--dry'), '');
    expect((await play(run, { command, options: '--d*' })).stderr).toContain('Unknown option --d.');
    expect((await play(run, { command, options: '--seed "$(touch ran)"' })).stderr).toContain('$(touch ran)');
    expect(readdirSync(folder)).not.toContain('ran');
  });

  it('keeps a quoted word together, and refuses a quote that does not end', async () => {
    const [, run] = runs.steps;
    mkdirSync(join(folder, 'test data'), { recursive: true });
    writeFileSync(
      join(folder, 'test data', "lena's.yaml"),
      'version: 1\ntemplates: [{ name: Lease, fields: [{ type: text, role: Tenant }] }]\n',
    );
    const command = "esign template list --jq '.data[].name'";
    for (const options of [
      '--seed 7\n--seed-file "test data/lena\'s.yaml"\n',
      "--seed-file='test data/lena'\\''s.yaml'",
    ]) {
      const { exitCode, stdout, stderr } = await play(run, { command, options });
      expect([exitCode, stdout, stderr]).toEqual([0, 'Lease', '']);
    }
    const open = await play(run, { command, options: '--seed "7' });
    expect([open.exitCode, open.stdout, open.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('unmatched double quote'),
    ]);
  });

  it('runs in several jobs of one machine at once, each with an emulator and data of its own', async () => {
    const [, run] = runs.steps;
    const command = `
      template=$(esign template create "$LEASE" -q)
      touch "$MET/$LEG"
      timeout 60 bash -c 'until [ "$(ls "$1" | wc -l)" = 3 ]; do :; done' bash "$MET"
      echo "$ESIGN_BASE_URL $ESIGN_STATE_DIR $(esign template list --jq '.data[].id') $template"`;
    mkdirSync(join(folder, 'met'));
    const lease = join(root, 'src', 'demo', 'lease.pdf');
    const legs = ['one', 'two', 'three'].map((leg) =>
      play(run, {
        command: `LEG=${leg} MET='${join(folder, 'met')}' LEASE='${lease}'\n${command}`,
        snapshot: `${leg}.json`,
      }),
    );
    const all = (await Promise.all(legs)).map(({ exitCode, stdout, stderr }) => {
      expect([exitCode, stderr]).toEqual([0, '']);
      return stdout.split(' ');
    });
    for (const [, , listed, made] of all) expect(listed).toBe(made);
    for (const at of [0, 1, 2]) expect(new Set(all.map((words) => words[at])).size).toBe(3);
  });

  it.each(['install.sh', 'run.sh'])('%s uses nothing that the bash 3.2 of macOS lacks', (name) => {
    const newer: readonly (readonly [RegExp, string])[] = [
      [/\b(mapfile|readarray|coproc|globstar|BASHPID|EPOCH\w+)\b/, 'mapfile -t lines'],
      [/\b(declare|local|typeset) -[Agn]/, 'declare -A map'],
      [/\$\{[^}]*(@[A-Za-z]|\^|,)\}/, '${name@Q}'],
      [/&>>|\|&|;;?&|\{\w+\}[<>]/, 'command &>> log'],
      [/\[\[ -v|\bwait -n|\bread -[Ni]/, 'wait -n'],
      // An array that is empty counts as unset there.
      [/(?<!@\]\+)"\$\{\w+\[@\]\}"/, '"${words[@]}"'],
    ];
    const text = readFileSync(join(action, name), 'utf8');
    expect(text).toContain('set -euo pipefail');
    for (const [feature, example] of newer) {
      expect(example).toMatch(feature);
      expect(text).not.toMatch(feature);
    }
  });

  it('names the snapshot of each leg of a matrix and of each attempt differently, and takes another name', () => {
    const upload = runs.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(upload?.with?.['name']).toBe('${{ inputs.artifact }}');
    for (const part of ['github.job', 'strategy.job-index', 'github.run_attempt']) {
      expect(inputs['artifact']?.default).toContain(`\${{ ${part} }}`);
    }
  });

  const installedVersion = async (given: string): Promise<string> => {
    rmSync(join(folder, 'path'), { force: true });
    const [install] = runs.steps;
    const installed = await play(install, { package: given });
    expect([installed.exitCode, installed.stderr]).toEqual([0, '']);
    const bin = readFileSync(join(folder, 'path'), 'utf8').trim();
    return (await execa(join(bin, 'esign'), ['--version'])).stdout;
  };

  it('installs what was packed, for later steps', async () => {
    const packed = await execa(process.execPath, ['bin/release/pack.mjs', '--output', folder], { cwd: root });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ readonly filename: string }];
    expect(await installedVersion(join(folder, filename))).toBe(version);
  });

  it('builds and packs a checkout without the scripts of installing, and installs that', async () => {
    const checkout = join(folder, 'a checkout');
    mkdirSync(join(checkout, 'bin', 'release'), { recursive: true });
    const scripts = { prepare: 'exit 9', build: 'node build.mjs' };
    const manifest = { name: packageName, version: '9.8.7', scripts, bin: { esign: 'built.js' } };
    writeFileSync(join(checkout, 'package.json'), JSON.stringify(manifest));
    const lock = { name: manifest.name, version: manifest.version, lockfileVersion: 3, packages: { '': manifest } };
    writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
    const program = '#!/usr/bin/env node\nconsole.log("9.8.7, built");\n';
    writeFileSync(
      join(checkout, 'build.mjs'),
      `import { writeFileSync } from 'node:fs';\nwriteFileSync('built.js', ${JSON.stringify(program)});\n`,
    );
    writeFileSync(
      join(checkout, 'bin', 'release', 'pack.mjs'),
      `import { execFileSync } from 'node:child_process';
      import { mkdirSync } from 'node:fs';
      const [, , , output] = process.argv;
      mkdirSync(output, { recursive: true });
      execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', output]);`,
    );
    expect(await installedVersion(checkout)).toBe('9.8.7, built');
  });

  it.each(['latest', '1.0.0', 'esign', packageName, 'none.tgz'])(
    'installs no %s: until esign is published, a name is somebody else’s',
    async (given) => {
      const [install] = runs.steps;
      const refused = await play(install, { package: given });
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        `Invalid package "${given}". esign is not published yet: use a packed file (.tgz) or a checkout of esign.`,
      ]);
    },
  );
});
