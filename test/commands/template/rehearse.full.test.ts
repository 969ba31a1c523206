import { readdirSync, readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Ran } from '../../support/program.js';
import type { Template } from '../../support/shapes.js';
import { leasePdf } from '../../support/template-of.js';
import { everyKindTemplate } from '../../support/documents/values-form.js';
import { shared } from '../../support/shared.js';

interface Finding {
  readonly level: string;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}
interface Rehearsal {
  readonly ok: boolean;
  readonly recipients: readonly {
    readonly role: string;
    readonly does: string;
    readonly on_the_form: boolean;
    readonly asked: readonly { readonly label: string; readonly required: boolean }[];
  }[];
  readonly shared: readonly { readonly address: string; readonly field_ids: readonly string[] }[];
  readonly findings: readonly Finding[];
  readonly pictures: readonly string[];
}

const at = shared(newEmulatorMachine);
beforeAll(async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
});

const rehearse = (id: string, ...more: readonly string[]): Promise<Ran> =>
  at.run(['template', 'rehearse', id, '--json', ...more]);
const codes = (ran: Ran): readonly string[] => ran.json<Rehearsal>().findings.map(({ code }) => code);

/** Runs the commands that mend the problems, as they stand. */
async function mend(ran: Ran): Promise<void> {
  for (const { level, fix } of ran.json<Rehearsal>().findings) {
    if (level === 'problem') await at.ok([...fix.split(' ').slice(1), '--yes']);
  }
}

describe('template rehearse', () => {
  it('says what is wrong with a form just uploaded, and its own commands mend it', async () => {
    const id = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
    const first = await rehearse(id);
    expect([first.code, first.error().code, codes(first)]).toEqual([
      5,
      'person_undecided',
      Array.from({ length: 4 }, () => 'person_undecided'),
    ]);
    expect(first.error().hint).toBe(`Run the command in \`fix\` of each finding, or: esign template wizard ${id}`);
    const seen = await at.run(['template', 'rehearse', id], { terminal: true });
    expect(seen.stderr).toContain('  Run the commands above, or:');
    const named = await rehearse(id, '--profile', 'local');
    const fixes = (ran: Ran): readonly string[] => ran.json<Rehearsal>().findings.map(({ fix }) => fix);
    expect(fixes(named)).toEqual(fixes(first).map((fix) => `${fix} --profile local`));
    expect(named.error().hint).toMatch(/template wizard \S+ --profile local$/);
    const chosen = await at.run(['template', 'rehearse', id, '--json'], { env: { ESIGN_PROFILE: 'local' } });
    expect(fixes(chosen)).toEqual(fixes(named));
    await mend(first);
    const second = await rehearse(id);
    const { ok, recipients, findings } = second.json<Rehearsal>();
    expect([second.code, ok, findings.map(({ code }) => code)]).toEqual([0, true, ['extra_signer']]);
    expect(recipients.map(({ role, does, on_the_form, asked }) => [role, does, on_the_form, asked.length])).toEqual([
      ['Signer', 'fills_in', false, 27],
      ['Landlord', 'signs', true, 6],
      ['Tenant', 'signs', true, 8],
      ['Surety', 'signs', true, 6],
      ['Witness', 'signs', true, 2],
    ]);
    // An envelope with exactly these recipients is what the service takes.
    const people = recipients.flatMap(({ role }) => ['--recipient', `role=${role},name=A Name,email=a@example.test`]);
    await at.ok(['envelope', 'create', '--template', id, ...people]);
    const strict = await rehearse(id, '--strict');
    expect([strict.code, strict.error().code, strict.json<Rehearsal>().ok]).toEqual([5, 'extra_signer', false]);
  });

  it('finds details that another role fills in, and who cannot be left out', async () => {
    const id = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
    await at.ok(['template', 'apply', id, '--all', '--yes']);
    const names = ['--role-name', 'The Surety', '--subject-key', 'surety', '--presence', 'conditional'];
    await at.ok(['template', 'decide', id, '3. THE SURETY', '--decision', 'both', ...names]);
    const found = await rehearse(id);
    const elsewhere = Array.from({ length: 3 }, () => 'details_elsewhere');
    expect(codes(found)).toEqual([...elsewhere, 'extra_signer', 'cannot_be_left_out']);
    const shown = await at.run(['template', 'rehearse', id], { terminal: true, columns: 100 });
    expect(shown.stdout).toMatch(/✗ “Signer” fills in 6 fields about “3\. THE SURETY”, who signs as “The Surety”\./);
    expect(shown.stdout).toMatch(
      /^ {4}esign template decide \S+ \w{8} .* --role-name 'The Surety' .* --filled-by own$/m,
    );
    expect(shown.stdout).toMatch(/1\. Signer: an extra person, not named on the form\n {3}Fills in 55 fields/);
  });

  it('finds names that no value fits, and names that fill different fields', async () => {
    const { id, fields } = await everyKindTemplate(at.organisation.live);
    expect(codes(await rehearse(id))).not.toContain('address_conflict');
    const idOf = (label: string): string => fields.find((field) => field.label === label)!.id;
    const share = ['--allow-shared', '--subject', 'tenant', '--data-key', 'contact.phone'];
    await at.ok(['template', 'rename', id, idOf('Pets'), ...share]);
    const [conflict] = (await rehearse(id)).json<Rehearsal>().findings;
    expect(conflict).toMatchObject({
      level: 'problem',
      code: 'address_conflict',
      message: 'No value fits all fields of tenant.contact.phone: “Telephone” on page 1 and “Pets” on page 1.',
      fix: `esign template rename ${id} ${idOf('Pets')} --data-key NEW`,
    });
    await at.ok(['template', 'rename', id, idOf('Monthly rental'), ...share]);
    await at.ok(['template', 'rename', id, idOf('Pets'), '--no-subject', '--data-key', 'lease.pets']);
    const after = await rehearse(id);
    expect([after.code, codes(after).filter((code) => code === 'address_shared').length]).toEqual([0, 2]);
    expect(after.json<Rehearsal>().shared.map(({ address }) => address)).toEqual([
      'tenant.person.full_name',
      'tenant.contact.phone',
    ]);
  });

  it('fills the pages with samples, of fields without a name too', async () => {
    const { id } = (await at.ok(['template', 'create', 'lease.pdf', '--json'])).json<Template>();
    const { pictures } = (await rehearse(id, '--pictures', 'filled')).json<Rehearsal>();
    expect([pictures.length, readdirSync(at.path('filled')).length]).toEqual([5, 5]);
    await at.ok(['template', 'preview', id, '-o', 'plain/', '--page', '1']);
    const ink = (folder: string): number => {
      const { data, width, height } = PNG.sync.read(readFileSync(at.path(`${folder}/page-1.png`)));
      // The box for the full name of the landlord, inside of its frame.
      let dark = 0;
      for (let y = 0.225; y < 0.24; y += 1 / height) {
        for (let x = 0.15; x < 0.5; x += 1 / width) {
          const place = (Math.round(y * height) * width + Math.round(x * width)) * 4;
          if (data[place]! + data[place + 1]! + data[place + 2]! < 200) dark += 1;
        }
      }
      return dark;
    };
    expect(ink('plain')).toBe(0);
    expect(ink('filled')).toBeGreaterThan(300);
    const again = await rehearse(id, '--pictures', 'filled');
    expect([again.code, again.error().code]).toEqual([2, 'file_exists']);
  });
});
