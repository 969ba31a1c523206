import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createMask } from '../../../src/client/mask.js';
import type { Confirming } from '../../../src/cli/agents/confirm.js';
import { type Hands, serveAgent } from '../../../src/cli/agents/session.js';
import { toolGroups } from '../../../src/cli/agents/tools.js';

interface Message {
  readonly id: number;
  readonly method?: string;
  readonly params?: { readonly message: string; readonly requestedSchema: unknown };
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

const envelopeId = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';
const envelope = {
  id: envelopeId,
  title: 'Lease\nYes',
  status: 'draft',
  recipients: [{ name: 'Thandi', email: 'thandi@example.test', role: 'Tenant' }],
};

interface Options {
  readonly confirming?: Partial<Confirming> | null;
  readonly capabilities?: object;
}

/** A session with a live key, whose calls are noted and answered at once. */
function session({ confirming = {}, capabilities = { elicitation: {} } }: Options = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const calls: string[] = [];
  const messages: Message[] = [];
  let rest = '';
  let arrived = (): void => undefined;
  output.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line) as Message));
    arrived();
  });
  const call: Hands['call'] = (id) => {
    calls.push(id);
    return Promise.resolve({ body: id === 'getEnvelope' ? envelope : {} } as Awaited<ReturnType<Hands['call']>>);
  };
  const never = (): Promise<never> => Promise.reject(new Error('not here'));
  const ended = serveAgent({
    input,
    output,
    signal: new AbortController().signal,
    writes: { allowed: 'all' },
    confirming: confirming === null ? null : { confirmedAs: () => Promise.resolve('live'), ...confirming },
    service: 'https://api.example.test with a LIVE key',
    local: [],
    mayAct: true,
    mask: createMask(),
    groups: toolGroups,
    hands: {
      call,
      completeId: (_, text) => Promise.resolve(text),
      checkSending: () => Promise.resolve(),
      picture: never,
      run: never,
      readFile: never,
      absolute: (file) => file,
    },
    trace: () => undefined,
  });
  const send = (message: object): boolean => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities, clientInfo } });
  send({ method: 'notifications/initialized' });
  const message = async (fits: (each: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = messages.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (arrived = resolve));
    }
  };
  return {
    calls,
    input,
    ended,
    send,
    call: (name: string, given: object = { envelope: envelopeId }, id = 1) =>
      send({ id, method: 'tools/call', params: { name, arguments: given } }),
    question: () => message(({ method }) => method === 'elicitation/create'),
    /** The text of the answer to a call. */
    answer: async (id = 1): Promise<string> => {
      const { result } = await message((each) => each.id === id && each.method === undefined);
      return `${result?.isError === true ? 'refused: ' : ''}${result?.content[0]?.text ?? ''}`;
    },
    end: async () => {
      input.end();
      await ended;
    },
  };
}

describe('with a key of a real service', () => {
  it('asks about a send, naming the envelope and its people, and sends after a yes', async () => {
    const at = session();
    at.call('envelope_send');
    const { id, params } = await at.question();
    expect(params?.message).toBe(
      [
        'This sends the envelope to its recipients.',
        'sendEnvelope at https://api.example.test with a LIVE key:',
        '  title: Lease\\nYes',
        '  status: draft',
        `  envelopeId: ${envelopeId}`,
        '  Thandi <thandi@example.test> (Tenant)',
      ].join('\n'),
    );
    expect(params?.requestedSchema).toMatchObject({
      properties: { confirm: { type: 'boolean' } },
      required: ['confirm'],
    });
    expect(at.calls).toEqual(['getEnvelope']);
    at.send({ id, result: { action: 'accept', content: { confirm: true } } });
    expect(await at.answer()).toBe('{"result":{},"exit_code":0,"notes":[]}');
    expect(at.calls).toEqual(['getEnvelope', 'sendEnvelope']);
    await at.end();
  });

  it.each([
    ['no', { result: { action: 'decline' } }, 'cancelled'],
    ['a dialog that is closed', { result: { action: 'cancel' } }, 'cancelled'],
    ['a yes that is not ticked', { result: { action: 'accept', content: { confirm: false } } }, 'cancelled'],
    ['a yes without content', { result: { action: 'accept' } }, 'confirmation_needed'],
    ['a yes of another type', { result: { action: 'accept', content: { confirm: 'true' } } }, 'confirmation_needed'],
    ['another action', { result: { action: 'agree', content: { confirm: true } } }, 'confirmation_needed'],
    ['nothing', { result: {} }, 'confirmation_needed'],
    ['a result that is a list', { result: ['accept'] }, 'confirmation_needed'],
    ['a result that is a word', { result: 'accept' }, 'confirmation_needed'],
    ['an error without a code', { error: 'No window.' }, 'confirmation_needed'],
    ['an error', { error: { code: -1, message: 'No window.' } }, 'confirmation_needed'],
  ])('sends nothing after %s', async (_, answer, code) => {
    const at = session();
    at.call('envelope_void', { envelope: envelopeId, reason: 'Sold' });
    const { id } = await at.question();
    at.send({ id, ...answer });
    const text = await at.answer();
    expect(text).toContain(`refused: {"error":{"code":"${code}"`);
    expect(text).toContain('Nothing was sent.');
    await at.end();
    expect(at.calls).toEqual(['getEnvelope']);
  });

  it.each([
    ['without elicitation', {}],
    ['that only opens pages', { elicitation: { url: {} } }],
  ])('refuses a client %s, and says how to confirm', async (_, capabilities) => {
    const at = session({ capabilities });
    at.call('envelope_send');
    const text = await at.answer();
    expect(text).toContain('refused: {"error":{"code":"confirmation_needed"');
    expect(text).toContain('Thandi <thandi@example.test> (Tenant)');
    expect(text).toContain('`esign mcp` with --yes');
    expect(at.calls).toEqual(['getEnvelope']);
    await at.end();
  });

  it('asks about what a request says, whose secrets and hidden characters it does not show', async () => {
    const at = session();
    const recipients = [{ role: 'Tenant', name: 'Thandi\u202e', email: 'thandi@example.test' }];
    at.call('envelope_create', { template: envelopeId, send: true, title: 'whsec_abcdefgh1234', recipients });
    const { params } = await at.question();
    expect(params?.message.split('\n').slice(2)).toEqual([
      `  template_id: ${envelopeId}`,
      '  title: whsec_***',
      '  recipients: 1',
      '  send: true',
      String.raw`  Thandi\u{202e} <thandi@example.test> (Tenant)`,
    ]);
    await at.end();
  });

  it('asks nothing about a draft, and nothing where it was told to ask nothing or reaches an emulator', async () => {
    const draft = session();
    draft.call('envelope_create', { template: envelopeId, recipients: [] });
    expect(await draft.answer()).toBe('{"result":{},"exit_code":0,"notes":[]}');
    await draft.end();
    for (const confirming of [null, { confirmedAs: () => Promise.resolve('none' as const) }]) {
      const at = session({ confirming });
      at.call('envelope_send');
      expect(await at.answer()).toBe('{"result":{},"exit_code":0,"notes":[]}');
      expect(at.calls).toEqual(['sendEnvelope']);
      await at.end();
    }
  });

  it('asks with a test key about what it shares with a live one, and says so', async () => {
    const at = session({ confirming: { confirmedAs: () => Promise.resolve('test') } });
    at.call('envelope_void', { envelope: envelopeId, reason: 'Sold' });
    expect((await at.question()).params?.message).toContain(
      'A test key reaches the same resources here as a live key.',
    );
    await at.end();
  });

  it('asks again for each call', async () => {
    const at = session();
    at.call('envelope_send');
    at.send({ id: (await at.question()).id, result: { action: 'accept', content: { confirm: true } } });
    expect(await at.answer()).toBe('{"result":{},"exit_code":0,"notes":[]}');
    at.call('envelope_send', { envelope: envelopeId }, 2);
    at.input.end();
    expect(await at.answer(2)).toContain('confirmation_needed');
    await at.ended;
    expect(at.calls.filter((id) => id === 'sendEnvelope')).toHaveLength(1);
  });
});
