import { beforeAll, describe, expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { readFormSignatures } from '../../../src/document/seal/form-signatures.js';
import { signPdf, timeStampToken } from '../../../src/document/seal/sign-pdf.js';
import type { SealVerdict } from '../../../src/document/seal/verdict.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { appendChange, appendSignature, type Placement } from '../../support/documents/place-signature.js';
import { cmsOver } from '../../support/documents/seals.js';
import { textPdf } from '../../support/documents/small-documents.js';
import { processorTime } from '../../support/processor-time.js';

/** An object of an incremental update, as its bytes stand in the file. */
interface RawObject {
  readonly number: number;
  readonly body: string | Buffer;
  /** An entry of the cross-references that leads elsewhere; null for none at all. */
  readonly at?: number | null;
}

/** Appends objects to a PDF with a table of cross-references, written by hand: nothing keeps it from being wrong. */
function rawUpdate(pdf: Buffer, objects: readonly RawObject[], trailer = ''): Buffer {
  const text = pdf.toString('latin1');
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '0';
  const root = [...text.matchAll(/\/Root\s+(\d+) 0 R/g)].at(-1)?.[1] ?? '1';
  const info = [...text.matchAll(/\/Info\s+\d+ 0 R/g)].at(-1)?.[0] ?? '';
  const parts: Buffer[] = [pdf, Buffer.from('\n')];
  let length = pdf.length + 1;
  const add = (part: string | Buffer): void => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const entries: string[] = [];
  for (const { number, body, at } of objects) {
    const offset = at === undefined ? length : at;
    if (offset !== null) entries.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    if (body.length === 0) continue;
    add(`${number} 0 obj\n`);
    add(body);
    add('\nendobj\n');
  }
  const start = length;
  add(`xref\n0 1\n0000000000 65535 f \n${entries.join('')}`);
  add(`trailer\n<< /Size 900000 /Root ${root} 0 R ${info} /Prev ${before} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** The body of the last version of an object. */
function bodyOf(pdf: Buffer, number: number): string {
  const text = pdf.toString('latin1');
  const at = text.lastIndexOf(`\n${number} 0 obj`);
  return text.slice(text.indexOf('obj', at) + 3, text.indexOf('endobj', at)).trim();
}

/** The numbers of the catalog and of the first page. */
function numbersIn(pdf: Buffer): { readonly catalog: number; readonly page: number } {
  const text = pdf.toString('latin1');
  const catalog = Number([...text.matchAll(/\/Root\s+(\d+) 0 R/g)].at(-1)?.[1]);
  const page = [...text.matchAll(/(\d+) 0 obj\s*<<(?:(?!endobj)[\s\S])*?\/Type\s*\/Page\b/g)].map(([, number]) =>
    Number(number),
  );
  return { catalog, page: page[0] ?? 0 };
}

const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
const stranger = certificateAuthority(Buffer.alloc(32, 8), 2026);
let sealed: Buffer;
let catalog: number;
let page: number;

beforeAll(async () => {
  sealed = Buffer.from(await signPdf(await textPdf(['Rent: 9,500.00']), own, '2026-11-20T09:31:00Z'));
  ({ catalog, page } = numbersIn(sealed));
});

const judge = (pdf: Uint8Array): Promise<SealVerdict> =>
  verifySeal(pdf, {
    trusted: [own.certificate],
    now: Date.parse('2026-12-01'),
    notLater: false,
    readForm: readFormSignatures,
  });

const outcome = async (pdf: Uint8Array): Promise<readonly [string, string | undefined]> => {
  const { verdict, problem } = await judge(pdf);
  return [verdict, problem?.code];
};

const genuine = ['genuine', undefined];
const added = ['added_to', 'added_after_signing'];

describe('an update that was written by hand', () => {
  it('may add validation data', async () => {
    const body = bodyOf(sealed, catalog).replace(/>>$/, '/DSS << /Certs [] >> >>');
    expect(await outcome(rawUpdate(sealed, [{ number: catalog, body }]))).toEqual(genuine);
  });

  it('shows another content: the stream of a page is replaced under its own number', async () => {
    const contents = Number(/\/Contents (?:\[\s*)?(\d+) 0 R/.exec(bodyOf(sealed, page))?.[1]);
    const body = '<< /Length 4 >>\nstream\nq Q \nendstream';
    expect(await outcome(rawUpdate(sealed, [{ number: contents, body }]))).toEqual(added);
  });

  it('shows other fonts: the resources of a page are replaced', async () => {
    const body = bodyOf(sealed, page).replace('/BaseFont /Helvetica', '/BaseFont /ZapfDingbats');
    expect(body).toContain('/ZapfDingbats');
    expect(await outcome(rawUpdate(sealed, [{ number: page, body }]))).toEqual(added);
  });

  it('hides the page under another size or turn', async () => {
    const body = bodyOf(sealed, page).replace(/>>$/, '/Rotate 90 /CropBox [0 0 10 10] >>');
    expect(await outcome(rawUpdate(sealed, [{ number: page, body }]))).toEqual(added);
  });

  it('brings back what stood there before it was signed, by its cross-references alone', async () => {
    const draft = await appendChange(await textPdf(['Rent: 95.00']), (pdf) => {
      pdf.getPages()[0]!.drawText('Rent: 9,500.00', { x: 60, y: 600 });
    });
    const first = /(?:^|\n)(\d+) 0 obj\s*<<(?:(?!endobj)[\s\S])*?\/Type\s*\/Page\b/.exec(draft.toString('latin1'));
    const signed = await appendSignature(draft, { subFilter: 'ETSI.CAdES.detached', field: 'Seal' }, cmsOver(own));
    expect((await judge(signed)).problem).toBeNull();
    const at = signed.indexOf(`${first?.[1]} 0 obj`);
    const shadow = rawUpdate(signed, [{ number: Number(first?.[1]), body: '', at }]);
    expect(shadow.length - signed.length).toBeLessThan(250);
    expect(await outcome(shadow)).toEqual(added);
  });

  it('runs an action at opening, or shows other layers', async () => {
    for (const entry of [
      '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
      '/OCProperties << /OCGs [] /D << >> >>',
      '/Names << >>',
      '/Lang (en)',
      '/NeedAppearances true',
    ]) {
      const body = bodyOf(sealed, catalog).replace(/>>$/, `${entry} >>`);
      expect(await outcome(rawUpdate(sealed, [{ number: catalog, body }])), entry).toEqual(added);
    }
  });

  it('takes the signature out of the form', async () => {
    const body = bodyOf(sealed, catalog).replace(/\/AcroForm \d+ 0 R/, '');
    expect(await outcome(rawUpdate(sealed, [{ number: catalog, body }]))).toEqual(added);
  });
});

describe('an update that readers could take for different things', () => {
  it('has an object that its cross-references do not name', async () => {
    const update = rawUpdate(sealed, [
      { number: catalog, body: bodyOf(sealed, catalog) },
      { number: page, body: '<< /Type /Page >>', at: null },
    ]);
    expect(await outcome(update)).toEqual(added);
  });

  it('has two kinds of cross-references, or ones that do not end', async () => {
    const objects = [{ number: catalog, body: bodyOf(sealed, catalog) }];
    expect(await outcome(rawUpdate(sealed, objects, '/XRefStm 12 '))).toEqual(added);
    const looped = rawUpdate(sealed, objects).toString('latin1');
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(looped)?.[1]);
    const again = looped.replace(/\/Prev (\d+)(?=[^/]*>>\s*startxref[^s]*$)/, `/Prev ${start}`);
    const [verdict] = await outcome(Buffer.from(again, 'latin1'));
    expect(verdict).not.toBe('genuine');
  });

  it('is not an update: its end leads back into what was signed', async () => {
    const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(sealed.toString('latin1'))?.[1];
    const forged = Buffer.from(`\n${page} 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n${before}\n%%EOF\n`);
    expect(await outcome(Buffer.concat([sealed, forged]))).toEqual(added);
  });
});

describe('an update in which two readers could read two things', () => {
  /** Validation data, which by itself would be accepted. */
  const dss = (): { number: number; body: string } => ({
    number: catalog,
    body: bodyOf(sealed, catalog).replace(/>>$/, '/DSS << /Certs [] >> >>'),
  });
  const edited = (change: (text: string) => string): Buffer => {
    const update = rawUpdate(sealed, [dss()]).toString('latin1');
    const changed = change(update.slice(sealed.length));
    expect(changed).not.toBe(update.slice(sealed.length));
    return Buffer.concat([sealed, Buffer.from(changed, 'latin1')]);
  };

  it('is accepted without any of that', async () => {
    expect(await outcome(rawUpdate(sealed, [dss()]))).toEqual(genuine);
  });

  it.each([
    ['a key twice', (text: string) => text.replace('/DSS', '/DSS null /DSS')],
    ['a key twice, once with an escape', (text: string) => text.replace('/DSS', '/D#53S null /DSS')],
    ['a hybrid section under an escape', (text: string) => text.replace('/Size', '/XRef#53tm 12 /Size')],
    [
      'an object twice in its table',
      (text: string) => text.replace(/(\d+ 1\n\d{10} 00000 n \n)trailer/, '$1$1trailer'),
    ],
    ['another generation in its table', (text: string) => text.replace(' 00000 n', ' 00001 n')],
    ['an object of another generation', (text: string) => text.replace(' 0 obj', ' 1 obj')],
    ['objects beyond its size', (text: string) => text.replace('/Size 900000', '/Size 2')],
    ['a comment with an object', (text: string) => text.replace('\nxref', '\n% 3 0 obj << >> endobj\nxref')],
    ['bytes between its objects', (text: string) => text.replace('\nxref', '\n(x)\nxref')],
    ['an address that is not its own', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n9')],
    ['a second end', (text: string) => `${text}%%EOF\n`],
    ['a stream instead of a dictionary', (text: string) => text.replace('endobj', 'stream\n\nendstream\nendobj')],
    ['encryption', (text: string) => text.replace('/Size', '/Encrypt << >> /Size')],
  ])('is not vouched for: %s', async (_, change) => {
    expect(await outcome(edited(change))).toEqual(added);
  });

  it('is not vouched for when it gives up an object that is used', async () => {
    const update = edited((text) =>
      text.replace(
        'xref\n0 1\n0000000000 65535 f \n',
        `xref\n0 1\n0000000000 65535 f \n${page} 1\n0000000000 00001 f \n`,
      ),
    );
    const shift = Buffer.from(update);
    expect(await outcome(shift)).toEqual(added);
  });
});

describe('a document timestamp that was added', () => {
  const stamped = (pdf: Buffer, authority = own, more: Partial<Placement> = {}): Promise<Buffer> =>
    appendSignature(pdf, { subFilter: 'ETSI.RFC3161', field: 'Stamp', room: 12_000, ...more }, (covered) =>
      timeStampToken(authority.timeStamp, covered, new Date('2026-11-21T08:00:00Z')),
    );

  it('is long-term validation when its authority is trusted', async () => {
    const once = await stamped(sealed);
    expect(await outcome(once)).toEqual(genuine);
    const { signatures, time_stamp: stamp } = await judge(await stamped(once, own, { field: 'Again' }));
    expect(signatures.map(({ kind, revision, trusted }) => [kind, revision, trusted])).toEqual([
      ['signature', 1, true],
      ['document_timestamp', 2, true],
      ['document_timestamp', 3, true],
    ]);
    expect(stamp?.at).toBe('2026-11-20T09:31:00.000Z');
  });

  it.each([
    ['is by a stranger', stranger, {}],
    ['shows something', own, { rect: [40, 40, 300, 200] as const }],
    ['takes the name of a field that is there', own, { field: 'Seal' }],
  ])('is not vouched for when it %s', async (_, authority, more) => {
    expect(await outcome(await stamped(sealed, authority, more))).toEqual(added);
  });

  it('is not vouched for when a signature calls itself one', async () => {
    const signed = await appendSignature(sealed, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(stranger));
    expect(await outcome(signed)).toEqual(added);
  });
});

describe('a document that refers to objects that are not there yet', () => {
  it('is not vouched for when validation data fills them in', async () => {
    const plain = Buffer.from(await textPdf(['Rent']));
    const { page: first } = numbersIn(plain);
    const drawn = rawUpdate(plain, [
      { number: first, body: bodyOf(plain, first).replace('/Font', '/XObject << /Im 850 0 R >> /Font') },
    ]);
    const signed = await appendSignature(drawn, { subFilter: 'ETSI.CAdES.detached', field: 'Seal' }, cmsOver(own));
    expect(await outcome(signed)).toEqual(genuine);
    const { catalog: root } = numbersIn(signed);
    const add = (number: number) =>
      rawUpdate(signed, [
        { number: root, body: bodyOf(signed, root).replace(/>>$/, `/DSS << /Certs [${number} 0 R] >> >>`) },
        { number, body: '<< /Subtype /Form /BBox [0 0 9 9] /Length 3 >>\nstream\nf f\nendstream' },
      ]);
    expect(await outcome(add(850))).toEqual(added);
    expect(await outcome(add(851))).toEqual(genuine);
  });
});

describe('an update that is to be too much', () => {
  const withCatalog = (entry: string, more: Parameters<typeof rawUpdate>[1] = []): Buffer =>
    rawUpdate(sealed, [{ number: catalog, body: bodyOf(sealed, catalog).replace(/>>$/, `${entry} >>`) }, ...more]);

  it.each([
    ['nested deeply', () => withCatalog(`/DSS ${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    ['in circles', () => withCatalog('/DSS 9001 0 R', [{ number: 9001, body: '9001 0 R' }])],
    [
      'a form that contains itself',
      () =>
        withCatalog('/AcroForm 9002 0 R', [
          { number: 9002, body: '<< /Fields [9003 0 R] >>' },
          { number: 9003, body: '<< /T (x) /Kids [9003 0 R] >>' },
        ]),
    ],
    [
      'pages that contain themselves',
      () => withCatalog('/Pages 9004 0 R', [{ number: 9004, body: '<< /Type /Pages /Count 1 /Kids [9004 0 R] >>' }]),
    ],
  ])('is not called genuine, and ends soon: %s', async (_, make) => {
    const spent = processorTime();
    const { verdict } = await judge(make());
    expect(verdict).not.toBe('genuine');
    expect(spent()).toBeLessThan(10_000);
  });
});

describe('a document that was prepared before it was signed', () => {
  /** A page whose text is drawn by an object that calls itself something that may change, or stands under such a name. */
  const prepared = async (name: string, more: string, dss = ''): Promise<Buffer> => {
    const plain = Buffer.from(await textPdf(['Rent']));
    const { catalog: root, page: first } = numbersIn(plain);
    const stream = `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] ${more} /Length 3 >>\nstream\nq Q\nendstream`;
    const drawn = rawUpdate(plain, [
      {
        number: first,
        body: bodyOf(plain, first)
          .replace(/>>$/, `/Tabs /S >>`)
          .replace('/Font', `/XObject << /${name} 800 0 R >> /Font`),
      },
      { number: 800, body: stream },
      { number: root, body: bodyOf(plain, root).replace(/>>$/, `${dss} >>`) },
    ]);
    return await appendSignature(drawn, { subFilter: 'ETSI.CAdES.detached', field: 'Seal' }, cmsOver(own));
  };
  const exchanged = (signed: Buffer, more: string): Buffer =>
    rawUpdate(signed, [
      {
        number: 800,
        body: `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] ${more} /Length 3 >>\nstream\nf f\nendstream`,
      },
    ]);

  it.each([
    ['as it is', 'X1', ''],
    ['as an annotation', 'X1', '/Rect [0 0 1 1]'],
    ['as a field', 'X1', '/FT /Tx'],
    ['under a name that elsewhere leads back up', 'P', ''],
    ['under another such name', 'Parent', ''],
  ])('is not vouched for when what it draws is exchanged: %s', async (_, name, more) => {
    const signed = await prepared(name, more);
    expect((await judge(signed)).problem).toBeNull();
    expect(await outcome(exchanged(signed, more))).toEqual(added);
  });

  it('is not vouched for when the page is its own list of resources, and one of them is exchanged', async () => {
    const plain = Buffer.from(await textPdf(['Rent']));
    const { page: first } = numbersIn(plain);
    for (const name of ['Thumb', 'Tabs', 'Metadata', 'Kids', 'Parent', 'P']) {
      const resources = bodyOf(plain, first)
        .replace('/Font', `/XObject ${first} 0 R /Font`)
        .replace(new RegExp(`/${name} \\d+ 0 R`), '')
        .replace(/>>$/, `/${name} 800 0 R >>`);
      const form = '<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Length 3 >>\nstream\nq Q\nendstream';
      const drawn = rawUpdate(plain, [
        { number: first, body: resources },
        { number: 800, body: form },
      ]);
      const signed = await appendSignature(drawn, { subFilter: 'ETSI.CAdES.detached', field: 'Seal' }, cmsOver(own));
      expect((await outcome(exchanged(signed, '')))[0], name).not.toBe('genuine');
    }
  });

  it('is not vouched for when the exchange is mentioned in validation data as well', async () => {
    const signed = await prepared('X1', '/Group 801 0 R', '/DSS << /Certs [800 0 R] >>');
    expect((await judge(signed)).problem).toBeNull();
    expect(await outcome(exchanged(signed, '/Group 801 0 R'))).toEqual(added);
  });

  it('is not vouched for when a new field shows something in the name of a signature that was there', async () => {
    const signature = /\/V (\d+ 0 R)/.exec(sealed.toString('latin1'))?.[1] ?? '';
    const form = Number(/\/AcroForm (\d+) 0 R/.exec(bodyOf(sealed, catalog))?.[1]);
    const update = rawUpdate(sealed, [
      { number: form, body: bodyOf(sealed, form).replace(/\/Fields \[/, '/Fields [810 0 R ') },
      { number: page, body: bodyOf(sealed, page).replace('/Annots [', '/Annots [810 0 R ') },
      {
        number: 810,
        body: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (More) /V ${signature} /Rect [0 0 500 800] /AP << /N 811 0 R >> >>`,
      },
      { number: 811, body: '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 3 >>\nstream\nq Q\nendstream' },
    ]);
    expect(await outcome(update)).toEqual(added);
  });
});
