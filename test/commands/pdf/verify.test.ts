import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PdfDict } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { pemOf } from '../../../src/document/seal/pem.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import { keepEmulatorToken } from '../../../src/core/config/emulator-token.js';
import { type Emulator, startEmulator } from '../../../src/emulator/emulator.js';
import { appendChange } from '../../support/documents/place-signature.js';
import { textPdf } from '../../support/documents/small-documents.js';
import { type Machine, newMachine, type Ran } from '../../support/program.js';

const at = '2026-11-20T09:31:00.000Z';
const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
const stranger = certificateAuthority(Buffer.alloc(32, 8), 2026);
const clock = { now: () => Date.parse('2026-12-01T00:00:00Z'), sleep: () => Promise.resolve() };

let machine: Machine;
let sealed: Buffer;

beforeAll(async () => {
  machine = newMachine();
  sealed = Buffer.from(await signPdf(await textPdf(['An agreement']), own, at));
  write('sealed.pdf', sealed);
  write('ca.pem', pemOf(own.certificate));
  write('stranger.pem', pemOf(stranger.certificate));
});
afterAll(() => machine.remove());

const write = (name: string, content: string | Buffer): void => writeFileSync(join(machine.folder, name), content);
const verify = (...words: readonly string[]): Promise<Ran> => machine.run(['pdf', 'verify', ...words], { clock });
const cut = (length: number, ...words: readonly string[]): Promise<Ran> => {
  write('cut.pdf', sealed.subarray(0, length));
  return verify('cut.pdf', ...words);
};

describe('pdf verify', () => {
  it('ends with 0, and answers every question', async () => {
    const ran = await verify('sealed.pdf', '--ca-file', 'ca.pem', '--json');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.json()).toMatchObject({
      verified: true,
      problem: null,
      sealed_at: at,
      checks: ['integrity', 'coverage', 'certificate', 'time', 'trust'].map((check) => ({ check, outcome: 'pass' })),
      trust_from: 'ca',
      revocation: 'not_checked',
      bytes: sealed.length,
    });
  });

  it('needs no profile, whatever the environment names', async () => {
    const env = { ESIGN_PROFILE: 'not-there' };
    const ran = await machine.run(['pdf', 'verify', 'sealed.pdf', '--json'], { clock, env });
    expect([ran.code, ran.json()]).toMatchObject([9, { problem: 'no_trusted_path' }]);
    const named = await machine.run(['pdf', 'verify', 'sealed.pdf', '--json', '--profile', 'not-there'], { clock });
    expect([named.code, named.error().code]).toEqual([2, 'profile_unknown']);
  });

  it('reports a file that is not a PDF as wrong, not as unsigned', async () => {
    const ran = await verify('ca.pem', '--json');
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.error()).toMatchObject({ code: 'no_pdf', message: 'ca.pem is not a PDF.' });
    write('unsigned.pdf', Buffer.from(await textPdf(['An agreement'])));
    const unsigned = await verify('unsigned.pdf', '--json');
    expect([unsigned.code, unsigned.json()]).toMatchObject([9, { problem: 'not_signed' }]);
  });

  it('says it in words on a terminal', async () => {
    const words = ['pdf', 'verify', 'sealed.pdf', '--ca-file', 'ca.pem'];
    const { stdout } = await machine.run(words, { clock, terminal: true });
    expect(stdout).toContain('Verified: sealed.pdf');
    expect(stdout).toContain('No signed byte has changed.');
    expect(stdout).toMatch(/Sealed by: +esign emulator TEST seal/);
    expect(stdout).toContain('Revocation was not checked.');
  });

  it('reads the file from stdin, and trusts any of several authorities', async () => {
    const words = ['pdf', 'verify', '-', '--ca-file', 'stranger.pem', '--ca-file', 'ca.pem', '--json'];
    const ran = await machine.run(words, { clock, stdin: sealed });
    expect(ran.json()).toMatchObject({ verified: true, file: '-' });
  });

  it('ends with 9 and the reason for a changed byte and for added ones; -q names the check that failed', async () => {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(300) ^ 1, 300);
    write('changed.pdf', changed);
    const ran = await verify('changed.pdf', '--ca-file', 'ca.pem', '--json');
    expect(ran.code).toBe(9);
    expect(ran.error()).toMatchObject({ code: 'altered', exit_code: 9, verified: false });
    expect(ran.json()).toMatchObject({ verified: false, problem: 'altered' });
    write('longer.pdf', Buffer.concat([sealed, Buffer.from('\n%%EOF\n')]));
    const longer = await verify('longer.pdf', '--ca-file', 'ca.pem', '-q');
    expect([longer.code, longer.stdout]).toEqual([9, 'coverage\n']);
    expect(longer.stderr).toContain('7 bytes were added after the signature, and no trusted signature covers them.');
  });

  it('names what was added after signing, and writes the signed revision byte for byte', async () => {
    const added = await appendChange(sealed, (pdf) => pdf.getPages()[0]!.drawText('x', { x: 60, y: 600 }));
    write('added.pdf', added);
    const ran = await verify('added.pdf', '--ca-file', 'ca.pem', '--json');
    expect([ran.code, ran.error()]).toMatchObject([
      9,
      { code: 'added_after_signing', verified: false, verdict: 'added_to' },
    ]);
    expect(ran.error().hint).toContain('esign pdf verify FILE --revision N -o SIGNED.pdf');
    expect(ran.json()).toMatchObject({
      verdict: 'added_to',
      problem: 'added_after_signing',
      added: { bytes: added.length - sealed.length },
      checks: [
        { check: 'integrity', outcome: 'pass' },
        { check: 'coverage', outcome: 'fail' },
        { check: 'certificate', outcome: 'pass' },
        { check: 'time', outcome: 'pass' },
        { check: 'trust', outcome: 'pass' },
      ],
      signatures: [{ kind: 'signature', revision: 1, integrity: 'intact', trusted: true, covers: sealed.length }],
    });
    const words = ['pdf', 'verify', 'added.pdf', '--ca-file', 'ca.pem'];
    const shown = (await machine.run(words, { clock, terminal: true })).stdout;
    expect(shown).toContain('Added to after signing: added.pdf');
    expect(shown).toContain('Revision 1: signature of “esign emulator TEST seal”, intact');
    expect((await verify('added.pdf', '-q')).stdout).toBe('coverage\ntrust\n');
    const taken = await verify('added.pdf', '--ca-file', 'ca.pem', '--revision', '1', '-o', 'signed.pdf');
    expect(taken.code).toBe(0);
    expect(readFileSync(join(machine.folder, 'signed.pdf'))).toEqual(sealed);
    const again = await verify('added.pdf', '--ca-file', 'ca.pem', '--revision', '1', '-o', 'signed.pdf');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
    const none = await verify('added.pdf', '--revision', '2', '--json');
    expect([none.code, none.error().message]).toEqual([4, 'Revision 2 not found. The file has 1 signed revision.']);
    expect((await verify('added.pdf', '-o', 'x.pdf')).code).toBe(2);
  });

  it('has a reason for each file that it cannot verify, and accepts validation data that was added', async () => {
    write('unsigned.pdf', Buffer.from(await textPdf(['An agreement'])));
    const ran = await verify('unsigned.pdf', '--ca-file', 'ca.pem', '--json');
    expect([ran.code, ran.error()]).toMatchObject([9, { code: 'not_signed', verdict: 'cannot_judge' }]);
    const words = ['pdf', 'verify', 'unsigned.pdf', '--ca-file', 'ca.pem'];
    expect((await machine.run(words, { clock, terminal: true })).stdout).toContain('Cannot be verified: unsigned.pdf');
    write('later.pdf', await appendChange(sealed, (pdf) => pdf.getCatalog().set('DSS', PdfDict.of({}))));
    const later = await verify('later.pdf', '--ca-file', 'ca.pem', '--json');
    expect([later.code, later.json()]).toMatchObject([0, { verdict: 'genuine', verified: true }]);
  });

  it('does not accept what was added to a file of an unknown authority', async () => {
    write('added.pdf', await appendChange(sealed, (pdf) => pdf.setTitle('Another title')));
    const ran = await verify('added.pdf', '--allow-untrusted', '--json');
    expect([ran.code, ran.error().code]).toEqual([9, 'added_after_signing']);
  });

  it('still reads --ca, the former name of --ca-file, and does not show it', async () => {
    expect((await verify('sealed.pdf', '--ca', 'ca.pem')).code).toBe(0);
    const { stdout } = await machine.run(['pdf', 'verify', '--help', '--all']);
    expect(stdout).toContain('--ca-file <file>');
    expect(stdout).not.toMatch(/--ca\b(?!-)/);
  });

  it('calls a file that broke off truncated, wherever that happened', async () => {
    const { code, stderr } = await cut(sealed.length - 1500, '--ca-file', 'ca.pem');
    expect(code).toBe(9);
    expect(stderr).toContain('The file is truncated.');
    expect(stderr).toContain('esign envelope download');
    for (const length of [20, 700, sealed.indexOf('/ByteRange') + 14, sealed.length - 9]) {
      const ran = await cut(length, '--ca-file', 'ca.pem', '--json');
      expect([ran.code, ran.error().code], `${length} bytes`).toEqual([9, 'cut_off']);
    }
  });

  it('tells an unknown authority from an altered file, and accepts only the former with its flag', async () => {
    const nobody = await verify('sealed.pdf', '--json');
    expect([nobody.code, nobody.error().code]).toEqual([9, 'no_trusted_path']);
    expect(nobody.error().hint).toContain('--ca-file');
    const wrong = await verify('sealed.pdf', '--ca-file', 'stranger.pem', '--json');
    expect([wrong.code, wrong.error().code]).toEqual([9, 'no_trusted_path']);
    const allowed = await verify('sealed.pdf', '--allow-untrusted', '--json');
    expect(allowed.code).toBe(0);
    expect(allowed.json()).toMatchObject({ verified: true, problem: 'no_trusted_path', trusted: null });
    write('half.pdf', sealed.subarray(0, sealed.length - 9));
    expect((await verify('half.pdf', '--allow-untrusted')).code).toBe(9);
  });

  it('checks as of an instant', async () => {
    const before = await verify('sealed.pdf', '--ca-file', 'ca.pem', '--at', '2026-11-20T11:30:00+02:00', '--json');
    expect([before.code, before.error().code]).toEqual([9, 'sealed_later']);
    expect((await verify('sealed.pdf', '--ca-file', 'ca.pem', '--at', '2026-11-20T11:31:00+02:00')).code).toBe(0);
    expect((await verify('sealed.pdf', '--at', '2026-11-20T11:31:00')).code).toBe(2);
  });

  it('refuses a file of certificates that holds none, and a PDF that is not there', async () => {
    const none = await verify('sealed.pdf', '--ca-file', 'sealed.pdf', '--json');
    expect([none.code, none.error().code]).toEqual([2, 'not_a_certificate']);
    expect((await verify('nowhere.pdf')).code).toBe(2);
  });
});

describe('with an emulator within reach', () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator({ frozen: true, now: '2031-01-01T00:00:00Z', seed: 4 });
    await keepEmulatorToken(machine.env['ESIGN_STATE_DIR'] ?? '', emulator.url, emulator.token);
  });
  afterAll(() => emulator.close());

  it('its authority is asked for, and is the one that emulator ca exports', async () => {
    const base = ['--base-url', emulator.url];
    const printed = await machine.run(['emulator', 'ca', ...base]);
    expect(printed.stdout).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+\n-----END CERTIFICATE-----\n$/);
    await machine.run(['emulator', 'ca', '-o', 'emulator.pem', ...base]);
    expect(readFileSync(join(machine.folder, 'emulator.pem'), 'utf8')).toBe(printed.stdout);
    expect((await machine.run(['emulator', 'ca', '-o', 'emulator.pem', ...base])).code).toBe(2);
    const other = await verify('sealed.pdf', '--json', ...base);
    expect(other.json()).toMatchObject({ problem: 'no_trusted_path', trust_from: 'emulator' });
    expect((await verify('sealed.pdf', '--ca-file', 'ca.pem', ...base)).code).toBe(0);
  });
});

describe('pdf verify of many', () => {
  const folder = (): void => {
    mkdirSync(join(machine.folder, 'signed', 'older'), { recursive: true });
    write('signed/one.pdf', sealed);
    write('signed/TWO.PDF', sealed);
    write('signed/notes.txt', 'no PDF');
    write('signed/older/three.pdf', sealed);
  };

  it('takes the PDFs right in a folder, and says of each what it is', async () => {
    folder();
    const ran = await verify('signed', '--ca-file', 'ca.pem', '--json');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const { data, ...counts } = ran.json<{ data: { file: string; verdict: string }[] }>();
    expect(counts).toEqual({ verified: 2, not_verified: 0 });
    expect(data.map(({ file, verdict }) => [basename(file), verdict])).toEqual([
      ['TWO.PDF', 'genuine'],
      ['one.pdf', 'genuine'],
    ]);
  });

  it('ends with 9 where one of them is not verified, after a line for each; -q names those', async () => {
    folder();
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(300) ^ 1, 300);
    write('changed.pdf', changed);
    write('text.pdf', 'not a PDF at all');
    const words = ['signed/one.pdf', 'changed.pdf', 'text.pdf', '--ca-file', 'ca.pem'];
    const ran = await verify(...words, '--json');
    expect([ran.code, ran.error()]).toMatchObject([9, { code: 'not_all_verified' }]);
    const { data } = ran.json<{ data: { verified: boolean; verdict: string; problem: string | null }[] }>();
    expect(data.map(({ verified, verdict, problem }) => [verified, verdict, problem])).toEqual([
      [true, 'genuine', null],
      [false, 'altered', 'altered'],
      [false, 'cannot_judge', 'no_pdf'],
    ]);
    const quiet = await verify(...words, '-q');
    expect(quiet.stdout).toBe(`${join(machine.folder, 'changed.pdf')}\n${join(machine.folder, 'text.pdf')}\n`);
    const { stdout } = await machine.run(['pdf', 'verify', ...words], { clock, terminal: true });
    expect(stdout).toMatch(/signed\/one\.pdf +yes/);
    expect(stdout).toMatch(/changed\.pdf +NO/);
  });

  it('verifies the others where one cannot be read, and names it with those that are not verified', async () => {
    folder();
    mkdirSync(join(machine.folder, 'mixed', 'folder.pdf'), { recursive: true });
    write('mixed/one.pdf', sealed);
    const ran = await verify('mixed', '--ca-file', 'ca.pem', '--json');
    expect([ran.code, ran.error()]).toMatchObject([2, { message: 'mixed/folder.pdf is a folder, not a file.' }]);
    expect(ran.json()).toMatchObject({ verified: 1, data: [{ verdict: 'genuine' }] });
    write('mixed/text.pdf', 'not a PDF at all');
    const more = await verify('mixed', '--ca-file', 'ca.pem', '--json');
    expect([more.code, more.error()]).toMatchObject([
      9,
      { message: '2 of 3 files are not verified.', files: [{ problem: 'no_pdf' }, { problem: 'file_unusable' }] },
    ]);
  });

  it('refuses a missing file before it judges the others, a folder without PDFs, and what is for one file', async () => {
    folder();
    mkdirSync(join(machine.folder, 'empty'), { recursive: true });
    for (const [words, code] of [
      [['signed', 'missing.pdf'], 'input_unreadable'],
      [['empty'], 'no_files'],
      [['signed', '--revision', '1'], 'conflicting_options'],
    ] as const) {
      const ran = await verify(...words, '--json');
      expect([words, ran.code, ran.stdout]).toEqual([words, 2, '']);
      if (code !== 'input_unreadable') expect(ran.error()).toMatchObject({ code });
    }
  });
});
