import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordedAs } from '../../src/app/recorded-as.js';
import { direct } from '../../src/cli/emulator/control.js';
import { createSender } from '../../src/core/http/send.js';
import { Sqlite } from '../../src/core/platform/sqlite.js';
import { openState } from '../../src/store/state.js';
import { startTestEmulator } from '../support/emulator.js';
import { startFakeService } from '../support/fake-service.js';
import { newFolder } from '../support/folder.js';
import { fresh } from '../support/shared.js';

const folder = fresh(newFolder);
const recorded = (url: string, urlNow?: () => string) =>
  recordedAs(url, () => Promise.resolve(openState(join(folder.path, 'state'))), new AbortController().signal, urlNow);
const start = (name: string | null, port = 0) =>
  startTestEmulator({ port, data: name === null ? null : join(folder.path, name) });
const portOf = (url: string): number => Number(new URL(url).port);
const stopped = async (name: string): Promise<{ readonly url: string; readonly address: string }> => {
  const emulator = await start(name);
  const address = await recorded(emulator.url).address();
  await emulator.close();
  return { url: emulator.url, address };
};

it('an emulator goes by its data: the same at another port, another one without it or at the same port', async () => {
  const { url, address } = await stopped('one.db');
  expect(address).toMatch(/^http:\/\/emulator-[0-9a-f]{12}$/);
  const again = await start('one.db');
  const other = await start(null, portOf(url));
  expect([again.url === url, await recorded(again.url).address()]).toEqual([false, address]);
  expect([other.url, (await recorded(other.url).address()) === address]).toEqual([url, false]);
  await Promise.all([again.close(), other.close()]);
});

it('a reset and a restored snapshot leave it as it is', async () => {
  const emulator = await start(null);
  const address = await recorded(emulator.url).address();
  const snapshot = await emulator.control('GET /_emulator/snapshot');
  await emulator.control('POST /_emulator/reset', {});
  const other = await start(null);
  const before = await recorded(other.url).address();
  await other.control('POST /_emulator/restore', snapshot);
  expect([await recorded(emulator.url).address(), await recorded(other.url).address()]).toEqual([address, before]);
  await Promise.all([emulator.close(), other.close()]);
});

it('while it is stopped it is what it was, and nothing may be sent', async () => {
  const { url, address } = await stopped('one.db');
  const own = recorded(url);
  expect([await own.address(), await own.known()]).toEqual([address, address]);
  await expect(own.confirm()).rejects.toMatchObject({ reason: 'unreachable', sent: false });
  const other = await start('two.db', portOf(url));
  await expect(own.confirm()).rejects.toMatchObject({
    message: expect.stringContaining(`another service than before responds at ${url}`),
  });
  await other.close();
  const itself = await start('one.db', portOf(url));
  await own.confirm();
  await itself.close();
});

it('that was never seen may be written to by a later write, once it responds', async () => {
  const emulator = await start('new.db');
  await emulator.close();
  const own = recorded(emulator.url);
  expect([await own.label(), await own.known()]).toEqual([emulator.url, emulator.url]);
  await expect(own.confirm()).rejects.toMatchObject({ reason: 'unreachable', sent: false });
  const again = await start('new.db', portOf(emulator.url));
  await expect(own.confirm()).rejects.toThrow('another service than before');
  expect(await own.label()).toMatch(/^http:\/\/emulator-/);
  await own.confirm();
  await again.close();
});

it('data of an earlier build stays known under the address of its first start, and other programs under theirs', async () => {
  await stopped('old.db');
  const sql = new Sqlite(join(folder.path, 'old.db'), 1_000);
  sql.run("DELETE FROM settings WHERE name = 'identity'");
  sql.close();
  const { url, address } = await stopped('old.db');
  expect(address).toBe(url);
  expect((await stopped('old.db')).address).toBe(url);
  const fake = await startFakeService({ proves: true });
  expect(await recorded(fake.url).address()).toBe(fake.url);
  await recorded(fake.url).confirm();
  expect(fake.asked.map(({ path }) => path.split('?')[0])).toEqual(['/_emulator/proof', '/_emulator/proof']);
  await fake.close();
});

it('requests follow the data to another port, and never to other data', async () => {
  const one = await start('one.db');
  let urlNow = one.url;
  const own = recorded(one.url, () => urlNow);
  const sender = createSender({ network: direct });
  const send = own.follow(sender.send);
  const ask = async (): Promise<number> => {
    const { status, body } = await send({
      method: 'GET',
      url: new URL('/api/v1/webhooks?max=1', one.url),
      headers: [['Authorization', `Bearer ${key}`]],
      timeout: 20_000,
      maxBody: 100_000,
    });
    body.destroy();
    return status;
  };
  const key = (await one.organisation()).liveKey;
  await own.address();
  expect(await ask()).toBe(200);
  await one.close();
  const [other, again] = [await start('two.db'), await start('one.db')];
  for (const wrong of [one.url, other.url, 'not a URL']) {
    urlNow = wrong;
    await expect(ask()).rejects.toMatchObject({ reason: 'unreachable' });
  }
  urlNow = again.url;
  expect(await ask()).toBe(200);
  await Promise.all([other.close(), again.close(), sender.close()]);
});
