import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCompiled, writeCompiled } from '../../../src/core/launcher/compile-cache.js';
import { type Machine, launch } from '../../../src/core/launcher/launcher.js';

let folder: string;
let ends: (() => void)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-start-'));
  ends = [];
  mkdirSync(join(folder, 'dist', 'chunks'), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): void => writeFileSync(join(folder, 'dist', name), text);
const told: unknown[] = [];

/** Runs the files as one process would, to its end, and answers what they told. */
function run(words: readonly string[] = ['envelope', 'get'], more: Partial<Machine> = {}): unknown[] {
  told.length = 0;
  launch('main.cjs', join(folder, 'dist'), {
    words,
    env: { ESIGN_CACHE_DIR: join(folder, 'cache') },
    home: folder,
    cwd: folder,
    node: process.versions.node,
    binary: process.execPath,
    flags: [],
    uid: process.getuid?.(),
    require: (id) => (id === 'tell' ? (value: unknown) => told.push(value) : createRequire(import.meta.url)(id)),
    onExit: (act) => ends.push(act),
    ...more,
  });
  for (const end of ends.splice(0)) end();
  return [...told];
}

const kept = (at = join(folder, 'cache', 'compiled')): string[] => {
  try {
    return readdirSync(at);
  } catch {
    return [];
  }
};

it('runs files as Node does: once each, with their own names, and whatever they load over themselves', () => {
  write('main.cjs', `const a = require('./chunks/a.cjs'); require('tell')([a.name, require('./chunks/a.cjs') === a]);`);
  write('chunks/a.cjs', `exports.early = 1; exports.name = require('./b.cjs') + __filename.slice(__dirname.length);`);
  write('chunks/b.cjs', `const { sep } = require('node:path'); module.exports = sep + require('./a.cjs').early;`);
  for (let time = 0; time < 2; time += 1) expect(run()).toEqual([['/1/a.cjs', true]]);
});

it('names the line and the column of an error, also from the cache', () => {
  write(
    'main.cjs',
    `require('tell')(new Error('one').stack); function later() { return new Error('two').stack; }\n
require('tell')(later());`,
  );
  const own = (stacks: readonly unknown[]): string[] =>
    stacks.flatMap((stack) => String(stack).split('\n')).filter((line) => line.includes('main.cjs'));
  const first = run();
  expect(String(first[0])).toContain(`${join(folder, 'dist', 'main.cjs')}:1:17`);
  expect(String(first[1])).toContain(`${join(folder, 'dist', 'main.cjs')}:1:68`);
  for (let time = 0; time < 2; time += 1) expect(own(run())).toEqual(own(first));
});

it('names them in each of several files, and leaves the names of all others', () => {
  write('main.cjs', `\nconst b = require('./chunks/b.cjs');\n  require('tell')(b());`);
  write('chunks/b.cjs', `module.exports = () => new Error('first').stack\n`);
  for (let time = 0; time < 3; time += 1) {
    const [first, top, above, ...others] = String(run()[0]).split('\n');
    expect(first).toBe('Error: first');
    expect(top).toContain(`${join(folder, 'dist', 'chunks', 'b.cjs')}:1:24`);
    expect(above).toContain(`${join(folder, 'dist', 'main.cjs')}:3:19`);
    expect(others.length).toBeGreaterThan(2);
    expect(others.filter((line) => line.includes(folder))).toEqual([]);
  }
});

it('loads what it did not load before from its file, and keeps it with the rest', () => {
  write('main.cjs', `require('tell')(require('./chunks/' + (process.argv.includes('b') ? 'b' : 'a') + '.cjs'))`);
  write('chunks/a.cjs', `module.exports = 'a'`);
  write('chunks/b.cjs', `module.exports = 'b'`);
  for (let time = 0; time < 3; time += 1) expect(run()).toEqual(['a']);
  process.argv.push('b');
  try {
    for (let time = 0; time < 3; time += 1) expect(run()).toEqual(['b']);
  } finally {
    process.argv.pop();
  }
  const before = statSync(join(folder, 'cache', 'compiled', kept()[0] ?? '')).mtimeMs;
  expect([run(), kept().length]).toEqual([['a'], 1]);
  expect(statSync(join(folder, 'cache', 'compiled', kept()[0] ?? '')).mtimeMs).toBe(before);
});

it('keeps one file for a command, with any data and flags', () => {
  write('main.cjs', `require('tell')('ran')`);
  run(['envelope', 'get', '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f']);
  run(['--json', 'envelope', 'get', 'c0ffee00-7f3a-4d5b-8c9e-0a1b2c3d4e5f']);
  expect(kept()).toHaveLength(1);
  expect(kept()[0]).toMatch(/^envelope-get-.+\.v8$/);
  run(['embed', '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f']);
  expect(kept()).toHaveLength(2);
});

it('runs what is written there now, although it is as long as what was kept', () => {
  write('main.cjs', `require('tell')('one')`);
  expect(run()).toEqual(['one']);
  const { mtimeMs } = statSync(join(folder, 'dist', 'main.cjs'));
  write('main.cjs', `require('tell')('two')`);
  utimesSync(join(folder, 'dist', 'main.cjs'), new Date(), new Date(mtimeMs + 5000));
  expect(run()).toEqual(['two']);
});

it('replaces a cache entry that is not a program', () => {
  write('main.cjs', `require('tell')('ran')`);
  run();
  const place = { folder: join(folder, 'cache', 'compiled'), file: (kept()[0] ?? '').replace(/\.v8$/, '') };
  const keyFile = join(folder, '.local', 'state', 'esign', 'compiled.key');
  const spoiled = { ...place, keyFile, uid: process.getuid?.() };
  writeCompiled(spoiled, () => ({
    files: [{ name: 'main.cjs 1', line: 2 }],
    text: '[\n(function ( {})]',
    code: undefined,
  }));
  for (let time = 0; time < 3; time += 1) expect(run()).toEqual(['ran']);
  expect(readCompiled(spoiled)).toMatchObject({ text: expect.stringContaining('ran'), code: expect.anything() });
});

it('compiles nothing that is kept: a file changed behind its back runs as it was', () => {
  write('main.cjs', `require('tell')('one')`);
  const back = (): void => utimesSync(join(folder, 'dist', 'main.cjs'), new Date(0), new Date(0));
  back();
  run();
  write('main.cjs', `require('tell')('two')`);
  back();
  expect(run()).toEqual(['one']);
});

it('takes nothing that another Node made, be it only another build of the same version', () => {
  write('main.cjs', `require('tell')('ran')`);
  run();
  run(['envelope', 'get'], { node: '20.18.0' });
  expect(kept()).toHaveLength(2);
  const binary = join(folder, 'node');
  writeFileSync(binary, 'another build');
  run(['envelope', 'get'], { binary });
  expect(kept()).toHaveLength(3);
  writeFileSync(binary, 'and yet another');
  run(['envelope', 'get'], { binary });
  expect(kept()).toHaveLength(4);
  expect(run(['envelope', 'get'], { binary: join(folder, 'gone') })).toEqual(['ran']);
  expect(kept()).toHaveLength(4);
  run(['envelope', 'get'], { flags: ['--no-opt'] });
  expect(kept()).toHaveLength(5);
  run(['envelope', 'get'], { env: { ESIGN_CACHE_DIR: join(folder, 'cache'), NODE_OPTIONS: '--max-lazy' } });
  expect(kept()).toHaveLength(6);
});

it('keeps nothing when Node disables it, and without a command', () => {
  write('main.cjs', `require('tell')('ran')`);
  const env = { ESIGN_CACHE_DIR: join(folder, 'cache'), NODE_DISABLE_COMPILE_CACHE: '1' };
  expect(run(['envelope', 'get'], { env })).toEqual(['ran']);
  expect(run(['--json'])).toEqual(['ran']);
  expect(kept()).toEqual([]);
});

it('keeps nothing in a relative folder, in the working folder or in a repository', () => {
  write('main.cjs', `require('tell')('ran')`);
  const from = (cwd: string, cache: string): unknown[] => run(['envelope'], { cwd, env: { ESIGN_CACHE_DIR: cache } });
  mkdirSync(join(folder, 'clone', '.git'), { recursive: true });
  for (const cache of ['cache', './cache', join(folder, 'clone', 'cache')]) {
    expect(from(join(folder, 'clone'), cache)).toEqual(['ran']);
    expect(from(folder, join(folder, 'clone', 'cache'))).toEqual(['ran']);
  }
  mkdirSync(join(folder, 'unpacked'));
  expect(from(join(folder, 'unpacked'), join(folder, 'unpacked', 'cache'))).toEqual(['ran']);
  for (const name of ['clone', 'unpacked']) expect(kept(join(folder, name, 'cache', 'compiled'))).toEqual([]);
});

it('keeps it in the usual place of the system by default', () => {
  write('main.cjs', '');
  run(['envelope'], { env: { XDG_CACHE_HOME: join(folder, 'xdg') } });
  run(['envelope'], { env: { XDG_CACHE_HOME: 'relative' } });
  expect(kept(join(folder, 'xdg', 'esign', 'compiled'))).toHaveLength(1);
  expect(kept(join(folder, '.cache', 'esign', 'compiled'))).toHaveLength(1);
});
