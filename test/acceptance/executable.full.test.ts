import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin } from '../support/esign.js';

/** The program as one file for machines without Node. Building it takes a minute, so that most of this runs with ESIGN_FULL. */

const root = join(dirname(bin), '..');
const build = (...words: readonly string[]) =>
  execa(process.execPath, [join(root, 'bin', 'build', 'executable.mjs'), ...words], { cwd: root, reject: false });

describe('what the executable holds', () => {
  it('is all that the program loads, and nothing that is only read by a compiler', async () => {
    const files = (await build('--list')).stdout.split('\n');
    const wanted = [
      'bin/esign.js',
      'dist/main.cjs',
      'dist/reaper.cjs',
      'dist/document-worker.cjs',
      'package.json',
      'LICENSE',
    ];
    const loaded = ['dist/assets/document/engine/pdfium.wasm', 'dist/assets/core/terminal/jq.wasm'];
    expect(files).toEqual(expect.arrayContaining([...wanted, ...loaded]));
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
    for (const name of Object.keys(dependencies)) expect(files).toContain(`node_modules/${name}/package.json`);
    expect(files.filter((file) => /^node_modules\/@libsql\/linux-.*\.node$/.test(file))).not.toEqual([]);
    expect(
      files.filter((file) => /\.d\.ts$|\.map$|^dist\/(reference\.cjs|modules\.json)$|^(src|test)\//.test(file)),
    ).toEqual([]);
  });

  it('is not put into a program that cannot carry it', async () => {
    const refused = await build('--node', '/bin/true');
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('cannot carry a program')]);
  });
});

const describeInFull = (name: string, play: () => void): void => {
  if (process.env['ESIGN_FULL'] === '1') describe(name, play);
};

describeInFull('the executable for another system', () => {
  // The first bytes, and what says of an ELF file which processor it is for.
  it.each([
    ['win32-x64', '4d5a', null, 'zip'],
    ['linux-arm64', '7f454c46', 0xb7, 'tar.gz'],
  ])(
    '%s is built here, of the Node and the packages for it',
    async (system, magic, machine, ending) => {
      const folder = mkdtempSync(join(tmpdir(), 'esign-foreign-'));
      try {
        const file = join(folder, 'esign');
        const built = await build('--system', system, '--quality', '1', '--output', file);
        expect([built.exitCode, built.stdout]).toEqual([0, expect.stringMatching(/MiB, \d+ files of esign/)]);
        const bytes = readFileSync(file);
        expect(bytes.subarray(0, magic.length / 2).toString('hex')).toBe(magic);
        if (machine !== null) expect(bytes.readUInt16LE(18)).toBe(machine);
        expect(bytes.includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1')).toBe(true);
        expect(bytes.includes(`node_modules/@libsql/${system}`)).toBe(true);
        const script = join(root, 'bin', 'release', 'archive.mjs');
        const words = [script, '--executable', file, '--system', system, '--output', folder];
        const archive = (await execa(process.execPath, words)).stdout;
        expect(archive).toMatch(new RegExp(`esign-\\d[\\w.-]*-${system}\\.${ending}$`));
        const names =
          ending === 'zip'
            ? Object.keys(unzipSync(readFileSync(archive)))
            : (await execa('tar', ['-tzf', archive])).stdout.split('\n');
        const program = ending === 'zip' ? 'esign.exe' : 'esign';
        for (const each of [program, 'LICENSE', 'THIRD-PARTY-LICENCES.txt', 'completions/esign.ps1']) {
          expect(names.filter((path) => path.endsWith(`/${each}`))).toHaveLength(1);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    240_000,
  );

  it('is refused where it would not run', async () => {
    const refused = await build('--system', 'darwin-arm64');
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('for a Mac, build on one')]);
  });
});

describeInFull('the executable', () => {
  let folder: string;
  let file: string;
  let home: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'esign-single-'));
    file = join(folder, 'esign');
    const built = await build('--quality', '1', '--output', file);
    expect([built.exitCode, built.stderr.replaceAll(/^warning:.*$\n?/gm, '')]).toEqual([0, '']);
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** In an empty folder with a home of its own, and no Node on the path. */
  const newHome = (): void => {
    home = mkdtempSync(join(folder, 'home-'));
    mkdirSync(join(home, 'work'));
    mkdirSync(join(home, 'tmp'));
  };
  const run = (words: readonly string[], more: Record<string, string> = {}) =>
    execa(file, words, {
      cwd: join(home, 'work'),
      env: { HOME: home, TMPDIR: join(home, 'tmp'), PATH: join(home, 'nothing'), TERM: 'dumb', ...more },
      extendEnv: false,
      reject: false,
    });
  /** Beside them lies what V8 made of the program. */
  const versions = (): readonly string[] =>
    readdirSync(join(home, '.cache', 'esign')).filter((name) => name.startsWith('program-'));
  const unpacked = (): string => {
    const [name = '', ...others] = versions();
    expect(others).toEqual([]);
    return join(home, '.cache', 'esign', name);
  };

  it('says its version, and does the main job, without Node', async () => {
    newHome();
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: version, stderr: '' });
    const demo = await run(['demo', '--output', 'demo']);
    expect([demo.exitCode, demo.stdout]).toEqual([0, expect.stringMatching(/\d+ of \d+ deliveries verified/)]);
    expect(readFileSync(join(home, 'work', 'demo', 'lease-sealed.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-');
    expect(statSync(unpacked()).mode & 0o777).toBe(0o700);
  }, 240_000);

  it('starts itself in the background, loads jq, and keeps its exit codes', async () => {
    newHome();
    expect(await run(['emulator', 'start', '--detach', '--port', '0'])).toMatchObject({ exitCode: 0 });
    expect(await run(['api', 'listTemplates', '--jq', '.data | length'])).toMatchObject({ exitCode: 0, stdout: '0' });
    expect(await run(['emulator', 'stop'])).toMatchObject({ exitCode: 0 });
    expect(await run(['nonsense'])).toMatchObject({ exitCode: 2 });
  }, 240_000);

  // Only root can become somebody whom the system does not know.
  const itAsRoot = (name: string, play: () => Promise<void>): void => {
    if (process.getuid?.() === 0) it(name, play);
  };
  itAsRoot('runs for a user who has no home and no name, as containers have them', async () => {
    newHome();
    for (const path of [folder, home, join(home, 'tmp')]) chmodSync(path, 0o755);
    chmodSync(join(home, 'tmp'), 0o1777);
    const env = { PATH: process.env['PATH'] ?? '', TMPDIR: join(home, 'tmp') };
    const words = ['--reuid=54321', '--regid=54321', '--clear-groups', file, 'error', 'not_found', '--jq', '.status'];
    const ran = await execa('setpriv', words, { cwd: '/', env, extendEnv: false, reject: false });
    expect([ran.exitCode, ran.stdout, ran.stderr]).toEqual([0, '404', '']);
    expect(readdirSync(join(home, 'tmp'))).toEqual(['esign-54321']);
  });

  // A memory that is read-only but for /tmp, with the program, what it is linked against, and nothing else.
  const emptyRoot = `
    set -e
    root=$1 program=$2
    mount -t tmpfs none "$root"
    cp "$program" "$root/esign"
    for library in $(ldd "$program" | grep -oE '/[^ ]+') $(ldconfig -p | grep -oE '/[^ ]+/librt.so.1$'); do
      mkdir -p "$root$(dirname "$library")"
      cp -L "$library" "$root$library"
    done
    mkdir "$root/tmp"
    mount -t tmpfs -o mode=1777 none "$root/tmp"
    mount -o remount,ro "$root"
    exec chroot --userspec=65532:65532 "$root" /esign emulator start --json --port 0
  `;
  itAsRoot('runs in an empty root that nobody can write to, as another user, and does what a suite asks', async () => {
    newHome();
    const empty = join(home, 'empty');
    mkdirSync(empty);
    const env = { HOME: '/tmp', PATH: process.env['PATH'] ?? '' };
    const service = execa('unshare', ['-m', 'bash', '-c', emptyRoot, 'bash', empty, file], {
      env,
      extendEnv: false,
      reject: false,
    });
    try {
      const line = await service[Symbol.asyncIterator]().next();
      const ready = JSON.parse(String(line.value)) as { url: string; live_key: string; pid: number };
      const there = `/proc/${ready.pid}/root`;
      expect(readdirSync(there).toSorted()).toEqual(['esign', 'lib', 'lib64', 'tmp']);
      expect(() => writeFileSync(join(there, 'file'), '')).toThrow('EROFS');
      expect(readFileSync(`/proc/${ready.pid}/status`, 'utf8')).toMatch(/^Uid:\t65532\t/m);
      const inside = (...words: readonly string[]) =>
        execa('chroot', ['--userspec=65532:65532', there, '/esign', ...words], { env, extendEnv: false });
      const { stdout: scenario } = await inside('emulator', 'scenario', 'load', 'half-signed', '-q');
      expect((await inside('emulator', 'status', '--jq', '.url')).stdout).toBe(ready.url);
      const state = join(there, 'tmp/.local/state/esign');
      const name = readdirSync(state).find((each) => each.endsWith('.token')) ?? '';
      const { token } = JSON.parse(readFileSync(join(state, name), 'utf8')) as { token: string };
      const python = await execa('python3', [join(root, 'test', 'examples', 'test_lease.py')], {
        env: {
          ESIGN_BASE_URL: ready.url,
          ESIGN_API_KEY: ready.live_key,
          ESIGN_EMULATOR_URL: `${ready.url}/_emulator`,
          ESIGN_EMULATOR_TOKEN: token,
          ESIGN_SCENARIO_ID: scenario,
        },
      });
      expect(python.stdout).toBe('sealed 1');
      await inside('emulator', 'stop');
      expect(await service).toMatchObject({ exitCode: 143, stderr: '' });
    } finally {
      service.kill();
    }
  });

  it('unpacks once when several start at a time, and again after a cleaner removed it', async () => {
    newHome();
    const all = await Promise.all(Array.from({ length: 8 }, () => run(['error', 'not_found', '--json'])));
    expect(all.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(all.map(() => [0, '']));
    rmSync(join(unpacked(), 'dist'), { recursive: true });
    writeFileSync(join(unpacked(), 'bin', 'esign.js'), 'process.exit(77)');
    expect(await run(['error', 'not_found', '--json'])).toMatchObject({ exitCode: 0, stderr: '' });
    unpacked();
  }, 240_000);

  it('removes versions unused for a week after unpacking its own, and doctor removes the rest', async () => {
    newHome();
    const cache = join(home, '.cache', 'esign');
    const space = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
    const unpack = (letter: string, days: number): string => {
      const name = `program-${letter.repeat(20)}`;
      mkdirSync(join(cache, name), { recursive: true, mode: 0o700 });
      writeFileSync(join(cache, name, '.used'), space);
      const then = Date.now() / 1000 - days * 86_400;
      utimesSync(join(cache, name, '.used'), then, then);
      return name;
    };
    const [old, young] = [unpack('a', 8), unpack('b', 6)];
    expect(await run(['--version'])).toMatchObject({ exitCode: 0, stderr: '' });
    const [own = '', ...others] = versions().filter((name) => name !== young);
    expect([others, own === old]).toEqual([[], false]);
    // Only who has unpacked its own looks at the others.
    unpack('c', 8);
    expect(await run(['--version'])).toMatchObject({ exitCode: 0 });
    expect(versions()).toHaveLength(3);
    const env = { ESIGN_BASE_URL: 'http://127.0.0.1:1', ESIGN_API_KEY: 'abc_test_0123456789abcdefghijklmnop' };
    expect((await run(['doctor', '--fix'], env)).stdout).toContain('Removed 2 unused versions.');
    expect(versions()).toEqual([own]);
  }, 240_000);

  it('runs nothing from a folder that others can write to, and says so when there is no other', async () => {
    newHome();
    mkdirSync(join(home, '.cache', 'esign'), { recursive: true });
    chmodSync(join(home, '.cache', 'esign'), 0o777);
    expect(await run(['--version'])).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(home, '.cache', 'esign'))).toEqual([]);
    rmSync(join(home, '.cache', 'esign'), { recursive: true });
    chmodSync(join(home, '.cache'), 0o777);
    expect(await run(['--version'])).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(home, '.cache', 'esign'))).toEqual([]);
    const refused = await run(['--version'], { TMPDIR: '/dev/null', XDG_CACHE_HOME: '/dev/null' });
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('XDG_CACHE_HOME')]);
    // There the system says of a folder both that it is there and that it is not.
    const nowhere = await run(['--version'], { TMPDIR: '/dev/null', XDG_CACHE_HOME: '/proc/esign' });
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, expect.stringContaining('XDG_CACHE_HOME')]);
  });

  it('comes as a package for Debian, with its manual and completions where the system looks for them', async () => {
    newHome();
    const script = join(root, 'bin', 'release', 'deb.mjs');
    const { stdout: deb } = await execa(
      process.execPath,
      [script].concat('--executable', file, '--system', `linux-${process.arch}`, '--output', home),
    );
    expect((await execa('dpkg-deb', ['--field', deb, 'Package', 'Architecture'])).stdout).toMatch(
      /esign[\s\S]*(amd|arm)64/,
    );
    const system = join(home, 'system');
    await execa('dpkg-deb', ['--extract', deb, system]);
    const run = await execa(join(system, 'usr/bin/esign'), ['error', 'not_found', '--jq', '.status'], {
      env: { HOME: home },
    });
    expect(run.stdout).toBe('404');
    const pages = readdirSync(join(root, 'man'));
    expect(
      pages.filter((page) => !existsSync(join(system, 'usr/share/man', `man${page.at(-1)}`, `${page}.gz`))),
    ).toEqual([]);
    for (const [name, place] of [
      ['esign.bash', 'bash-completion/completions/esign'],
      ['_esign', 'zsh/vendor-completions/_esign'],
      ['esign.fish', 'fish/vendor_completions.d/esign.fish'],
    ] as const) {
      expect(readFileSync(join(system, 'usr/share', place))).toEqual(readFileSync(join(root, 'completions', name)));
    }
    expect(statSync(join(system, 'usr')).mode & 0o777).toBe(0o755);
  }, 240_000);
});
