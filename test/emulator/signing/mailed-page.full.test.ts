import { spawnSync } from 'node:child_process';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, tenant } from '../../support/agreement.js';
import { picture } from '../../support/documents/small-documents.js';
import { hour, once } from '../../support/emulator.js';
import { formPdf } from '../../support/form-pdf.js';
import type { Envelope } from '../../support/shapes.js';

const canRead = spawnSync('pdftotext', ['-v']).error === undefined;

const scene = agreementScene({ organisation: { name: 'Acme & Sons' } });

const field = (label: string): string => `field-${scene.template.fields.find((each) => each.label === label)!.id}`;
const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { send: true, ...changes });
const read = async (id: string): Promise<Envelope> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
const statuses = async (id: string): Promise<readonly string[]> => {
  const { status, recipients } = await read(id);
  return [status, ...recipients.map((recipient) => `${recipient.role} ${recipient.status}`)];
};
/** The newest link that was mailed about an envelope. */
const linkOf = async ({ id }: Envelope): Promise<string> => {
  const [mail] = await scene.emulator.mails(`?envelope_id=${id}&kind=invitation`);
  return mail!.link!;
};
const post = (link: string, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(link, { method: 'POST', body: new URLSearchParams(form) });
const filled = (): Record<string, string> => ({
  act: 'sign',
  [field('Full name')]: 'Thandi Mokoena',
  signature: 'Thandi Mokoena',
});

/** A stroke of ink on white paper. */
function stroke(): Buffer {
  const png = new PNG({ width: 200, height: 60 });
  png.data.fill(255);
  for (let x = 50; x < 150; x++) for (let y = 25; y < 30; y++) png.data.set([0, 0, 0, 255], (y * 200 + x) * 4);
  return PNG.sync.write(png);
}
function lying(): Buffer {
  const bytes = stroke();
  bytes.writeUInt32BE(4_000_000_000, 16);
  return bytes;
}

describe('an affidavit whose boxes stand after their words', () => {
  it.each(['Yes', 'No'])('is sealed with the tick that its signer made: %s', async (chosen) => {
    const boxes = { Yes: [205, 698, 11, 11], No: [262, 698, 11, 11] } as const;
    const pdf = formPdf([
      {
        lines: [
          { text: 'AFFIDAVIT OF INCOME', y: 760, size: 14 },
          { text: 'Own Home?', y: 700 },
          { text: 'Yes', x: 185, y: 700 },
          { text: 'No', x: 245, y: 700 },
          { text: 'Market Value $', x: 320, y: 700 },
          { text: 'Signature of the deponent', y: 600 },
        ],
        boxes: [
          { kind: 'tick', name: 'Check Box1', at: boxes.Yes },
          { kind: 'tick', name: 'Check Box2', at: boxes.No },
          { kind: 'text', name: 'Text1', at: [390, 696, 100, 16] },
          { kind: 'signature', name: 'Signature1', at: [200, 590, 200, 24] },
        ],
      },
    ]);
    const template = await createTemplate(scene.organisation.live, pdf, 'Affidavit');
    const recipients = template.roles.map(({ name: role }) => ({ ...tenant, role }));
    const envelope = await createEnvelope(scene.organisation.live, template, { send: true, recipients });
    const link = await linkOf(envelope);
    const page = await (await fetch(link)).text();
    const [, name, value] = new RegExp(
      `<input type="\\w+" name="([^"]+)" value="([^"]+)"[^>]*>\\s*(?:<[^>]+>)*${chosen}<`,
    ).exec(page)!;
    const done = await post(link, { act: 'sign', [name!]: value!, signature: 'Thandi Mokoena' });
    expect(done.status).toBe(200);
    await scene.emulator.advance(120_000);
    const sealed = await (await fetch(`${link}/signed/1`)).arrayBuffer();
    const { darkest } = picture(Buffer.from(sealed));
    const isTicked = ([x, y, w, h]: readonly [number, number, number, number]): boolean =>
      darkest({ x: (x + 2) / 595, y: (842 - y - h + 2) / 842, w: (w - 4) / 595, h: (h - 4) / 842 }) < 128;
    expect([isTicked(boxes.Yes), isTicked(boxes.No)]).toEqual([chosen === 'Yes', chosen === 'No']);
  });
});

describe('the page behind an invitation', () => {
  it('shows the form as often as it is opened, with what is to be read before signing', async () => {
    const link = await linkOf(await sent({ title: 'Lease <1>' }));
    await fetch(link);
    const page = await fetch(link);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('Lease &lt;1&gt;');
    expect(text).toContain('Acme &amp; Sons asks you, Thandi Mokoena &lt;thandi@example.test&gt;, to sign as Tenant.');
    const pdf = await fetch(`${link}/documents/1`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await fetch(`${link}/documents/2`)).status).toBe(404);
  });

  it('signs without JavaScript, is dead afterwards, and the next link works', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    const done = await post(link, filled());
    expect(done.status).toBe(200);
    expect(await done.text()).toContain('You have signed.');
    expect(await statuses(envelope.id)).toEqual(['partially_signed', 'Tenant signed', 'Landlord sent']);
    const again = await fetch(link);
    expect([again.status, await again.text()]).toEqual([
      410,
      expect.stringContaining('<h1 tabindex="-1">You have signed</h1>'),
    ]);
    expect((await fetch(await linkOf(envelope))).status).toBe(200);
  });

  it('leads who signed to their own sealed copy, and nobody else', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    expect((await fetch(`${link}/signed`)).status).toBe(404);
    const thanks = await (await post(link, filled())).text();
    const copies = new URL(/href="([^"]+\/signed)"/.exec(thanks)![1]!, link).href;
    expect(await (await fetch(copies)).text()).toContain('as soon as everyone has finished');
    expect((await fetch(`${copies}/1`)).status).toBe(404);
    await scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Landlord/sign`, {});
    await scene.emulator.advance(120_000);
    const page = await fetch(copies);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`${new URL(copies).pathname}/1"`)]);
    const copy = await fetch(`${copies}/1`);
    expect(copy.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    const { documents } = (
      await scene.organisation.live<{ documents: readonly { url: string }[] }>(
        `GET /api/v1/envelopes/${envelope.id}/documents`,
      )
    ).body;
    const sealed = Buffer.from(await (await fetch(documents[0]!.url)).arrayBuffer());
    expect(Buffer.from(await copy.arrayBuffer()).equals(sealed)).toBe(true);
    const strangers = [
      `${copies}/2`,
      `${copies}/1%2f..`,
      `${link}A/signed/1`,
      `${await linkOf(await sent())}/signed/1`,
    ];
    expect(await Promise.all(strangers.map(async (each) => (await fetch(each)).status))).toEqual([404, 404, 404, 404]);
    expect(await (await fetch(link)).text()).toContain('Your copy');
  });

  it('comes back with what was typed and what is missing', async () => {
    const envelope = await sent();
    const page = await post(await linkOf(envelope), {
      ...filled(),
      [field('Full name')]: '',
      [field('Telephone')]: '011 "555"',
    });
    const text = await page.text();
    expect(page.status).toBe(422);
    expect(text).toContain('Full name is required');
    expect(text).toContain('value="011 &quot;555&quot;"');
    expect(text).toContain('value="Thandi Mokoena"');
    expect(await statuses(envelope.id)).toEqual(['sent', 'Tenant sent', 'Landlord pending']);
  });

  it('refuses what cannot be drawn, and nothing happens', async () => {
    const envelope = await sent();
    const page = await post(await linkOf(envelope), { ...filled(), [field('Telephone')]: '\u{1F993}' });
    expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('U+1F993')]);
    expect((await read(envelope.id)).status).toBe('sent');
  });

  it.skipIf(!canRead)('does not let a locked answer be changed by a form of one’s own making', async () => {
    const values = [{ subject: 'tenant', key: 'person.full_name', value: 'Locked Name', locked: true }];
    const envelope = await sent({ values });
    await post(await linkOf(envelope), { ...filled(), [field('Full name')]: 'Forged Name' });
    expect((await read(envelope.id)).recipients[0]!.status).toBe('signed');
    const draft = await scene.organisation.live(`GET /api/v1/envelopes/${envelope.id}/documents/1/draft`);
    const text = spawnSync('pdftotext', ['-', '-'], { input: draft.bytes, encoding: 'utf8' }).stdout;
    expect(text).toContain('Locked Name');
    expect(text).not.toContain('Forged Name');
  });

  it('declines with a reason, and not without', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    expect((await post(link, { act: 'decline', reason: ' ' })).status).toBe(422);
    expect((await post(link, { act: 'decline', reason: 'x'.repeat(501) })).status).toBe(422);
    expect((await post(link, { act: 'decline', reason: 'Too dear' })).status).toBe(200);
    expect(await statuses(envelope.id)).toEqual(['declined', 'Tenant declined', 'Landlord pending']);
    expect((await fetch(link)).status).toBe(410);
  });

  it('hands over without the title and the company of the one who hands over', async () => {
    const director = { ...tenant, job_title: 'Chief Executive', company: 'Mokoena Holdings' };
    const envelope = await sent({ recipients: [director, landlord] });
    const link = await linkOf(envelope);
    expect(await (await fetch(link)).text()).toContain('Chief Executive');
    await post(link, { act: 'delegate', name: 'Sipho\n\nNdlovu', email: 'sipho@example.test' });
    const page = await (await fetch(await linkOf(envelope))).text();
    expect(page).toContain('Sipho Ndlovu');
    expect(page).not.toContain('Chief Executive');
    expect(page).not.toContain('Mokoena Holdings');
  });

  it('hands over: the old link is dead, the new person has one, and the old person reads who has it', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    expect((await post(link, { act: 'delegate', name: 'Sipho', email: 'no address' })).status).toBe(422);
    expect((await post(link, { act: 'delegate', name: 'Sipho Ndlovu', email: 'sipho@example.test' })).status).toBe(200);
    const after = await read(envelope.id);
    expect(after.recipients.map(({ name, status }) => [name, status])).toEqual([
      ['Thandi Mokoena', 'delegated'],
      ['Sipho Ndlovu', 'sent'],
      ['Pieter van Wyk', 'pending'],
    ]);
    expect((await fetch(link)).status).toBe(410);
    expect(await (await fetch(await linkOf(envelope))).text()).toContain('Sipho Ndlovu');
    const told = await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=delegated`);
    expect(told.map(({ to }) => to.email)).toEqual(['thandi@example.test']);
  });

  it('asks again without a choice', async () => {
    const envelope = await sent();
    expect((await post(await linkOf(envelope), {})).status).toBe(422);
    expect((await read(envelope.id)).status).toBe('sent');
  });

  it('refuses a form of more than a megabyte', async () => {
    const link = await linkOf(await sent());
    expect((await post(link, { ...filled(), junk: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('takes a drawn signature, which is drawn where it belongs and shown to the next signer', async () => {
    const envelope = await sent();
    const drawn = { ...filled(), signature: '', signature_way: 'drawn', signature_image: stroke().toString('base64') };
    expect((await post(await linkOf(envelope), drawn)).status).toBe(200);
    const link = await linkOf(envelope);
    const page = await (await fetch(link)).text();
    const address = /<img src="([^"]*\/drawn\/[^"]*)"/.exec(page)![1]!;
    const picture = await fetch(`${scene.emulator.url}${address}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(PNG.sync.read(Buffer.from(await picture.arrayBuffer())).width).toBe(100);
    expect((await fetch(`${scene.emulator.url}${address.replace('signature', 'initials')}`)).status).toBe(404);
    const draft = await scene.organisation.live(`GET /api/v1/envelopes/${envelope.id}/documents/1/draft`);
    expect(draft.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it.each([
    ['no picture', Buffer.from('not a picture at all, but long enough to be one').toString('base64')],
    ['nothing drawn on it', ''],
    ['a picture that lies about its size', lying().toString('base64')],
  ])('refuses a drawing that is %s, and keeps what was typed', async (_, image) => {
    const envelope = await sent();
    const form = { ...filled(), signature: '', signature_way: 'drawn', signature_image: image };
    const page = await post(await linkOf(envelope), form);
    const text = await page.text();
    expect(page.status).toBe(422);
    expect(text).toMatch(/drawn signature|Your signature is required/);
    expect(text).toContain(`name="signature_image" value="${image}"`);
    expect(text).toContain('value="Thandi Mokoena"');
    expect((await read(envelope.id)).status).toBe('sent');
  });

  it('shows its pages as pictures in a few widths, and nothing else', async () => {
    const link = await linkOf(await sent());
    const picture = await fetch(`${link}/documents/1/pages/2?w=480`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('no-store');
    expect(PNG.sync.read(Buffer.from(await picture.arrayBuffer())).width).toBe(480);
    for (const path of [
      'documents/1/pages/2',
      'documents/1/pages/2?w=481',
      'documents/1/pages/2?w=99999',
      'documents/1/pages/3?w=480',
      'documents/1/pages/02?w=480',
      'documents/2/pages/1?w=480',
      'drawn/nobody/signature',
    ]) {
      expect((await fetch(`${link}/${path}`)).status, path).toBe(404);
    }
  });

  it('takes no form that a browser says comes from another site', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    const answer = await fetch(link, { method: 'POST', body: new URLSearchParams(filled()), headers: elsewhere });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('another site')]);
    expect((await read(envelope.id)).status).toBe('sent');
  });

  it('is not spent, and not counted as opened, by a scanner that asks for its head', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(link)).status).toBe(200);
  });

  it('answers a loop with 429, and another link as ever', async () => {
    const [first, second] = [await linkOf(await sent()), await linkOf(await sent())];
    const paths = Array.from({ length: 301 }, () => fetch(first, { method: 'HEAD' }));
    const answers = (await Promise.all(paths)).map(({ status }) => status);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    const refused = await fetch(first);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await fetch(second)).status).toBe(200);
  });

  it('says that the deadline has passed', async () => {
    const envelope = await sent({ expires_at: new Date(scene.emulator.now() + 2 * hour).toISOString() });
    const link = await linkOf(envelope);
    await scene.emulator.advance(2 * hour);
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('deadline')]);
  });

  it.each([
    '/sign/nonsense',
    '/sign/nonsense/documents/1',
    '/embed/nonsense',
    '/embed/session/nonsense',
    '/files/nonsense',
  ])('a link that leads nowhere, %s, is refused without a word about why', async (path) => {
    const page = await fetch(`${scene.emulator.url}${path}`);
    expect(page.status).toBe(404);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  it('does not take a minted token for a mailed one, or the other way round', async () => {
    const envelope = await sent({ recipients: [{ ...tenant, embedded: true }, landlord] });
    const [recipient] = envelope.recipients;
    const minted = await scene.organisation.live<{ url: string }>(
      `POST /api/v1/envelopes/${envelope.id}/recipients/${recipient!.id}/signing-url`,
    );
    const token = new URL(minted.body.url).pathname.split('/').at(-1)!;
    expect((await fetch(`${scene.emulator.url}/sign/${token}`)).status).toBe(404);
    expect((await fetch(`${scene.emulator.url}/embed/session/${token}`)).status).toBe(404);
    const mailed = new URL(await linkOf(await sent())).pathname.split('/').at(-1)!;
    expect((await fetch(`${scene.emulator.url}/embed/${mailed}`)).status).toBe(404);
  });
});

describe('two at the same time', () => {
  it('sign once', async () => {
    const envelope = await sent();
    const link = await linkOf(envelope);
    const answers = await Promise.all([post(link, filled()), post(link, filled())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([409, 410])]);
    const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    expect(data.filter(({ event }) => event === 'recipient.completed')).toHaveLength(1);
  });

  it('end an envelope in one way: signed by the last, or voided', async () => {
    const envelope = await sent();
    await post(await linkOf(envelope), filled());
    const sign = scene.emulator
      .control(`POST /_emulator/envelopes/${envelope.id}/recipients/Landlord/sign`, {})
      .catch(() => null);
    const voided = scene.organisation.live(
      `POST /api/v1/envelopes/${envelope.id}/void`,
      { reason: 'Wrong rent' },
      once(),
    );
    await Promise.all([sign, voided]);
    const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    const ends = data.filter(({ event }) => event === 'envelope.completed' || event === 'envelope.voided');
    expect(ends).toHaveLength(1);
    expect(ends[0]!.event).toBe(`envelope.${(await read(envelope.id)).status}`);
  });
});
