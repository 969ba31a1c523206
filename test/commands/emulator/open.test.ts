import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { desktop } from '../../support/program/desktop.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { http } from '../../support/http.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

const exchange = (code: string) =>
  http<{ readonly token?: string }>(at.emulator.url, 'POST', '/_emulator/dashboard/sessions', { body: { code } });

it('prints a URL whose code gives access once, without the token', async () => {
  const url = (await at.ok(['emulator', 'open', '--print'])).stdout.trim();
  const [page, code = ''] = url.split('/#code=');
  expect(page).toBe(at.emulator.url);
  const { body } = await exchange(code);
  expect(body.token).toMatch(/^[0-9a-f]{64}$/);
  expect(url).not.toContain(body.token);
  expect((await exchange(code)).status).toBe(401);
});

it('opens the page in the browser, and shows the code nowhere', async () => {
  const env = desktop(
    at.machine.folder,
    `fetch(url, { redirect: 'manual' }).then((page) => tell({ given, location: page.headers.get('location') }));`,
  );
  const clock = { now: () => Date.now(), sleep: () => new Promise<void>(() => undefined) };
  const ran = await at.run(['emulator', 'open', '--debug-bodies'], {
    env,
    clock,
    terminal: true,
  });
  expect([ran.code, ran.stdout.trim()]).toEqual([0, `Opened the page of the emulator at ${at.emulator.url}.`]);
  const { given, location } = await vi.waitFor(
    () => JSON.parse(readFileSync(at.path('seen.json'), 'utf8')) as { given: string; location: string },
    20_000,
  );
  const [page, code = ''] = location.split('/#code=');
  expect([page, (await exchange(code)).status]).toEqual([at.emulator.url, 201]);
  for (const said of [given, ran.stdout]) expect(said).not.toContain(code);
  expect(ran.stderr.split(code).length - 1).toBe(0);
});
