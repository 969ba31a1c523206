import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appTemplates, type Framework } from '../../src/cli/dev/frameworks.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { freePort } from '../support/listening/sshd.js';

const execute = promisify(execFile);
const secret = 'whsec_of_these_tests';
const packages = join(import.meta.dirname, '../../node_modules');

let program: BuiltProgram;
let settings: NodeJS.ProcessEnv;
const running: ChildProcess[] = [];
beforeAll(async () => {
  program = builtProgram();
  writeFileSync(join(program.folder, 'app.secret'), `${secret}\n`);
  writeFileSync(join(program.folder, 'old.secret'), `${secret}_before\n`);
  const { stdout } = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  const { url, test_key } = JSON.parse(stdout) as Record<'url' | 'test_key', string>;
  settings = { ESIGN_BASE_URL: url, ESIGN_API_KEY: test_key, ESIGN_WEBHOOK_SECRET: secret };
  settings['ESIGN_PREVIOUS_WEBHOOK_SECRET'] = `${secret}_before`;
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await program.remove();
});

/** Writes an app, with the packages of this project in the place of installed ones. */
async function init(framework: Framework): Promise<string> {
  const ran = await program.run(['dev', 'init', framework, framework, '--json']);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const folder = join(program.folder, framework);
  const { next, test } = appTemplates[framework];
  const agents = readFileSync(join(folder, 'AGENTS.md'), 'utf8');
  for (const line of [...next, test, 'Never send for real', 'esign emulator sign']) expect(agents).toContain(line);
  if (existsSync(join(folder, 'package.json'))) symlinkSync(packages, join(folder, 'node_modules'));
  return folder;
}

/** What the tests of an app print, with an emulator of their own. */
async function tested(folder: string): Promise<string> {
  const words = ['emulator', 'exec', '--no-snapshot', '--', process.execPath, '--test', '--test-reporter=tap'];
  return (await execute(process.execPath, [bin, ...words], { cwd: folder, env: program.env })).stdout;
}

/** Runs a server of an app, and answers with its URL once it listens. */
async function serve(folder: string, command: string, words: readonly string[]): Promise<string> {
  const port = await freePort();
  const child = spawn(
    command,
    words.map((word) => word.replace('PORT', `${port}`)),
    {
      cwd: folder,
      env: { ...process.env, ...settings, PORT: `${port}`, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  // Each says its address when it listens, on one stream or the other.
  await new Promise<void>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes(url)) resolve();
      });
    }
    void once(child, 'exit').then(() => reject(new Error(said)));
  });
  return url;
}

/** Creates an envelope by the routes of an app, and puts its receiver through the whole delivery contract. */
async function use(url: string): Promise<void> {
  const call = async (method: string, path: string) => (await fetch(`${url}${path}`, { method })).json();
  const { id, recipients } = (await call('POST', '/envelopes')) as { id: string; recipients: { id: string }[] };
  expect(await call('GET', `/envelopes/${id}`)).toMatchObject({ id, status: 'sent' });
  expect(await call('GET', `/envelopes/${id}/events`)).toEqual([]);
  const signing = await call('POST', `/envelopes/${id}/recipients/${recipients[0]!.id}/signing-url`);
  expect(signing).toMatchObject({ url: expect.stringContaining('/embed/') });
  expect(await (await fetch(url)).text()).toContain('Create an envelope');
  expect((await fetch(`${url}/envelopes/${id}/sealed.pdf`)).status).toBe(404);
  for (const words of [
    ['sign', id, 'next'],
    ['sign', id, 'next'],
    ['clock', 'advance', '2m'],
  ]) {
    expect(await program.run(['emulator', ...words])).toMatchObject({ code: 0 });
  }
  const sealed = await fetch(`${url}/envelopes/${id}/sealed.pdf`);
  expect([sealed.status, sealed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await sealed.text()).startsWith('%PDF-')).toBe(true);
  const secrets = ['--secret-file', 'app.secret', '--previous-secret-file', 'old.secret'];
  const ran = await program.run(['webhook', 'certify', `${url}/webhooks`, ...secrets, '--json']);
  expect(JSON.parse(ran.stdout)).toMatchObject({ passed: 25, failed: 0, skipped: 3 });
  expect(ran.code).toBe(0);
}

describe('dev init', () => {
  it('writes an app and says what to do next', async () => {
    const ran = await program.shell('mkdir empty && cd empty && esign dev init express "my app" --json');
    const { folder, files, next } = JSON.parse(ran.stdout) as Record<string, string[]>;
    expect(folder).toBe(join(program.folder, 'empty', 'my app'));
    expect(next).toEqual(["cd 'my app' && npm install", 'esign dev -- node server.mjs']);
    expect(readdirSync(join(program.folder, 'empty', 'my app')).toSorted()).toEqual(files!.toSorted());
  });

  it.each(['webhook.mjs', 'esign.mjs/a-folder'])('writes nothing where %s is in the way', async (path) => {
    const folder = `taken-${path.slice(0, 2)}`;
    mkdirSync(join(program.folder, dirname(join(folder, path))), { recursive: true });
    writeFileSync(join(program.folder, folder, path), 'mine');
    const before = readdirSync(join(program.folder, folder), { recursive: true });
    const ran = await program.run(['dev', 'init', 'express', folder, '--json']);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'file_exists' } });
    expect(readdirSync(join(program.folder, folder), { recursive: true })).toEqual(before);
  });

  it('leaves no part of an app behind when a file cannot be written', async () => {
    const folder = join(program.folder, 'half');
    mkdirSync(folder);
    symlinkSync('/nowhere/at-all', join(folder, 'app'));
    const ran = await program.run(['dev', 'init', 'next', 'half']);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('Cannot create the folder half/app')]);
    expect(readdirSync(folder)).toEqual(['app']);
  });

  it('takes its flags before and after its name', async () => {
    const line = { next: ['cd flags && npm test', 'esign dev -- node server.mjs'] };
    const after = await program.run(['dev', 'init', 'node', 'flags', '--json', 'next']);
    expect(JSON.parse(after.stdout)).toEqual(line);
    const before = await program.run(['dev', '--json', 'init', 'node', 'flags-2']);
    expect(JSON.parse(before.stdout)).toMatchObject({ folder: join(program.folder, 'flags-2') });
  });

  it('names the frameworks when it does not know one', async () => {
    const ran = await program.run(['dev', 'init', 'rails']);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining('express, fastify, next, node, fastapi, flask'),
    ]);
  });
});

describe('an app of dev init', () => {
  it.each(['express', 'fastify', 'node'] as const)(
    'for %s passes its test, sends an envelope, and keeps the contract',
    async (framework) => {
      const folder = await init(framework);
      expect(await tested(folder)).toMatch(/^# pass 3\n# fail 0$/m);
      const url = await serve(folder, process.execPath, ['server.mjs']);
      await use(url);
      const env = { ...process.env, ...settings, PORT: new URL(url).port };
      const second = spawnSync(process.execPath, ['server.mjs'], { cwd: folder, env, encoding: 'utf8' });
      expect([second.status, second.stdout, second.stderr]).toEqual([1, '', expect.stringContaining('EADDRINUSE')]);
    },
  );

  it('for next passes its test, on the handlers of its routes', async () => {
    const folder = await init('next');
    expect(await tested(folder)).toMatch(/^# pass 3\n# fail 0$/m);
    const { stdout } = await execute(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder });
    expect(stdout).toMatch(/# SKIP it needs an emulator: esign emulator exec -- npm test$/m);
  });

  describe.each([
    ['fastapi', ['uvicorn', 'app:app', '--port', 'PORT'], 'fastapi, httpx, uvicorn'],
    ['flask', ['flask', 'run', '--port', 'PORT'], 'flask'],
  ] as const)('for %s', (framework, server, modules) => {
    const python = pythonWith(`pytest, ${modules}`);
    it.skipIf(python === undefined)(
      'passes its test, sends an envelope, and keeps the contract (skipped without its packages)',
      async () => {
        const folder = await init(framework);
        const env = { ...process.env, ...program.env, ESIGN: `"${process.execPath}" "${bin}"` };
        const words = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
        const { stdout } = await execute(python!, words, { cwd: folder, env });
        expect(stdout).toMatch(/^4 passed/m);
        await use(await serve(folder, python!, ['-m', ...server]));
      },
    );
  });
});

/** A Python that has the packages: the usual one, or that of the system. Where tests must not be left out, the latter. */
function pythonWith(modules: string): string | undefined {
  const has = (python: string): boolean => spawnSync(python, ['-c', `import ${modules}`]).status === 0;
  return (
    ['python3', '/usr/bin/python3'].find(has) ?? (process.env['CI'] === undefined ? undefined : '/usr/bin/python3')
  );
}
