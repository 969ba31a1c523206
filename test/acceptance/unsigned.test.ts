import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { linesPdf } from '../support/form-pdf.js';
import { shared } from '../support/shared.js';

const at = shared(newEmulatorMachine);
beforeAll(() => {
  at.write('notice.pdf', linesPdf([['NOTICE', '{{Seen by;role=Signer;type=text;required=true}}']]));
});

interface Mail {
  readonly data: readonly { readonly kind: string; readonly text: string; readonly link: string }[];
}

const send = async (): Promise<string> => {
  const to = ['--to', 'Thandi <thandi@example.test>', '--completion-delivery', 'service'];
  const words = ['envelope', 'one-off', 'notice.pdf', ...to, '--send', '--allow-problem', 'nobody_signs', '-q'];
  return (await at.ok(words)).stdout.trim();
};
const mails = async (envelope: string): Promise<Mail['data']> =>
  ((await at.ok(['emulator', 'inbox', 'list', '--envelope', envelope, '--print', '--json'])).json() as Mail).data;
const pageOf = async (link: string): Promise<string> => {
  const html = await (await fetch(link)).text();
  return /<main class="notice.*?<\/main>/su.exec(html)?.[0].replaceAll(/<[^>]*>/gu, ' ') ?? html;
};

describe('an envelope that nobody signs', () => {
  it('is never said to be signed: by its pages, by its mails, in its history', async () => {
    const envelope = await send();
    const link = (await mails(envelope))[0]!.link;
    await at.ok(['emulator', 'sign', envelope]);
    expect(await pageOf(link)).toContain('You have filled in your part');
    await at.ok(['emulator', 'clock', 'advance', '5m']);
    const completed = (await mails(envelope)).filter(({ kind }) => kind === 'completed');
    expect(completed.map(({ text }) => text)).toContain(
      'Dear Thandi,\n\n"Notice" is complete: everyone has finished. The documents are attached.\n',
    );
    const said = [await pageOf(link), ...(await mails(envelope)).map(({ text }) => text)];
    for (const words of said) expect(words).not.toMatch(/\bsign(?:ed|ature)\b/iu);
  });

  it('names the person who is asked after somebody delegates', async () => {
    const envelope = await send();
    const link = (await mails(envelope))[0]!.link;
    const body = new URLSearchParams({ act: 'delegate', name: 'Lerato Nkosi', email: 'lerato@example.test' });
    const headers = { Origin: new URL(link).origin, 'Sec-Fetch-Site': 'same-origin' };
    const done = await fetch(link, { method: 'POST', body, headers });
    const words = 'Lerato Nkosi (lerato@example.test) is asked in your place.';
    expect(await done.text()).toContain(words);
    expect(await pageOf(link)).toContain(words);
  });
});
