import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Esign, newEsign } from '../../support/esign.js';
import { doctorDesk } from '../../support/program/doctor.js';
import { tmpdir } from 'node:os';
import type { DoctorContext } from '../../../src/cli/doctor/finding.js';
import { checkCompiledCode } from '../../../src/cli/doctor/folders.js';

describe('doctor, of the places where esign keeps what is its own', () => {
  const desk = doctorDesk();

  it.each([
    ['config', 'profiles.json', 'settings_folder'],
    ['config', 'keys.json', 'settings_folder'],
    ['state', 'compiled.key', 'state_folder'],
    ['state', 'state.db', 'state_folder'],
  ])('names a folder where a file belongs: %s/%s', async (folder, name, check) => {
    const path = join(desk.machine.folder, folder, name);
    mkdirSync(path, { recursive: true });
    const seen = await desk.doctor();
    expect(seen.code).not.toBe(0);
    expect(seen.checks.filter((each) => each.check === check && each.state === 'failed')).toMatchObject([
      { found: `${path} is a folder, not a file.`, hint: expect.stringContaining('Move it,') },
    ]);
  });

  it.each(['snapshots', 'listen'])('names a file where a folder belongs: %s', async (name) => {
    const path = join(desk.machine.folder, 'state', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '');
    const seen = await desk.doctor();
    expect(seen.code).not.toBe(0);
    const failures = seen.checks.filter(({ check, state }) => check === 'state_folder' && state === 'failed');
    expect(failures).toMatchObject([{ found: `${path} is a file, not a folder.` }]);
  });

  it('finds nothing wrong with the folders that esign itself makes', async () => {
    for (const name of ['listen', 'snapshots']) {
      mkdirSync(join(desk.machine.folder, 'state', name), { recursive: true });
    }
    const seen = await desk.doctor();
    expect(seen.checks.filter(({ check, state }) => check === 'state_folder' && state === 'failed')).toEqual([]);
  });

  it('names a file in place of the folder itself', async () => {
    const path = join(desk.machine.folder, 'state');
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, '');
    const seen = await desk.doctor();
    const failures = seen.checks.filter(({ check, state }) => check === 'state_folder' && state === 'failed');
    expect(failures).toMatchObject([
      { found: `${path} is a file, not a folder.`, hint: expect.stringContaining('ESIGN_STATE_DIR') },
    ]);
  });
});

describe('doctor under a user who cannot write', () => {
  let esign: Esign;
  beforeAll(() => {
    esign = newEsign();
  });
  afterAll(() => esign.remove());

  it('says that the home is read-only, and what to do', async () => {
    const home = esign.path('home-of-another');
    mkdirSync(home);
    chmodSync(home, 0o555);
    chmodSync(esign.folder, 0o755);
    const env = { ESIGN_CONFIG_DIR: join(home, 'config'), ESIGN_STATE_DIR: join(home, 'state') };
    const under = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const ran = await esign.run(['doctor', '--json'], { env, under, spawned: true });
    const { data: checks } = ran.json<{ data: { check: string; state: string; found: string; hint: string }[] }>();
    const failures = checks.filter(({ check, state }) => check.endsWith('_folder') && state === 'failed');
    expect(failures).toMatchObject([
      { found: `esign cannot create ${join(home, 'config')} in ${home}: permission denied.` },
      { found: `esign cannot create ${join(home, 'state')} in ${home}: permission denied.` },
    ]);
    expect(failures[0]?.hint).toContain('ESIGN_CONFIG_DIR');
  });
});

describe('compiled code', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'esign-compiled-code-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const found = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
    const machine = { env, cwd: join(folder, 'work'), home: join(folder, 'home') };
    return await checkCompiledCode({ context: { machine } } as unknown as DoctorContext);
  };

  it('names the folder that compiled code is kept in', async () => {
    expect(await found({ ESIGN_CACHE_DIR: join(folder, 'cache') })).toMatchObject([
      { check: 'compiled_code', state: 'ok', facts: { folder: join(folder, 'cache', 'compiled') } },
    ]);
  });

  it('says which folder is refused, and what to set instead', async () => {
    mkdirSync(join(folder, 'clone', '.git'), { recursive: true });
    const inClone = join(folder, 'clone', 'here');
    expect(await found({ ESIGN_CACHE_DIR: inClone })).toMatchObject([
      { state: 'note', hint: expect.stringContaining('ESIGN_CACHE_DIR'), facts: { folder: join(inClone, 'compiled') } },
    ]);
    expect(await found({ XDG_STATE_HOME: inClone })).toMatchObject([
      { state: 'note', hint: expect.stringContaining('XDG_STATE_HOME') },
    ]);
    expect(await found({ ESIGN_CACHE_DIR: 'relative' })).toMatchObject([{ state: 'note' }]);
  });
});
