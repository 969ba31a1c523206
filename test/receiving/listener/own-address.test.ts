import { expect, it } from 'vitest';
import { refuseUnknownHosts } from '../../../src/receiving/listener/own-address.js';
import { readTarget } from '../../../src/listen/forward/routes.js';
import type { LookedUp } from '../../../src/core/http/reach.js';

/** The hosts that were looked up, none of which is found. */
async function lookedUp(apps: readonly string[], answer: LookedUp): Promise<readonly string[]> {
  const asked: string[] = [];
  await refuseUnknownHosts(
    apps.map((app) => readTarget(app)),
    (url) => {
      asked.push(url.hostname);
      return Promise.resolve(answer);
    },
  );
  return asked;
}
const unknown: LookedUp = { is: 'failed', code: 'ENOTFOUND' };

it.each([
  ['notaurl', 'Host "notaurl" of the app not found.', 'Use the URL of an app: http://127.0.0.1:3000/hooks'],
  ['http://locahost:3000/hooks', 'Host "locahost" of the app not found.', 'Did you mean "localhost"?'],
  ['https://app:8443', 'Host "app" of the app not found.', 'Use the URL of an app: http://127.0.0.1:3000/hooks'],
])('refuses %s, whose host does not exist', async (app, message, hint) => {
  await expect(lookedUp(['3000', app], unknown)).rejects.toMatchObject({ code: 'invalid_value', message, hint });
});

it('looks up no address, no name of this machine, and no host with a dot, which may appear later', async () => {
  const apps = ['3000', 'localhost:3000', 'http://[::1]:3000', '10.0.0.1', 'https://app.example.test', 'app.localhost'];
  expect(await lookedUp(apps, unknown)).toEqual([]);
});

it('takes a host that is found, such as a container, and one that could not be looked up in time', async () => {
  expect(await lookedUp(['app:3000'], { is: 'found', addresses: ['172.18.0.2'] })).toEqual(['app']);
  expect(await lookedUp(['app:3000'], { is: 'failed', code: 'ETIMEDOUT' })).toEqual(['app']);
});
