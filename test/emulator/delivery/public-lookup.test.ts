import { expect, it } from 'vitest';
import { createPoster } from '../../../src/emulator/delivery/post.js';
import { publicLookup } from '../../../src/emulator/delivery/public-lookup.js';

const looked = (hostname: string, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    publicLookup(hostname, { all }, (error, address, family) => (error ? reject(error) : resolve([address, family])));
  });

it.each(['localhost', '127.0.0.1', '::1', '10.1.2.3', '169.254.169.254'])('%s leads nowhere', async (host) => {
  await expect(looked(host, true)).rejects.toThrow('a private or loopback address');
  await expect(looked(host, false)).rejects.toThrow('a private or loopback address');
});

it('an address of the public internet is given back, as one or as a list', async () => {
  expect(await looked('203.0.113.10', false)).toEqual(['203.0.113.10', 4]);
  expect(await looked('203.0.113.10', true)).toEqual([[{ address: '203.0.113.10', family: 4 }], undefined]);
});

it('a strict poster reaches no address that could not be registered, however it came to have it', async () => {
  const poster = createPoster({ strict: true });
  for (const url of ['http://127.0.0.1:9/', 'https://10.1.2.3/', 'http://203.0.113.10/', 'https://localhost/']) {
    const { status, error } = await poster.post(url, Buffer.from('{}'), 't=1, v1=0');
    expect([url, status, error]).toEqual([url, null, expect.stringMatching(/^the address must/)]);
  }
  await poster.close();
});
