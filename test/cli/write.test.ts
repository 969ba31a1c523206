import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine, people } from '../support/emulator-machine.js';
import type { Envelope } from '../support/shapes.js';

let at: EmulatorMachine;
let create: readonly string[];
beforeAll(async () => {
  at = await newEmulatorMachine();
  create = ['envelope', 'create', '--template', await at.template(), ...people, '--json'];
});
afterAll(() => at.close());

const run = { env: { ESIGN_RUN_ID: 'march' } };
const made = async (words: readonly string[], options = run): Promise<string> =>
  (await at.ok([...create, ...words], options)).json<Envelope>().id;

describe('--idempotency-key auto', () => {
  it('makes one envelope however often a pipeline runs, and another for other content or another run', async () => {
    const auto = ['--idempotency-key', 'auto'];
    const first = await made([...auto, '--title', 'A']);
    expect(await made([...auto, '--title', 'A'])).toBe(first);
    expect(await made([...auto, '--title', 'B'])).not.toBe(first);
    expect(await made([...auto, '--title', 'A'], { env: { ESIGN_RUN_ID: 'april' } })).not.toBe(first);
  });

  it('is shown by a dry run, and taken by `esign api` too', async () => {
    const shown = await at.ok([...create, '--idempotency-key', 'auto', '--dry-run'], run);
    const { headers } = shown.json<{ headers: Readonly<Record<string, string>> }>();
    expect(headers['Idempotency-Key']).toMatch(/^auto-[0-9a-f]{40}$/);
    const id = await made(['--title', 'To send']);
    const send = ['api', 'POST', `/api/v1/envelopes/${id}/send`, '--idempotency-key', 'auto', '--json'];
    const sent = (await at.ok(send, run)).json<Envelope>();
    expect((await at.ok(send, run)).json<Envelope>()).toEqual(sent);
    expect((await at.run([...send, '--require-new'], run)).error()).toMatchObject({ code: 'replayed', exit_code: 6 });
  });

  it('refuses here, rather than sends again, when only the deadline moved', async () => {
    const words = [...create, '--title', 'Deadline', '--idempotency-key', 'auto', '--expires-at'];
    await at.ok([...words, '2026-04-01T00:00:00Z'], run);
    const again = await at.run([...words, '2026-04-02T00:00:00Z'], run);
    expect(again.error()).toMatchObject({ code: 'idempotency_key_reused', exit_code: 6 });
  });
});

describe('--require-new', () => {
  it('fails on a replay and names what was made before', async () => {
    const words = ['--idempotency-key', 'given', '--require-new'];
    const id = await made(words);
    const again = await at.run([...create, ...words]);
    expect([again.code, again.stdout]).toEqual([6, '']);
    expect(again.error()).toMatchObject({ code: 'replayed', id, idempotency_key: 'given' });
  });

  it('changes nothing for a fresh key', async () => {
    expect((await at.run([...create, '--require-new'])).code).toBe(0);
  });
});

describe('one key for two requests', () => {
  it('is refused before anything leaves', async () => {
    await made(['--title', 'First', '--idempotency-key', 'twice']);
    const other = await at.run([...create, '--title', 'Second', '--idempotency-key', 'twice', '--debug']);
    expect(other.code).toBe(6);
    expect(other.stderr).toContain('"code":"idempotency_key_reused"');
    expect(other.stderr).not.toMatch(/POST http/);
  });

  it('is free again for a corrected request when the first one was refused', async () => {
    const bad = ['--value', 'no.such.key=1', '--idempotency-key', 'corrected'];
    expect((await at.run([...create, ...bad])).code).toBe(5);
    await made(['--idempotency-key', 'corrected']);
  });
});
