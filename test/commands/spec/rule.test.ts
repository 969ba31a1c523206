import { describe, expect, it } from 'vitest';
import { statements } from '../../../src/contract/statements.js';
import { newMachine } from '../../support/program.js';
import { shared } from '../../support/shared.js';

const machine = shared(newMachine);

const listed = async (...flags: readonly string[]): Promise<readonly { id: string; section: string }[]> =>
  (await machine.run(['spec', 'rule', ...flags, '--json'])).json<{ data: { id: string; section: string }[] }>().data;

describe('esign spec rule', () => {
  it('explains a rule: what it says, where, and which test shows it', async () => {
    const ran = await machine.run(['spec', 'rule', 'void.key-required'], { terminal: true, columns: 400 });
    expect(ran.stdout).toContain('tried by `esign spec prove`, changes only what the trial creates: void-path');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('An Idempotency-Key is required.');
    expect(ran.stdout).toContain('test/conformance/void.test.ts');
    expect((await machine.run(['spec', 'rule', 'void.key-required', '--json'])).json()).toMatchObject({
      id: 'void.key-required',
      basis: 'described',
      about: ['idempotency_key_required', 'voidEnvelope'],
      openapi: 'voidEnvelope.header.Idempotency-Key',
      probe: 'own',
      probes: ['void-path'],
      probe_reason: null,
    });
  });

  it('says why `esign spec prove` does not try a rule', async () => {
    const { stdout } = await machine.run(['spec', 'rule', 'void.replay'], { terminal: true, columns: 400 });
    expect(stdout).toMatch(/On the service +not tried: voids an envelope that is out/);
  });

  it('says why no test shows a rule', async () => {
    const { stdout } = await machine.run(['spec', 'rule', 'mint.digest-only'], { terminal: true, columns: 400 });
    expect(stdout).toMatch(/No test +How the service stores a URL/);
  });

  it('lists every rule, or those about a word, of a section or of a basis', async () => {
    expect(await listed()).toHaveLength(statements().length);
    const about = await listed('--about', 'envelope.voided');
    expect(about.map(({ id }) => id)).toEqual(['state.void', 'event.voided']);
    expect((await listed('--section', 'limits, free plan')).map(({ section }) => section)).toEqual([
      'Limits, Free plan',
      'Limits, Free plan',
    ]);
    const assumed = await listed('--basis', 'assumed');
    expect(new Set(assumed.map(({ section }) => section.split(' ')[0]))).toEqual(new Set(['Assumption']));
  });

  it('suggests the rule that was meant', async () => {
    const ran = await machine.run(['spec', 'rule', 'void.key-requird', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'unknown_rule', hint: 'Did you mean "void.key-required"?' });
  });
});
