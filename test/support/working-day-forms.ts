import type { Go, Known } from './working-day.js';

const rows = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email\nA,a@example.test,B,b@example.test\n';

/**
 * The forms of output that the working day leaves out, by command: with the flags that choose another form, and without
 * them. What a write prints with --dry-run is shown for each of them, without being named here.
 */
export const forms: Readonly<Record<string, (go: Go, known: Known) => Promise<unknown>>> = {
  'template get': (go, { lease }) => go([lease.id, '--etag', '--json']),
  'template fields': (go, { lease }) => go([lease.id, '--csv', '--json']),
  'template types': async (go, { agreement }) => {
    await go([agreement, '--json']);
    await go([agreement, '-o', 'agreement.ts']);
  },
  'template copy-names': (go, { agreement, lease }) => go([agreement, lease.id, '--json']),
  'template pull': (go, { lease }) => go([lease.id, '--json']),
  'envelope create': async (go, { agreement }) => {
    const words = ['--template', agreement, '--rows', '-', '--run', 'day', '--results', 'day.ndjson', '--yes'];
    await go(words, { input: rows });
  },
  'envelope rows': (go, { lease }) => go(['--template', lease.id, '--json']),
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
  listen: (go) => go(['--prune', '--json']),
  'event list': (go) => go(['--follow', '--json'], { once: true }),
  api: (go) => go(['--list', '--json']),
  forget: (go) => go(['--person', 'nobody@example.test', '--yes']),
};
