import type { Envelope } from '../contract/service-types.js';
import type { Emulator, EmulatorOptions, RecipientRef, Ref } from './emulator.js';

/**
 * A kit for browser tests of an app that embeds the signing page, over Playwright of the app's own, in any version: only
 * what it uses of a page is described here, and nothing of Playwright is loaded.
 */

/** Of Playwright's `Locator`. */
export interface LocatorLike {
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  setChecked(isTicked: boolean): Promise<void>;
  selectOption(option: string): Promise<unknown>;
  innerText(): Promise<string>;
  waitFor(): Promise<void>;
  isVisible(): Promise<boolean>;
}

/** Of Playwright's `Page`, `Frame` and `FrameLocator`. */
export interface FrameLike {
  locator(selector: string): LocatorLike;
  getByLabel(text: RegExp): LocatorLike;
}

/** Of Playwright's `Page`. */
export interface PageLike {
  route(url: RegExp, handler: (route: { abort(reason?: string): Promise<void> }) => Promise<void>): Promise<unknown>;
  unroute(url: RegExp): Promise<void>;
}

/**
 * What a person does in the signing page: `page.frameLocator('iframe')`, or the page itself for a link of a mail. Each
 * throws Error with the words of the page where it shows no form, or says something else than that the act is done.
 */
export interface SigningFrame {
  /** Fills in the field with this label, as the page shows it; a date is written as 2026-12-01. */
  fill(label: string, value: string): Promise<void>;
  /** Ticks the box with these words, or an option of a question; `false` takes the tick off. */
  tick(label: string, isTicked?: boolean): Promise<void>;
  /** Chooses an option of the dropdown with this label. */
  choose(label: string, option: string): Promise<void>;
  /** Types the signature or the initials, where the page asks for them, and signs; resolves when the page says so. */
  sign(name: string): Promise<void>;
  /** Declines; resolves when the page says so. */
  decline(reason: string): Promise<void>;
  /** Hands over to somebody else; resolves when the page says so. */
  delegate(to: { readonly name: string; readonly email: string }): Promise<void>;
}

/** Acts in the signing page, by keyboard: the foot of a frame may lie below what the browser shows. */
export function signingFrame(frame: FrameLike): SigningFrame {
  const shown = async (): Promise<string> =>
    (await frame.locator('.notice').innerText()).replaceAll(/\s*\n\s*/g, ' – ');
  const says = async (heading: RegExp): Promise<boolean> =>
    (await frame.locator('.notice').isVisible()) && heading.test(await frame.locator('.notice h1').innerText());
  const arrived = (): Promise<void> => frame.locator('.guide, .notice').waitFor();
  /** A small frame shows one field at a time, and all of them when asked. */
  const showAll = async (): Promise<void> => {
    await arrived();
    if (await frame.locator('.notice').isVisible()) throw new Error(`The page has no form: ${await shown()}`);
    const list = frame.locator('#list[aria-pressed=false]');
    if (await list.isVisible()) await list.press('Enter');
  };
  const field = async (label: string): Promise<LocatorLike> => {
    await showAll();
    const words = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
    return frame.getByLabel(new RegExp(`^\\s*${words}(?:\\s+optional)?\\s*$`));
  };
  const done = async (button: string, heading: RegExp): Promise<void> => {
    await frame.locator(button).press('Enter');
    await frame.locator('.notice').waitFor();
    if (!(await says(heading))) throw new Error(`The page says: ${await shown()}`);
  };
  const open = async (words: string): Promise<void> => {
    await showAll();
    await frame.locator(`summary:has-text("${words}")`).press('Enter');
  };
  return {
    fill: async (label, value) => (await field(label)).fill(value),
    tick: async (label, isTicked = true) => (await field(label)).setChecked(isTicked),
    choose: async (label, option) => void (await (await field(label)).selectOption(option)),
    async sign(name) {
      await arrived();
      // After a lost connection, the page sends by itself what was signed before.
      if (await says(/^Thank you$/)) return;
      await showAll();
      const [signature, initials] = [frame.locator('#signature'), frame.locator('#initials')];
      if (await signature.isVisible()) await signature.fill(name);
      else if (await initials.isVisible()) await initials.fill(name.replaceAll(/(\p{L})\p{L}*\s*/gu, '$1'));
      await done('#sign', /^Thank you$/);
    },
    async decline(reason) {
      await open('Decline');
      await frame.locator('#reason').fill(reason);
      await done('button[value=decline]', /^You have declined$/);
    },
    async delegate({ name, email }) {
      await open('Delegate');
      await frame.locator('#name').fill(name);
      await frame.locator('#email').fill(email);
      await done('button[value=delegate]', /^Delegated$/);
    },
  };
}

/** Signing URLs of embedded recipients, also those that no longer work. `recipient`: ID or role (default: the first). */
export interface SigningUrls {
  /** A new URL: single use, for ten minutes. Throws Error with what the service answers. */
  mint(envelope: Ref, recipient?: RecipientRef): Promise<string>;
  /** One that was opened before: its page posts `signing_url_invalid` with the reason `used`. */
  used(envelope: Ref, recipient?: RecipientRef): Promise<string>;
  /** One whose ten minutes are over: the browser refuses it a frame. Moves the clock. */
  expired(envelope: Ref, recipient?: RecipientRef): Promise<string>;
  /** One of a recipient who then delegated to another person. */
  delegated(envelope: Ref, recipient?: RecipientRef): Promise<string>;
  /** Mints and opens another URL, which ends the session that an earlier one began. */
  replace(envelope: Ref, recipient?: RecipientRef): Promise<void>;
}

/** Signing URLs from an emulator, made with its live key. */
export function signingUrls(service: Emulator): SigningUrls {
  const send = async <T>(method: string, path: string): Promise<T> => {
    const headers = { Authorization: `Bearer ${service.keys.live}` };
    const answer = await fetch(`${service.url}/api/v1${path}`, { method, headers });
    const body = (await answer.json()) as { readonly error?: { readonly code: string; readonly message: string } };
    if (body.error !== undefined) throw new Error(`${body.error.code}: ${body.error.message}`);
    return body as T;
  };
  const find = async (envelope: Ref, wanted: RecipientRef | undefined) => {
    const id = idOf(envelope);
    const { recipients } = await send<Envelope>('GET', `/envelopes/${id}`);
    const name = wanted === undefined ? recipients[0]?.id : idOf(wanted);
    const found = recipients.find((each) => each.id === name) ?? recipients.find(({ role }) => role === name);
    if (found === undefined) throw new Error(`recipient ${String(name)} not found`);
    return { id, recipient: found.id };
  };
  const mint = async (envelope: Ref, wanted?: RecipientRef): Promise<string> => {
    const { id, recipient } = await find(envelope, wanted);
    return (await send<{ readonly url: string }>('POST', `/envelopes/${id}/recipients/${recipient}/signing-url`)).url;
  };
  const open = async (url: string): Promise<string> => {
    await (await fetch(url)).arrayBuffer();
    return url;
  };
  return {
    mint,
    used: async (envelope, recipient) => open(await mint(envelope, recipient)),
    async expired(envelope, recipient) {
      const url = await mint(envelope, recipient);
      await service.clock.advance('10m');
      return url;
    },
    async delegated(envelope, wanted) {
      const url = await mint(envelope, wanted);
      const { id, recipient } = await find(envelope, wanted);
      await service.delegate(id, recipient, { name: 'Naledi Khumalo', email: 'naledi@example.test' });
      return url;
    },
    async replace(envelope, recipient) {
      await open(await mint(envelope, recipient));
    },
  };
}

/** Makes the next sealing fail; `service.requeue` repeats it. */
export const failSealing = (service: Emulator): void => service.faults.add({ point: 'seal', code: 'internal_error' });

/** Cuts the page off from the service, as a lost connection does; the answer reconnects it. */
export async function loseConnection(page: PageLike, service: Pick<Emulator, 'url'>): Promise<() => Promise<void>> {
  const all = new RegExp(`^${service.url.replaceAll(/[.]/g, String.raw`\.`)}/`);
  await page.route(all, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(all);
}

/** For `test.extend` of `@playwright/test`. */
export interface EsignFixtures {
  readonly service: readonly [
    // Playwright reads the parameters of a fixture from its source, and wants braces there.
    (given: object, use: (service: Emulator) => Promise<void>) => Promise<void>,
    { readonly scope: 'worker' },
  ];
}

/** The fixture `service`: an emulator for each worker, closed at its end. */
export function esignFixtures(options: EmulatorOptions = {}): EsignFixtures {
  return {
    service: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const { startEmulator } = await import('./emulator.js');
        const service = await startEmulator(options);
        try {
          await use(service);
        } finally {
          await service.close();
        }
      },
      { scope: 'worker' },
    ],
  };
}

const idOf = (ref: Ref): string => (typeof ref === 'string' ? ref : ref.id);
