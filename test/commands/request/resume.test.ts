import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeIntent } from '../../../src/client/recording.js';
import { prepareRequest } from '../../../src/client/request.js';
import type { Operation } from '../../../src/contract/operation.js';
import { operations } from '../../../src/contract/operations.js';
import { openRequestJournal } from '../../../src/store/requests.js';
import { openState } from '../../../src/store/state.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { landlord, tenant } from '../../support/agreement.js';
import { scriptedClock } from '../../support/program/clock.js';
import type { Envelope, Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

interface Row {
  readonly id: string;
  readonly operation: string;
  readonly state: string;
  readonly resource: string | null;
  readonly replayed?: boolean;
  readonly why?: string;
  readonly look_at?: string;
}

const at = shared(newEmulatorMachine);
let template: string;
beforeAll(async () => {
  template = await at.template();
});

const stateDir = (): string => at.machine.env['ESIGN_STATE_DIR'] ?? '';
let made = 0;

/** Records a write as the program does before it leaves, and lets the program end there. */
async function cutOff(
  row: Operation,
  input: { parameters?: Record<string, string>; body?: unknown; ifMatch?: string },
  {
    key,
    ago = 1_000,
    apiKey = at.organisation.liveKey,
    baseUrl,
  }: { key?: string; ago?: number; apiKey?: string; baseUrl?: string } = {},
): Promise<string> {
  const id = `cut-off-${(made += 1)}`;
  const service = { baseUrl: baseUrl ?? at.emulator.url, apiKey };
  const host = baseUrl === undefined ? at.emulator.host : new URL(baseUrl).host;
  const request = prepareRequest(row, input, service, { idempotencyKey: key, ifMatch: input.ifMatch });
  const intent = describeIntent(id, request, { apiKey, profile: 'local', host }, false);
  const journal = openRequestJournal({ state: openState(stateDir()), now: () => Date.now() - ago });
  // No process has this number: it has ended.
  await journal.intent({ ...intent, pid: 2 ** 30, mark: undefined }, request.body);
  return id;
}

const resume = async (...words: readonly string[]): Promise<{ code: number; rows: readonly Row[]; stderr: string }> => {
  // Waiting takes no time.
  const clock = scriptedClock([], { each: () => Promise.resolve() });
  const ran = await at.run(['request', 'resume', ...words, '--json'], { clock });
  const rows = ran.stdout === '' ? [] : ran.json<{ data: readonly Row[] }>().data;
  return { code: ran.code, rows, stderr: ran.stderr };
};
const unsettled = async (): Promise<readonly Row[]> =>
  (await at.ok(['request', 'list', '--unsettled', '--json'])).json<{ data: readonly Row[] }>().data;
const draft = async (): Promise<string> =>
  (await at.ok(['envelope', 'create', '--template', template, ...people, '--json'])).json<Envelope>().id;

describe('a request with an unknown outcome', () => {
  it('needs no id if it is the only one, and nothing happens if there is none', async () => {
    const none = await at.run(['request', 'resume'], { terminal: true });
    expect([none.code, none.stdout]).toEqual([0, 'No unsettled requests.\n']);
    const id = await draft();
    const request = await cutOff(operations.sendEnvelope, { parameters: { envelopeId: id } }, { key: 'only-1' });
    const closed = await at.run(['request', 'resume', '--close', '--json']);
    expect([closed.code, closed.error().message]).toEqual([
      2,
      'One request is unsettled. Use the ID of one request, or --all.',
    ]);
    expect(await resume()).toMatchObject({ code: 0, rows: [{ id: request, state: 'done', resource: id }] });

    const others = [await draft(), await draft()];
    for (const [index, envelopeId] of others.entries()) {
      await cutOff(operations.sendEnvelope, { parameters: { envelopeId } }, { key: `several-${index}` });
    }
    const several = await at.run(['request', 'resume', '--json']);
    expect([several.code, several.error().message]).toEqual([
      2,
      '2 requests are unsettled. Use the ID of one request, or --all.',
    ]);
    expect((await resume('--all')).rows).toHaveLength(2);
  });

  it('causes a warning in the next command, until it is sent again with its key', async () => {
    const id = await draft();
    const request = await cutOff(operations.sendEnvelope, { parameters: { envelopeId: id } }, { key: 'send-1' });
    const next = await at.ok(['envelope', 'get', id]);
    expect(next.stderr).toBe(
      'Warning: 1 request from this machine has an unknown outcome. Resume with `esign request resume --all`, ' +
        'or list with `esign request list --unsettled`.\n',
    );
    expect((await at.ok(['envelope', 'get', id, '--json'])).stderr).toBe('');
    expect(await resume(request.slice(0, 9))).toMatchObject({
      code: 0,
      rows: [{ id: request, state: 'done', resource: id, replayed: false }],
    });
    expect((await at.ok(['envelope', 'get', id, '--json'])).json<Envelope>().status).toBe('sent');
    expect(await unsettled()).toEqual([]);
    expect((await at.ok(['envelope', 'get', id])).stderr).toBe('');
  });

  it('already carried out is replayed', async () => {
    const id = await draft();
    const sent = await at.ok(['envelope', 'send', id, '--idempotency-key', 'send-2', '--json']);
    await cutOff(operations.sendEnvelope, { parameters: { envelopeId: id } }, { key: 'send-2' });
    const { code, rows } = await resume('--all');
    expect([code, rows.map(({ state, replayed }) => ({ state, replayed }))]).toEqual([
      0,
      [{ state: 'done', replayed: true }],
    ]);
    expect((await at.ok(['envelope', 'get', id, '--json'])).json<Envelope>().sent_at).toBe(
      sent.json<Envelope>().sent_at,
    );
  });

  it('is shown with its body while that is stored, and without the API key', async () => {
    const body = { template_id: template, recipients: [{ role: 'Tenant', name: 'Zoë', email: 'zoe@example.test' }] };
    const request = await cutOff(operations.createEnvelope, { body }, { key: 'shown' });
    const shown = await at.ok(['request', 'show', request, '--json']);
    expect(shown.json<{ body: unknown }>().body).toEqual(body);
    expect(shown.stdout).not.toContain(at.organisation.liveKey);
    expect(await resume(request, '--close')).toMatchObject({ code: 0, rows: [{ state: 'closed' }] });
    expect((await at.ok(['request', 'show', request, '--json'])).json<{ body: unknown }>().body).toBeNull();
  });

  it('is resolved when the service refuses it', async () => {
    const id = await draft();
    const body = { reason: 'sold' };
    await cutOff(operations.voidEnvelope, { parameters: { envelopeId: id }, body }, { key: 'void-draft' });
    const ended = await resume('--all');
    expect([ended.code, ended.rows.map(({ state }) => state)]).toEqual([13, ['refused']]);
    expect(await unsettled()).toEqual([]);
  });
});

describe('a request that must not be repeated blindly', () => {
  /** What is said, and that closing it by hand settles it. */
  const looksAt = async (request: string, why: RegExp, where: RegExp): Promise<void> => {
    const ended = await resume(request);
    expect([ended.code, ended.rows[0]?.state]).toEqual([13, 'unsettled']);
    expect(ended.rows[0]?.why).toMatch(why);
    expect(ended.rows[0]?.look_at).toMatch(where);
    expect((await resume(request, '--close')).code).toBe(0);
    expect(await unsettled()).toEqual([]);
  };

  it('with a key that may have expired needs a person, or --old', async () => {
    const body = { template_id: template, recipients: [tenant], title: 'Old' };
    const old = { key: 'old', ago: 24 * 3_600_000 };
    await looksAt(await cutOff(operations.createEnvelope, { body }, old), /older than the 24 hours/, /audit trail/);
    const id = await draft();
    // A second sending is refused by the envelope's state, however old the key is.
    await cutOff(operations.sendEnvelope, { parameters: { envelopeId: id } }, { key: 'old-send', ago: 9 * 86_400_000 });
    expect((await resume('--all')).code).toBe(0);
  });

  it('whose key the service knows from another request', async () => {
    const body = { template_id: template, recipients: [tenant, landlord], title: 'Other' };
    const other = await at.organisation.live('POST /api/v1/envelopes', body, { 'Idempotency-Key': 'taken' });
    expect(other.status).toBe(201);
    const mine = { body: { ...body, title: 'Mine' } };
    await looksAt(await cutOff(operations.createEnvelope, mine, { key: 'taken' }), /different request/, /audit trail/);
  });

  it('recorded by a clock that was ahead, so its age is unknown', async () => {
    const body = { template_id: template, recipients: [tenant], title: 'From the future' };
    const future = { key: 'future', ago: -200 * 86_400_000 };
    const request = await cutOff(operations.createEnvelope, { body }, future);
    await looksAt(request, /clock of this machine was set back/, /audit trail/);
  });

  it('whose response is a secret shown once', async () => {
    const body = { url: 'https://app.example.com/hooks', events: ['envelope.sent'] };
    await looksAt(await cutOff(operations.registerWebhook, { body }), /secret/, /^esign webhook list$/);
  });

  it('without a key, whose repetition does harm', async () => {
    const parameters = { webhookId: '0b0c5b0e-7a5c-4a39-9a57-3c1f6a2b7f10' };
    await looksAt(
      await cutOff(operations.deleteWebhook, { parameters }),
      /no idempotency key/,
      /^esign webhook get 0b0c5b0e/,
    );
  });

  it('whose repetition would undo what was changed since', async () => {
    const url = 'https://old.example.com/hooks';
    const made = await at.ok(['webhook', 'register', '--url', url, '--event', 'envelope.sent', '--json']);
    const { id } = made.json<{ id: string }>();
    const lost = { parameters: { webhookId: id }, body: { url } };
    const request = await cutOff(operations.updateWebhook, lost);
    await at.ok(['webhook', 'update', id, '--url', 'https://new.example.com/hooks']);
    await looksAt(request, /undo a later change/, /^esign webhook get /);
    expect((await at.ok(['webhook', 'get', id, '--jq', '.url'])).stdout).toBe('https://new.example.com/hooks\n');
  });

  it('sent with another API key or to another service', async () => {
    const id = await draft();
    const send = { parameters: { envelopeId: id } };
    const other = { key: 'x', apiKey: 'esign_live_Zm9yZWlnbi1rZXktdGhhdC1pcy1ub3QtbWluZQ' };
    await looksAt(await cutOff(operations.sendEnvelope, send, other), /another API key/, /--profile local/);
    const elsewhere = await cutOff(operations.sendEnvelope, send, { key: 'y' });
    const env = { ESIGN_BASE_URL: 'http://127.0.0.1:9', ESIGN_API_KEY: at.organisation.liveKey };
    const ran = await at.run(['request', 'resume', elsewhere, '--json'], { env });
    expect([ran.code, ran.json<{ data: readonly Row[] }>().data[0]?.why]).toEqual([
      13,
      expect.stringMatching(/^it was sent to emulator-[0-9a-f]{12}, but the current service is 127\.0\.0\.1:9$/),
    ]);
    expect((await resume(elsewhere, '--close')).code).toBe(0);
  });

  it('whose stored body was changed or deleted', async () => {
    const body = { template_id: template, recipients: [tenant], title: 'Mine' };
    const changed = await cutOff(operations.createEnvelope, { body }, { key: 'changed' });
    const other = `replace(CAST(body AS TEXT), '"Mine"', '"Ours"')`;
    openState(stateDir()).write((sql) =>
      sql.run(`UPDATE requests SET body = CAST(${other} AS BLOB) WHERE id = ?`, changed),
    );
    await looksAt(changed, /damaged/, /audit trail/);
  });
});

describe('a service that does not know the outcome yet', () => {
  const fault = (...words: readonly string[]) => at.ok(['emulator', 'fault', 'operation', ...words]);
  afterEach(() => at.ok(['emulator', 'fault', 'clear']));
  const create = (title: string) => ({ body: { template_id: template, recipients: [tenant, landlord], title } });
  /** Makes the envelope, and records its write as one whose answer was lost. */
  const lost = async (title: string): Promise<string> => {
    const { body } = create(title);
    const made = await at.organisation.live('POST /api/v1/envelopes', body, { 'Idempotency-Key': title });
    expect(made.status).toBe(201);
    return await cutOff(operations.createEnvelope, create(title), { key: title });
  };

  it('for one request does not block the others', async () => {
    await fault('createEnvelope', '--stuck', '--count', '1');
    const { body } = create('stuck');
    await at.organisation.live('POST /api/v1/envelopes', body, { 'Idempotency-Key': 'stuck' }).catch(() => undefined);
    const stuck = await cutOff(operations.createEnvelope, create('stuck'), { key: 'stuck' });
    const other = await lost('other');
    const ended = await resume('--all');
    expect([ended.code, ended.rows.map(({ id, state, replayed }) => ({ id, state, replayed }))]).toEqual([
      13,
      [
        { id: stuck, state: 'unsettled', replayed: undefined },
        { id: other, state: 'done', replayed: true },
      ],
    ]);
    expect(ended.rows[0]?.look_at).toBe(`esign request resume ${stuck}`);
    expect(ended.stderr).toContain('Outcome not yet known to the service: 1 of 2.');
    expect((await resume(stuck)).code).toBe(6);
    await at.ok(['emulator', 'fault', 'release']);
    expect(await resume(stuck)).toMatchObject({ code: 0, rows: [{ state: 'done' }] });
  });

  it('that another process resumes meanwhile is not left to the user', async () => {
    await fault('createEnvelope', '--stuck', '--count', '1');
    const { body } = create('stuck 2');
    await at.organisation.live('POST /api/v1/envelopes', body, { 'Idempotency-Key': 'stuck 2' }).catch(() => undefined);
    const stuck = await cutOff(operations.createEnvelope, create('stuck 2'), { key: 'stuck 2' });
    const other = await lost('meanwhile');
    let resumed: ReturnType<typeof resume> | undefined;
    const clock = scriptedClock([], { each: async () => void (await (resumed ??= resume(other))) });
    const ran = await at.run(['request', 'resume', '--all', '--json'], { clock });
    expect((await resumed)?.code).toBe(0);
    const { data } = ran.json<{ data: readonly Row[] }>();
    expect(data.map(({ state, why }) => [state, why !== undefined])).toEqual([
      ['unsettled', true],
      ['done', false],
    ]);
    expect(ran.error().message).not.toContain('For you to check');
    await at.ok(['emulator', 'fault', 'release']);
    expect((await resume(stuck)).code).toBe(0);
  });

  it.each([
    [['--code', 'unauthenticated'], 3],
    [['--code', 'insufficient_scope'], 3],
    [['--code', 'rate_limited'], 7],
    [['--code', 'service_unavailable'], 13],
    [['--reset'], 8],
  ] as const)('whatever the reason (%s), so that nothing is taken for refused that was done', async (words, code) => {
    const request = await lost(words.join(' '));
    await fault('createEnvelope', ...words);
    expect((await resume('--all')).code).toBe(code);
    await at.ok(['emulator', 'fault', 'clear']);
    expect((await unsettled()).map(({ id }) => id)).toEqual([request]);
    expect(await resume('--all')).toMatchObject({ code: 0, rows: [{ id: request, state: 'done', replayed: true }] });
  });

  it('because nothing listens at its address', async () => {
    const baseUrl = 'http://127.0.0.1:9';
    const request = await cutOff(operations.createEnvelope, create('nobody'), { key: 'nobody', baseUrl });
    const clock = scriptedClock([], { each: () => Promise.resolve() });
    const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: at.organisation.liveKey };
    expect((await at.run(['request', 'resume', '--all', '--yes'], { clock, env })).code).toBe(8);
    expect((await unsettled()).map(({ id }) => id)).toEqual([request]);
    expect((await resume(request, '--close')).code).toBe(0);
  });

  it('shows what was resolved before the service became unreachable', async () => {
    const parameters = { envelopeId: await draft() };
    const first = await cutOff(operations.sendEnvelope, { parameters }, { key: 'first' });
    const second = await lost('second');
    await fault('createEnvelope', '--code', 'unauthenticated');
    const ended = await resume('--all');
    expect([ended.code, ended.rows.map(({ id, state }) => [id, state])]).toEqual([
      3,
      [
        [first, 'done'],
        [second, 'unsettled'],
      ],
    ]);
    await at.ok(['emulator', 'fault', 'clear']);
    expect((await resume('--all')).code).toBe(0);
  });
});

describe('a change of a template', () => {
  const read = async (): Promise<{ etag: string; body: Template }> => {
    const answer = await at.organisation.live<Template>(`GET /api/v1/templates/${template}`);
    return { etag: String(answer.headers['etag']), body: answer.body };
  };

  it('is repeated if the template did not change, and left to a person if it did', async () => {
    const { etag, body } = await read();
    const field = body.fields[0]!;
    const parameters = { templateId: template, fieldId: field.id };
    const rename = { parameters, body: { data_key: 'person.renamed', subject: field.subject }, ifMatch: etag };
    const first = await cutOff(operations.renameTemplateField, rename);
    expect(await resume(first)).toMatchObject({ code: 0, rows: [{ state: 'done' }] });
    expect((await read()).etag).not.toBe(etag);
    const missing = '0b0c5b0e-7a5c-4a39-9a57-3c1f6a2b7f10';
    const gone = await cutOff(operations.renameTemplateField, {
      ...rename,
      parameters: { ...parameters, templateId: missing },
    });
    expect((await resume('--all')).rows).toMatchObject([
      { state: 'unsettled', look_at: `esign template get ${missing}` },
    ]);
    expect((await resume(gone, '--close')).code).toBe(0);
    const second = await cutOff(operations.renameTemplateField, rename);
    const ended = await resume(second);
    expect([ended.code, ended.rows[0]?.why]).toEqual([13, expect.stringContaining('the template has changed since')]);
    expect((await resume(second, '--close')).code).toBe(0);
  });
});

describe('naming requests', () => {
  it('takes one or all', async () => {
    expect((await at.run(['request', 'resume', 'cut-off-1', '--all'])).code).toBe(2);
    expect((await at.run(['request', 'show', 'nothing-like-it'])).code).toBe(4);
    expect((await at.run(['request', 'show', '../..'])).code).toBe(2);
    expect(await resume('--all')).toMatchObject({ code: 0, rows: [] });
  });

  it('ignores requests that another process is still sending', async () => {
    const id = await draft();
    const service = { baseUrl: at.emulator.url, apiKey: at.organisation.liveKey };
    const chosen = { idempotencyKey: 'running', ifMatch: undefined };
    const request = prepareRequest(operations.sendEnvelope, { parameters: { envelopeId: id } }, service, chosen);
    const journal = openRequestJournal({ state: openState(stateDir()), now: () => Date.now() });
    await journal.intent(
      describeIntent('running-1', request, { ...service, host: at.emulator.host }, false),
      undefined,
    );
    expect((await at.run(['request', 'resume', 'running-1', '--json'])).error()).toMatchObject({
      code: 'request_running',
      exit_code: 6,
    });
    expect((await at.ok(['envelope', 'get', id])).stderr).toBe('');
    expect(await unsettled()).toEqual([]);
    await journal.settled('running-1', { unknown: false, code: 'closed_by_hand' }, 0);
  });
});
