import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { keepEmulatorToken, readEmulatorToken } from '../../../src/core/config/emulator-token.js';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import { verify } from '../../../src/domain/webhook/signature.js';
import { desktop } from './desktop.js';
import { emulatorAt, type TestOrganisation } from '../emulator.js';
import { bin, type ReadyLine } from '../esign.js';
import { type ExampleEnd, type Manner, runExample } from './run-example.js';

/** An emulator that examples run against. */
export interface ExampleService {
  readonly url: string;
  readonly token: string;
  readonly doors: ReturnType<typeof emulatorAt>;
}

/** The home and the working folder of one example. */
export interface ExampleScene {
  readonly service: ExampleService;
  readonly organisation: TestOrganisation;
  readonly stateDir: string;
  /** Of an app that verifies with the signing secrets in the working folder. */
  readonly appUrl: string;
  path(name: string): string;
  write(name: string, content: string | Buffer): string;
  /** Runs a line to its end; anything but exit 0 is an error of the test. */
  ok(line: string): Promise<string>;
  run(line: string, manner: Manner, stdin: string): Promise<ExampleEnd>;
  close(): Promise<void>;
}

/** What an example needs besides the profile `local`. */
export interface SceneOptions {
  /** The emulator that all examples share; null: one of its own, or none. */
  readonly shared: ExampleService | null;
  /** The profile of its own emulator; null: none is started. */
  readonly own: string | null;
}

const limitMs = 90_000;
const secretNames = ['hook.secret', 'new.secret', 'old.secret'];

/** Programs that examples call by name. */
function linkPrograms(folder: string): void {
  symlinkSync(bin, join(folder, 'esign'));
  symlinkSync(process.execPath, join(folder, 'node'));
}

export async function newExampleScene({ shared, own }: SceneOptions): Promise<ExampleScene> {
  const home = mkdtempSync(join(tmpdir(), 'esign-example-'));
  const folder = join(home, 'work');
  const programs = join(home, 'programs');
  const stateDir = join(home, 'state');
  const configDir = join(home, 'config');
  for (const made of [folder, join(home, 'tmp')]) mkdirSync(made);
  desktop(home, 'fetch(url, { redirect: "manual" }).catch(() => 0);');
  linkPrograms(programs);
  const path = (name: string): string => join(folder, name);
  const env = {
    PATH: [programs, process.env['PATH']].join(delimiter),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    SHELL: '/bin/bash',
    TERM: 'xterm-256color',
    TZ: 'Africa/Johannesburg',
    ESIGN_CONFIG_DIR: configDir,
    ESIGN_STATE_DIR: stateDir,
    ESIGN_CACHE_DIR: process.env['ESIGN_CACHE_DIR'] ?? join(home, 'cache'),
    XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? join(home, 'xdg-state'),
    // A test asks no registry for a newer npm.
    npm_config_update_notifier: 'false',
  };
  const run: ExampleScene['run'] = (line, manner, stdin) =>
    runExample(line, manner, { cwd: folder, env, stdin, limitMs });
  const ok = async (line: string): Promise<string> => {
    const ended = await run(line, { is: 'ends' }, '');
    if (ended.code !== 0) throw new Error(`${line} ended with ${ended.code}:\n${ended.stderr}`);
    return ended.stdout.trim();
  };
  const started = own === null ? null : await startOwn(ok, stateDir, own);
  const service = started?.service ?? shared;
  if (service === null) throw new Error('an example needs an emulator');
  const organisation = started?.organisation ?? (await service.doors.organisation());
  if (own === null) {
    const secrets = { live: organisation.liveKey, test: organisation.testKey };
    const profile = { base_url: service.url, mode: 'live', emulator: true, secrets } as const;
    await saveProfile(configDir, 'local', profile, 'file');
    await keepEmulatorToken(stateDir, service.url, service.token);
  }
  const app = await startApp(path);
  return {
    service,
    organisation,
    stateDir,
    appUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    path,
    write: (name, content) => {
      mkdirSync(join(path(name), '..'), { recursive: true });
      writeFileSync(path(name), content);
      return name;
    },
    ok,
    run,
    close: async () => {
      app.closeAllConnections();
      await new Promise((resolve) => app.close(resolve));
      for (const profile of recordsIn(stateDir))
        await run(`esign emulator stop --profile ${profile}`, { is: 'ends' }, '');
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Starts an emulator as a person does. */
async function startOwn(
  ok: ExampleScene['ok'],
  stateDir: string,
  profile: string,
): Promise<{ readonly service: ExampleService; readonly organisation: TestOrganisation }> {
  const line = `esign emulator start --detach --port 0 --json --profile ${profile}`;
  const { url, live_key: liveKey, test_key: testKey } = JSON.parse(await ok(line)) as ReadyLine;
  const token = (await readEmulatorToken(stateDir, url)) ?? '';
  const doors = emulatorAt(url, token);
  const { organisation } = await doors.control<{ organisation: { id: string } }>('GET /_emulator/status');
  const brands = await doors.control<{ data: readonly { id: string }[] }>('GET /_emulator/brands');
  const { id } = organisation;
  const keys = { liveKey, testKey, live: doors.call(liveKey), test: doors.call(testKey) };
  return { service: { url, token, doors }, organisation: { id, brandId: brands.data[0]?.id ?? '', ...keys } };
}

/** The profiles whose emulator was started from a state folder and not stopped. */
const recordsIn = (stateDir: string): readonly string[] =>
  (existsSync(stateDir) ? readdirSync(stateDir) : []).flatMap((name) => /^emulator-(.+)\.json$/.exec(name)?.[1] ?? []);

/** An app that takes what verifies with a signing secret in the folder, whose files may change at any time. */
async function startApp(path: (name: string) => string): Promise<Server> {
  const secrets = (): readonly string[] =>
    secretNames.filter((name) => existsSync(path(name))).map((name) => readFileSync(path(name), 'utf8').trim());
  const app = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const header = request.headersDistinct['service-signature'];
      const body = Buffer.concat(parts);
      const isGenuine = secrets().some((current) => verify({ header, body, current, now: Date.now() }).ok);
      response.writeHead(isGenuine ? 204 : 401).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  return app;
}
