import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { RenderFailed } from '../../../src/document/document-failure.js';
import type { ReadDocument } from '../../../src/document/read-document.js';
import { fingerprintOf, rootCertificate } from '../../../src/document/seal/certificate-authority.js';
import type { Mark } from '../../../src/document/render-job.js';
import { draftJob, sealJob } from '../../support/documents/jobs.js';
import {
  fixture,
  formWithLink,
  has,
  inheritingPages,
  laidOpen,
  lease,
  orphanWidget,
  pageTexts,
  picture,
  qpdfComplaints,
  withFile,
} from '../../support/documents/small-documents.js';
import { sharedEngine } from '../../support/documents/document-engine.js';

const engine = sharedEngine();
let read: ReadDocument;
let marks: readonly Mark[];
/** The lease with all of them. */
let whole: Uint8Array;

beforeAll(async () => {
  read = await engine.read({ filename: 'lease.pdf', bytes: lease() });
  marks = [
    { kind: 'text', ...at('tenant_full_name'), text: 'Žoë Mokoena-ǀXam' },
    { kind: 'text', ...at('special_conditions'), text: 'First condition.\nSecond condition.', multiline: true },
    { kind: 'text', ...at('payment_bank_name'), text: 'Standard Bank' },
    { kind: 'tick', ...at('utilities_included.water') },
    { kind: 'typed_signature', ...at('tenant_signature'), text: 'Thandi Mokoena' },
    { kind: 'typed_signature', ...at('surety_signature'), text: 'Ḓembe ṋ' },
    { kind: 'drawn_signature', ...at('landlord_signature'), image: png(60, 20) },
  ];
  whole = await engine.seal(sealJob(read.pdf, marks));
});

function at(widget: string): { page: number; rect: Mark['rect'] } {
  const box = read.boxes.find((candidate) => candidate.context.widget_name === widget)!;
  return { page: box.page, rect: box.rect };
}

describe('a sealed document', () => {
  it.skipIf(!has('pdftotext'))('has a heading over the lines of each page of its certificate', async () => {
    const job = sealJob(lease(), []);
    for (const count of [2, 3, 4, 5, 6, 7, 8, 30]) {
      const events = Array.from({ length: count }, (_, index) => ({
        ...job.certificate.events[1]!,
        text: `Act ${index}`,
      }));
      const pages = pageTexts(await engine.seal({ ...job, certificate: { ...job.certificate, events } })).slice(4);
      for (const page of pages) {
        expect(page.trim()).toMatch(/^(Certificate of completion|History|History, continued|Seal)\n/u);
        expect(page.trim()).not.toMatch(
          /(History|Seal|Who acted)(, continued)?\s+Envelope [^\n]*made by the esign emulator/u,
        );
      }
    }
  });

  it.skipIf(!has('pdftotext'))('shows the answers where they belong, and the certificate at the end', async () => {
    const texts = pageTexts(whole);
    expect(texts).toHaveLength(5);
    expect(texts[0]).toContain('Žoë Mokoena-ǀXam');
    expect(texts[1]).toContain('Standard Bank');
    const conditions = texts.findIndex((text) => text.includes('First condition.'));
    expect(texts[conditions]).toContain('Second condition.');
    expect(texts[3]).toContain('Thandi Mokoena');
    expect(texts[3]).toContain('Ḓembe ṋ');
    const certificate = texts[4]!;
    for (const said of [
      'Certificate of completion',
      'Lease of 12 Acacia Street',
      '5f0c1d6e-2a86-4c43-9d5e-7b8f0a1c2d3e',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'Žoë Škoda',
      'zoe@example.test',
      'Signed by Thandi Mokoena',
      'Director · Mokoena Holdings',
      'Opened the document 20 November 2026, 11:00:00',
      'Signed 20 November 2026, 11:30:00, through the link in the e-mail',
      'Did not act',
      fingerprintOf(rootCertificate(Buffer.alloc(32, 7))),
      'esign pdf verify FILE --ca-file ca.pem',
      'Certificate page 1 of 1',
      'from 203.0.113.7 · Mozilla/5.0',
      'Identified by the link that was e-mailed to this address',
    ]) {
      expect(certificate).toContain(said);
    }
    // Not last, where it could be alone on a page.
    expect(certificate.indexOf('All times are')).toBeLessThan(certificate.indexOf('Title'));
    expect(texts.join('')).not.toContain('DRAFT');
  });

  it.skipIf(!has('qpdf') || !has('pdfinfo'))('keeps the tag tree and the outline of its base', async () => {
    const told = (bytes: Uint8Array): readonly string[] =>
      withFile(bytes, (path) => [
        execFileSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8' }),
        ...(execFileSync('qpdf', ['--json=2', '--json-key=outlines', path], { encoding: 'utf8' }).match(
          /"(?:title|destpageposfrom1)": .*/gu,
        ) ?? []),
      ]);
    for (const [name, holds] of [
      ['forms/court-examine-respondent.pdf', 'TBody'],
      ['flat-forms/leave-application.pdf', '"title": "'],
    ] as const) {
      const { pdf, boxes } = await engine.read({ filename: name, bytes: fixture(name) });
      const texts = boxes.map(({ page, rect }): Mark => ({ kind: 'text', page, rect, text: 'Answer' }));
      const before = told(fixture(name));
      expect(before.join('')).toContain(holds);
      expect(told(await engine.seal(sealJob(pdf, texts)))).toEqual(before);
    }
  });

  it.skipIf(!has('qpdf'))('is a sound PDF without a form, without widgets and without scripts', async () => {
    expect(qpdfComplaints(whole)).toBe('');
    expect(laidOpen(whole)).not.toMatch(/\/AcroForm|\/Widget|\/JavaScript|\/OpenAction|\/AA /u);
  });

  it.skipIf(!has('qpdf'))('keeps no widget that the form had forgotten', async () => {
    const orphan = await orphanWidget();
    expect(laidOpen(orphan)).toContain('/Widget');
    expect(laidOpen(await engine.seal(sealJob(orphan, [])))).not.toContain('/Widget');
  });

  it.skipIf(!has('qpdf'))('keeps links when it takes the widgets away', async () => {
    const sealed = laidOpen(await engine.seal(sealJob(await formWithLink(), [])));
    expect(sealed).toContain('/Link');
    expect(sealed).not.toContain('/Widget');
  });

  it.skipIf(!has('pdftotext') || !has('pdftoppm'))(
    'keeps the fonts that pages inherit, and turns no page of its own',
    async () => {
      const pages = await inheritingPages();
      const rect = { x: 0.5, y: 0.5, w: 0.3, h: 0.05 };
      const sealed = await engine.seal(sealJob(pages, [{ kind: 'text', page: 2, rect, text: 'An answer' }]));
      const texts = pageTexts(sealed);
      expect(texts[0]).toContain('The first page');
      expect(texts[1]).toContain('The second page');
      expect(texts[1]).toMatch(/An\s+answer/u);
      expect(texts[0]).not.toContain('answer');
      expect(picture(sealed, 1).width).toBeGreaterThan(picture(sealed, 1).height);
      expect(picture(sealed, 3).width).toBeLessThan(picture(sealed, 3).height);
      expect(picture(sealed, 1).darkest({ x: 0, y: 0, w: 1, h: 1 })).toBeLessThan(100);
    },
  );

  it.skipIf(!has('qpdf'))('embeds only the characters that it uses', async () => {
    expect(whole.length).toBeLessThan(lease().length + 60_000);
    expect(laidOpen(whole)).toMatch(/\/[A-Z]{6}\+DancingScript/u);
  });

  it.skipIf(!has('pdftoppm'))('shows ticks and drawn signatures', async () => {
    const before = await engine.seal(sealJob(read.pdf, []));
    for (const widget of ['utilities_included.water', 'landlord_signature']) {
      const { page, rect } = at(widget);
      const inner = { x: rect.x + rect.w * 0.1, y: rect.y + rect.h * 0.2, w: rect.w * 0.8, h: rect.h * 0.6 };
      expect(picture(before, page).darkest(inner)).toBeGreaterThan(180);
      expect(picture(whole, page).darkest(inner)).toBeLessThan(120);
    }
  });

  it('is the same to the byte when it is made again', async () => {
    expect(Buffer.from(await engine.seal(sealJob(read.pdf, marks))).equals(whole)).toBe(true);
  });

  it('is not made with an answer that cannot be drawn', async () => {
    const smile: Mark = { kind: 'text', ...at('tenant_full_name'), text: 'Thandi 😀' };
    const sealing = engine.seal(sealJob(read.pdf, [smile]));
    await expect(sealing).rejects.toThrow(RenderFailed);
    await expect(sealing).rejects.toMatchObject({ code: 'undrawable', message: expect.stringContaining('U+1F600') });
  });

  it.each([
    ['no picture', Buffer.from('not a picture at all, whatever it says')],
    ['a picture of absurd size', png(20_000, 20_000)],
    ['a broken picture', png(60, 20).subarray(0, 50)],
  ])('is not made with a drawn signature that is %s', async (_, image) => {
    const mark: Mark = { kind: 'drawn_signature', ...at('landlord_signature'), image };
    await expect(engine.seal(sealJob(read.pdf, [mark]))).rejects.toMatchObject({ code: 'undrawable' });
  });
});

describe('a draft', () => {
  it.skipIf(!has('pdftotext'))('says DRAFT on every page and lists who is outstanding at the end', async () => {
    const texts = pageTexts(await engine.draft(draftJob(read.pdf, marks)));
    expect(texts).toHaveLength(5);
    for (const text of texts) expect(text).toContain('DRAFT');
    expect(texts[0]).toContain('Žoë Mokoena-ǀXam');
    for (const said of [
      'Outstanding',
      'Sipho Dlamini',
      'Surety',
      'Their turn now',
      'Anna van Wyk',
      '20 November 2026, 11:00',
    ]) {
      expect(texts[4]).toContain(said);
    }
  });

  it.skipIf(!has('pdftotext'))('says so too when nobody is outstanding, and on a second page of names', async () => {
    const over = { ...draftJob(read.pdf, []), outstanding: [], state: 'The deadline has passed.' };
    const nobody = pageTexts(await engine.draft(over));
    expect(nobody[4]).toContain('Nobody is outstanding.');
    expect(nobody[4]).toContain('The deadline has passed.');
    const ended = pageTexts(await engine.draft({ ...draftJob(read.pdf, []), state: 'Withdrawn.' }));
    expect(ended[4]).toContain('Who did not act');
    expect(ended[4]).not.toMatch(/^Waits$|Their turn/mu);
    const many = Array.from({ length: 40 }, (_, index) => ({
      name: `Person ${index}`,
      role: 'Party',
      text: 'Invited to sign by e-mail',
      turn: index === 0,
    }));
    const texts = pageTexts(await engine.draft({ ...draftJob(read.pdf, []), outstanding: many }));
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expect(text).toContain('DRAFT');
    expect(texts.join('')).toContain('Person 39');
  });

  it.skipIf(!has('qpdf'))('is a sound PDF', async () => {
    expect(qpdfComplaints(await engine.draft(draftJob(read.pdf, marks)))).toBe('');
  });

  it('quotes what it cannot draw in a title instead of failing', async () => {
    const draft = await engine.draft({ ...draftJob(read.pdf, []), title: 'Lease 😀' });
    if (has('pdftotext')) expect(pageTexts(draft).at(-1)).toContain('Lease ?');
  });
});

describe('a page by itself', () => {
  it.skipIf(!has('pdftotext') || !has('qpdf'))('is that page and no other, without form fields', async () => {
    const page = await engine.page(read.pdf, 2);
    const texts = pageTexts(page);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('6. RENTAL AND PAYMENT');
    expect(laidOpen(page)).not.toMatch(/\/AcroForm|\/Widget/u);
    expect(qpdfComplaints(page)).toBe('');
  });

  it.each([0, 5, -1, 1.5, Number.NaN])('is refused when there is no page %s', async (page) => {
    await expect(engine.page(read.pdf, page)).rejects.toMatchObject({ name: 'RenderFailed', code: 'unknown_page' });
  });
});

describe('real forms', () => {
  it
    .skipIf(!has('pdftotext') || !has('qpdf'))
    .each(['court-ccfd20.pdf', 'court-examine-respondent.pdf', 'court-foc102.pdf', 'court-petition-treatment.pdf'])(
    '%s is sealed with an answer in every box',
    async (file) => {
      const form = await engine.read({ filename: file, bytes: fixture(`forms/${file}`) });
      const answers = form.boxes.map((box, index): Mark => {
        const place = { page: box.page, rect: box.rect };
        return box.type === 'tickbox' ? { kind: 'tick', ...place } : { kind: 'text', ...place, text: `Q${index}Q` };
      });
      const sealed = await engine.seal(sealJob(form.pdf, answers));
      expect(qpdfComplaints(sealed)).toBe('');
      const text = pageTexts(sealed).join('');
      for (const [index, box] of form.boxes.entries()) if (box.type !== 'tickbox') expect(text).toContain(`Q${index}Q`);
    },
  );
});

/** A picture of black on white, as a signing page would send it. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(Math.min(height, 100) * (Math.min(width, 100) + 1));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
