import { afterEach, describe, expect, it } from 'vitest';
import { actionOf, type HeardMessage, openHost, readReport, type Wanted } from '../../../src/sending/embed/host.js';
import type { PrivatePage } from '../../../src/core/http/private-page.js';
import { http } from '../../support/http.js';

const url = 'https://sign.example/embed/secret';
let host: PrivatePage;
let minted: Wanted[] = [];
let heard: HeardMessage[] = [];

const open = async (mint?: () => Promise<string>): Promise<PrivatePage> => {
  minted = [];
  heard = [];
  host = await openHost({
    port: 0,
    envelopeId: '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
    recipientId: '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f',
    signingOrigin: 'https://sign.example',
    mint: async (why) => {
      minted.push(why);
      return await (mint?.() ?? Promise.resolve(url));
    },
    heard: (message) => heard.push(message),
  });
  return host;
};
afterEach(() => host.close());

const visit = (headers: Record<string, string> = {}) => fetch(host.address, { headers });
const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')!.split(';')[0]!;
const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(`${host.address}${path}`, { method: 'POST', body, headers });

describe('the host page', () => {
  it('frames the signing origin alone, and holds no signing URL', async () => {
    await open();
    const page = await visit();
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain('frame-src https://sign.example;');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await page.text()).not.toContain('/embed/');
    expect(minted).toEqual([]);
  });

  it('has nothing inline, and its script and style for the browser that opened it alone', async () => {
    await open();
    const page = await visit();
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|nonce/);
    expect(await page.text()).not.toMatch(/<style|<script(?! src=)|\son\w+=|javascript:/);
    const cookie = cookieOf(page);
    for (const file of ['host-page.js', 'host-page.css', 'icon.svg']) {
      expect((await fetch(`${host.address}${file}`, { headers: { cookie } })).status).toBe(200);
      expect((await fetch(`${host.address}${file}`)).status).toBe(403);
    }
    expect((await fetch(`${host.address}other.js`, { headers: { cookie } })).status).toBe(404);
  });

  it('opens again in the same browser, and in no other one', async () => {
    await open();
    const cookie = cookieOf(await visit());
    expect((await visit({ cookie })).status).toBe(200);
    expect((await visit()).status).toBe(403);
    expect((await visit({ cookie: 'host_page=guess' })).status).toBe(403);
  });

  it('gives a signing URL to that browser only, and says why it was wanted', async () => {
    await open();
    expect((await post('url', 'first', {})).status).toBe(403);
    const cookie = cookieOf(await visit());
    expect((await post('url', 'first', { cookie: 'host_page=guess' })).status).toBe(403);
    expect((await post('url', 'first', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    // An older browser sends this header only.
    expect((await post('url', 'first', { cookie, origin: 'http://127.0.0.1:3000' })).status).toBe(403);
    expect(minted).toEqual([]);
    expect(await (await post('url', 'first', { cookie })).json()).toEqual({ url });
    expect(await (await post('url', 'can_remint', { cookie })).json()).toEqual({ url });
    expect((await post('url', 'because', { cookie })).status).toBe(400);
    expect(minted).toEqual(['first', 'can_remint']);
  });

  it('passes messages on, and nothing else', async () => {
    await open();
    const cookie = cookieOf(await visit());
    const message = { origin: 'https://sign.example', trusted: true, data: { action: 'ready' } };
    expect((await post('message', JSON.stringify(message), { cookie })).status).toBe(200);
    expect((await post('message', 'ready', { cookie })).status).toBe(400);
    expect((await post('message', 'x'.repeat(70_000), { cookie })).status).toBe(413);
    expect(heard).toEqual([message]);
  });

  it('says that no URL could be had without saying more', async () => {
    await open(() => Promise.reject(new Error('secret words')));
    const answer = await post('url', 'first', { cookie: cookieOf(await visit()) });
    expect([answer.status, await answer.text()]).toEqual([502, 'Could not create a signing URL.\n']);
  });

  it('is nowhere but at its secret path, under its own address', async () => {
    await open();
    expect((await fetch(`${host.origin}/`)).status).toBe(404);
    const path = new URL(host.address).pathname;
    const answer = await http(host.origin, 'GET', path, { headers: { Host: 'evil.example' } });
    expect(answer.status).toBe(421);
  });
});

const report = (value: unknown) => readReport(JSON.stringify(value));

describe('what the host page reports', () => {
  it('has an origin, whether it is the signing page, and its data', () => {
    const heard = { origin: 'https://sign.example', trusted: true, data: { action: 'ready' } };
    expect(report(heard)).toEqual(heard);
    expect(report({ origin: 'null', trusted: false })).toEqual({ origin: 'null', trusted: false, data: null });
  });

  it.each(['', '[]', 'null', '{}', '{"origin":1,"trusted":true}', '{"origin":"x"}'])('is not %s', (text) => {
    expect(readReport(text)).toBeNull();
  });

  it('is cut down when a page says very much', () => {
    expect(report({ origin: 'https://a.example', trusted: false, data: 'x'.repeat(5000) })?.data).toBe(
      '(5002 characters)',
    );
    expect(report({ origin: 'x'.repeat(301), trusted: false, data: '' })).toBeNull();
  });
});

describe('an action', () => {
  it('counts only from the signing page', () => {
    const data = { action: 'signed' };
    expect(actionOf({ origin: 'https://a.example', trusted: true, data })).toBe('signed');
    expect(actionOf({ origin: 'https://a.example', trusted: false, data })).toBeNull();
  });

  it.each([null, 'signed', 7, {}, { action: 7 }])('is not found in %j', (data) => {
    expect(actionOf({ origin: 'https://a.example', trusted: true, data })).toBeNull();
  });
});
