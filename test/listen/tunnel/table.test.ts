import { describe, expect, it } from 'vitest';
import { chooseProvider, detectAll, detectedProviders, requestedProvider } from '../../../src/listen/tunnel/choose.js';
import type { TunnelProvider } from '../../../src/listen/tunnel/provider.js';
import { publicUrlProvider } from '../../../src/listen/tunnel/providers/public-url.js';
import { type TunnelEntry, tunnelList, tunnels, tunnelWords } from '../../../src/listen/tunnel/table.js';

const nothing = { tunnel: null, publicUrl: null, command: null, commandAddress: null, serviceIsLocal: false };
const machine = { env: { PATH: '' }, cwd: '/', home: '/' };

describe('a tunnel planted in the table', () => {
  const provider: TunnelProvider = { ...publicUrlProvider(new URL('https://planted.test')), id: 'planted' };
  const detection = {
    available: true,
    unasked: true,
    needsAccount: false,
    stability: 'fixed',
    ackMode: 'end-to-end',
  } as const;
  const planted: TunnelEntry = {
    name: 'planted',
    detail: '[:ZONE]',
    about: 'a planted tunnel',
    detected: true,
    make: ({ detail }) =>
      Promise.resolve({ ...provider, title: `zone ${detail}`, detect: () => Promise.resolve(detection) }),
  };
  const table = [...tunnels, planted];

  it('is in the help and in the words for Tab', () => {
    expect(tunnelList('with details', table)).toMatch(/ or planted\[:ZONE\]$/);
    expect(tunnelWords(table)).toContainEqual({ word: 'planted', about: 'a planted tunnel' });
  });

  it('is read by the parser, with its detail', async () => {
    expect(await requestedProvider({ ...nothing, tunnel: 'planted:za' }, table)).toMatchObject({ title: 'zone za' });
  });

  it('is looked for and chosen where nothing else is set up', async () => {
    const found = await detectAll(machine, await detectedProviders(table));
    expect(found.map(({ id }) => id)).toContain('planted');
    expect(await chooseProvider(nothing, machine, table)).toMatchObject({ provider: { id: 'planted' }, unasked: true });
  });

  it('is named where a name is wrong', async () => {
    const failure = { code: 'tunnel_setting', hint: expect.stringContaining('planted[:ZONE]') };
    await expect(requestedProvider({ ...nothing, tunnel: 'plantd' }, table)).rejects.toMatchObject(failure);
  });
});

it('every tunnel of the table can be made from its name and from nothing else', async () => {
  for (const { name, make } of tunnels) {
    const text = name === 'ssh' ? 'ssh://me@host.test?remote=9100' : name;
    const publicUrl = name === 'ssh' ? 'https://hooks.test' : null;
    expect((await make({ text, detail: null, publicUrl })).id).toBe(name);
  }
});
