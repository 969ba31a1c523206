import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { desktop } from '../../support/program/desktop.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope, Mail } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const thandi = 'thandi@example.test';
const at = shared(newEmulatorMachine);
let template: string;
beforeAll(async () => {
  template = await at.template();
});

const send = async (): Promise<Envelope> =>
  (
    await at.ok([
      'envelope',
      'create',
      '--template',
      template,
      ...people,
      '--value',
      '.rental.amount=9500.00',
      '--send',
    ])
  ).json<Envelope>();

describe('emulator inbox list', () => {
  it('that is empty says what brings mail, or where all of it is', async () => {
    const other = await newEmulatorMachine();
    const shown = (...words: readonly string[]) =>
      other.ok(['emulator', 'inbox', 'list', ...words], { terminal: true });
    expect((await shown()).stdout).toMatch(/No mail found. Send an envelope to get mail:\s+esign envelope/);
    expect((await shown('--to', thandi)).stdout).toContain(
      'No matching mail found. List all mail with `esign emulator inbox list`',
    );
    await other.close();
  });
});

describe('emulator inbox list --limit', () => {
  it('shows the newest, and says that there are more', async () => {
    await send();
    const { id } = await send();
    const shown = await at.ok(['emulator', 'inbox', 'list', '--limit', '1', '--json']);
    const { data, more } = shown.json<{ data: Mail[]; more: boolean }>();
    expect([data.map((mail) => mail.envelope_id), more]).toEqual([[id], true]);
    const read = await at.ok(['emulator', 'inbox', 'list', '--limit', '1'], { terminal: true });
    const told = 'There are more results. Show more with --limit or --all.';
    expect(read.stderr).toContain(told);
    expect((await at.ok(['emulator', 'inbox', 'list', '--limit', '1', '-q'])).stderr).toBe(`Warning: ${told}\n`);
    const refused = await at.run(['emulator', 'inbox', 'list', '--limit', '0']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Use a number from 1 to 100000.')]);
  });
});

describe('emulator inbox wait', () => {
  it('shows at once what is there, without its link unless asked', async () => {
    const { id } = await send();
    const words = ['emulator', 'inbox', 'wait', '--to', thandi.toUpperCase(), '--envelope', id, '--json'];
    const mail = (await at.ok(words)).json<Mail>();
    expect([mail.to.email, mail.link]).toEqual([thandi, '(link hidden, use --print to show it)']);
    expect(mail.text).not.toContain('/sign/');
    expect((await at.ok([...words, '--print'])).json<Mail>().link).toMatch(/\/sign\/[\w-]{43}$/);
  });

  it('waits for a later mail, by its subject and after another mail', async () => {
    const { id } = await send();
    const before = (await at.ok(['emulator', 'inbox', 'wait', '--to', thandi, '--json'])).json<Mail>();
    let looks = 0;
    const clock = {
      now: () => 0,
      // The mail comes while it waits for the third time.
      sleep: async () => {
        if (++looks === 3) await at.ok(['envelope', 'void', id, '--reason', 'Wrong unit']);
      },
    };
    const words = ['emulator', 'inbox', 'wait', '--to', thandi, '--subject', 'withdrawn', '--after', before.id];
    const mail = (await at.run([...words, '--json'], { clock })).json<Mail>();
    expect([looks, mail.kind, mail.envelope_id]).toEqual([3, 'voided', id]);
  });

  it('ends with 12 when none comes in time', async () => {
    let now = 0;
    const clock = { now: () => now, sleep: (ms: number) => Promise.resolve(void (now += ms)) };
    const words = ['emulator', 'inbox', 'wait', '--to', 'nobody@example.test', '--max-wait', '5s', '--json'];
    const ran = await at.run(words, { clock });
    expect([ran.code, ran.error().code, now]).toEqual([12, 'timed_out', 5000]);
    expect(ran.error().message).toBe('Timed out after 5 s waiting for a mail to nobody@example.test.');
  });
});

describe('emulator inbox list', () => {
  it('has a mail on each line where a line is 80 characters long, with its id whole', async () => {
    const { id } = await send();
    const words = ['emulator', 'inbox', 'list', '--envelope', id];
    const narrow = (await at.ok(words, { terminal: true, columns: 80 })).stdout.trimEnd().split('\n');
    expect(narrow).toHaveLength(2);
    expect(narrow[0]).toMatch(/^MAIL +TO +SUBJECT$/);
    expect(narrow[1]).toMatch(/^[0-9a-f-]{36} {2}thandi@example\.test {2}Please sign: /);
    for (const line of narrow) expect(line.length).toBeLessThanOrEqual(80);
    const wide = (await at.ok(words, { terminal: true, columns: 160 })).stdout;
    expect(wide).toMatch(/^MAIL +TIME +KIND +DELIVERED +TO +SUBJECT\n/);
    expect((await at.ok(words)).stdout).not.toContain('ACCEPTED');
  });
});

describe('emulator inbox show', () => {
  it('takes the first characters of an ID, which a list may show alone', async () => {
    const { id, subject } = (
      await at.ok(['emulator', 'inbox', 'wait', '--to', thandi, '--kind', 'invitation'])
    ).json<Mail>();
    const shown = (await at.ok(['emulator', 'inbox', 'show', id.slice(0, 8), '--json'])).json<Mail>();
    expect(shown).toMatchObject({ id, subject });
    const none = await at.run(['emulator', 'inbox', 'show', 'ffffffff', '--json']);
    expect([none.code, none.error().code]).toEqual([4, 'nothing_found']);
  });

  it('has an HTML part too, its link hidden like that of the text', async () => {
    const { id } = (await at.ok(['emulator', 'inbox', 'wait', '--to', thandi, '--kind', 'invitation'])).json<Mail>();
    const hidden = (await at.ok(['emulator', 'inbox', 'show', id, '--html'], { terminal: true })).stdout;
    expect(hidden).toMatch(/^<!doctype html>/);
    expect(hidden).not.toContain('/sign/');
    expect((await at.ok(['emulator', 'inbox', 'show', id, '--html', '--print'], { terminal: true })).stdout).toMatch(
      /<a href="http:\/\/127\.0\.0\.1:\d+\/sign\//,
    );
  });
});

describe('emulator inbox open', () => {
  it('opens the signing page in the browser without showing the link', async () => {
    const env = desktop(
      at.machine.folder,
      `fetch(url).then(async (page) => {
        const again = await fetch(url).catch(() => ({ status: 0 }));
        tell({ given, url: page.url, text: await page.text(), again: again.status });
      });`,
    );
    const { emulator } = at;
    const link = (await at.ok(['emulator', 'inbox', 'open', '--to', thandi, '--print'], { env })).stdout.trim();
    expect(link).toMatch(new RegExp(`^${emulator.url}/sign/[\\w-]{43}$`));
    // Until the browser comes: the wait that gives up is the one thing that must not end at once here.
    const clock = { now: () => Date.now(), sleep: () => new Promise<void>(() => undefined) };
    const ran = await at.run(['emulator', 'inbox', 'open', '--to', thandi, '--debug-bodies'], {
      env,
      clock,
      terminal: true,
    });
    expect([ran.code, ran.stdout]).toEqual([
      0,
      expect.stringMatching(/^Opened the link of “.*” to thandi@example\.test\./),
    ]);
    const seen = await seenBy();
    expect([seen.url, seen.again === 200]).toEqual([link, false]);
    expect(seen.text).toContain('<!doctype html>');
    for (const said of [seen.given, ran.stdout, ran.stderr]) expect(said).not.toContain(link.split('/').at(-1));
  });

  async function seenBy(): Promise<Readonly<Record<'given' | 'url' | 'text' | 'again', unknown>>> {
    return await vi.waitFor(() => JSON.parse(readFileSync(at.path('seen.json'), 'utf8')) as never, 20_000);
  }

  it('says what to do where no browser can be opened', async () => {
    const words = ['emulator', 'inbox', 'open', '--to', thandi, '--json'];
    const none = await at.run(words, { env: { PATH: '/nowhere' } });
    expect([none.code, none.error().code]).toEqual([8, 'no_browser']);
    expect(none.error().hint).toMatch(/esign emulator inbox open [\w-]{36} --print$/);
    const clock = { now: () => Date.now(), sleep: () => new Promise<void>(() => undefined) };
    const failing = await at.run(words, { env: desktop(at.machine.folder, 'process.exit(3)'), clock });
    expect([failing.code, failing.error().message]).toEqual([8, 'Cannot open a browser: xdg-open exited with 3.']);
    const idle = await at.run(words, { env: desktop(at.machine.folder, '') });
    expect([idle.code, idle.error().message]).toEqual([8, 'Timed out waiting for a browser to open the link.']);
  });

  it('takes either a mail or an address, and one that has a link', async () => {
    expect((await at.run(['emulator', 'inbox', 'open'])).code).toBe(2);
    const ran = await at.run(['emulator', 'inbox', 'open', '--to', 'nobody@example.test', '--json']);
    expect([ran.code, ran.error().code]).toEqual([4, 'no_link']);
  });
});

describe('what else there is to look at', () => {
  it('brands are listed with the id that a standing authorisation is made with', async () => {
    const { data } = (await at.ok(['emulator', 'brands', '--json'])).json<{
      data: readonly { id: string; organisation_id: string }[];
    }>();
    const own = data.find(({ organisation_id: id }) => id === at.organisation.id);
    expect(own?.id).toMatch(/^[\da-f-]{36}$/);
    expect((await at.ok(['emulator', 'brands'], { terminal: true, columns: 80 })).stdout).toContain(own?.id);
  });

  it('prints one event a line, within the terminal', async () => {
    const { id } = await send();
    const lines = async (columns: number): Promise<readonly string[]> => {
      const words = ['emulator', 'log', 'events', '--envelope', id];
      return (await at.ok(words, { terminal: true, columns })).stdout.trimEnd().split('\n');
    };
    const narrow = await lines(80);
    expect(narrow[0]).toMatch(/^TIME +EVENT +ENVELOPE +RECIPIENT$/);
    expect(narrow[1]).toMatch(new RegExp(`^\\d{4}-.* envelope\\.sent +${id.slice(0, 8)} +(-|[\\da-f]{8})$`));
    expect(narrow.every((line) => line.length <= 80)).toBe(true);
    expect((await lines(140))[1]).toContain(id);
  });
});
