import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Esign,
  newEsign,
  parties,
  type ReadyLine,
  tenantFlag,
  type Typed,
  type TypedOptions,
} from '../support/esign.js';
import { type FakeService, startFakeService } from '../support/fake-service.js';

/** What somebody gets to see who types something wrong: the exit code, the words, and nothing else. */

const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const key = 'esign_test_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

let esign: Esign;
/** Counts what arrives: nothing may. */
let service: FakeService;

beforeAll(async () => {
  esign = newEsign({ within: true });
  service = await startFakeService();
});

beforeEach(() => {
  service.asked.length = 0;
});

afterAll(async () => {
  await service.close();
  await esign.remove();
});

const reach = (): Readonly<Record<string, string>> => ({ ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key });

/** As root no file is unreadable and no folder closed; without these powers, root is a user like any other. */
const asUser = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Every eighth is tried as a process, and what starts the emulator. */
let refusals = 0;

/**
 * Runs a wrong command line twice, for a person and under --json, and answers with what the JSON says. Both times stdout
 * is empty, the exit code is the same, and the service is not asked.
 */
async function refused(
  words: readonly string[],
  code: number,
  options: TypedOptions = {},
): Promise<ReturnType<Typed['error']>> {
  const spawned = refusals % 8 === 0 || words[1] === 'start';
  refusals += 1;
  const settings = { ...options, spawned, env: { ...reach(), ...options.env } };
  const first = esign.run(words, settings);
  // Two emulators at once would be in each other's way.
  if (words[1] === 'start') await first;
  const [person, program] = await Promise.all([first, esign.run([...words, '--json'], settings)]);
  expect([words, person.code, person.stdout]).toEqual([words, code, '']);
  expect([words, program.code, program.stdout]).toEqual([words, code, '']);
  expect(program.stderr).toMatch(/^\{"error":\{.*\}\}\n$/);
  expect(service.asked).toEqual([]);
  const error = program.error();
  expect(error.exit_code).toBe(code);
  expect(error.message).not.toBe('');
  // A person reads the same, without the code of the program's own failures.
  expect(person.stderr.replaceAll('\n  ', '\n')).toContain(`Error: ${error.message.split('\n')[0]}`);
  expect(person.stderr).not.toMatch(/ {2}at .*\.[cm]?[jt]s:\d/);
  return error;
}

describe('the command line', () => {
  it.each([
    [['template', 'list', '--limt', '3'], 'unknown_option', /--limt/, /--limit/],
    [['envelope', 'create', '--recipent', 'x'], 'unknown_option', /--recipent/, /--recipient/],
    [['tempalte', 'list'], 'unknown_command', /"tempalte"/, /template/],
    [['envelope', 'vod', id], 'unknown_command', /"vod"/, /void/],
    [['help', 'envelop'], 'unknown_command', /"envelop"/, /envelope/],
    [['template', 'list', '--limit'], 'missing_value', /^Missing value for --limit\./, /--limit 20/],
    [['template', 'page', id, '1'], 'missing_option', /--output/, /esign template page .* -o \S+\.pdf/],
    [['envelope', 'void', id], 'missing_option', /--reason/, /--reason "Wrong tenant"/],
    [['envelope', 'create', ...parties], 'missing_option', /template/, /--template 6f1f2f0e/],
    [['envelope', 'create', '--template', id], 'missing_option', /recipient/, /--recipient "role=Tenant,name=/],
    [['template', 'get'], 'missing_argument', /argument TEMPLATE/, /esign template get 6f1f2f0e/],
    [['template', 'list', 'more'], 'too_many_arguments', /expected 0/, /esign template list/],
    [['template', 'list', '--mode', 'prod'], 'invalid_value', /--mode value "prod"/, /live, test/],
    [['template', 'list', '--timeout', 'soon'], 'invalid_value', /--timeout/, /--timeout 30/],
    [
      ['webhook', 'register', '--url', 'https://a.test', '--event', 'envelope.snet'],
      'invalid_value',
      /snet/,
      /envelope\.sent/,
    ],
    [
      ['envelope', 'create', '--template', id, '--recipient', 'role=Tenant,nam=x'],
      'invalid_value',
      /"nam".*"name"/,
      /name=/,
    ],
    [['envelope', 'create', '--template', id, ...tenantFlag, '--value', 'x'], 'invalid_value', /"x"/, /--value '/],
    [['error', 'unauth'], 'unknown_error_code', /"unauth"/, /unauthenticated/],
    [['api', 'getEnvelop', id], 'unknown_operation', /"getEnvelop"/, /getEnvelope/],
    [['emulator', 'fault', 'operation', 'sael', '--hold'], 'invalid_value', /"sael"/, /seal/],
  ])('%j', async (words, code, message, hint) => {
    const error = await refused(words, 2);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it.each([
    [['template', 'get', id.slice(1)], /Invalid template ID/, /esign template list/],
    [['template', 'get', `${id}/../../webhooks`], /Invalid template ID/, /esign template list/],
    [['webhook', 'delete', '', '--yes'], /./, /./],
    [['template', 'page', id, '01', '-o', 'page.pdf'], /"01"/, /from 1/],
  ])('%j: an invalid ID is refused before the network, with the reason', async (words, message, hint) => {
    const error = await refused(words, 2);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it.each([
    [['--expires-at', '2027-01-01T00:00:00'], /no time zone/, /\+02:00/],
    [['--expires-in', '14'], /--expires-in/, /14d/],
  ])('%j: times are durations with units, or instants with a zone', async (words, message, hint) => {
    const error = await refused(['envelope', 'create', '--template', id, ...tenantFlag, ...words], 2);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it('a base address with a password in it is refused without it', async () => {
    const env = { ESIGN_BASE_URL: 'http://user:secret@127.0.0.1:1' };
    const error = await refused(['template', 'list'], 2, { env });
    expect(error).toMatchObject({ code: 'base_url_invalid', message: expect.stringMatching(/credentials/) as unknown });
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});

describe('a file that should be a PDF', () => {
  it('says what it looks like', async () => {
    const error = await refused(['template', 'create', esign.write('login.pdf', '<!DOCTYPE html>Sign in')], 2);
    expect(error.message).toBe('login.pdf is not a PDF or Word file. It looks like an HTML page. Nothing was sent.');
    expect(error['file']).toBe('login.pdf');
  });

  it('is refused on stdin too', async () => {
    expect((await refused(['template', 'create', '-'], 2, { input: 'hello' })).message).toMatch(/stdin.*plain text/);
  });

  it('that is a folder, is not there, cannot be read, or is too large', async () => {
    mkdirSync(esign.path('folder.pdf'));
    chmodSync(esign.path(esign.write('closed.pdf', '%PDF-1.7')), 0o000);
    truncateSync(esign.path(esign.write('large.pdf', '%PDF-1.7')), 51 * 1024 * 1024);
    const message = async (name: string): Promise<string> =>
      (await refused(['template', 'create', name], 2, { under: asUser })).message;
    expect(await message('folder.pdf')).toMatch(/is a folder/);
    expect(await message('missing.pdf')).toMatch(/not found/);
    expect(await message('closed.pdf')).toMatch(/may not|permission/);
    expect(await message('large.pdf')).toMatch(/larger than 50 MiB/);
  });
});

describe('a file of values with one bad line', () => {
  it.each([
    ['tabs.yaml', 'tenant:\n\tperson.full_name: Thandi\n', '2:1', /tab/i],
    ['values.csv', 'subject,key,value\ntenant,person.full_name,Thandi\ntenant,,1\n', '3:2', /key is empty/],
  ])('%s names file, line and column', async (name, content, place, message) => {
    const words = ['envelope', 'create', '--template', id, ...tenantFlag, '--values-file', esign.write(name, content)];
    const error = await refused(words, 2);
    expect(error.code).toBe('values_file_invalid');
    expect(error.message.startsWith(`${name}:${place}: `)).toBe(true);
    expect(error.message).toMatch(message);
  });

  it('that is missing', async () => {
    const words = ['envelope', 'create', '--template', id, ...tenantFlag, '--values-file', 'no.yaml'];
    expect((await refused(words, 2)).message).toMatch(/not found/);
  });

  it('rows of a batch are read as strictly', async () => {
    const rows = esign.write('rows.csv', 'Tenant.name,Tenant.email,subject\nA,a@example.test,x\n');
    const error = await refused(['envelope', 'batch', '--template', id, '--input', rows], 2);
    expect(error.message).toMatch(/^rows\.csv:1:3: .*`subject`/);
  });
});

describe('settings', () => {
  it('a broken settings file is named, and nothing is written over it', async () => {
    const env = { ESIGN_CONFIG_DIR: esign.path('broken') };
    mkdirSync(env.ESIGN_CONFIG_DIR);
    for (const content of ['{"current": ', '[]', '{"current":"a","profiles":{"a":{"base_url":5}}}']) {
      writeFileSync(esign.path('broken/profiles.json'), content);
      for (const words of [
        ['template', 'list'],
        ['profile', 'add', 'x', '--base-url', 'https://a.test'],
        ['emulator', 'start'],
      ]) {
        const error = await refused(words, 2, { env });
        expect(error.message).toContain(esign.path('broken/profiles.json'));
        expect(error.hint).not.toBeNull();
      }
      expect(readFileSync(esign.path('broken/profiles.json'), 'utf8')).toBe(content);
    }
  });

  it('without a key both ways to get one are named: exit 3', async () => {
    const env = { ESIGN_CONFIG_DIR: esign.path('nothing'), ESIGN_API_KEY: '' };
    for (const address of ['', 'https://api.example.com']) {
      for (const words of [
        ['template', 'list'],
        ['envelope', 'get', id],
      ]) {
        const error = await refused(words, 3, { env: { ...env, ESIGN_BASE_URL: address } });
        expect([error.code, error.hint]).toEqual([
          'no_key',
          expect.stringMatching(/`esign login`.*`esign emulator start`/),
        ]);
      }
    }
  });

  it('a profile that is not there names those that are', async () => {
    await esign.ok(['profile', 'add', 'staging', '--base-url', 'https://staging.example.test']);
    const error = await refused(['template', 'list', '--profile', 'stagin'], 2);
    expect([error.message, error.hint]).toEqual([expect.stringContaining('"stagin"'), 'Use one of: staging.']);
  });
});

describe('the emulator', () => {
  let ready: ReadyLine;
  beforeAll(async () => {
    ready = await esign.emulator();
  });

  it('a second one on the same data, or on the same port, or under the same name, says which is in the way', async () => {
    const start = ['emulator', 'start', '--detach', '--port', '0'];
    const same = await refused([...start, '--profile', 'second', '--data', esign.path('state/emulator')], 6);
    expect([same.code, same.message]).toEqual(['data_refused', expect.stringContaining('another emulator is running')]);
    const taken = await refused(
      ['emulator', 'start', '--detach', '--profile', 'second', '--port', new URL(ready.url).port],
      6,
    );
    expect(taken.code).toBe('port_in_use');
    const named = await refused([...start, '--profile', 'local'], 6);
    expect([named.code, named.message]).toEqual(['emulator_running', expect.stringContaining(ready.url)]);
    expect(existsSync(esign.path('state/emulator-second.json'))).toBe(false);
  });

  it('other data is left unchanged', async () => {
    mkdirSync(esign.path('pictures'));
    writeFileSync(esign.path('pictures/emulator.db'), 'not a database, whatever its name says');
    const words = ['emulator', 'start', '--profile', 'second', '--port', '0', '--data'];
    expect((await refused([...words, esign.path('pictures')], 6)).code).toBe('data_refused');
    expect(readFileSync(esign.path('pictures/emulator.db'), 'utf8')).toMatch(/^not a database/);
    expect((await refused([...words, esign.path('agreement.pdf')], 2)).code).toBe('folder_unusable');
  });

  it('one that does not run: exit 8, or 4 where none was ever started, with what to do', async () => {
    await esign.ok(['emulator', 'stop']);
    const local = { env: { ESIGN_BASE_URL: '', ESIGN_API_KEY: '', ESIGN_PROFILE: 'local' } };
    expect((await refused(['template', 'list', '--retry-for', '5s'], 8, local)).hint).toMatch(/esign emulator start/);
    expect((await refused(['emulator', 'clock', 'show'], 8, local)).hint).toMatch(/esign emulator start/);
    const nowhere = { env: { ...local.env, ESIGN_PROFILE: '', ESIGN_CONFIG_DIR: esign.path('nothing') } };
    expect((await refused(['emulator', 'sign', id, 'Tenant'], 4, nowhere)).hint).toMatch(/esign emulator start/);
  });
});

describe('what is asked of a result', () => {
  beforeAll(async () => {
    await esign.emulator();
  });
  const local = { ESIGN_BASE_URL: '', ESIGN_API_KEY: '', ESIGN_PROFILE: 'local' };

  it('a field that is not there lists those that are', async () => {
    await esign.ok(['template', 'create', 'agreement.pdf'], { env: local });
    const { code, stdout, stderr, error } = await esign.run(['template', 'list', '--json=id,nme'], { env: local });
    expect([code, stdout, stderr.split('\n').length]).toEqual([2, '', 2]);
    expect(error()).toMatchObject({ code: 'unknown_field', message: expect.stringContaining('nme') as unknown });
    expect(error()['fields']).toEqual(expect.arrayContaining(['id', 'name', 'roles']));
  });

  it('a filter that fails is quoted', async () => {
    const { code, stdout, error } = await esign.run(['template', 'list', '--jq', '.data['], { env: local });
    expect([code, stdout]).toEqual([2, '']);
    expect(error()).toMatchObject({ code: 'jq_failed', message: expect.stringContaining('.data[') as unknown });
  });
});

describe('where the result goes', () => {
  const local = { ESIGN_BASE_URL: '', ESIGN_API_KEY: '', ESIGN_PROFILE: 'local' };
  let page: readonly string[];
  beforeAll(async () => {
    const template = (await esign.ok(['template', 'create', 'agreement.pdf'], { env: local })).json<{
      documents: readonly { id: string }[];
    }>();
    page = ['template', 'page', template.documents[0]!.id, '1', '-o'];
  });

  const notWritten = async (target: string, under: readonly string[] = [], exit = 1): ReturnType<typeof refused> => {
    const { code, stdout, stderr, error } = await esign.run([...page, target, '--json'], { env: local, under });
    expect([target, code, stdout, stderr.split('\n').length]).toEqual([target, exit, '', 2]);
    return error();
  };

  it('a read-only, missing or wrong folder leaves no half-written file', async () => {
    mkdirSync(esign.path('closed'), { mode: 0o555 });
    expect((await notWritten('closed/page.pdf', asUser)).message).toMatch(/may not|permission/);
    expect(readdirSync(esign.path('closed'))).toEqual([]);
    expect((await notWritten('missing/page.pdf', [], 2)).message).toMatch(/does not exist/);
    expect((await notWritten('agreement.pdf/page.pdf')).message).not.toMatch(/ENOTDIR/);
    expect((await notWritten('closed', asUser)).message).toMatch(/may not|permission/);
    expect(readdirSync(esign.path('closed'))).toEqual([]);
  });

  it('a full disk leaves no half-written file', async () => {
    expect((await notWritten('/dev/full')).message).toMatch(/full/);
    // Everywhere a full disk can be had: a file may not grow past half a kilobyte.
    const small = ['sh', '-c', 'ulimit -f 1; exec "$0" "$@"'];
    mkdirSync(esign.path('small'));
    expect((await notWritten('small/page.pdf', small)).hint).toMatch(/free disk space/);
    expect(readdirSync(esign.path('small'))).toEqual([]);
  });

  it('a journal that cannot be written stops a write before it is sent', async () => {
    const words = ['webhook', 'register', '--url', 'https://a.example.test', '--event', 'envelope.sent'];
    mkdirSync(esign.path('state-closed'), { mode: 0o555 });
    const error = await refused(words, 1, { under: asUser, env: { ESIGN_STATE_DIR: esign.path('state-closed') } });
    expect(error.message).toMatch(/this request was not sent/);
    expect(error.hint).toMatch(/ESIGN_STATE_DIR/);
  });
});

describe('a user without a home', () => {
  it('keeps nothing in the current folder, and still gets answers', async () => {
    const env = { HOME: '', ESIGN_CONFIG_DIR: '', ESIGN_STATE_DIR: '', XDG_CONFIG_HOME: '' };
    const nowhere = { env, spawned: true };
    expect((await esign.ok(['error', 'not_found', '--jq', '.status'], nowhere)).stdout).toBe('404\n');
    const shown = await esign.run(['profile', 'add', 'x', '--base-url', 'http', '--json'], nowhere);
    expect(shown.code).toBe(2);
    expect(existsSync(esign.path('.config'))).toBe(false);
  });
});
