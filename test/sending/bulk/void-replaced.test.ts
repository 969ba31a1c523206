import { describe, expect, it } from 'vitest';
import { voidReplaced } from '../../../src/sending/bulk/void-replaced.js';
import type { Client } from '../../../src/client/client.js';
import { ServiceFailure, TransportFailure } from '../../../src/client/failure.js';

const id = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const row = { number: 1, line: 2, key: 'key' };
const none: ReadonlySet<string> = new Set();

/** An envelope as it is read before the void; `signed`: a recipient of it has signed. */
const envelope = (status: string, signed = false) => ({
  id,
  status,
  recipients: [{ status: signed ? 'signed' : 'sent' }, { status: 'pending' }],
});
const refusal = (status: number, code: string): ServiceFailure =>
  new ServiceFailure('no', { status, code, operation: 'voidEnvelope', attempts: 1 });

/** Voids it at a service that answers so; what was asked, and what came of it. */
async function outcome(
  read: object,
  { voided = envelope('voided'), replacing = { signed: none, underWay: none } }: Options = {},
) {
  const asked: string[] = [];
  const call = (operation: string): Promise<unknown> => {
    asked.push(operation);
    const answer = operation === 'getEnvelope' ? read : voided;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ body: answer, rate: undefined });
  };
  const { refused, isVoided } = await voidReplaced({ call } as unknown as Client, { id, row, replacing });
  return { asked, isVoided, code: refused?.result.code ?? null, result: refused?.result };
}
interface Options {
  readonly voided?: object;
  readonly replacing?: Parameters<typeof voidReplaced>[1]['replacing'];
}
const read = ['getEnvelope'];
const both = ['getEnvelope', 'voidEnvelope'];

describe('the envelope that a row replaces', () => {
  it.each<readonly [string, object, Options, readonly string[], boolean, string | null]>([
    ['is voided while nobody has signed it', envelope('sent'), {}, both, true, null],
    [
      'is left when somebody has signed it since the user was asked',
      envelope('sent', true),
      {},
      read,
      false,
      'envelope_signed',
    ],
    ['is left when it is partly signed by now', envelope('partially_signed'), {}, read, false, 'envelope_signed'],
    [
      'is voided with the signatures that the user has seen',
      envelope('partially_signed', true),
      { replacing: { signed: new Set([id]), underWay: none } },
      both,
      true,
      null,
    ],
    ['is left when it is completed by now', envelope('completed', true), {}, read, false, 'envelope_completed'],
    ['stays a draft, which cannot be voided', envelope('draft'), {}, read, false, null],
    ['is voided already', envelope('voided'), {}, read, true, null],
    ['was declined', envelope('declined'), {}, read, false, null],
    ['no longer exists', refusal(404, 'not_found'), {}, read, false, null],
    [
      'is voided already, and the request for it is settled by repeating it',
      envelope('voided'),
      { replacing: { signed: none, underWay: new Set([id]) } },
      both,
      true,
      null,
    ],
    [
      'is voided already by another request',
      envelope('voided'),
      { replacing: { signed: none, underWay: new Set([id]) }, voided: refusal(409, 'envelope_not_sent') },
      both,
      true,
      null,
    ],
    [
      'is left when the service refuses',
      envelope('sent'),
      { voided: refusal(409, 'envelope_not_sent') },
      both,
      false,
      'envelope_not_sent',
    ],
  ])('%s', async (_name, found, options, asked, isVoided, code) => {
    expect(await outcome(found, options)).toMatchObject({ asked, isVoided, code });
  });

  it('keeps the row from being sent when it is unknown whether it was voided', async () => {
    const lost = new TransportFailure('the connection broke', {
      reason: 'reset',
      outcomeUnknown: true,
      operation: 'voidEnvelope',
      attempts: 1,
    });
    const { result } = await outcome(envelope('sent'), { voided: lost });
    // Failed and not unknown: the creation itself was never sent.
    expect(result).toMatchObject({ status: 'failed', exit_code: 8 });
    expect(result?.message).toContain(`The outcome of voiding envelope ${id} is unknown, so the new one was not sent`);
  });
});
