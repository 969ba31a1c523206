import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditorField, EditorState, Outcome } from '../../../src/authoring/editor/shapes.js';
import { type Door, openEditor, type OpenEditor, startDoor } from '../../support/pages/template-editor.js';
import { http } from '../../support/http.js';
import { leasePdf } from '../../support/template-of.js';
import { doneByWizard } from '../../support/program/wizard-desk.js';
import { type TwoPeople, twoPeople } from '../../support/program/two-people.js';

let two: TwoPeople;
let door: Door;
let editor: OpenEditor;
let id: string;

beforeAll(async () => {
  two = await twoPeople();
  ({ id } = await two.template(Buffer.from(leasePdf())));
  door = await startDoor(two.emulator.url);
  Object.assign(two.ann.machine.env, { ESIGN_BASE_URL: door.url });
  editor = await openEditor(two.ann.machine, [id]);
  await editor.visit();
});
afterAll(async () => {
  await editor?.stop();
  await door?.shut();
  await two?.close();
});

const called = ({ fields }: EditorState, name: string): EditorField => fields.find((each) => each.called === name)!;
const rename = (field: EditorField, key: string, more: object = {}): object => ({
  field: field.id,
  names: { ...field.names, data_key: key },
  was: field.names,
  ...more,
});
const stateOf = (outcome: Outcome): EditorState => {
  if (outcome.kind !== 'saved' && outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
  return outcome.state;
};

describe('the page of template edit', () => {
  it('is for the browser that opens it first, under a policy that runs nothing else, and holds no key', async () => {
    const page = await editor.visit();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    const bodies = await Promise.all([
      page.text(),
      ...['state', 'template-editor.js'].map(async (path) => (await editor.get(path)).text()),
    ]);
    expect(bodies.join('')).not.toContain('esign_live_');
    const again = await fetch(editor.url);
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('run it again')]);
    expect((await editor.get('state', { cookie: 'template_editor=guess' })).status).toBe(403);
    expect((await editor.post('refresh', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { origin, pathname } = new URL(editor.url);
    expect((await http(origin, 'GET', pathname, { headers: { Host: 'evil.example' } })).status).toBe(421);
  });

  it('has the pages as pictures, and refuses what it does not know', async () => {
    const { pages } = await editor.state();
    expect(pages).toHaveLength(4);
    const picture = Buffer.from(await (await editor.get('pages/3')).arrayBuffer());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    const filled = Buffer.from(await (await editor.get('filled/3/7')).arrayBuffer());
    expect(filled.subarray(1, 4).toString()).toBe('PNG');
    expect(filled.equals(picture)).toBe(false);
    expect((await editor.get('pages/4')).status).toBe(404);
    expect((await editor.get('constructor')).status).toBe(404);
    for (const [path, body] of [
      ['name', { field: 7 }],
      ['decide', { person: 'x', decision: 'king' }],
      ['accept', { names: [{}] }],
      ['give', {}],
      ['weigh', { person: 'x' }],
    ] as const) {
      expect((await editor.post(path, body)).status, path).toBe(400);
    }
  });

  it('knows whose each field is before anybody is decided', async () => {
    const state = await editor.state();
    expect(state.people.map(({ heading, does }) => `${heading}: ${does}`)).toEqual([
      'THE LANDLORD: Fills in and signs',
      'THE TENANT: Fills in and signs',
      'THE SURETY: Fills in and signs',
      'AS WITNESS: Signs as witness',
    ]);
    expect(called(state, 'Full name of the tenant').person).toBe(1);
    expect(called(state, 'Suburb of the property').person).toBeNull();
    expect(state.fields.find(({ type }) => type === 'signature')?.whyNot).toContain('The signer fills this in');
  });

  it('decides a person with the defaults of the wizard, and says what an answer does first', async () => {
    const { people } = await editor.state();
    const [landlord] = people;
    const weighed = await (await editor.post('weigh', { person: landlord!.id, typed: {}, decision: 'signer' })).json();
    expect(weighed).toMatchObject({ decision: 'signer', consequence: expect.stringContaining('The landlord signs.') });
    const outcome = await editor.act('decide', { person: landlord!.id, typed: {}, was: landlord!.now });
    expect(outcome).toMatchObject({ kind: 'saved', said: 'The landlord signs and fills in 6 fields.' });
    expect(stateOf(outcome).people[0]).toMatchObject({
      isDecided: true,
      now: { role_name: 'Landlord', subject_key: 'landlord' },
    });
  });

  it('asks before a witness is saved permanently, and before two people are one', async () => {
    const [, tenant, , witness] = (await editor.state()).people;
    const asked = await editor.act('decide', { person: witness!.id, typed: {}, was: witness!.now });
    expect(asked).toMatchObject({ kind: 'ask', id: 'witness' });
    const typed = { role_name: 'Landlord' };
    const same = await editor.act('decide', { person: tenant!.id, typed, was: tenant!.now });
    expect(same).toMatchObject({ kind: 'ask', id: 'same person' });
    expect((await editor.state()).people[1]!.isDecided).toBe(false);
  });

  it('names a field, and asks before one value fills two fields', async () => {
    const state = await editor.state();
    const suburb = called(state, 'Suburb of the property');
    expect(await editor.act('name', rename(suburb, 'Suburb'))).toMatchObject({ kind: 'refused' });
    const named = await editor.act('name', rename(suburb, 'property.suburb'));
    expect(named).toMatchObject({ kind: 'saved', said: '“Suburb of the property”: its name is property.suburb.' });
    // Its own change is nobody else's.
    expect(await editor.act('refresh')).toMatchObject({ kind: 'saved', said: '' });
    const city = called(stateOf(named), 'City or town of the property');
    const asked = await editor.act('name', rename(city, 'property.suburb'));
    expect(asked).toMatchObject({ kind: 'ask', id: 'shared', words: [expect.stringContaining('would fill')] });
    const agreed = await editor.act('name', rename(city, 'property.suburb', { agreed: ['shared'] }));
    expect(stateOf(agreed).conflicts).toEqual([{ address: '.property.suburb', fields: [suburb.id, city.id] }]);
  });

  it('brings a new subject with the suggested name, and keeps the label that was typed with it', async () => {
    const tenant = called(stateOf(await editor.act('propose')), 'Full name of the tenant');
    const { data_key, subject } = tenant.suggested!;
    const names = { data_key, subject, label: 'Name of the tenant' };
    const named = await editor.act('name', { field: tenant.id, names, was: tenant.names });
    expect(stateOf(named).fields.find((each) => each.id === tenant.id)?.names).toEqual(names);
    const back = { field: tenant.id, names: { ...names, data_key: null, label: tenant.names.label }, was: names };
    expect(await editor.act('name', back)).toMatchObject({ kind: 'saved' });
  });

  it('says what was saved and what not when the service goes away half-way', async () => {
    const before = await editor.state();
    const open = before.people.filter(({ canAccept }) => canAccept).map(({ heading }) => heading);
    expect(open).toEqual(['THE TENANT', 'THE SURETY']);
    door.shutAt('PUT', 'next request');
    const outcome = await editor.act('decide-suggested');
    expect(outcome).toMatchObject({ kind: 'refused', isAway: true, left: ['THE SURETY'] });
    expect(outcome).toMatchObject({ saved: [expect.stringContaining('The tenant signs')] });
    await door.open();
    const now = stateOf(await editor.act('refresh'));
    expect(now.people.map(({ isDecided }) => isDecided)).toEqual([true, true, false, false]);
  });

  it('makes names surer with each person that is decided', async () => {
    const name = 'Full name of the surety';
    const before = called(stateOf(await editor.act('propose')), name).suggested;
    expect(before).toMatchObject({ data_key: 'person.full_name', subject: 'surety', isSure: false });
    const saved = await editor.act('decide-suggested');
    expect(saved).toMatchObject({ kind: 'saved', said: '1 person.' });
    const state = stateOf(saved);
    expect(state.people.map(({ isDecided }) => isDecided)).toEqual([true, true, true, false]);
    expect(called(state, name).suggested?.isSure).toBe(true);
  });

  it('shows what a colleague changed in between, and overwrites it only when told so', async () => {
    const before = called(await editor.state(), 'Postal code of the property');
    await two.ben.ok(['template', 'rename', id, before.id, '--data-key', 'property.code']);
    const met = await editor.act('name', rename(before, 'property.postal_code'));
    expect(met).toMatchObject({ kind: 'changed', changes: [expect.stringContaining('property.code')] });
    const now = called(stateOf(met), 'Postal code of the property');
    expect(now.names.data_key).toBe('property.code');
    // The form still shows the old name: asked again.
    expect(await editor.act('name', rename(before, 'property.postal_code'))).toMatchObject({ kind: 'changed' });
    expect(await editor.act('name', rename(now, 'property.postal_code'))).toMatchObject({ kind: 'saved' });
    await two.ben.ok(['template', 'rename', id, before.id, '--label', 'Post code']);
    const seen = await editor.act('refresh');
    expect(seen).toMatchObject({ kind: 'changed', changes: [expect.stringContaining('Post code')] });
    expect(await editor.act('refresh')).toMatchObject({ kind: 'saved', said: '' });
  });

  it('asks before it saves over what a colleague changed about a person, also once the page has looked', async () => {
    const [, tenant] = (await editor.state()).people;
    const saved = ['--decision', 'both', '--role-name', 'Tenant', '--subject-key', 'tenant'];
    await two.ben.ok(['template', 'decide', id, tenant!.id, ...saved, '--presence', 'conditional']);
    await editor.act('refresh');
    // As the form showed it.
    const typed = { presence: 'required' };
    const met = await editor.act('decide', { person: tenant!.id, typed, was: tenant!.now });
    expect(met).toMatchObject({ kind: 'changed' });
    const now = stateOf(met).people[1]!.now;
    expect(now.presence).toBe('conditional');
    expect(await editor.act('decide', { person: tenant!.id, typed, was: now })).toMatchObject({ kind: 'saved' });
  });

  it('accepts suggestions as they were shown, also after the template has changed', async () => {
    const state = stateOf(await editor.act('propose'));
    const sure = state.fields.filter(({ suggested }) => suggested?.isSure === true);
    const names = sure.map(({ id: field, suggested }) => ({
      field,
      data_key: suggested!.data_key,
      subject: suggested!.subject,
    }));
    const [first, ...others] = names;
    const [gone] = sure;
    await editor.act('name', rename(gone!, 'own.name'));
    expect(await editor.act('accept', { names: [first] })).toMatchObject({ kind: 'refused' });
    const accepted = await editor.act('accept', { names: others });
    expect(accepted).toMatchObject({ kind: 'saved', said: `${others.length} names.` });
    expect(called(stateOf(accepted), 'Commencement date of the lease').names.data_key).toBe('lease.start_date');
  });

  it('gives the fields of nobody to a person, who takes their role', async () => {
    const { people, others } = await editor.state();
    expect(others).toBeNull();
    const witness = people[3]!;
    const decided = await editor.act('decide', {
      person: witness.id,
      typed: {},
      was: witness.now,
      agreed: ['witness'],
    });
    const { others: open } = stateOf(decided);
    expect(open).toMatchObject({ role: 'Signer', words: expect.stringContaining('go to an extra person, “Signer”') });
    expect(open?.takers.map(({ name }) => name)).toEqual(['The landlord', 'The tenant', 'The surety']);
    const given = await editor.act('give', { person: open!.takers[0]!.id, role: 'Signer' });
    expect(given).toMatchObject({ said: 'The landlord is called “Signer” and fills in these fields too.' });
    const state = stateOf(given);
    expect(state.others?.words).toContain('The signer fills in these');
    expect(called(state, 'Notice period in days').person).toBe(0);
  });

  it('keeps a file of names as pull writes it, and leaves one that somebody edits', async () => {
    const { ok, run, edit, machine } = two.ann;
    await ok(['template', 'pull', id, '-o', 'lease.yaml']);
    edit('lease.yaml', (text) => text.replace('  - id:', '  # Ours.\n  - id:'));
    const kept = await openEditor(machine, ['lease.yaml']);
    await kept.visit();
    const text = (): string => readFileSync(join(machine.folder, 'lease.yaml'), 'utf8');
    const field = called(await kept.state(), 'Notice period in days');
    const named = await kept.act('name', rename(field, 'lease.notice'));
    expect(named).toMatchObject({ kind: 'saved' });
    expect(text()).toContain('lease.notice');
    expect(text()).toContain('# Ours.');
    const written = text();
    await ok(['template', 'pull', id, '-o', 'lease.yaml']);
    expect(text()).toBe(written);
    // What another command writes is not an edit, and a comment is kept.
    await ok(['template', 'rename', id, field.id, '--label', 'Days of notice']);
    await ok(['template', 'pull', id, '-o', 'lease.yaml', '--force']);
    edit('lease.yaml', (before) => `${before}# Read by Ann.\n`);
    const seen = await kept.act('refresh');
    expect(seen).not.toHaveProperty('problem');
    const third = called(stateOf(seen), 'Post code');
    expect(await kept.act('name', rename(third, 'property.code'))).not.toHaveProperty('problem');
    expect(text()).toContain('property.code');
    expect(text()).toContain('# Read by Ann.');
    edit('lease.yaml', (before) => before.replace('data_key: lease.notice', 'data_key: lease.typed'));
    const again = await kept.act('name', rename(called(stateOf(seen), 'Days of notice'), 'lease.notice_days'));
    expect(again).toMatchObject({ kind: 'saved', problem: expect.stringContaining('was edited meanwhile') });
    expect(text()).toContain('lease.typed');
    await kept.stop();
    expect((await run(['template', 'edit', 'lease.yaml', '--no-open'])).stderr).toContain('template push lease.yaml');
  });

  it('says that nothing is lost while the service is away, and does the same once it is back', async () => {
    const field = called(stateOf(await editor.act('refresh')), 'Days of notice');
    const message = expect.stringMatching(/^Not connected; nothing is lost\. .* This page says when it is back\.$/);
    await door.shut();
    for (const [path, body] of [
      ['name', rename(field, 'lease.notice_period')],
      ['refresh', {}],
      ['propose', {}],
    ] as const) {
      expect(await editor.act(path, body), path).toEqual({ kind: 'refused', message, isAway: true });
    }
    expect((await editor.get('pages/1')).status).toBe(502);
    await door.open();
    expect((await editor.get('pages/1')).status).toBe(200);
    expect(await editor.act('name', rename(field, 'lease.notice_period'))).toMatchObject({ kind: 'saved' });
  });

  it('takes a change whose answer was lost for its own', async () => {
    const field = called(await editor.state(), 'Commencement date of the lease');
    door.shutAt('PATCH', 'answer');
    expect(await editor.act('name', rename(field, 'lease.begin'))).toMatchObject({ kind: 'refused', isAway: true });
    await door.open();
    const seen = await editor.act('refresh');
    expect(seen).toMatchObject({ kind: 'saved', said: '“Commencement date of the lease”: its name is lease.begin.' });
    expect(await editor.act('name', rename(field, 'lease.begin'))).toMatchObject({ kind: 'saved' });
  });

  it('prints each change as the command that does the same, and leaves them to the wizard', async () => {
    const { code, stdout } = await editor.stop();
    expect(code).toBe(130);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    const saved = lines.filter(({ type }) => type === 'saved');
    expect(saved[0]).toMatchObject({ change: 'The landlord signs and fills in 6 fields.' });
    expect(saved[0]!['command']).toMatch(/^esign template decide .* --decision both --role-name Landlord/);
    const commands = saved.map(({ command }) => command);
    const done = doneByWizard(two.ann.machine.env['ESIGN_STATE_DIR']!, id);
    expect(done.filter((line) => commands.includes(line))).toEqual(commands);
  });
});
