import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktop } from '../support/program/desktop.js';
import { bin, type Esign, newEsign, type Typed } from '../support/esign.js';
import { type FakeService, startFakeService } from '../support/fake-service.js';
import { bearer, http } from '../support/http.js';
import type { Mail } from '../support/shapes.js';
import { createJudge, type PrintedCatalogue, type Verdict } from '../support/program/judge-printed.js';
import { refused } from '../support/program/refused-scenarios.js';
import { type Go, type Known, otherKey, scenarios } from '../support/program/working-day.js';

const rows = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email\nA,a@example.test,B,b@example.test\n';

/**
 * The forms of output that the working day leaves out, by command: with the flags that choose another form, and without
 * them. What a write prints with --dry-run is shown for each of them, without being named here.
 */
const forms: Readonly<Record<string, (go: Go, known: Known) => Promise<unknown>>> = {
  'template get': (go, { lease }) => go([lease.id, '--etag', '--json']),
  'template fields': (go, { lease }) => go([lease.id, '--csv', '--json']),
  'template types': async (go, { agreement }) => {
    await go([agreement, '--json']);
    await go([agreement, '-o', 'agreement.ts']);
  },
  'template copy-names': (go, { agreement, lease }) => go([agreement, lease.id, '--json']),
  'template clone': async (go, { agreement }) => {
    await go([agreement, '--from', 'local', '--to', 'local', '--again', '-o', 'copy/', '--json']);
    await go([agreement, '--from', 'local', '--to', 'local', '-o', 'copy/', '--force', '--again']);
  },
  'template pull': (go, { lease }) => go([lease.id, '--json']),
  'envelope create': async (go, { agreement }) => {
    const words = ['--template', agreement, '--rows', '-', '--run', 'day', '--results', 'day.ndjson', '--yes'];
    await go(words, { input: rows });
  },
  'envelope rows': (go, { lease }) => go(['--template', lease.id, '--json']),
  'values new': (go, { lease }) => go([lease.id, '--json']),
  'emulator open': (go) => go(['--json'], { browser: true }),
  'emulator inbox show': (go, { mail }) => go([mail, '--html', '--json']),
  'emulator inbox open': (go, { mail }) => go([mail, '--json'], { browser: true }),
  'emulator log deliveries': (go) => go(['--follow', '--json'], { once: true }),
  'emulator log events': (go) => go(['--follow'], { once: true }),
  'emulator log requests': async (go) => {
    await go(['--har']);
    await go(['--follow'], { once: true });
  },
  'emulator export-test': (go, { sealed }) => go([sealed, '--json']),
  'emulator ca': (go) => go(['--json']),
  'webhook rotate': (go, { webhook }) => go([webhook.id, '--end-grace', '--json']),
  'webhook check': (go) => go(['--format', 'prometheus', '--json']),
  'envelope download': async (go, { sealed }) => {
    await go(['--ids', '-', '-o', 'signed/', '--json'], { input: sealed });
    await go(['--run', 'day', '-o', 'signed/', '--json']);
    await go(['--all', '-o', 'signed/', '--json']);
  },
  'envelope check': (go) => go(['--format', 'prometheus', '--json']),
  'envelope nudge': (go) => go(['--all', '--format', 'csv', '--json']),
  'envelope reconcile': (go, { app, sealed }) =>
    go(['-', '--only-listed', '--dry-run', '--deliver-to', app, '--secret-file', 'third.secret'], {
      input: `id,status\n${sealed},sealed\n`,
    }),
  listen: (go) => go(['--prune', '--json']),
  'event list': (go) => go(['--follow', '--json'], { once: true }),
  api: (go) => go(['--list', '--json']),
  forget: (go) => go(['--person', 'nobody@example.test', '--yes']),
};

const root = join(bin, '..', '..');
const catalogue = JSON.parse(readFileSync(join(root, 'completions', 'commands.json'), 'utf8')) as PrintedCatalogue;
const judge = createJudge(catalogue);

/** The holder of one of these addresses can fetch the document. */
const downloads = (typed: Typed): readonly string[] =>
  typed.json<{ documents: readonly { url: string }[] }>().documents.map(({ url }) => url);

let esign: Esign;
/** An app that takes every delivery. */
let app: FakeService;
let known: Known;
const written: string[] = [];
/** What was printed as JSON, by the command. */
const printed: { readonly name: string; readonly flag: string | null; readonly verdict: Verdict }[] = [];
const links: string[] = [];
const processes = new Set<string>();
/** What ran before the day began does not count. */
const earlier = new Set(readdirSync('/proc'));
/**
 * They are given a secret, hand one on, or start programs: what `ps` shows of them counts, the first time that they run.
 * Everything else runs within this process, which writes the same and takes a tenth of the time.
 */
const apart: ReadonlySet<string> = new Set([
  'emulator start',
  'login',
  'profile add',
  'webhook rotate',
  'envelope create',
  'envelope signing-url',
  'mcp',
  'embed',
  'listen',
  'completion install',
  'demo',
  'emulator exec',
]);
let watch: NodeJS.Timeout;
/** Its refusal here prints nothing; `test/authoring/wizard/wizard.full.test.ts` judges what it prints. */
const unprinted = ['template wizard'];
/** They print what the service, or a template, says. */
const open = ['api', 'template types'];

beforeAll(async () => {
  esign = newEsign({ within: true });
  app = await startFakeService();
  known = { app: app.url } as Known;
  // No start of Node takes less.
  watch = setInterval(readProcessList, 30);
});

afterAll(async () => {
  clearInterval(watch);
  await esign.remove();
  await app.close();
});

/** What `ps` would show of this program. */
function readProcessList(): void {
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || earlier.has(pid)) continue;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (line.includes('esign.js')) processes.add(line);
    } catch {
      // It ended meanwhile.
    }
  }
}

describe('every command, with --debug and what a person would give it', () => {
  it('no command of the tree is without a scenario', () => {
    const commands = catalogue.commands.map(({ command }) => command.replace(/^esign /, ''));
    expect(Object.keys(scenarios).toSorted()).toEqual(commands.toSorted());
  });

  it.each(Object.entries(scenarios))('%s', async (name, { play, shows }) => {
    if (name === 'emulator reset') await collectLinks();
    let isFirst = true;
    const go: Go = async (words = [], options = {}) => {
      await tryDryRun(name, words, options);
      const { once, browser, ...given } = options;
      const typed = await esign.run([...name.split(' '), ...words, '--debug-bodies'], {
        ...given,
        ...(once === true ? onlyOnce() : { spawned: isFirst && apart.has(name) }),
        ...(browser === true ? { env: desktop(esign.folder, "fetch(url, { redirect: 'manual' });") } : {}),
      });
      isFirst = false;
      const asked = shows === true && !words.includes('--secret-file');
      written.push(typed.stderr, asked ? '' : typed.stdout);
      keep(name, words, typed);
      if (name === 'envelope signing-url')
        links.push(words.includes('--json') ? typed.json<{ url: string }>().url : typed.stdout.trim());
      if (name === 'envelope documents') links.push(...downloads(typed));
      expect([typed.code, typed.stderr]).toEqual([options.code ?? refused[name] ?? 0, typed.stderr]);
      return typed;
    };
    await play(go, known);
    await forms[name]?.(go, known);
  });

  describe('what they printed as JSON', () => {
    it('is as the catalogue says', () => {
      const wrong = printed.flatMap(({ name, verdict }) =>
        verdict.values.flatMap((value) => verdict.problems(value).map((problem) => `${name}: ${problem}`)),
      );
      expect(wrong).toEqual([]);
    });

    it('is there for every command, but those that print no JSON of a known shape', () => {
      const judged = new Set(printed.map(({ name, flag }) => formOf(name, flag)));
      const promised = catalogue.commands
        .filter(({ no_output: reason }) => reason === null)
        .flatMap(({ command, output_with: others }) => {
          const name = command.replace(/^esign /, '');
          const flags = Object.keys(others).filter((flag) => others[flag] !== null);
          return [null, ...flags].map((flag) => formOf(name, flag));
        });
      const left = promised.filter((form) => !judged.has(form));
      expect(left).toEqual(unprinted);
      const count = `${promised.length - left.length} of ${promised.length} forms of output`;
      console.log(`${count} of ${catalogue.commands.length} commands are as the catalogue says.`);
    });

    it('would be found wrong with another name of any property', () => {
      const own = printed.filter(({ name, verdict }) => verdict.isOwn && !open.includes(name));
      for (const { name, verdict } of own) {
        for (const value of verdict.values as readonly Readonly<Record<string, unknown>>[]) {
          for (const property of Object.keys(value)) {
            const { [property]: held, ...rest } = value;
            expect([name, property, verdict.problems({ ...rest, [`${property}_`]: held }).length > 0]).toEqual([
              name,
              property,
              true,
            ]);
          }
        }
      }
      expect(own.length).toBeGreaterThan(80);
    });
  });

  const formOf = (name: string, flag: string | null): string => (flag === null ? name : `${name} ${flag}`);

  function keep(name: string, words: readonly string[], { stdout }: Typed): void {
    const verdict = stdout === '' ? null : judge(name, words, stdout);
    if (verdict !== null) printed.push({ name, flag: verdict.flag, verdict });
  }

  /** What a write would send, before it sends it. */
  async function tryDryRun(name: string, words: readonly string[], options: Parameters<Go>[1]): Promise<void> {
    const entry = catalogue.commands.find(({ command }) => command === `esign ${name}`);
    if (!Object.hasOwn(entry?.output_with ?? {}, '--dry-run') || words.includes('--dry-run')) return;
    const dry = ['--dry-run', ...words.filter((word) => word !== '--json')];
    const { input } = options ?? {};
    const typed = await esign.run([...name.split(' '), ...dry, '--json'], input === undefined ? {} : { input });
    written.push(typed.stdout, typed.stderr);
    keep(name, dry, typed);
  }

  /** Ends a command when it waits for the first time. */
  function onlyOnce(): Pick<NonNullable<Parameters<Esign['run']>[1]>, 'clock' | 'signal'> {
    const waited = new AbortController();
    const sleep = (): Promise<void> => {
      waited.abort();
      return Promise.resolve();
    };
    return { signal: waited.signal, clock: { now: () => Date.now(), sleep } };
  }

  /** Every link in every mail, before the mail is gone. */
  async function collectLinks(): Promise<void> {
    const { body } = await http<{ data: readonly Mail[] }>(known.ready.url, 'GET', '/_emulator/inbox', {
      headers: bearer(known.ready.live_key),
    });
    for (const { link } of body.data) if (link !== null) links.push(link);
  }

  it('no key, webhook secret, signing URL or link occurs in any output', () => {
    const files = esign.files();
    const secrets = new Map([
      ['live key', known.ready.live_key],
      ['test key', known.ready.test_key],
      ['key of another profile', otherKey],
      ['secret shown at registration', known.webhook.secret ?? ''],
      ['secret in a file', files.get('first.secret')?.trim() ?? ''],
      ['rotated secret', files.get('second.secret')?.trim() ?? ''],
      ['secret of the listener', files.get('third.secret')?.trim() ?? ''],
      ['secret of the demo', files.get('demo/webhook.secret')?.trim() ?? ''],
      ...links.map((link, index): [string, string] => [
        `link ${index}`,
        new URL(link).pathname.split('/').at(-1) ?? '',
      ]),
    ]);
    expect(links.length).toBeGreaterThan(4);
    for (const [what, secret] of secrets) expect([what, secret.length > 20]).toEqual([what, true]);

    // What is there to hold a secret: the key store, the service's own memory, and the files that were asked for.
    const keepers =
      /^(config\/keys\.json|state\/emulator\/emulator\.db(-wal|-shm)?|(demo\/webhook|first|second|third)\.\w+)$/;
    const places = new Map([
      ['the output', written.join('\n')],
      ['the process list', [...processes].join('\n')],
      ...[...files].filter(([file]) => !keepers.test(file)),
    ]);
    expect([...places.keys()]).toContain('state/state.db');
    expect([...processes].join('\n')).toMatch(/emulator start/);
    for (const [place, content] of places) {
      for (const [what, secret] of secrets)
        expect([place, what, content.includes(secret)]).toEqual([place, what, false]);
    }
  });

  it('files with secrets are readable by their owner only, and no temporary file remains', () => {
    for (const file of ['config/keys.json', 'first.snapshot', 'first.secret', 'second.secret', 'demo/webhook.secret']) {
      expect([file, esign.mode(file)]).toEqual([file, 0o600]);
    }
    expect([...esign.files().keys()].filter((file) => file.startsWith('tmp/'))).toEqual([]);
  });
});
