import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { isAlive } from '../support/listening/sshd.js';
import { shared } from '../support/shared.js';

const program = shared(builtProgram);

const exec = (script: string, ...flags: string[]): string[] => {
  return ['emulator', 'exec', ...flags, '--', process.execPath, '--input-type=module', '-e', script];
};

describe('emulator exec', () => {
  it('the command reaches the service, its mail and its own routes with what it is given', async () => {
    const script = `
      import { execFileSync } from 'node:child_process';
      const { ESIGN_BASE_URL: url, ESIGN_API_KEY: key, ESIGN_INBOX_URL: inbox, ESIGN_EMULATOR_URL: own } = process.env;
      const list = await fetch(url + '/api/v1/templates', { headers: { authorization: 'Bearer ' + key } });
      const esign = (...words) => execFileSync(process.execPath, [${JSON.stringify(bin)}, ...words]);
      esign('emulator', 'trigger', 'envelope.sent');
      const headers = { authorization: 'Bearer ' + process.env.ESIGN_EMULATOR_TOKEN };
      const { data } = await (await fetch(inbox, { headers })).json();
      const { url: told } = await (await fetch(own + '/status', { headers })).json();
      console.log(JSON.stringify([list.status, key.slice(0, 11), data.length, told === url, process.env.ESIGN_PROFILE]));
    `;
    const ran = await program.run(exec(script, '--mode', 'live'), { ESIGN_PROFILE: 'other' });
    expect(ran).toMatchObject({ code: 0, stderr: '', stdout: '[200,"esign_live_",1,true,null]\n' });
    // It left no profile, no record of itself and no data.
    expect(existsSync(join(program.folder, 'config', 'profiles.json'))).toBe(false);
    expect(existsSync(join(program.folder, 'state', 'snapshots'))).toBe(false);
  });

  it('takes as many requests a minute as it is told', async () => {
    const script = `
      const { ESIGN_BASE_URL: url, ESIGN_API_KEY: key } = process.env;
      const { headers } = await fetch(url + '/api/v1/templates', { headers: { authorization: 'Bearer ' + key } });
      console.log(headers.get('ratelimit-limit'));
    `;
    const limits = ['7', 'off'].map((words) => program.run(exec(script, '--rate-limit', words)));
    expect((await Promise.all(limits)).map(({ stdout }) => stdout.trim())).toEqual(['7', '1000000']);
    const wrong = await program.run(exec(script, '--rate-limit', 'many'));
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Use a number from 1 to 1000000, or off.')]);
  });

  it('ends with the command’s exit code, and keeps a snapshot that another run begins with', async () => {
    const make = `
      const own = process.env.ESIGN_EMULATOR_URL;
      const body = JSON.stringify({ event: 'recipient.completed', mode: 'test' });
      const { ESIGN_EMULATOR_TOKEN: token } = process.env;
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
      const made = await (await fetch(own + '/trigger', { method: 'POST', headers, body })).json();
      console.log(made.envelope.id);
      process.exit(37);
    `;
    const failed = await program.run(exec(make, '--mode', 'test', '--seed', '7', '--json'));
    expect([failed.code, failed.stdout]).toEqual([37, '']);
    const [id, told] = failed.stderr.trim().split('\n');
    const { error } = JSON.parse(told ?? '') as { error: { code: string; snapshot: string } };
    expect(error.code).toBe('command_failed');
    expect(readdirSync(join(program.folder, 'state', 'snapshots')).length).toBe(1);
    expect(statSync(error.snapshot).mode & 0o777).toBe(0o600);
    expect(readFileSync(error.snapshot, 'utf8')).not.toMatch(/esign_(live|test)_/);

    const read = `
      const { ESIGN_BASE_URL: url, ESIGN_API_KEY: key } = process.env;
      const answer = await fetch(url + '/api/v1/envelopes/${id}', { headers: { authorization: 'Bearer ' + key } });
      console.log((await answer.json()).status);
    `;
    const again = await program.run(exec(read, '--mode', 'test', '--restore', error.snapshot));
    expect([again.code, again.stdout, again.stderr]).toEqual([0, 'partially_signed\n', '']);
  });

  it('keeps the last ten snapshots that it named itself, and whatever else lies beside them', async () => {
    const folder = join(program.folder, 'state', 'snapshots');
    mkdirSync(folder, { recursive: true });
    const old = Array.from({ length: 12 }, () => `exec-${randomUUID()}.json`);
    for (const [age, name] of [...old, 'mine.json'].entries()) {
      writeFileSync(join(folder, name), '{}');
      utimesSync(join(folder, name), 1_000_000 - age, 1_000_000 - age);
    }
    const failed = await program.run(exec('process.exit(1)', '--json'));
    expect(failed.code).toBe(1);
    const names = readdirSync(folder);
    expect(names).toContain('mine.json');
    expect(names.filter((name) => name.startsWith('exec-'))).toHaveLength(10);
    expect(old.filter((name) => names.includes(name)).length).toBeLessThanOrEqual(9);
    expect(names).toContain(old[0]);
    expect(names).not.toContain(old[11]);
  });

  it('begins with a scenario and passes its ID to the command', async () => {
    const read = `
      const { ESIGN_BASE_URL: url, ESIGN_API_KEY: key, ESIGN_SCENARIO_ID: id } = process.env;
      const answer = await fetch(url + '/api/v1/webhooks/' + id, { headers: { authorization: 'Bearer ' + key } });
      console.log((await answer.json()).disabled_reason);
    `;
    const ran = await program.run(exec(read, '--scenario', 'endpoint-disabled'));
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('No delivery has succeeded for 7 days')]);
    const wrong = await program.run(exec(read, '--scenario', 'nothing', '--json'));
    expect([wrong.code, JSON.parse(wrong.stderr)]).toMatchObject([2, { error: { code: 'invalid_value' } }]);
  });

  it('makes the commands of its command ask with --ask, so that a script without --yes fails', async () => {
    const erase = ['api', 'deleteWebhook', '6f1f2f0e-4f0b-4f43-9d8a-000000000001', '--json'];
    const run = (...words: readonly string[]) =>
      program.run([
        'emulator',
        'exec',
        '--no-snapshot',
        ...words.slice(0, 1),
        '--',
        process.execPath,
        bin,
        ...erase,
        ...words.slice(1),
      ]);
    expect([(await run('--ask')).code, (await run('--ask', '--yes')).code, (await run('--strict')).code]).toEqual([
      2, 4, 4,
    ]);
  });

  it('passes a request to end on, and leaves nothing running', async () => {
    const wait = `
      process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
      setInterval(() => {}, 1000);
      console.log(process.pid);
    `;
    const running = program.start(exec(wait, '--no-snapshot'));
    const pid = Number(await running.firstLine);
    expect(isAlive(pid)).toBe(true);
    running.process.kill('SIGTERM');
    const ended = await running.ended;
    expect([ended.code, ended.stdout.split('\n')[1]]).toEqual([143, 'told']);
    expect(isAlive(pid)).toBe(false);
  });

  it('reports an unknown program or snapshot', async () => {
    const none = await program.run(['emulator', 'exec', '--json', '--', 'no-such-program-here']);
    expect(none.code).toBe(127);
    expect(JSON.parse(none.stderr)).toMatchObject({ error: { code: 'command_not_started', exit_code: 127 } });
    for (const unusable of [program.folder, join(bin, 'inside')]) {
      const refused = await program.run(['emulator', 'exec', '--json', '--', unusable]);
      expect([refused.code, JSON.parse(refused.stderr)]).toMatchObject([
        unusable === program.folder ? 126 : 127,
        { error: { code: 'command_not_started' } },
      ]);
    }
    const wrong = await program.run(['emulator', 'exec', '--json', '--restore', bin, '--', 'true']);
    expect([wrong.code, JSON.parse(wrong.stderr)]).toMatchObject([2, { error: { code: 'file_unusable' } }]);
  });
});
