import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Person } from '../../support/shapes.js';
import { linesPdf } from '../../support/form-pdf.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

beforeAll(async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
});

const create = async (): Promise<string> => (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
const people = async (id: string): Promise<readonly Person[]> =>
  (await at.ok(['template', 'people', id, '--json'])).json<{ people: readonly Person[] }>().people;
const isDecided = ({ current }: Person): boolean => current.role_name !== null || current.subject_key !== null;

describe('template apply --all', () => {
  it('applies every open proposal, shows the rest once, and leaves decided people alone', async () => {
    const id = await create();
    const [first] = await people(id);
    await at.ok(['template', 'decide', id, first!.id, '--decision', 'signer', '--role-name', 'Chosen']);
    const ran = await at.ok(['template', 'apply', id, '--all', '--yes'], { terminal: true, columns: 200 });
    expect(ran.stderr.match(/LIVE/g)).toHaveLength(1);
    const after = await people(id);
    expect(after.every(isDecided)).toBe(true);
    expect(after.find((person) => person.id === first!.id)!.current.role_name).toBe('Chosen');
    expect(ran.stderr.match(/assigned to the role Signer, who is not named on the form/g)).toHaveLength(1);
    expect(ran.stdout).toMatch(
      /Next:\n {2}esign template apply \S+ --all --filled-by own\n {2}esign template wizard \S+\n {2}esign template propose /,
    );
    expect(ran.stderr).toContain('To let people fill in their own details, run the command with --filled-by own.');
    const again = await at.ok(['template', 'apply', id, '--all']);
    expect(again.json<{ id: string }>().id).toBe(id);
    expect(again.stderr).toBe('Every person on the template has a role or a subject.\n');
  });

  it('with --filled-by own gives everybody their own details, before and after the proposals were applied', async () => {
    const [fresh, applied] = [await create(), await create()];
    const shown = await at.ok(['template', 'people', fresh], { terminal: true, columns: 200 });
    const [, offered] = /esign (template apply .*)/.exec(shown.stdout) ?? [];
    expect(offered).toBe(`template apply ${fresh} --all --filled-by own`);
    await at.ok(['template', 'apply', applied, '--all', '--yes']);
    for (const id of [fresh, applied]) {
      const planned = await at.ok(['template', 'apply', id, '--all', '--filled-by', 'own', '--dry-run', '--json']);
      expect(planned.stdout).toContain('"filled_by":"own"');
      await at.ok(['template', 'apply', id, '--all', '--filled-by', 'own', '--yes']);
      const { findings } = (await at.run(['template', 'rehearse', id, '--json'])).json<{
        findings: readonly { code: string }[];
      }>();
      expect(findings.map(({ code }) => code)).not.toContain('details_elsewhere');
      expect((await people(id)).every(isDecided)).toBe(true);
    }
    const left = await at.ok(['template', 'apply', fresh, '--all', '--filled-by', 'own', '--dry-run', '--json']);
    expect(left.json<{ requests: unknown }>().requests).toEqual([]);
  });

  it('leaves a witness whom the form names, and says how each command shows and saves them', async () => {
    const tag = (role: string, key: string) =>
      `{{Signature;type=signature;role=${role}}} {{Name;key=${key};role=${role}}}`;
    at.write(
      'tags.pdf',
      Buffer.from(linesPdf([[tag('Tenant', 'person.full_name'), tag('Witness', 'witness_1.full_name')]])),
    );
    const id = (await at.ok(['template', 'create', 'tags.pdf', '-q'])).stdout.trim();
    const witness = (await people(id)).find(({ current }) => current.role_name === 'Witness')!;
    const save = `template apply ${id} ${witness.id.slice(0, 8)}`;
    const applied = await at.ok(['template', 'apply', id, '--all', '--yes']);
    expect(applied.stderr).toContain(`“${witness.heading}” is not saved as a witness yet: esign ${save}`);
    const rehearsed = async (): Promise<unknown> =>
      (await at.ok(['template', 'rehearse', id, '--json'])).json<{ findings: unknown }>().findings;
    expect(await rehearsed()).toContainEqual(
      expect.objectContaining({ code: 'person_undecided', fix: `esign ${save}` }),
    );
    const asked = ['envelope', 'create', '--template', id, '--interactive', '--plain'];
    expect((await at.run(asked, { terminal: true, stdin: '' })).stderr).toContain('is not saved as a witness yet:');
    await at.ok([...save.split(' '), '--yes']);
    expect(await rehearsed()).not.toContainEqual(expect.objectContaining({ code: 'person_undecided' }));
  });

  it('asks once for the witnesses, and saves nothing without a yes', async () => {
    const id = await create();
    const ran = await at.run(['template', 'apply', id, '--all', '--json'], { env: at.live() });
    expect([ran.code, ran.error().code]).toEqual([2, 'confirmation_needed']);
    expect((await people(id)).some(isDecided)).toBe(false);
  });

  it('--dry-run is one document with a request for each person, and none where nobody is left', async () => {
    const id = await create();
    const preview = async () =>
      (await at.ok(['template', 'apply', id, '--all', '--dry-run', '--json'])).json<{
        dry_run: boolean;
        requests: readonly { url: string; headers: Readonly<Record<string, string>> }[];
      }>();
    const { requests } = await preview();
    const open = await people(id);
    expect(requests.map(({ url }) => url.split('/').at(-2))).toEqual(open.map((person) => person.id));
    expect(requests[0]?.headers['If-Match']).toMatch(/^"/);
    expect(requests[1]?.headers['If-Match']).toBe('(the ETag of response 1)');
    expect((await people(id)).some(isDecided)).toBe(false);
    await at.ok(['template', 'apply', id, '--all', '--yes', '-q']);
    expect(await preview()).toEqual({ dry_run: true, requests: [] });
  });

  it('needs a person or --all, and not both', async () => {
    const id = await create();
    const none = await at.run(['template', 'apply', id, '--json']);
    expect([none.code, none.error().code, none.error().hint]).toEqual([
      2,
      'missing_argument',
      expect.stringContaining('--all'),
    ]);
    expect((await at.run(['template', 'apply', id, 'Tenant', '--all'])).code).toBe(2);
  });
});
