import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import {
  canBrowse,
  desktop,
  expectAccessible,
  launchBrowser,
  openPage,
  phone,
  type Watched,
} from '../support/browser.js';
import { times } from '../support/counts.js';
import {
  hour,
  minute,
  once,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import { mailedLink } from '../support/pages/lease-signing.js';
import type { Envelope, Template } from '../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let browser: Browser;
let screens: readonly Watched[];
beforeAll(async () => {
  if (!canBrowse) return;
  emulator = await startTestEmulator();
  organisation = await emulator.organisation({ name: 'Acacia Homes' });
  [browser, template] = await Promise.all([launchBrowser(), createTemplate(organisation.live)]);
  screens = await Promise.all([phone, desktop].slice(0, times(1, 2)).map((screen) => openPage(browser, screen)));
});
afterAll(async () => {
  await browser?.close();
  await emulator?.close();
});
beforeEach(async () => {
  if (canBrowse) await emulator.advance(minute);
});

const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(organisation.live, template, { send: true, title: 'Lease of 12 Acacia Street', ...changes });
const embedded = (): Promise<Envelope> => sent({ recipients: [{ ...tenant, embedded: true }, landlord] });
const control = (envelope: Envelope, role: string, act: string, body: object = {}): Promise<unknown> =>
  emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/${act}`, body);
const voided = ({ id }: Envelope): Promise<unknown> =>
  organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: 'The rental was wrong' }, once());
const mint = async ({ id, recipients }: Envelope): Promise<string> => {
  const path = `POST /api/v1/envelopes/${id}/recipients/${recipients[0]!.id}/signing-url`;
  return (await organisation.live<{ url: string }>(path)).body.url;
};
/** Redeems a URL and answers with the address of the session. */
const begin = async (envelope: Envelope): Promise<string> => {
  const text = await (await fetch(await mint(envelope))).text();
  return `${emulator.url}${/<form method="post" action="([^"]+)"/.exec(text)![1]!}`;
};
/** An envelope's first link, followed by what closes it. */
const after =
  (make: () => Promise<Envelope>, link: (envelope: Envelope) => Promise<string>) =>
  (then: (envelope: Envelope) => Promise<unknown>) =>
  async (): Promise<string> => {
    const envelope = await make();
    const address = await link(envelope);
    await then(envelope);
    return address;
  };
const mailed = after(sent, (envelope) => mailedLink(emulator, envelope));
const session = after(embedded, begin);
const url = after(embedded, mint);

const signAll = async (envelope: Envelope): Promise<void> => {
  await control(envelope, 'Tenant', 'sign');
  await control(envelope, 'Landlord', 'sign');
  await emulator.advance(5 * minute);
};
const expired = async (): Promise<string> => {
  const envelope = await sent({ expires_at: new Date(emulator.now() + 2 * hour).toISOString() });
  const address = await mailedLink(emulator, envelope);
  await emulator.advance(2 * hour);
  return address;
};

/** How a page comes to be closed, what its heading says, and its address. */
const states: readonly (readonly [string, string, () => Promise<string>])[] = [
  ['a wrong link', 'Link not valid', () => Promise.resolve(`${emulator.url}/sign/nonsense`)],
  ['an expired envelope', 'Expired', expired],
  ['a voided envelope', 'Withdrawn', mailed(voided)],
  ['one who has signed', 'You have signed', mailed((envelope) => control(envelope, 'Tenant', 'sign'))],
  ['a sealed envelope', 'You have signed', mailed(signAll)],
  ['one who has declined', 'You have declined', mailed((each) => control(each, 'Tenant', 'decline', { reason: 'No' }))],
  [
    'a recipient who has delegated',
    'Delegated',
    mailed((each) => control(each, 'Tenant', 'delegate', { name: 'Sipho', email: 'sipho@example.test' })),
  ],
  ['a wrong URL for a frame', 'Link not valid', () => Promise.resolve(`${emulator.url}/embed/nonsense`)],
  ['a URL that came too late', 'Link not valid', url(() => emulator.advance(hour))],
  [
    'a URL that was used',
    'Link used',
    async () => {
      const address = await mint(await embedded());
      await fetch(address);
      return address;
    },
  ],
  ['a URL of a voided envelope', 'Withdrawn', url(voided)],
  ['a session whose hour is over', 'Session expired', session(() => emulator.advance(hour))],
  ['a session that another one took over', 'Opened elsewhere', session(begin)],
  ['a session of a voided envelope', 'Withdrawn', session(voided)],
];

/** One of each kind as a rule; the same page said by another road takes its time. */
const usual = states.filter(([, heading], index) => states.findIndex((each) => each[1] === heading) === index);

describe.skipIf(!canBrowse)('a page on which there is nothing to sign', { timeout: 240_000 }, () => {
  it.each(times(0, 1) === 1 ? states : usual)('for %s says so: %s', async (_, heading, open) => {
    const address = await open();
    for (const { page, complaints } of screens) {
      await page.goto(address);
      expect(await page.textContent('h1')).toBe(heading);
      expect(await page.locator('button, input, form').count()).toBe(0);
      expect(await page.title()).toContain(heading);
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(complaints).toEqual([]);
    }
  });
});
