import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { P12Signer, PDF } from '@libpdf/core';
import { smallForm } from './small-documents.js';

/**
 * Makes the documents under test/fixtures/documents that need keys or outside programs, so that tests need neither:
 * ESIGN_WRITE_FORMS=1 npx vitest run --config .vitest.mts test/document/document-engine.full.test.ts
 */
export async function makeFixtures(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'esign-fixtures-'));
  try {
    const form = join(work, 'form.pdf');
    writeFileSync(form, await smallForm());
    execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', form, join(folder, 'password.pdf')]);
    execFileSync('qpdf', [
      '--encrypt',
      '',
      'owner',
      '256',
      '--modify=none',
      '--',
      form,
      join(folder, 'owner-locked.pdf'),
    ]);
    writeFileSync(join(folder, 'signed.pdf'), await signed(work));
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function signed(work: string): Promise<Uint8Array> {
  const [key, certificate, store] = ['key.pem', 'certificate.pem', 'store.p12'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=Test signer', '-days', '3650', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  execFileSync('openssl', [
    'pkcs12',
    '-export',
    '-inkey',
    key,
    '-in',
    certificate,
    '-out',
    store,
    '-passout',
    'pass:x',
  ]);
  const pdf = await PDF.load(await smallForm());
  const signer = await P12Signer.create(readFileSync(store), 'x');
  const { bytes } = await pdf.sign({ signer, reason: 'A test' });
  return bytes;
}
