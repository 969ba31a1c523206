import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, type Esign, newEsign, parties } from '../support/esign.js';
import { said } from '../support/program/terminal.js';

/** What a command line loads: the chunks of the program, what is in them, and Node's own modules. */
interface Loaded {
  readonly chunks: readonly string[];
  readonly modules: readonly string[];
  readonly packages: readonly string[];
  readonly folders: readonly string[];
  readonly builtins: readonly string[];
}

const root = join(dirname(bin), '..');
/** Notes every module that is asked for, and writes the list at the end; it runs inside the program. */
const watcher = `
const Module = require('node:module');
const load = Module._load;
const asked = new Set();
Module._load = function (request, parent, main) {
  asked.add(request.startsWith('.') || request.startsWith('/') ? Module._resolveFilename(request, parent) : request);
  return load.call(this, request, parent, main);
};
// The files of the program itself are read and run by its own loader.
const fs = require('node:fs');
const read = fs.readFileSync;
fs.readFileSync = function (path, ...rest) {
  if (String(path).endsWith('.cjs')) asked.add(String(path));
  return read.call(this, path, ...rest);
};
process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify([...asked])));
`;

let esign: Esign;
let envelope: string;

beforeAll(async () => {
  esign = newEsign();
  esign.write('watcher.cjs', watcher);
  await esign.emulator();
  const template = (await esign.ok(['template', 'create', 'agreement.pdf', '-q'])).stdout.trim();
  envelope = (await esign.ok(['envelope', 'create', '--template', template, ...parties, '-q'])).stdout.trim();
});
afterAll(() => esign.remove());

async function loadedBy(...words: readonly string[]): Promise<Loaded> {
  const env = {
    // What is kept is taken in one piece: which files it was made of shows only without it.
    NODE_DISABLE_COMPILE_CACHE: '1',
    NODE_OPTIONS: `--require=${esign.path('watcher.cjs')}`,
    LOADED: esign.path('loaded.json'),
  };
  writeFileSync(env.LOADED, '');
  await esign.ok(words, { env });
  const asked = JSON.parse(readFileSync(env.LOADED, 'utf8')) as string[];
  const chunks = asked.filter((path) => path.startsWith(join(root, 'dist')));
  const dist = join(root, 'dist');
  const modulesOf = JSON.parse(readFileSync(join(dist, 'modules.json'), 'utf8')) as Record<string, readonly string[]>;
  const modules = chunks.flatMap((path) => modulesOf[relative(dist, path).replaceAll('\\', '/')] ?? []);
  const some = (pattern: RegExp): string[] =>
    [...new Set(modules.map((name) => pattern.exec(name)?.[1] ?? '').filter((name) => name !== ''))].toSorted();
  return {
    chunks,
    modules,
    packages: some(/node_modules\/((?:@[^/]+\/)?[^/]+)\//),
    folders: [...new Set([...some(/^src\/([^/.]+)\//), ...some(/^src\/([^/]+\/[^/.]+)\//)])],
    builtins: asked.filter((name) => name.startsWith('node:')).toSorted(),
  };
}

describe('what is loaded', () => {
  it.each([[['--version']], [['--help']], [[]], [['completion', 'bash']], [['completion', 'fish']]])(
    'nothing of the program for esign %j',
    async (words) => {
      expect((await loadedBy(...words)).chunks).toEqual([]);
    },
  );

  it('commander and no command of another noun, for what stays on this machine', async () => {
    for (const words of [
      ['profile', 'list'],
      ['error', 'not_found'],
      ['envelope', 'void', '--help'],
    ]) {
      const { packages, folders, builtins } = await loadedBy(...words);
      const others = folders.filter((name) => name.startsWith('commands/') && name !== `commands/${words[0]}`);
      expect({ words, others }).toEqual({ words, others: [] });
      for (const name of ['core/http', 'document', 'emulator', 'listen']) expect(folders).not.toContain(name);
      for (const name of ['undici', 'yaml', '@inquirer/prompts', 'ora', 'nodemailer', 'conf']) {
        expect(packages).not.toContain(name);
      }
      for (const name of ['http', 'https', 'tls', 'net']) expect(builtins).not.toContain(`node:${name}`);
    }
  });

  it('the HTTP client once, and neither proxy nor terminal dialogs, for envelope get', async () => {
    const { packages, folders, builtins, chunks, modules } = await loadedBy('envelope', 'get', envelope);
    const measuring = ['fast-string-truncated-width', 'fast-string-width'];
    expect(packages).toEqual(['chalk', 'commander', ...measuring, 'undici', 'valibot']);
    for (const name of ['document', 'emulator', 'listen']) expect(folders).not.toContain(name);
    // The OpenAPI document and its recorded examples are for who prints it.
    expect(chunks.filter((path) => path.includes('openapi'))).toEqual([]);
    expect(modules).toContain('node_modules/undici/lib/dispatcher/pool.js');
    expect(modules.filter((name, index) => modules.indexOf(name) !== index)).toEqual([]);
    const avoided = ['assert', 'http', 'http2', 'https', 'worker_threads', 'readline', 'dns'];
    for (const name of avoided) expect(builtins).not.toContain(`node:${name}`);
  });
});

describe('what Node compiled is kept', () => {
  it('for the next run, in a folder of its owner alone, with nothing of the user in it', async () => {
    const env = { ESIGN_CACHE_DIR: esign.path('compiled-cache') };
    const first = await esign.ok(['envelope', 'get', envelope, '--json'], { env });
    const files = readdirSync(esign.path('compiled-cache/compiled'));
    expect(files).toHaveLength(1);
    const [mode, folderMode] = [`compiled-cache/compiled/${files[0]}`, 'compiled-cache/compiled'].map((name) =>
      esign.mode(name),
    );
    expect([mode, folderMode]).toEqual([0o600, 0o700]);
    const kept = (): string => readFileSync(esign.path(`compiled-cache/compiled/${files[0]}`), 'latin1');
    // The first run leaves the text, the second what V8 made of it, and the third has nothing to add.
    const texts = [kept()];
    for (let time = 0; time < 2; time += 1) {
      expect(await esign.ok(['envelope', 'get', envelope, '--json'], { env })).toMatchObject({ stdout: first.stdout });
      texts.push(kept());
    }
    const [text = '', compiled = '', last] = texts;
    expect(compiled.length).toBeGreaterThan(1.5 * text.length);
    expect(last).toBe(compiled);
    const keys = Object.values(JSON.parse(readText(esign.path('config/keys.json'))) as Record<string, string>);
    expect(keys.length).toBeGreaterThan(0);
    for (const secret of [...keys, envelope, esign.folder]) expect(compiled).not.toContain(secret);
  });

  it('and a run without it, with a broken one or in a folder of everybody ends the same', async () => {
    const env = { ESIGN_CACHE_DIR: esign.path('other') };
    const get = async (more = {}): Promise<string> =>
      (await esign.ok(['envelope', 'get', envelope, '--json'], { env: { ...env, ...more } })).stdout;
    const whole = await get({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(existsSync(esign.path('other'))).toBe(false);
    for (let time = 0; time < 3; time += 1) expect(await get()).toBe(whole);
    const [file = ''] = readdirSync(esign.path('other/compiled'));
    const bytes = readFileSync(esign.path(`other/compiled/${file}`));
    writeFileSync(esign.path(`other/compiled/${file}`), bytes.fill(0xff, 4096, 8192));
    expect(await get()).toBe(whole);
    chmodSync(esign.path('other/compiled'), 0o777);
    expect(await get()).toBe(whole);
  });
});

describe('a text that needs no program', () => {
  it('is the one that the program itself prints', async () => {
    const whole = await esign.ok(['--color', 'never', '--help']);
    for (const words of [['--help'], ['-h'], ['help'], []]) expect((await esign.ok(words)).stdout).toBe(whole.stdout);
    for (const [shell, file] of [
      ['bash', 'esign.bash'],
      ['zsh', '_esign'],
      ['fish', 'esign.fish'],
    ] as const) {
      const script = readText(join(root, 'completions', file));
      expect((await esign.ok(['completion', shell])).stdout).toBe(script);
      expect((await esign.ok(['completion', shell, '--json'])).json()).toEqual({ script });
    }
  });

  it('ends well when its reader goes away', async () => {
    const script = `"${process.execPath}" "${bin}" completion fish | true; "${process.execPath}" "${bin}" --help | true`;
    expect(await esign.run(['--version'], { under: ['sh', '-c', `${script}; exec "$@"`, 'sh'] })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});

const readText = (path: string): string => readFileSync(path, 'utf8');

describe('a current folder that was deleted', () => {
  /** Runs the program in a folder that is removed just before. */
  const inDeleted = (...words: readonly string[]) => {
    const line = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
    return execa('sh', ['-c', line, 'sh', process.execPath, bin, ...words], {
      cwd: esign.folder,
      env: esign.env,
      extendEnv: false,
      reject: false,
    });
  };

  it.each([[['template', 'list']], [['help', 'output']], [['envelope', 'create', '--input', 'x.yaml', '--dry-run']]])(
    'ends %j with a sentence and exit 2',
    async (words) => {
      const { stdout, stderr, exitCode } = await inDeleted(...words);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(said(words, stderr)).toBe(
        'Error: The current folder no longer exists.\n  Change to another folder and run the command there.',
      );
    },
  );

  it('is an error object under --json', async () => {
    const { stderr } = await inDeleted('template', 'list', '--json');
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'current_folder_unusable', exit_code: 2 } });
  });

  it('does not keep the version, the help and the completion from being shown', async () => {
    for (const words of [['--version'], ['--help'], ['completion', 'bash'], ['completion', 'values', 'profile']]) {
      expect([words, (await inDeleted(...words)).exitCode]).toEqual([words, 0]);
    }
  });
});
