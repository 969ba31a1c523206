import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const unknown = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const created = async (...more: readonly string[]): Promise<Envelope> => {
  const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
  return (await at.ok([...words, ...more])).json<Envelope>();
};

/** Everybody signs, and the clock is moved until the document is sealed. */
async function seal(id: string): Promise<void> {
  for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', id, role]);
  await at.ok(['emulator', 'clock', 'advance', '2m']);
}

describe('a refusal', () => {
  it('names what was asked for and does not exist', async () => {
    const messageOf = async (...words: readonly string[]): Promise<string | undefined> => {
      const ran = await at.run([...words, '--json']);
      expect([words, ran.code, ran.error().code]).toEqual([words, 4, 'not_found']);
      return ran.error().message;
    };
    const { id } = await created('--send');
    expect(await messageOf('envelope', 'get', unknown)).toBe(`Envelope ${unknown} not found.`);
    expect(await messageOf('envelope', 'create', '--template', id, ...people)).toBe(`Template ${id} not found.`);
    expect(await messageOf('envelope', 'signing-url', id, unknown, '--print')).toBe(
      `Recipient ${unknown} of envelope ${id} not found.`,
    );
  });

  it('has the ids that are known in the commands of its hint', async () => {
    const { id } = await created('--send');
    const sent = await at.run(['envelope', 'send', id, '--json']);
    expect([sent.code, sent.error().hint]).toEqual([6, `Read its status with \`esign envelope get ${id}\`.`]);
    await seal(id);
    const drawn = await at.run(['envelope', 'draft', id, '-o', 'late.pdf', '--json']);
    expect([drawn.code, drawn.error().hint]).toEqual([
      5,
      `Read \`esign envelope documents ${id}\`; a sealed document is fetched with \`esign envelope download ${id}\`.`,
    ]);
  });
});

describe('a download', () => {
  it('says of an envelope that is over without a signature of everybody that it will never be sealed', async () => {
    const over = [
      ['voided', 'was voided', ['envelope', 'void'], ['--reason', 'Sold']],
      ['declined', 'was declined', ['emulator', 'decline'], ['Tenant', '--reason', 'No']],
    ] as const;
    for (const [status, words, act, more] of over) {
      const { id } = await created('--send');
      await at.ok([...act, id, ...more]);
      const refused = await at.run(['envelope', 'download', id, '-o', 'never.pdf', '--json']);
      expect([refused.code, refused.error()]).toMatchObject([
        6,
        {
          code: 'never_sealed',
          message: `The envelope ${words} and will not be sealed.`,
          hint: `Download the last draft with \`esign envelope draft ${id} -o FILE\`.`,
          status,
        },
      ]);
      await at.ok(['envelope', 'draft', id, '-o', `${status}.pdf`]);
    }
    const { id } = await created();
    const draft = await at.run(['envelope', 'download', id, '-o', 'never.pdf', '--json']);
    expect([draft.code, draft.error().hint]).toEqual([6, `Send it with \`esign envelope send ${id}\`.`]);
  });
});

describe('a recipient', () => {
  it('is named by role for a signing URL too, and an unknown role is listed with the known ones', async () => {
    const { id, recipients } = await created();
    const preview = await at.ok(['envelope', 'signing-url', id, 'landlord', '--dry-run', '--json']);
    const landlord = recipients.find(({ role }) => role === 'Landlord')?.id ?? '';
    expect(preview.stdout).toContain(`/recipients/${landlord}/signing-url`);
    const nobody = await at.run(['envelope', 'signing-url', id, 'Nobody', '--print', '--json']);
    expect([nobody.code, nobody.error()]).toMatchObject([
      4,
      {
        code: 'recipient_unknown',
        message: 'The envelope has no recipient in the role "Nobody".',
        hint: 'Use one of: Tenant, Landlord.',
      },
    ]);
    const acted = await at.run(['emulator', 'sign', id, 'Nobody', '--json']);
    expect([acted.code, acted.error().hint]).toEqual([4, `List the existing ones: esign envelope get ${id}`]);
  });
});
