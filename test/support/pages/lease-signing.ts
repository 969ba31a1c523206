import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { once, type TestEmulator, type TestOrganisation } from '../emulator.js';
import type { Envelope, Person, Template } from '../shapes.js';
import { desktop, phone } from '../browser.js';

/** The lease of the demo, and its five parties in the order in which they sign. */
export const parties = [
  { role: 'Signer', name: 'Nomvula Dube' },
  { role: 'Landlord', name: 'Pieter van Wyk' },
  { role: 'Tenant', name: 'Thandi Mokoena' },
  { role: 'Surety', name: 'Sipho Ndlovu' },
  { role: 'Witness', name: 'Žoë Škoda' },
].map((party, index) => ({ ...party, email: `party${index}@example.test` }));

/** The lease with every person that it names taken as the service proposes. */
export async function leaseTemplate(organisation: TestOrganisation): Promise<Template> {
  const file = readFileSync('src/demo/lease.pdf').toString('base64');
  const made = await organisation.live<Template>(
    'POST /api/v1/templates',
    { name: 'Lease', documents: [{ filename: 'lease.pdf', file }] },
    once(),
  );
  let etag = made.headers['etag'] as string;
  let body = made.body;
  const { people } = (await organisation.live<{ people: readonly Person[] }>(`GET /api/v1/templates/${body.id}/people`))
    .body;
  for (const { id, proposed } of people) {
    const decision = Object.fromEntries(
      Object.entries(proposed).filter(([name, value]) => value !== null && name !== 'presign_hint'),
    );
    const path = `PUT /api/v1/templates/${body.id}/people/${id}`;
    const decided = await organisation.live<Template>(path, decision, { 'If-Match': etag });
    expect(decided.status).toBe(200);
    etag = decided.headers['etag'] as string;
    body = decided.body;
  }
  return body;
}

/** The lease, sent to everybody. */
export async function sendLease(organisation: TestOrganisation, template: Template): Promise<Envelope> {
  const sent = { template_id: template.id, title: 'Lease of 12 Acacia Street', recipients: parties, send: true };
  return (await organisation.live<Envelope>('POST /api/v1/envelopes', sent, once())).body;
}

/** The link in the newest invitation to an envelope. */
export async function mailedLink(emulator: TestEmulator, { id }: Pick<Envelope, 'id'>): Promise<string> {
  const [mail] = await emulator.mails(`?envelope_id=${id}&kind=invitation`);
  return mail!.link!;
}

/** How far the recipient of a role is. */
export async function statusOf(organisation: TestOrganisation, { id }: Envelope, role: string): Promise<string> {
  const { body } = await organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`);
  return body.recipients.find((recipient) => recipient.role === role)!.status;
}

/** The first sealed document, once it has been sealed. */
export async function sealedPdf(organisation: TestOrganisation, { id }: Envelope): Promise<Buffer> {
  const { body } = await organisation.live<{ documents: readonly { url: string | null }[] }>(
    `GET /api/v1/envelopes/${id}/documents`,
  );
  return Buffer.from(await (await fetch(body.documents[0]!.url!)).arrayBuffer());
}

/** Where the page's guide stands. */
export async function currentEntry(
  page: Pick<Frame, 'evaluate'>,
): Promise<{ name: string; kind: string; count: string }> {
  const [name = '', kind = '', count = ''] = await page.evaluate<string[]>(
    `(({ entry, kind }) => [entry, kind, document.getElementById('count').textContent])
      (document.querySelector('.entry.current').dataset)`,
  );
  return { name, kind, count };
}

/** A way in which a person goes through the signing page, from its opening to the press on Sign. */
export interface Hand {
  readonly screen: BrowserContextOptions;
  sign(page: Page, name: string): Promise<void>;
}

/** In a window of its own, or in a frame. */
type SigningPage = Pick<Frame, 'evaluate' | 'fill' | 'selectOption'>;

/** Signs in a frame. */
export const signInFrame = (frame: Frame, name: string): Promise<void> =>
  byGuide(frame, name, (selector) => frame.click(selector));

type Press = (selector: string) => Promise<void>;

const mostSteps = 150;
const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
const wordsFor = (kind: string, name: string): string => {
  if (kind === 'signature') return name;
  if (kind === 'initials') return initialsOf(name);
  return kind === 'date' ? '2026-12-01' : `By ${initialsOf(name)}`;
};

/** Led by Next from box to box until the page says that nothing is left. */
async function byGuide<P extends SigningPage>(
  page: P,
  name: string,
  press: Press,
  draw?: (page: P) => Promise<void>,
): Promise<void> {
  await press('#next');
  for (let step = 0; step < mostSteps; step++) {
    const { name: entry, kind } = await currentEntry(page);
    if (entry === 'finish') break;
    if (kind === 'signature' && draw !== undefined) await draw(page);
    else await answerEntry(page, kind, name, press);
    await press('#next');
  }
  await press('#sign');
}

async function answerEntry(page: SigningPage, kind: string, name: string, press: Press): Promise<void> {
  const first = (of: string): string => `.entry.current ${of} >> nth=0`;
  if (kind === 'question' || kind === 'tickbox') return await press(first('label.tick'));
  if (kind === 'dropdown') return void (await page.selectOption('.entry.current select', { index: 1 }));
  await page.fill('.entry.current :is(input:not([type=radio]):not([type=hidden]), textarea)', wordsFor(kind, name));
}

/** A signature drawn with a finger: real touches, which a page could take for scrolling. */
async function drawByFinger(page: Page): Promise<void> {
  await page.tap('.entry.current label:has([value=drawn])');
  const pad = (await page.locator('.entry.current .pad').boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  // A second long, and at rest when the finger is lifted: after a quick one a browser takes the next tap for a halt.
  const begun = Date.now() / 1000 - 1;
  const moves = Array.from({ length: 20 }, (_, step) => Math.min(step, 16));
  for (const [index, step] of moves.entries()) {
    const at = { x: pad.x + 20 + step * 13, y: pad.y + pad.height / 2 + 25 * Math.sin(step / 2) };
    await touch.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [at],
      timestamp: begun + index / 25,
    });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: begun + 1 });
  await touch.detach();
  await page.waitForFunction(`document.querySelector('.entry.current input[type=hidden]').value !== ''`);
}

interface Focused {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly ticked: boolean;
  readonly seen: boolean;
}

const focused = (page: Page): Promise<Focused> =>
  page.evaluate<Focused>(`(() => {
    const at = document.activeElement;
    const entry = at.closest('.entry');
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
    const { top, bottom } = at.getBoundingClientRect();
    return {
      id: at.id,
      name: at.name ?? '',
      type: at.type ?? at.tagName,
      kind: entry?.dataset.kind ?? '',
      ticked: entry?.querySelector('.tick input:checked') != null,
      // The button that opens a date's calendar has a ring of its own, within the box.
      seen: bottom > 0 && top < innerHeight && (parseFloat(outlineWidth) > 0 && outlineStyle !== 'none' || boxShadow !== 'none' || at.type === 'date'),
    };
  })()`);

/** Tab, letters, arrows and the space bar; what has the focus must be in sight and must look like it. */
async function byKeys(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (let step = 0; step < mostSteps; step++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at.seen) throw new Error(`the focus is not seen on ${JSON.stringify(at)}`);
    if (at.id === 'sign') return await page.keyboard.press('Space');
    await answerByKeys(page, at, name);
  }
  throw new Error('Sign is not reached with the Tab key');
}

async function answerByKeys(page: Page, at: Focused, name: string): Promise<void> {
  if (at.name.endsWith('_way') || at.kind === '') return;
  switch (at.type) {
    case 'radio':
    case 'checkbox':
      if (!at.ticked) await page.keyboard.press('Space');
      return;
    case 'select-one':
      return await page.keyboard.press('ArrowDown');
    case 'date':
      // A date has a focus for each of its three parts, and typing goes on from one to the next.
      return await page.keyboard.type('12012026');
    case 'text':
    case 'textarea':
      return await page.keyboard.type(wordsFor(at.kind, name));
    default:
      return;
  }
}

export const hands: Readonly<Record<'with a mouse' | 'by finger on a phone' | 'by keys alone', Hand>> = {
  'with a mouse': {
    screen: desktop,
    sign: (page, name) => byGuide(page, name, (selector) => page.click(selector)),
  },
  'by finger on a phone': {
    screen: phone,
    sign: (page, name) => byGuide(page, name, (selector) => page.tap(selector), drawByFinger),
  },
  'by keys alone': { screen: desktop, sign: byKeys },
};
