import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
import { recordSeen } from '../../support/records/record-seen.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
let envelope: string;

beforeAll(async () => {
  template = await at.template();
  const made = await at.ok(['envelope', 'create', '--template', template, ...people, '--json']);
  envelope = made.json<Envelope>().id;
});

describe('an ID prefix', () => {
  it.each([4, 8, 9, 23])('of %i characters is enough for an ID that this machine knows', async (length) => {
    const got = await at.ok(['envelope', 'get', envelope.slice(0, length).toUpperCase(), '--json=id']);
    expect(got.json()).toEqual({ id: envelope });
  });

  it.each([
    ['a word of its own', (begun: string) => ['--template', begun]],
    ['part of a word', (begun: string) => [`--template=${begun}`]],
  ])('works in a flag too: %s', async (_what, words) => {
    const argv = ['envelope', 'create', ...words(template.slice(0, 8)), ...people, '--dry-run', '--json'];
    expect((await at.ok(argv)).json()).toMatchObject({ requests: [{ body: { template_id: template } }] });
  });

  it('fails when this machine does not know it, or when it could be another word', async () => {
    for (const begun of ['0a1b2c3d', envelope.slice(0, 3), `${envelope.slice(0, 8)}x`]) {
      const ran = await at.run(['envelope', 'get', begun, '--json']);
      expect([begun, ran.code, ran.error().code]).toEqual([begun, 2, 'invalid_id']);
    }
    // The prefix of a template's ID does not match an envelope.
    expect((await at.run(['envelope', 'get', template.slice(0, 8), '--json'])).error().code).toBe('invalid_id');
    const begun = envelope.slice(0, 8);
    const twice = await at.run(['envelope', 'void', begun, '--reason', begun, '--json']);
    expect([twice.code, twice.error().code]).toEqual([2, 'invalid_id']);
  });

  it('that matches several IDs fails and lists them', async () => {
    const ids = ['0badcafe-0000-4000-8000-000000000001', '0badcafe-0000-4000-8000-000000000002'];
    const envelopes = Object.fromEntries(ids.toReversed().map((id) => [id, 'Lease']));
    await recordSeen(at.machine.env['ESIGN_STATE_DIR'] ?? '', { envelopes, templates: {} });
    const ran = await at.run(['envelope', 'get', '0badcafe', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toBe('The envelope ID prefix "0badcafe" is ambiguous: it matches 2 IDs.');
    expect(ran.error().hint).toBe(`Use the full ID:\n  ${ids.join('\n  ')}`);
  });
});
