import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { freePort } from '../support/listening/sshd.js';
import { openTerminal, type TmuxTerminal } from '../support/program/tmux.js';

/** An app as an integrator writes it: it verifies deliveries, calls the service, and prints what it does. */
const appOf = (port: number): string => `
import { copyFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { verifyDelivery } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist/webhook.cjs')).href)};
const { ESIGN_BASE_URL: base, ESIGN_API_KEY: key, ESIGN_WEBHOOK_SECRET: right, WRONG_SECRET: secret = right } = process.env;
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const signature = request.headers[process.env.ESIGN_SIGNATURE_HEADER.toLowerCase()];
  const { MISTAKE: mistake } = process.env;
  const raw = Buffer.concat(parts);
  if (mistake === 'redirect' && request.url === '/webhooks') return response.writeHead(307, { location: '/webhooks/' }).end();
  try {
    const body = mistake === 'parsed' ? JSON.stringify(JSON.parse(raw)) : raw;
    const now = Date.now() + (mistake === 'clock' ? 600_000 : 0);
    const { event } = verifyDelivery({ signature, body, secret, now });
    if (mistake === 'slow') await new Promise((resolve) => setTimeout(resolve, 5_200));
    if (mistake === 'event' && event === 'recipient.completed') return response.writeHead(500).end();
    console.log('took', event);
    response.writeHead(204).end();
    if (event === process.env.LAST) setTimeout(() => process.exit(Number(process.env.CODE ?? 0)), 300);
  } catch {
    response.writeHead(401).end('bad signature', () => process.env.LAST === 'refused' && process.exit(7));
  }
}).listen(${port}, '127.0.0.1', async () => {
  if (existsSync('.env.local')) copyFileSync('.env.local', 'settings.read');
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  console.log('templates', (await fetch(base + '/api/v1/templates', { headers })).status);
  const control = { ...headers, authorization: 'Bearer ' + process.env.ESIGN_EMULATOR_TOKEN };
  const post = (path, body) => fetch(process.env.ESIGN_EMULATOR_URL + path, { method: 'POST', headers: control, body: JSON.stringify(body) });
  if (process.env.TRIGGER) {
    await post('/clock', { action: 'advance', seconds: 122_400 });
    await post('/trigger', { event: process.env.TRIGGER });
  }
});
`;

let program: BuiltProgram;
let port: number;
let terminal: TmuxTerminal | undefined;
beforeEach(async () => {
  program = builtProgram();
  port = await freePort();
  writeFileSync(join(program.folder, 'app.mjs'), appOf(port));
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  await program.run(['emulator', 'stop']);
  await program.remove();
});

interface Line {
  readonly type: string;
  readonly kind?: string;
  readonly text?: string;
  readonly why?: readonly string[];
}
const dev = async (env: NodeJS.ProcessEnv, words: readonly string[] = []) => {
  const ran = await program.run(
    ['dev', '--json', '--forward-to', `${port}`, ...words, '--', process.execPath, 'app.mjs'],
    env,
  );
  return {
    ...ran,
    lines: ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  };
};

describe('dev', () => {
  it('runs an app whose deliveries verify 34 hours later, tells everything, and leaves nothing running', async () => {
    const { code, lines, stdout } = await dev({ TRIGGER: 'envelope.sealed', LAST: 'envelope.sealed' });
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ type: 'ready', app: `http://127.0.0.1:${port}/webhooks`, env_file: '.env.local' });
    const told = (kind: string): readonly string[] =>
      lines.flatMap((line) => (line.kind === kind ? [line.text ?? ''] : []));
    expect(told('api')).toContainEqual(expect.stringMatching(/^200 GET \/templates {2}\d/));
    expect(told('app')).toEqual(
      expect.arrayContaining(['templates 200', 'took envelope.sent', 'took envelope.sealed']),
    );
    expect(told('event')).toEqual([]);
    expect(told('hook')).toContainEqual(expect.stringMatching(/^envelope\.sealed → app 204 in \d+ ms$/));
    expect(told('hook').filter((text) => !text.includes('app 204'))).toEqual([]);
    const order = lines.map(({ kind, text = '' }) => `${kind} ${text}`);
    const sent = order.findIndex((line) => line.startsWith('hook envelope.sent'));
    expect(order.indexOf('app took envelope.sent')).toBeGreaterThan(sent);
    expect(told('mail')).toContainEqual(expect.stringMatching(/^invitation to .+@example\.test>$/));
    const settings = readFileSync(join(program.folder, 'settings.read'), 'utf8');
    const secret = /^ESIGN_WEBHOOK_SECRET=(.+)$/m.exec(settings)?.[1] ?? '';
    const key = /^ESIGN_API_KEY=(esign_test_.+)$/m.exec(settings)?.[1] ?? '';
    for (const hidden of [secret, key]) {
      expect(hidden.length).toBeGreaterThan(20);
      expect(stdout).not.toContain(hidden);
    }
    expect((await program.run(['emulator', 'status'])).stderr).toContain('No emulator responds');
    expect(existsSync(join(program.folder, '.env.local'))).toBe(false);
  });

  it('has data of its own in each project, where it offers what the app refused before and sends it no more', async () => {
    for (const project of ['shop', 'other']) {
      mkdirSync(join(program.folder, project));
      writeFileSync(join(program.folder, project, 'package.json'), '{}');
      writeFileSync(join(program.folder, project, 'app.mjs'), appOf(port));
    }
    writeFileSync(join(program.folder, 'shop', '.env.local'), 'MINE=1\n');
    const run = (env: NodeJS.ProcessEnv) =>
      program.shell(
        `cd shop; exec "${process.execPath}" "${bin}" dev --json --forward-to ${port} -- node app.mjs`,
        env,
      );
    expect((await run({ TRIGGER: 'envelope.sent', LAST: 'refused', WRONG_SECRET: 'whsec_other' })).code).toBe(7);
    const again = await run({ TRIGGER: 'envelope.voided', LAST: 'envelope.voided' });
    const lines = again.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const told = (kind: string) => lines.flatMap((line) => (line.kind === kind ? [line.text] : []));
    expect(told('esign')).toEqual(['1 delivery of earlier runs did not reach the app.']);
    // Deliveries arrive in any order.
    const hooks = told('hook').map((text = '') => text.replace(/ in \d.*$/, ''));
    expect(hooks.toSorted()).toEqual(['envelope.sent → app 204', 'envelope.voided → app 204']);
    expect(readFileSync(join(program.folder, 'shop', '.env.local'), 'utf8')).toBe('MINE=1\n');

    const { stdout, stderr } = await program.shell(`
      cd other; esign emulator start --detach --json > ready.json
      esign emulator log events -q | wc -l
      cd ../shop; esign emulator start --detach --json > ready.json
      esign emulator log events -q | wc -l
      esign emulator brands --jq '.data[0].origins|length'
      mkdir src; cd src; esign emulator stop --jq .url; cd ..
      esign emulator status --jq .url || cat ../other/ready.json > /dev/null
      cd ../other; esign emulator stop --jq .url`);
    const urlOf = (project: string): string =>
      (JSON.parse(readFileSync(join(program.folder, project, 'ready.json'), 'utf8')) as { readonly url: string }).url;
    expect(stdout.trim().split('\n')).toEqual(['0', '3', '0', urlOf('shop'), urlOf('other')]);
    expect(stderr).toContain('use one that runs: --profile local-other-');
  });

  it.each([
    ['parsed', 'It accepts the body as JavaScript writes it: it parses before it verifies. Verify the raw bytes.'],
    ['secret', 'so it most likely uses another secret than this endpoint'],
    ['clock', 'It accepts a delivery signed 10 minutes from now, within 300 s: its clock is fast.'],
    ['slow', 'respond first, and work afterwards'],
    ['redirect', 'does not follow redirects: use --forward-to http://127.0.0.1:'],
    ['event', 'It responds with 500, and accepts envelope.sent: check its log for this event.'],
  ])('says what is wrong with an app with the mistake “%s”, once', async (mistake, words) => {
    const wrong = mistake === 'secret' ? { WRONG_SECRET: 'whsec_other' } : {};
    const flags = ['dev', '--json', '--no-write-env', '--forward-to', `${port}`];
    const env = { TRIGGER: 'recipient.completed', MISTAKE: mistake, ...wrong };
    const running = program.start([...flags, '--', process.execPath, 'app.mjs'], env);
    const found: (readonly string[] | undefined)[] = [];
    const { stdout } = running.process;
    if (stdout === null) throw new Error('not piped');
    // The first retry comes after what is found out with the first attempt.
    let retried = false;
    for await (const text of createInterface({ input: stdout })) {
      const { why, text: what = '' } = JSON.parse(text) as Line;
      if (/^The app (?!said|responds$|rejects a valid)/.test(what)) found.push(why);
      retried ||= what.includes('attempt 2') || mistake === 'slow';
      if (retried && found.length > 0) running.process.kill('SIGINT');
    }
    expect(found).toEqual([[expect.stringContaining(words)]]);
    expect((await running.ended).code).toBe(130);
  });

  it('ends with the exit code of the app, and keeps an emulator that was running', async () => {
    await program.run(['emulator', 'start', '--detach', '--port', '0']);
    const wrong = { TRIGGER: 'envelope.sent', LAST: 'refused', WRONG_SECRET: 'whsec_other' };
    const ran = await dev(wrong, ['--no-write-env']);
    expect(ran.code).toBe(7);
    expect(ran.lines.find(({ text }) => text?.startsWith('envelope.sent → app 401') === true)?.why).toEqual([
      'The app said: bad signature',
    ]);
    expect((await program.run(['emulator', 'status'])).code).toBe(0);
  });

  it('leaves the settings of one that goes on as they were, when another one of the project ends', async () => {
    mkdirSync(join(program.folder, 'twice'));
    writeFileSync(join(program.folder, 'twice', 'package.json'), '{}');
    const esign = `"${process.execPath}" "${bin}"`;
    const second = `${esign} dev --json --forward-to ${port + 1} -- true > second.json 2>&1`;
    const app = `cp .env.local first.env; ${second}; cmp .env.local first.env && echo unchanged > told`;
    const ran = await program.shell(`cd twice; exec ${esign} dev --json --forward-to ${port} -- sh -c '${app}'`);
    expect([ran.code, readFileSync(join(program.folder, 'twice', 'told'), 'utf8')]).toEqual([0, 'unchanged\n']);
    expect(readFileSync(join(program.folder, 'twice', 'second.json'), 'utf8')).toContain('"env_file":".env.local"');
    expect(existsSync(join(program.folder, 'twice', '.env.local'))).toBe(false);
  });

  it('gives the emulator the status of the app with --ack app, and otherwise tells it beside that of the listener', async () => {
    await program.run(['emulator', 'start', '--detach', '--port', '0']);
    const answered = async (words: readonly string[]) => {
      await dev({ TRIGGER: 'envelope.sent', LAST: 'refused', WRONG_SECRET: 'whsec_other' }, [
        '--no-write-env',
        ...words,
      ]);
      const { data } = JSON.parse((await program.run(['emulator', 'log', 'deliveries', '--json'])).stdout) as {
        readonly data: readonly { readonly status: number | null; readonly app: { readonly status: number } | null }[];
      };
      return [data.at(-1)?.status, data.at(-1)?.app?.status];
    };
    expect(await answered(['--ack', 'app'])).toEqual([401, 401]);
    expect(await answered([])).toEqual([200, 401]);
  });

  it('makes the commands of an app ask with --ask, with its test key too', async () => {
    const erase = ['api', 'deleteWebhook', '6f1f2f0e-4f0b-4f43-9d8a-000000000001', '--json'];
    const run = (...words: readonly string[]) => {
      const flags = ['dev', '--json', '--no-write-env', '--forward-to', `${port}`];
      return program.run([...flags, ...words, '--', process.execPath, bin, ...erase]);
    };
    expect([(await run('--ask')).code, (await run('--ask', '--mode', 'live')).code, (await run()).code]).toEqual([
      2, 2, 4,
    ]);
    await program.run(['emulator', 'start', '--detach', '--port', '0']);
    const joined = await run('--ask');
    expect([joined.code, joined.stderr]).toEqual([6, expect.stringContaining('already running, without --ask')]);
    expect((await program.run(['emulator', 'status'])).code).toBe(0);
  });

  it('refuses a URL of another machine', async () => {
    const ran = await program.run(['dev', '--forward-to', 'https://example.com/hooks']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('Use a URL on this machine.')]);
  });

  it('suggests init for a word that is near it, and starts nothing', async () => {
    const ran = await program.run(['dev', 'inti', 'express', '--json']);
    expect([ran.code, JSON.parse(ran.stderr)]).toMatchObject([
      2,
      { error: { hint: 'Did you mean `esign dev init express`?' } },
    ]);
    expect((await program.run(['emulator', 'status', '--json'])).code).not.toBe(0);
  });

  it('leaves the emulator to another that has joined, and the last one stops it', async () => {
    const start = (to: number) => program.start(['dev', '--forward-to', `${to}`, '--no-write-env', '--json']);
    const first = start(port);
    const { emulator_url: url } = JSON.parse(await first.firstLine) as { emulator_url: string };
    const other = await freePort();
    const second = start(other);
    await second.firstLine;
    first.process.kill('SIGINT');
    await first.ended;
    expect((await fetch(`${url}/api/v1/templates`)).status).toBe(401);
    // Those of the app that has ended are gone.
    const { data } = JSON.parse((await program.run(['emulator', 'brands', '--json'])).stdout) as {
      readonly data: readonly { readonly origins: readonly string[] }[];
    };
    expect(data[0]?.origins).toEqual([`http://127.0.0.1:${other}`, `http://localhost:${other}`]);
    second.process.kill('SIGINT');
    await second.ended;
    await expect(fetch(`${url}/api/v1/templates`)).rejects.toThrow();
  });

  it('starts nothing before a wrong command line is told', async () => {
    const ran = await program.run(['dev', '--write-env', '-']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('"message":"--write-env requires a file.')]);
  });
});

describe('the screen of dev', () => {
  it('asks which envelope to sign where several wait, and shows which it signed', async () => {
    const words = [bin, 'dev', '--forward-to', `${port}`, '--', process.execPath, 'app.mjs'];
    const env = { ...program.env, TRIGGER: 'envelope.sent' } as Record<string, string>;
    const size = { columns: 100, rows: 30 };
    const shown = (terminal = await openTerminal({
      ...size,
      command: [process.execPath, ...words],
      env,
      cwd: program.folder,
    }));
    await shown.shows('envelope.sent → app 204');
    const local = async <T>(...line: readonly string[]): Promise<T> =>
      JSON.parse((await program.run([...line, '--json', '--profile', 'local'])).stdout) as T;
    const [old] = (await local<{ data: { envelope_id: string; id: string }[] }>('emulator', 'log', 'events')).data;
    const newer = await local<{ envelope: { id: string } }>('emulator', 'trigger', 'envelope.sent');
    // The newest entry is of the old envelope, whose delivery is retried.
    await local('emulator', 'redeliver', old!.id);
    await shown.shows('envelope.sent → a repeat');
    const statuses = async (id: string): Promise<readonly string[]> =>
      (await local<{ recipients: { status: string }[] }>('envelope', 'get', id)).recipients.map(({ status }) => status);

    await shown.press('s');
    const asked = await shown.shows('2 envelopes wait for a signature. Which one do you sign?');
    expect(asked).toMatch(new RegExp(`› .*${newer.envelope.id.slice(0, 8)}.*\n.*${old!.envelope_id.slice(0, 8)}`));
    await shown.press('s', 'Escape');
    await shown.shows('↑↓ select  Enter open');
    expect([await statuses(newer.envelope.id), await statuses(old!.envelope_id)]).toEqual([
      ['sent', 'pending'],
      ['sent', 'pending'],
    ]);

    await shown.press('s');
    await shown.shows('Which one do you sign?');
    await shown.press('Enter');
    await shown.shows(
      /\$ esign emulator sign \S+ [^]*Signed “Created by trigger” as Thandi Mokoena \(First signer\)\./,
    );
    expect([await statuses(newer.envelope.id), await statuses(old!.envelope_id)]).toEqual([
      ['signed', 'sent'],
      ['sent', 'pending'],
    ]);
    await shown.press('q');
    await shown.shows('ended with 0');
  });

  it('leaves the last words of an app that ends, also of one that says that all is well', async () => {
    const app = ['sh', '-c', 'echo Port 3000 is taken'];
    const shown = (terminal = await openTerminal({
      columns: 100,
      rows: 30,
      command: [process.execPath, bin, 'dev', '--forward-to', `${port}`, '--', ...app],
      env: program.env as Record<string, string>,
      cwd: program.folder,
    }));
    await shown.shows(/^Port 3000 is taken\n+ended with 0/m);
  });

  it('signs, advances, filters, opens and quits by its keys', async () => {
    const words = [bin, 'dev', '--forward-to', `${port}`, '--', process.execPath, 'app.mjs'];
    const env = { ...program.env, TRIGGER: 'envelope.sent' } as Record<string, string>;
    const shown = (terminal = await openTerminal({
      columns: 100,
      rows: 30,
      command: [process.execPath, ...words],
      env,
      cwd: program.folder,
    }));
    await shown.shows('envelope.sent → app 204');
    await shown.press('s');
    await shown.shows('recipient.completed → app 204');
    await shown.press('s');
    await shown.shows('envelope.completed → app 204');
    // First the reports on the two invitations fall due, then the seal.
    for (const count of [1, 2, 3]) {
      await shown.press('t');
      await shown.shows(new RegExp(`(\\$ esign emulator clock advance --to next[^]*){${count}}`));
    }
    await shown.shows('envelope.sealed → app 204');
    await shown.press('f');
    await shown.type('hook sealed');
    await shown.press('Enter', 'Up');
    const filtered = await shown.shows('Filter "hook sealed"');
    expect(filtered).not.toContain('envelope.completed');
    await shown.press('Enter');
    await shown.shows('"event": "envelope.sealed"');
    await shown.press('Escape');
    await shown.shows('↑↓ select');
    await shown.press('?');
    await shown.shows('sign as the next recipient');
    await shown.press('Escape');
    await shown.shows('↑↓ select');
    await shown.press('q');
    await shown.shows('ended with 0');
  });
});
