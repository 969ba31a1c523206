import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, startTestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { type Answer, bearer, http } from '../../support/http.js';
import { shared } from '../../support/shared.js';

interface Described {
  readonly security: readonly object[];
  readonly components: { readonly securitySchemes: { readonly bearer: object } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>>;
}
type Headers = Readonly<Record<string, string | readonly string[]>>;

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let described: Described;
beforeAll(async () => {
  organisation = await emulator.organisation();
  // Made of the very table that is served, so that no new route is left out.
  described = (await http<Described>(emulator.url, 'GET', '/_emulator/openapi.json')).body;
});

const routes = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      target: path.replaceAll(/\{\w+\}/g, randomUUID()),
      isOpen: security?.length === 0,
    })),
  );
const ask = (method: string, target: string, headers: Headers = {}): Promise<Answer> =>
  http(emulator.url, method, target, { headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body: {} }) });
const everything = async (): Promise<string> => JSON.stringify(await emulator.control('GET /_emulator/snapshot'));

describe('the routes that need no credential', () => {
  it('prove the emulator and describe the routes, and hold no secret', async () => {
    expect(described.security).toEqual([{ bearer: [] }]);
    expect(described.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    const open = routes().filter(({ isOpen }) => isOpen);
    expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET /_emulator/openapi.json',
      'GET /_emulator/proof',
    ]);
    expect((await ask('GET', `/_emulator/proof?nonce=${randomBytes(32).toString('hex')}`)).status).toBe(200);
    expect(JSON.stringify(described)).not.toMatch(/esign_(live|test)_/);
    expect(JSON.stringify(described)).not.toContain(emulator.token);
  });
});

describe('every other route', () => {
  it('of the page refuses requests without the token too, although it is not described', async () => {
    const under = '/_emulator/dashboard';
    for (const name of ['changes', 'envelopes', 'templates', 'choices']) {
      expect([name, (await ask('GET', `${under}/${name}`)).status]).toEqual([name, 401]);
    }
    for (const name of ['codes', 'views']) {
      expect([name, (await ask('POST', `${under}/${name}`)).status]).toEqual([name, 401]);
    }
    expect((await ask('POST', `${under}/sessions`)).status).toBe(400);
  });

  it('refuses requests without the token or a valid live key, and changes nothing', async () => {
    const revoked = await emulator.key(organisation, { revoked: true });
    const orphaned = await emulator.key(organisation, { owner_removed: true });
    const wrong: readonly (readonly [string, Headers])[] = [
      ['nothing', {}],
      ['a test key', bearer(organisation.testKey)],
      ['a revoked live key', bearer(revoked.key)],
      ['a live key without an owner', bearer(orphaned.key)],
      ['the start of the token', bearer(emulator.token.slice(0, -1))],
      ['more than the token', bearer(`${emulator.token}0`)],
      ['another token', bearer('0'.repeat(64))],
      ['no token after Bearer', { Authorization: 'Bearer ' }],
      ['the token as a password', { Authorization: `Basic ${Buffer.from(`:${emulator.token}`).toString('base64')}` }],
      ['the token in a cookie', { Cookie: `token=${emulator.token}` }],
      ['two headers', { Authorization: [`Bearer ${emulator.token}`, `Bearer ${emulator.token}`] }],
    ];
    const closed = routes().filter(({ isOpen }) => !isOpen);
    expect(closed.length).toBeGreaterThan(40);
    const before = await everything();
    for (const { method, target } of closed) {
      for (const [name, headers] of wrong) {
        const answer = await ask(method, target, headers);
        expect([method, target, name, answer.status]).toEqual([method, target, name, 401]);
        expectRefusal(answer, 401, 'unauthenticated', 'token of its start or one of its live API keys');
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
      const asked = await ask(method, `${target}?token=${emulator.token}&access_token=${emulator.token}`);
      expect([target, asked.status]).toEqual([target, 401]);
    }
    expect(await everything()).toBe(before);
  });

  it.each([
    ['HEAD', '/_emulator/inbox', 401],
    ['GET', '/%5Femulator/inbox', 401],
    ['GET', '/_emulator/../_emulator/inbox', 401],
    ['GET', '/_emulator//inbox', 401],
    ['GET', '/_emulator/proof/../inbox', 401],
    ['GET', '/_emulator/nothing', 401],
    ['OPTIONS', '/_emulator/reset', 401],
  ])('%s %s answers %i without a credential', async (method, target, status) => {
    expect((await http(emulator.url, method, target)).status).toBe(status);
  });

  it('lets the token and a live key in', async () => {
    for (const credential of [emulator.token, organisation.liveKey]) {
      for (const { method, path, target, isOpen } of routes()) {
        // These would empty everything.
        if (isOpen || ['/_emulator/reset', '/_emulator/restore'].includes(path)) continue;
        // The stream of changes ends with the emulator.
        const asked = path === '/_emulator/dashboard/changes' ? 'HEAD' : method;
        const { status } = await ask(asked, target, bearer(credential));
        expect([method, path, status]).not.toEqual([method, path, 401]);
      }
      expect((await ask('GET', '/_emulator/status', bearer(credential))).status).toBe(200);
    }
    expect((await ask('POST', '/_emulator/reset', bearer(organisation.liveKey))).status).toBe(204);
  });
});
