import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign, webcrypto, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  CryptoKeySigner,
  type PDF,
  PDF as Document,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfString,
  type SignOptions,
} from '@libpdf/core';
import { createRequire } from 'node:module';
import { partsOf, rawOf, readAsn1 } from '../../../src/document/seal/read-asn1.js';
import { keyKinds, type OpensslSigner } from './openssl-signer.js';
import { appendChange, appendSignature, type Placement } from './place-signature.js';
import { has, smallForm, textPdf } from './small-documents.js';
import { attribute } from '../../../src/document/seal/sign-pdf.js';
import { derOf, embedded, number, numberedAs, octets, oid, sequence, set } from '../../../src/document/seal/encode.js';
import { objectIds } from '../../../src/document/seal/object-ids.js';

/** A signed file, and what is to be said of it. */
export interface Specimen {
  readonly name: string;
  readonly bytes: Buffer;
  readonly expected: 'genuine' | 'added_to' | 'altered' | 'cannot_judge';
  readonly problem?: string;
}

const legacy = 'adbe.pkcs7.detached';
const pades = 'ETSI.CAdES.detached';
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Every profile that is supported or refused, made by OpenSSL, libpdf and signpdf. */
export async function signedCorpus(openssl: OpensslSigner): Promise<readonly Specimen[]> {
  const text = await textPdf(['An agreement of two pages', 'Rent: 9,500.00'], ['The second page']);
  const form = await smallForm();
  const sign = (
    pdf: Uint8Array,
    kind: Parameters<OpensslSigner['cms']>[0],
    placement: Partial<Placement> = {},
    more: readonly string[] = [],
  ): Promise<Buffer> => {
    const subFilter = placement.subFilter ?? pades;
    const cades = subFilter === pades ? ['-cades'] : [];
    return appendSignature(pdf, { field: 'Seal', subFilter, ...placement }, (covered) =>
      openssl.cms(kind, covered, ['-md', 'sha256', ...cades, ...more]),
    );
  };
  const stamp = (pdf: Uint8Array, placement: Partial<Placement> = {}): Promise<Buffer> =>
    appendSignature(pdf, { subFilter: 'ETSI.RFC3161', field: 'Stamp', ...placement }, (covered) =>
      openssl.token(sha256(covered)),
    );
  const libpdf = libpdfSigner(openssl);
  const compact = await (await Document.load(text)).save({ useXRefStream: true, compressStreams: true });
  const plain = await sign(text, 'p256');
  const certified = (level: 1 | 2 | 3): Promise<Buffer> => sign(form, 'p256', { docMdp: level });
  const made: readonly (readonly [string, Specimen['expected'], Promise<Buffer>, string?])[] = [
    ['openssl RSA, B-B', 'genuine', sign(text, 'rsa')],
    ['openssl RSA-PSS, B-B', 'genuine', sign(text, 'pss')],
    ['openssl P-256, B-B', 'genuine', Promise.resolve(plain)],
    ['openssl P-384 and SHA-512, B-B', 'genuine', sign(text, 'p384', {}, ['-md', 'sha512'])],
    ['openssl RSA, adbe.pkcs7.detached', 'genuine', sign(text, 'rsa', { subFilter: legacy })],
    ['openssl RSA, no signed attributes', 'genuine', sign(text, 'rsa', { subFilter: legacy }, ['-noattr'])],
    ['openssl RSA, BER of indefinite length', 'genuine', inBer(openssl, text)],
    ['Ed25519, B-B', 'genuine', inEd25519(openssl, text)],
    ['openssl RSA, named by key identifier', 'genuine', sign(text, 'rsa', { subFilter: legacy }, ['-keyid'])],
    ['openssl P-256, cross-reference stream', 'genuine', sign(compact, 'p256')],
    ...(hasSignpdf() ? [['signpdf RSA, adbe.pkcs7.detached', 'genuine', signpdf(openssl, text)] as const] : []),
    [
      'two signatures and a timestamp, cross-reference streams',
      'genuine',
      sign(compact, 'p256')
        .then((pdf) => sign(pdf, 'rsa', { field: 'Second' }))
        .then(stamp),
    ],
    [
      'SHA-1, then a sound signature',
      'cannot_judge',
      sign(text, 'rsa', { field: 'First', subFilter: legacy }, ['-md', 'sha1']).then((pdf) => sign(pdf, 'p256')),
      'unfit_algorithm',
    ],
    ...(hasPoppler()
      ? ([
          ['poppler RSA, adbe.pkcs7.detached', 'genuine', inPoppler(openssl, text)],
          ['poppler after openssl', 'genuine', inPoppler(openssl, plain)],
        ] as const)
      : []),
    ['libpdf B-B', 'genuine', libpdf(text, { level: 'B-B' })],
    ['libpdf B-T', 'genuine', libpdf(text, { level: 'B-T' })],
    ['libpdf B-LT', 'genuine', libpdf(text, { level: 'B-LT' })],
    ['libpdf B-LTA', 'genuine', libpdf(text, { level: 'B-LTA' })],
    ['signature and document timestamp', 'genuine', stamp(plain)],
    ['two signatures', 'genuine', sign(plain, 'rsa', { field: 'Second', subFilter: legacy })],
    [
      'two signatures and two timestamps',
      'genuine',
      sign(plain, 'rsa', { field: 'Second' })
        .then(stamp)
        .then((pdf) => stamp(pdf, { field: 'Stamp 2' })),
    ],
    [
      'visible signature after another one',
      'genuine',
      sign(plain, 'rsa', { field: 'Second', rect: [50, 50, 150, 90] }),
    ],
    ['certified, nothing allowed', 'genuine', certified(1)],
    ['certified 1, then timestamped', 'genuine', certified(1).then(stamp)],
    ['certified 2, then filled in', 'added_to', certified(2).then(fillIn), 'added_after_signing'],
    ['certified 2, then signed', 'genuine', certified(2).then((pdf) => sign(pdf, 'rsa', { field: 'Second' }))],
    ['certified 3, then annotated', 'added_to', certified(3).then(annotate), 'added_after_signing'],
    [
      'filled in between two signatures',
      'genuine',
      sign(form, 'p256')
        .then(fillIn)
        .then((pdf) => sign(pdf, 'rsa', { field: 'Second' })),
    ],
    ['validation data added', 'genuine', appendChange(plain, addValidationData)],
    [
      'document properties changed',
      'added_to',
      appendChange(plain, (pdf) => pdf.setTitle('Another title')),
      'added_after_signing',
    ],
    ['certified 1, then filled in', 'added_to', certified(1).then(fillIn), 'added_after_signing'],
    ['certified 1, then signed', 'genuine', certified(1).then((pdf) => sign(pdf, 'rsa', { field: 'Second' }))],
    ['certified 2, then annotated', 'added_to', certified(2).then(annotate), 'added_after_signing'],
    [
      'certified 2, a locked field filled in',
      'added_to',
      sign(form, 'p256', { docMdp: 2, locks: ['tenant_full_name'] }).then(fillIn),
      'added_after_signing',
    ],
    ['annotated after the last signature', 'added_to', annotate(plain), 'added_after_signing'],
    ['page content replaced', 'added_to', appendChange(plain, replaceContent), 'added_after_signing'],
    [
      'page content replaced, then signed again',
      'genuine',
      appendChange(plain, replaceContent).then((pdf) => sign(pdf, 'rsa', { field: 'Second' })),
    ],
    ['pages exchanged', 'added_to', appendChange(plain, (pdf) => void pdf.movePage(1, 0)), 'added_after_signing'],
    ['a page added', 'added_to', appendChange(plain, (pdf) => void pdf.addPage()), 'added_after_signing'],
    ['pages hidden behind another catalog', 'added_to', appendChange(plain, hidePages), 'added_after_signing'],
    ['signature field removed', 'added_to', appendChange(plain, removeField), 'added_after_signing'],
    ['timestamp that covers the text', 'added_to', stamp(plain, { rect: [50, 700, 400, 780] }), 'added_after_signing'],
    ['filled in after the only signature', 'added_to', sign(form, 'p256').then(fillIn), 'added_after_signing'],
    ['SHA-1', 'cannot_judge', sign(text, 'rsa', { subFilter: legacy }, ['-md', 'sha1']), 'unfit_algorithm'],
    ['RSA of 1024 bits', 'cannot_judge', sign(text, 'rsa1024'), 'unfit_algorithm'],
    [
      'adbe.pkcs7.sha1',
      'cannot_judge',
      appendSignature(text, { field: 'Seal', subFilter: 'adbe.pkcs7.sha1' }, (covered) =>
        openssl.cms('rsa', createHash('sha1').update(covered).digest(), ['-nodetach', '-md', 'sha1']),
      ),
      'unfit_algorithm',
    ],
    ['only a document timestamp', 'cannot_judge', stamp(text), 'not_signed'],
    ['unknown format', 'cannot_judge', sign(text, 'rsa', { subFilter: 'Example.private' }), 'unsupported_profile'],
  ];
  const specimens: Specimen[] = [];
  for (const [name, expected, bytes, problem] of made) {
    specimens.push({ name, expected, bytes: await bytes, ...(problem === undefined ? {} : { problem }) });
  }
  return specimens;
}

const fillIn = (pdf: Uint8Array): Promise<Buffer> =>
  appendChange(pdf, (document) => {
    document.getForm()?.getTextField('tenant_full_name')?.setValue('Thandi Nkosi');
  });

const annotate = (pdf: Uint8Array): Promise<Buffer> =>
  appendChange(pdf, (document) => {
    const page = document.getPages()[0]!;
    const note = document.register(
      PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('FreeText'),
        Rect: PdfArray.of(...[60, 700, 200, 740].map((each) => PdfNumber.of(each))),
        Contents: PdfString.fromString('Rent: 95.00'),
        DA: PdfString.fromString('/Helv 12 Tf 0 g'),
      }),
    );
    const before = page.dict.getArray('Annots', (ref) => document.getObject(ref));
    page.dict.set('Annots', PdfArray.of(...(before ?? []), note));
  });

function replaceContent(document: PDF): void {
  document.getPages()[0]!.drawText('Rent: 95.00', { x: 60, y: 600 });
}

function hidePages(document: PDF): void {
  const catalog = document.getCatalog();
  const page = document.getPages()[1]!;
  const tree = document.register(
    PdfDict.of({ Type: PdfName.of('Pages'), Count: PdfNumber.of(1), Kids: PdfArray.of(page.ref) }),
  );
  catalog.set('Pages', tree);
}

function removeField(document: PDF): void {
  const form = document.getCatalog().getDict('AcroForm', (ref) => document.getObject(ref))!;
  form.set('Fields', PdfArray.of());
}

function addValidationData(document: PDF): void {
  document.getCatalog().set('DSS', document.register(PdfDict.of({ Type: PdfName.of('DSS'), Certs: PdfArray.of() })));
}

/** A signer of libpdf, with the authority and the timestamps of OpenSSL. */
function libpdfSigner(openssl: OpensslSigner) {
  return async (pdf: Uint8Array, options: Pick<SignOptions, 'level'>): Promise<Buffer> => {
    openssl.cms('p256', Buffer.alloc(1));
    const pem = readFileSync(openssl.path('p256.key'), 'utf8').replace(/-----[^-]+-----|\s/g, '');
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await webcrypto.subtle.importKey('pkcs8', Buffer.from(pem, 'base64'), algorithm, false, ['sign']);
    const signer = new CryptoKeySigner(key, openssl.der('p256'), 'EC', 'ECDSA', [openssl.der('ca')]);
    const document = await Document.load(pdf);
    const { bytes } = await document.sign({
      signer,
      ...options,
      signingTime: new Date(),
      timestampAuthority: { timestamp: (digest) => Promise.resolve(openssl.token(digest)) },
      revocationProvider: { getOCSP: () => Promise.resolve(null), getCRL: () => Promise.resolve(null) },
    });
    return Buffer.from(bytes);
  };
}

/** The outer two lengths are left open, as older signers wrote them. */
const inBer = (openssl: OpensslSigner, pdf: Uint8Array): Promise<Buffer> =>
  appendSignature(pdf, { subFilter: legacy, field: 'Seal' }, (covered) => {
    const [type, wrapped] = partsOf(readAsn1(openssl.cms('rsa', covered, ['-md', 'sha256'])).value);
    const [data] = partsOf(wrapped);
    const open = (tag: number, ...parts: readonly Buffer[]): Buffer =>
      Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.alloc(2)]);
    return open(0x30, rawOf(type!), open(0xa0, rawOf(data!)));
  });

/** OpenSSL 3.0 signs no CMS with such a key (RFC 8419), so only key and certificate come from it. */
const inEd25519 = (openssl: OpensslSigner, pdf: Uint8Array): Promise<Buffer> =>
  appendSignature(pdf, { subFilter: pades, field: 'Seal' }, (covered) => {
    openssl.certificateOf('ed25519', keyKinds.ed25519, 'keyUsage=critical,digitalSignature');
    const key = createPrivateKey(readFileSync(openssl.path('ed25519.key')));
    return ed25519Cms(openssl.der('ed25519'), key, covered);
  });

/** signpdf fills an existing place. */
async function signpdf(openssl: OpensslSigner, pdf: Uint8Array): Promise<Buffer> {
  openssl.cms('rsa', Buffer.alloc(1));
  const placement = { subFilter: legacy, field: 'Seal', room: 8192 };
  const withPlace = await appendSignature(pdf, placement, () => Buffer.alloc(0));
  const text = withPlace
    .toString('latin1')
    .replace(/\/ByteRange \[0 \d+ \d+ \d+\] */, (range) =>
      '/ByteRange [0 /********** /********** /**********]'.padEnd(range.length),
    );
  return await signWithSignpdf(Buffer.from(text, 'latin1'), openssl.p12('rsa'), 'corpus');
}

const hasPoppler = (): boolean => ['pdfsig', 'certutil', 'pk12util'].every(has);

/** pdfsig signs as well, with keys of NSS. */
function inPoppler(openssl: OpensslSigner, pdf: Uint8Array): Promise<Buffer> {
  openssl.cms('rsa', Buffer.alloc(1));
  openssl.p12('rsa');
  const run = (program: string, ...words: readonly string[]): void => {
    execFileSync(program, words, { cwd: openssl.folder, stdio: 'pipe' });
  };
  if (!existsSync(openssl.path('nss'))) {
    mkdirSync(openssl.path('nss'));
    run('certutil', '-N', '-d', 'sql:nss', '--empty-password');
    run('pk12util', '-i', 'rsa.p12', '-d', 'sql:nss', '-W', 'corpus');
  }
  writeFileSync(openssl.path('unsigned.pdf'), pdf);
  run('pdfsig', '-nssdir', 'nss', 'unsigned.pdf', 'signed.pdf', '-add-signature', '-nick', 'rsa');
  return Promise.resolve(readFileSync(openssl.path('signed.pdf')));
}

/** The certificate that vouches for all of them. */
export const corpusAuthority = (openssl: OpensslSigner): Buffer =>
  Buffer.from(new X509Certificate(readFileSync(openssl.path('ca.pem'))).raw);

/** A detached CMS signed with Ed25519 (RFC 8419). */
function ed25519Cms(certificate: Buffer, key: KeyObject, content: Uint8Array): Buffer {
  const [, serial, , issuer] = partsOf(partsOf(readAsn1(certificate).value)[0]);
  const digest = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();
  const attributes = set(
    attribute(objectIds.contentType, oid(objectIds.data)),
    attribute(objectIds.messageDigest, octets(digest('sha512', content))),
    attribute(objectIds.signingCertificateV2, sequence(sequence(sequence(octets(digest('sha256', certificate)))))),
  );
  const signer = sequence(
    number(1),
    sequence(embedded(rawOf(issuer!)), embedded(rawOf(serial!))),
    sequence(oid(objectIds.sha512)),
    numberedAs(0, ...attributes.valueBlock.value),
    sequence(oid(objectIds.ed25519)),
    octets(sign(null, derOf(attributes), key)),
  );
  const data = sequence(
    number(1),
    set(sequence(oid(objectIds.sha512))),
    sequence(oid(objectIds.data)),
    numberedAs(0, embedded(certificate)),
    set(signer),
  );
  return derOf(sequence(oid(objectIds.signedData), numberedAs(0, data)));
}

/** Only what is used here of a package that this repository needs for this one test. */
interface Signpdf {
  readonly SignPdf: new () => { sign(pdf: Buffer, signer: unknown): Promise<Buffer> };
}
interface SignerP12 {
  readonly P12Signer: new (p12: Buffer, options: { readonly passphrase: string }) => unknown;
}

const require = createRequire(import.meta.url);

/** Whether it is installed: `npm ci` does so. */
function hasSignpdf(): boolean {
  try {
    return require.resolve('@signpdf/signpdf') !== '' && require.resolve('@signpdf/signer-p12') !== '';
  } catch {
    return false;
  }
}

/** Signs a PDF that has a place for the signature, with the key of a PKCS #12 file. */
async function signWithSignpdf(pdf: Buffer, p12: Buffer, passphrase: string): Promise<Buffer> {
  const { SignPdf } = require('@signpdf/signpdf') as Signpdf;
  const { P12Signer } = require('@signpdf/signer-p12') as SignerP12;
  return await new SignPdf().sign(pdf, new P12Signer(p12, { passphrase }));
}
