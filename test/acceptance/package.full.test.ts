import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageName } from '../../src/core/platform/version.js';
import { times } from '../support/counts.js';

/** The package as somebody else gets it: packed, installed in an empty folder, run, and imported by a suite of theirs. */

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let packed: readonly string[];
let tarball: string;
const path = (...names: readonly string[]): string => join(folder, ...names);

/** Runs a program in a folder of the consumer; anything but exit 0 is an error of the test. */
const run = async (command: string, words: readonly string[], cwd = folder): Promise<string> =>
  (await execa(command, words, { cwd, env: { ESIGN_CONFIG_DIR: path('config'), ESIGN_STATE_DIR: path('state') } }))
    .stdout;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** All that npm says of it. */
const npmInstall = async (cwd: string, ...words: readonly string[]): Promise<string> =>
  (await execa('npm', ['install', '--no-audit', '--no-fund', ...words, tarball], { cwd, all: true })).all;
let said: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-package-'));
  const { stdout: written } = await execa(process.execPath, ['bin/release/pack.mjs', '--output', folder], {
    cwd: root,
    env: { ESIGN_PUBLIC_ADDRESS: 'https://code.example/them/esign' },
  });
  const [pack] = JSON.parse(written) as [{ filename: string; files: { path: string }[] }];
  packed = pack.files.map((file) => file.path);
  tarball = path(pack.filename);
  // What is public is read by others too, and root's temporary folders are not.
  chmodSync(folder, 0o755);
  writeFileSync(path('package.json'), '{ "private": true }');
  said = await npmInstall(folder, '--prefer-offline', '--ignore-scripts');
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('holds what runs, its manual and its licence, and nothing else', () => {
    const top = new Set(packed.map((file) => file.split('/')[0]));
    const folders = ['bin', 'completions', 'dist', 'man', 'skills'];
    expect([...top].toSorted()).toEqual(['LICENSE', 'README.md', 'llms.txt', 'package.json', ...folders].toSorted());
    // The tests of `dev init` are for an app.
    const ours = packed.filter((file) => !file.startsWith('dist/assets/cli/dev/templates/'));
    expect(ours.filter((file) => /\.(ts|map|test\.\w+)$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    expect(packed).toEqual(
      expect.arrayContaining([
        'dist/main.cjs',
        'dist/emulator.cjs',
        'dist/document-worker.cjs',
        'dist/THIRD-PARTY-LICENCES.txt',
      ]),
    );
    for (const file of ['dist/reference.cjs', 'dist/modules.json']) expect(packed).not.toContain(file);
  });

  it('verifies deliveries in one small file, as CommonJS and as a module', async () => {
    const loaded = (code: string) => run(process.execPath, ['--input-type=module', '-e', code]);
    for (const name of ['webhook.cjs', 'webhook.mjs', 'webhook-web.mjs']) {
      const text = readFileSync(path('node_modules', packageName, 'dist', name), 'utf8');
      expect(text.length).toBeLessThan(10_000);
      // Neither other files nor packages.
      expect([...text.matchAll(/(?:from|require\()\s*["'`]([^"'`]+)/g)].map(([, name]) => name)).toEqual(
        name === 'webhook-web.mjs' ? [] : expect.arrayContaining(['node:crypto']),
      );
      expect(text).not.toMatch(/(?:from|require\()\s*["'`](?!node:)/);
    }
    const names = 'DeliveryRefused inspectDelivery signDelivery signatureHeader verify verifyDelivery';
    expect(await loaded(`console.log(...Object.keys(await import('${packageName}/webhook')))`)).toBe(names);
    expect(
      await run(process.execPath, ['-p', `Object.keys(require('${packageName}/webhook')).toSorted().join(' ')`]),
    ).toBe(names);
  });

  it('ships the types that its entries speak of, and each of those is there', () => {
    const types = packed.filter((file) => file.endsWith('.d.ts'));
    expect(types).toEqual(
      expect.arrayContaining(['dist/types/emulator/emulator.d.ts', 'dist/types/domain/webhook/verifier.d.ts']),
    );
    for (const file of types) {
      for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
        expect(types).toContain(join(dirname(file), `${name}.d.ts`));
      }
    }
  });

  it('says where it comes from, and has no script that npm warns of', () => {
    const manifest = JSON.parse(readFileSync(path('node_modules', packageName, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      author: 'The esign authors',
      license: 'MIT',
      homepage: 'https://code.example/them/esign#readme',
      bugs: { url: 'https://code.example/them/esign/issues' },
      repository: { type: 'git', url: 'git+https://code.example/them/esign.git' },
      publishConfig: { access: 'public', provenance: true },
    });
    for (const name of ['scripts', 'devDependencies', 'workspaces', 'overrides']) {
      expect(manifest).not.toHaveProperty(name);
    }
    expect(said).not.toMatch(/warn/i);
  });

  it('brings no package along that is in its bundle already', () => {
    const lock = JSON.parse(readFileSync(path('package-lock.json'), 'utf8')) as Lock;
    const installed = Object.keys(lock.packages);
    for (const name of ['commander', 'undici', 'yaml', 'valibot', 'vitest']) {
      expect(installed).not.toContain(`node_modules/${name}`);
    }
  });
});

describe('the installed program', () => {
  const esign = (...words: readonly string[]): Promise<string> => run(path('node_modules', '.bin', 'esign'), words);

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await esign('--version')).toBe(version);
  });

  // Only root can become somebody else.
  const isOther = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');
  const who = isOther ? 'another user whose home cannot be written to' : 'the user who installed it';
  it(`does the whole job for ${who}`, async () => {
    mkdirSync(path('home'), { mode: 0o555 });
    mkdirSync(path('work'));
    if (isOther) chownSync(path('work'), 54321, 54321);
    const user = isOther ? ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'] : [];
    const demo = [process.execPath, path('node_modules', packageName, 'bin', 'esign.js'), 'demo', '-o', 'demo'];
    const [command = '', ...words] = [...user, ...demo];
    const env = { HOME: path('home'), TMPDIR: path('work'), PATH: process.env['PATH'] ?? '' };
    const { stdout, stderr } = await execa(command, words, { cwd: path('work'), env, extendEnv: false });
    expect([stdout, stderr]).toEqual([expect.stringMatching(/\d+ of \d+ deliveries verified/), '']);
    expect(readdirSync(path('home'))).toEqual([]);
    for (const name of ['lease-sealed.pdf', 'lease-draft.pdf']) {
      expect(readFileSync(path('work', 'demo', name), 'latin1').slice(0, 5)).toBe('%PDF-');
    }
  });

  it('writes whole apps', async () => {
    for (const framework of ['express', 'next', 'flask']) {
      const written = await esign('dev', 'init', framework, framework, '-q');
      const templates = join(root, 'src', 'cli', 'dev', 'templates');
      const own = readdirSync(join(templates, framework), { recursive: true, withFileTypes: true });
      const names = own.filter((entry) => entry.isFile() && entry.name !== 'gitignore').map(({ name }) => name);
      expect(written.split('\n').map((file) => basename(file))).toEqual(
        expect.arrayContaining([...names, '.gitignore']),
      );
    }
  });

  it('has every package that it loads late: tables, YAML, jq, the emulator in the background', async () => {
    expect(await esign('api', '--list', '--jq', '.data[0].id')).toBe('listTemplates');
    await esign('emulator', 'start', '--detach', '--port', '0');
    try {
      const lease = path('node_modules', packageName, 'dist', 'assets', 'demo', 'lease.pdf');
      const words = ['template', 'create', lease, '--profile', 'local', '-q'];
      expect(await esign(...words)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await esign('completion', 'bash')).toContain('complete');
    } finally {
      await esign('emulator', 'stop');
    }
  });
});

describe('the package in other places', () => {
  it('all but writes and the emulator runs without the optional packages, which npm leaves out with --omit=optional', async () => {
    const lock = JSON.parse(readFileSync(path('package-lock.json'), 'utf8')) as Lock;
    const optional = Object.entries(lock.packages).filter(([, about]) => about.optional === true);
    const installed = optional.map(([name]) => name).filter((name) => existsSync(path(name)));
    expect(installed).toContainEqual(expect.stringContaining('@libsql/'));
    const esign = path('node_modules', '.bin', 'esign');
    mkdirSync(path('aside'));
    for (const [index, name] of installed.entries()) renameSync(path(name), path('aside', `${index}`));
    try {
      expect(await run(esign, ['error', 'not_found', '--jq', '.status'])).toBe('404');
      expect(
        await run(esign, ['template', 'inspect', path('node_modules', packageName, 'dist/assets/demo/lease.pdf')]),
      ).not.toBe('');
      const demo = await execa(esign, ['demo'], { cwd: folder, reject: false });
      expect([demo.exitCode, demo.stderr]).toEqual([
        1,
        expect.stringMatching(/^Error: The package @libsql\/\S+ is missing: esign needs it/),
      ]);
      expect(demo.stderr).toContain('Install esign again without --omit=optional.');
    } finally {
      for (const [index, name] of installed.entries()) renameSync(path('aside', `${index}`), path(name));
    }
  });

  it('runs from npx without being installed', async () => {
    mkdirSync(path('npm-cache'));
    mkdirSync(path('empty'));
    // The packages that npm keeps, and a place of our own for what npx installs.
    const kept = (await run('npm', ['config', 'get', 'cache'])).trim();
    symlinkSync(join(kept, '_cacache'), path('npm-cache', '_cacache'));
    const words = [
      '--yes',
      '--offline',
      '--cache',
      path('npm-cache'),
      '--package',
      tarball,
      'esign',
      'emulator',
      'exec',
    ];
    const listed = await run(
      'npx',
      [...words, '--no-snapshot', '--', 'esign', 'template', 'list', '--json'],
      path('empty'),
    );
    expect(JSON.parse(listed)).toEqual({ data: [], next_cursor: null, more: false });
  });
});

const describeInFull = (name: string, play: () => void): void => {
  if (process.env['ESIGN_FULL'] === '1') describe(name, play);
};

describeInFull('the program installed for everybody', () => {
  it('runs from an empty folder, completes, and brings its manual along', async () => {
    const prefix = path('prefix');
    mkdirSync(path('away'));
    await npmInstall(path('away'), '-g', '--prefix', prefix, '--prefer-offline');
    const env = { HOME: path('away'), PATH: `${join(prefix, 'bin')}:${process.env['PATH'] ?? ''}` };
    const typed = async (command: string, ...words: readonly string[]): Promise<string> =>
      (await execa(command, words, { cwd: path('away'), env })).stdout;
    expect(await typed('esign', 'error', 'not_found', '--jq', '.status')).toBe('404');
    await typed('esign', 'completion', 'install', 'fish');
    expect(await typed('esign', 'completion', 'install', 'fish', '--check')).toContain('"current"');
    const pages = readdirSync(join(root, 'man'));
    expect(pages).toContain('esign-security.7');
    for (const page of pages) {
      expect(existsSync(join(prefix, 'share', 'man', `man${page.at(-1) ?? ''}`, page))).toBe(true);
    }
    if (existsSync('/usr/bin/man')) expect(await typed('man', '-w', 'esign-security')).toContain(path('prefix'));
  }, 240_000);
});

/** A suite of an integrator, as their README would show it. */
const suite = `
import { startEmulator, WaitTimedOut, type Emulator, type EmulatorDelivery, type Mail } from '${packageName}/emulator';
import type { Envelope } from '${packageName}/contract';
import { explainDelivery } from '${packageName}/webhook/explain';
import { signDelivery, verify, verifyDelivery, DeliveryRefused, type WebhookEvent } from '${packageName}/webhook';

export async function play(): Promise<string> {
  const service: Emulator = await startEmulator({ frozen: true, plan: 'free' });
  try {
    const headers = { authorization: \`Bearer \${service.keys.test}\` };
    const answer = await fetch(\`\${service.url}/api/v1/templates\`, { headers });
    await service.clock.advance('25h');
    const mails: readonly Mail[] = await service.inbox.list();
    const body = JSON.stringify({ id: 'e', event: 'envelope.sent', created_at: null, retry_count: 0 });
    const secret = 'whsec_of_the_suite';
    const event: WebhookEvent = verifyDelivery({ body, secret, signature: signDelivery({ body, secret }) });
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      body,
      headers: { 'service-signature': signDelivery({ body, secret }) },
    });
    const read: WebhookEvent = await verify({ request, secret });
    if (read.id !== event.id || explainDelivery({ body, secret, signature: signDelivery({ body, secret }) }) !== null) {
      throw new Error('verified differently');
    }
    let refused = '';
    try {
      verifyDelivery({ body, secret: 'another', signature: signDelivery({ body, secret }) });
    } catch (error) {
      if (error instanceof DeliveryRefused) refused = error.reason;
    }
    const { id } = await service.scenario('half-signed');
    const mail: Mail = await service.inbox.waitFor({ envelopeId: id, kind: 'invitation' });
    const envelope: Envelope = await service.sign(id, 'next', { values: [], fill: true });
    const deliveries: readonly EmulatorDelivery[] = service.deliveries.list({ envelope, event: 'envelope.sent' });
    await service.faults.operation({ operation: 'listTemplates', code: 'internal_error', count: 1 });
    await service.faults.deliveries({ drop: 0.5, seed: 1 });
    await service.events.waitFor('envelope.completed', { envelope, timeout: 1000 });
    const late: unknown = await service.events.waitFor('envelope.sealed', { envelope, timeout: 1 }).catch((e) => e);
    const acted = [envelope.status, mail.kind, deliveries.length, late instanceof WaitTimedOut];
    return [answer.status, mails.length, event.event, refused, ...acted].join(' ');
  } finally {
    await service.close();
  }
}

play().then((said) => console.log(said));
`;

describe('a suite in TypeScript', () => {
  /** The compiler and Node's types, as any such project has them. */
  function project(name: string, type: 'module' | 'commonjs', options: object): string {
    const at = path(name);
    mkdirSync(at);
    writeFileSync(join(at, 'package.json'), JSON.stringify({ private: true, type }));
    writeFileSync(join(at, 'suite.ts'), suite);
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      target: 'es2022',
      types: ['node'],
      outDir: 'out',
      ...options,
    };
    writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['suite.ts'] }));
    mkdirSync(path('node_modules', '@types'), { recursive: true });
    for (const tool of ['@types/node', 'undici-types', 'typescript']) {
      if (!existsSync(path('node_modules', tool)))
        symlinkSync(join(root, 'node_modules', tool), path('node_modules', tool));
    }
    return at;
  }
  const compile = (at: string): Promise<string> =>
    run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'], at);

  const kinds = [
    ['as CommonJS, resolved as Node does', 'commonjs', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['as a module, resolved as Node does', 'module', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['as a module, resolved as bundlers do', 'module', { module: 'esnext', moduleResolution: 'bundler' }],
  ] as const;
  // The examples are resolved as modules in both ways in every run.
  it.each(kinds.slice(0, times(1, kinds.length)))(
    '%s: compiles with every check on, and runs',
    async (name, type, options) => {
      const at = project(name.replaceAll(/\W+/g, '-'), type, options);
      expect(await compile(at)).toBe('');
      expect(await run(process.execPath, [join('out', 'suite.js')], at)).toBe(
        '200 0 envelope.sent mismatch completed invitation 0 true',
      );
    },
  );

  it('a mistake in it is found by the compiler: the types are not just any', async () => {
    const at = project('mistaken', 'module', { module: 'nodenext', moduleResolution: 'nodenext', noEmit: true });
    writeFileSync(
      join(at, 'suite.ts'),
      suite
        .replace("'free'", "'gratis'")
        .replace('service.keys.test', 'service.keys.tset')
        .replace("'envelope.completed'", "'envelope.compelted'"),
    );
    const failed = await compile(at).catch((error: unknown) => (error as { readonly stdout: string }).stdout);
    expect(failed).toMatch(/gratis/);
    expect(failed).toMatch(/tset/);
    expect(failed).toMatch(/compelted/);
  });
});
