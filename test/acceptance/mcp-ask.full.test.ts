import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, type Esign, newEsign, parties } from '../support/esign.js';

/** `esign mcp` on an emulator that was started with `--ask`: what a live key would be asked about is asked about here. */

let esign: Esign;
let draft: string;
const open: Client[] = [];

beforeAll(async () => {
  esign = newEsign({ within: true });
  await esign.emulator('--ask');
  const template = (await esign.ok(['template', 'create', 'agreement.pdf', '-q'])).stdout.trim();
  draft = (await esign.ok(['envelope', 'create', '--template', template, ...parties, '-q'])).stdout.trim();
});
afterAll(async () => {
  for (const client of open) await client.close();
  await esign.remove();
});

type Reply = { readonly action: 'accept' | 'decline'; readonly content?: { readonly confirm: boolean } };
interface Called {
  readonly isError: boolean;
  readonly value: { readonly status?: string; readonly error?: { readonly code: string; readonly hint: string } };
}

/** An agent of the built program; `user` answers its questions, and without one its client cannot ask. */
async function agent(words: readonly string[], user?: (message: string) => Reply) {
  const capabilities = user === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (user !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => user(params.message) as never);
  const args = [bin, 'mcp', '--allow-writes', ...words];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: esign.env,
      cwd: esign.folder,
      stderr: 'ignore',
    }),
  );
  open.push(client);
  return async (name: string): Promise<Called> => {
    const answer = await client.callTool({ name, arguments: { envelope: draft } });
    const [{ text }] = answer.content as unknown as [{ text: string }];
    const value = JSON.parse(text) as Called['value'] & { readonly result?: Called['value'] };
    return { isError: answer.isError === true, value: value.result ?? value };
  };
}

describe('an agent on an emulator that makes commands ask', () => {
  it('whose client cannot ask is refused, and told how to allow it', async () => {
    const call = await agent([]);
    expect(await call('envelope_send')).toMatchObject({
      isError: true,
      value: { error: { code: 'confirmation_needed', hint: expect.stringContaining('`esign mcp` with --yes') } },
    });
    expect((await call('envelope_get')).value.status).toBe('draft');
  });

  it('whose user says no sends nothing, and sends after a yes', async () => {
    const replies: Reply[] = [{ action: 'decline' }, { action: 'accept', content: { confirm: true } }];
    const asked: string[] = [];
    const call = await agent([], (message) => {
      asked.push(message);
      return replies.shift() ?? { action: 'decline' };
    });
    expect((await call('envelope_send')).value.error).toMatchObject({ code: 'cancelled' });
    expect((await call('envelope_get')).value.status).toBe('draft');
    expect((await call('envelope_send')).value.status).toBe('sent');
    expect(asked).toEqual(Array(2).fill(expect.stringContaining('This sends the envelope to its recipients.')));
  });

  it('with --yes asks nobody', async () => {
    const call = await agent(['--yes']);
    expect((await call('envelope_send')).value.error).toMatchObject({ code: 'envelope_not_draft' });
  });
});
