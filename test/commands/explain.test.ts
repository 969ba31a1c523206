import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/error-codes.js';
import { newMachine } from '../support/program.js';
import { shared } from '../support/shared.js';

const machine = shared(newMachine);

const json = async <T>(...words: readonly string[]): Promise<T> => (await machine.run([...words, '--json'])).json<T>();

interface Explained {
  readonly kind: string;
  readonly meanings: readonly { readonly of: string; readonly says: string }[];
  readonly rules: readonly { readonly id: string }[];
}

describe('esign explain', () => {
  it('says of a code and of a rule what `error` and `spec rule` say', async () => {
    expect(await json('explain', 'template_changed')).toEqual(await json('error', 'template_changed'));
    expect(await json('explain', 'void.key-required')).toEqual(await json('spec', 'rule', 'void.key-required'));
  });

  it('explains a status for each thing that has it, with its rules', async () => {
    const { kind, meanings } = await json<Explained>('explain', 'sent');
    expect([kind, meanings.map(({ of }) => of)]).toEqual(['status', ['envelope', 'recipient']]);
    const { rules } = await json<Explained>('explain', 'voided');
    expect(rules.map(({ id }) => id)).toContain('state.void');
  });

  it('repeats only the beginning of a long word that it does not know', async () => {
    const { stderr } = await machine.run(['explain', 'a'.repeat(100_000)]);
    expect(stderr).toContain(`Unknown word "${'a'.repeat(59)}…".`);
    expect(stderr.length).toBeLessThan(1000);
  });

  it('explains an event and an assumption, in any case', async () => {
    expect((await json<Explained>('explain', 'envelope.sealed')).rules.map(({ id }) => id)).toContain(
      'state.sealing-apart',
    );
    const { kind, rules } = await json<Explained>('explain', 'a2');
    expect([kind, rules.length > 0]).toEqual(['assumption', true]);
  });

  it('explains a code of esign itself, with its exit codes, and what to do', async () => {
    const next = 'Fix the first one first.';
    expect(await json('explain', 'receiver_not_certified')).toMatchObject({ next, exit_codes: [9] });
    expect(await json('explain', 'no_envelope')).toMatchObject({ exit_codes: [10, 12] });
    const { kind, meanings } = await json<Explained>('explain', 'declined');
    expect([kind, meanings.map(({ of }) => of)]).toEqual([
      'status',
      ['envelope', 'recipient', 'authorisation', 'error code'],
    ]);
    expect(await json('explain', 'Rate Limited')).toEqual(await json('explain', 'rate_limited'));
    const failed = (await machine.run(['envelope', 'get', 'lease', '--json'])).error().code;
    expect(await json('explain', failed)).toMatchObject({ code: 'invalid_id', exit_codes: [2] });
  });

  it('explains what a list, a certified receiver, an HTTP response and a shell say', async () => {
    const said = async (word: string): Promise<unknown> => {
      const { kind, meanings } = await json<Explained>('explain', word);
      return [kind, meanings.map(({ of }) => of)];
    };
    expect(await said('sealed')).toEqual(['status', ['envelope']]);
    expect(await said('stale')).toEqual(['rule', ['receiver']]);
    expect(await said('412')).toEqual(['HTTP status', ['template_changed']]);
    expect(await said('9')).toEqual(['exit code', ['verification_failed']]);
  });

  it('explains every word that it lists', async () => {
    const { data } = await json<{ data: readonly { word: string; says: string }[] }>('explain');
    expect(data.length).toBeGreaterThan(Object.keys(errorCodes).length + 100);
    expect(data.filter(({ says }) => says === '')).toEqual([]);
    const kinds = new Map(data.map(({ word }) => [word.replace(/[\w-]+$/, ''), word]));
    for (const word of kinds.values()) expect([word, (await machine.run(['explain', word])).code]).toEqual([word, 0]);
  });

  it('needs no profile, whatever the environment names', async () => {
    const env = { ESIGN_PROFILE: 'not-there' };
    expect((await machine.run(['explain', 'sent'], { env })).code).toBe(0);
    expect((await machine.run(['explain', 'sent', '--profile', 'not-there'])).code).toBe(2);
  });

  it('suggests the word that was meant', async () => {
    const ran = await machine.run(['explain', 'partialy_signed', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'unknown_word', hint: 'Did you mean "partially_signed"?' });
    expect((await machine.run(['explain', 'xyzzy', '--json'])).error().hint).toContain('a status, an event, a rule');
  });
});
