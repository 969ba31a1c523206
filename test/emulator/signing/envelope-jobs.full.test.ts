import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/emulator/emulator.js';
import { agreementPdf, landlord, rental, tenant, upload } from '../../support/agreement.js';
import { once } from '../../support/emulator.js';
import { http } from '../../support/http.js';
import type { Documents, Envelope, NamingRun, Template } from '../../support/shapes.js';

const canRead = spawnSync('pdftotext', ['-v']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'esign-sealing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const api = async <T>(
  emulator: Emulator,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> => {
  const [method = '', path = ''] = line.split(' ');
  const auth = { Authorization: `Bearer ${emulator.keys.live}`, ...once(), ...headers };
  const answer = await http<T>(emulator.url, method, path, { body, headers: auth });
  if (answer.status >= 400) throw new Error(`${line} answered ${answer.status}: ${answer.bytes.toString()}`);
  return answer.body;
};
const events = async (emulator: Emulator, id: string): Promise<readonly string[]> => {
  const { data } = await emulator.control<{ data: { event: string }[] }>('GET', `/_emulator/events?envelope_id=${id}`);
  return data.map(({ event }) => event);
};
const sign = (emulator: Emulator, id: string, role: string, body: object = {}): Promise<unknown> =>
  emulator.control('POST', `/_emulator/envelopes/${id}/recipients/${role}/sign`, body);

describe('an envelope that was completed before the emulator stopped', () => {
  const data = join(folder, 'restart.db');
  const start = (): Promise<Emulator> => startEmulator({ data, frozen: true, now: '2026-03-02T08:00:00.000Z' });

  it('is sealed once after the next start', async () => {
    const first = await start();
    const template = await api<Template>(first, 'POST /api/v1/templates', { documents: [upload(agreementPdf())] });
    const body = { template_id: template.id, recipients: [tenant, landlord], values: [rental], send: true };
    const { id } = await api<Envelope>(first, 'POST /api/v1/envelopes', body);
    await sign(first, id, 'Tenant');
    await sign(first, id, 'Landlord');
    await first.close();

    const second = await start();
    expect((await api<Documents>(second, `GET /api/v1/envelopes/${id}/documents`)).sealed).toBe(false);
    await second.clock.advance('61s');
    expect((await api<Documents>(second, `GET /api/v1/envelopes/${id}/documents`)).sealed).toBe(true);
    await second.clock.advance('1h');
    expect((await events(second, id)).filter((name) => name === 'envelope.sealed')).toHaveLength(1);
    await second.close();
  });
});

describe('the lease, from the upload to the sealed document', () => {
  it.skipIf(!canRead)('holds every answer, tick, signature and date in its place', async () => {
    const emulator = await startEmulator({ frozen: true, now: '2026-03-02T22:30:00.000Z' });
    const template = await api<Template>(emulator, 'POST /api/v1/templates', {
      documents: [upload(readFileSync('src/demo/lease.pdf'), 'lease.pdf')],
    });
    const run = await api<NamingRun>(emulator, `POST /api/v1/templates/${template.id}/naming-runs`);
    const named = await api<Template>(
      emulator,
      `POST /api/v1/templates/${template.id}/naming-runs/${run.id}/accept-current`,
      {
        accept: 'all',
      },
    );
    const used = named.roles.filter(({ name }) => named.fields.some(({ role }) => role === name));
    const recipients = used.map(({ name }, index) => ({
      role: name,
      name: `Person ${index}`,
      email: `p${index}@example.test`,
    }));
    const text = named.fields.find(({ type, data_key: key }) => type === 'text' && key !== null)!;
    const question = named.fields.find(({ question_id: id, data_key: key }) => id !== null && key !== null)!;
    const values = [
      { subject: text.subject, key: text.data_key, value: 'Distinct Answer' },
      { subject: question.subject, key: question.data_key, value: question.option_value, locked: true },
    ];
    const envelope = await api<Envelope>(emulator, 'POST /api/v1/envelopes', {
      template_id: named.id,
      recipients,
      values,
      send: true,
    });
    for (const { role, name } of recipients) {
      await sign(emulator, envelope.id, encodeURIComponent(role), { signature: `Mark of ${name}` });
    }
    await emulator.clock.advance('2m');
    expect(await events(emulator, envelope.id)).toContain('envelope.sealed');
    const { documents } = await api<Documents>(emulator, `GET /api/v1/envelopes/${envelope.id}/documents`);
    const pdf = Buffer.from(await (await fetch(documents[0]!.url!)).arrayBuffer());
    const words = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout;
    expect(words).toContain('Distinct Answer');
    expect(words).not.toContain('DRAFT');
    expect(words).toContain(envelope.id);
    const signing = recipients.filter(({ role }) =>
      named.fields.some((field) => field.role === role && field.type === 'signature'),
    );
    expect(signing).toHaveLength(4);
    for (const { name } of signing) expect(words).toContain(`Mark of ${name}`);
    expect(words).toContain('2026-03-03');
    await emulator.close();
  });
});
