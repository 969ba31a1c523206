import { beforeAll, describe, expect, it } from 'vitest';
import { json, startFakeService } from '../../support/fake-service.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let lease: string;
let deed: string;

beforeAll(async () => {
  lease = await at.template('Lease of a flat');
  deed = await at.template('Deed');
});

describe('the exact name of a template', () => {
  it('is as good as its ID, in an argument and in a flag', async () => {
    expect((await at.ok(['template', 'get', 'Lease of a flat', '--json=id'])).json()).toEqual({ id: lease });
    const draft = ['envelope', 'create', '--template=Lease of a flat', ...people, '--title', 'Lease of a flat'];
    expect((await at.ok([...draft, '--dry-run', '--json'])).json()).toMatchObject({
      requests: [{ body: { template_id: lease } }],
    });
  });

  it('is also taken where a file can be: what has a folder or an extension is a file', async () => {
    at.write('values.yaml', 'tenant:\n  contact.phone: "0821234567"\n');
    const checked = await at.ok(['values', 'check', 'values.yaml', '--template', 'Lease of a flat']);
    expect(checked.json()).toMatchObject({ template_id: lease });
    expect((await at.ok(['template', 'types', 'Deed'])).stdout).toContain(deed);
    expect((await at.run(['template', 'preview', 'Dead', '--json'])).error().hint).toBe(
      'Did you mean "Deed"? To use a file of this name, write ./Dead',
    );
    for (const file of ['Deed.json', './Deed'])
      expect((await at.run(['template', 'types', file, '--json'])).error().message).toContain(`Cannot read ${file}`);
  });

  it('is suggested where it was begun', async () => {
    const ran = await at.run(['template', 'get', 'lease', '--json']);
    expect([ran.code, ran.error().hint]).toEqual([4, 'Did you mean "Lease of a flat"?']);
  });

  it('is found where it reads like an ID prefix', async () => {
    expect((await at.ok(['template', 'get', 'Deed', '--json=id'])).json()).toEqual({ id: deed });
    expect((await at.ok(['template', 'get', deed.slice(0, 6), '--json=id'])).json()).toEqual({ id: deed });
  });

  it('must be that of one template only', async () => {
    const second = await at.template('Mandate');
    const third = await at.template('Mandate');
    const ran = await at.run(['template', 'get', 'Mandate', '--json']);
    expect([ran.code, ran.error().message]).toEqual([2, '2 templates are named "Mandate".']);
    const [, ...lines] = (ran.error().hint ?? '').split('\n');
    expect(lines.map((line) => line.trim().split('  '))).toEqual(
      [third, second].map((id) => [id, expect.stringMatching(/^\d{4}-\d\d-\d\d/)]),
    );
  });

  it('is not looked for without end where the pages have none', async () => {
    const service = await startFakeService();
    service.answer(() => json(200, { data: [], next_cursor: lease }));
    const env = { ...at.live(), ESIGN_BASE_URL: service.url };
    const ran = await at.run(['template', 'get', 'Lease of a flat', '--json'], { env });
    await service.close();
    expect([ran.code, ran.error().message]).toEqual([8, 'The service returned the same page twice.']);
  });

  it.each([
    ['Lease of a flot', 'Did you mean "Lease of a flat"?'],
    ['lease.pdf', 'List the templates with `esign template list`.'],
    ['0a1b2c3d', 'List the templates with `esign template list`.'],
  ])('that no template has ends with 4: %s', async (name, hint) => {
    const ran = await at.run(['envelope', 'create', '--template', name, ...people, '--send', '--yes', '--json']);
    expect([ran.code, ran.error().message]).toEqual([4, `No template has the name or ID "${name}".`]);
    expect(ran.error().hint).toBe(hint);
  });

  it('cannot be blank, and is not taken for another kind of ID', async () => {
    expect((await at.run(['template', 'get', ' ', '--json'])).error().code).toBe('invalid_id');
    expect((await at.run(['envelope', 'get', 'Deed', '--json'])).error().code).toBe('invalid_id');
  });
});
