import { describe, expect, it } from 'vitest';
import type { Service } from '../../../../src/emulator/service.js';
import { markup } from '../../../../src/emulator/html.js';
import { servePage, type Framing, type HostMessage } from '../../../../src/emulator/signing/page/page.js';
import { HeaderList } from '../../../../src/core/http/headers.js';

const service = { random: { bytes: (count: number) => Buffer.alloc(count, 7), uuid: () => '' } } as unknown as Service;
const served = (framing: Framing, message?: HostMessage) => {
  const page = {
    status: 200,
    title: 'T',
    body: markup`<p>Hello</p>`,
    framing,
    ...(message === undefined ? {} : { message }),
  };
  const reply = servePage(service, page);
  const headers = new HeaderList(reply.headers ?? []);
  return { policy: headers.get('Content-Security-Policy') ?? '', headers, text: String(reply.body) };
};
const ready: HostMessage = { action: 'ready' };

describe('a page that must not be framed', () => {
  it('says so twice, and posts nothing', () => {
    const { policy, headers, text } = served('deny', ready);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(text).not.toContain('<script');
  });
});

describe('a page for the origins of a brand', () => {
  it('names them, has no X-Frame-Options, and posts to each of them, never to everybody', () => {
    const { policy, headers, text } = served({ origins: ['https://a.example', 'http://localhost:3000'] }, ready);
    expect(policy).toContain('frame-ancestors https://a.example http://localhost:3000');
    expect(headers.get('X-Frame-Options')).toBeUndefined();
    expect(text).toContain('for (const origin of ["https://a.example","http://localhost:3000"])');
    expect(text).toContain('postMessage({"action":"ready"}, origin)');
    expect(text).not.toContain("'*'");
  });

  it('cannot be framed and posts nothing without origins', () => {
    const { policy, headers, text } = served({ origins: [] }, ready);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('X-Frame-Options')).toBeUndefined();
    expect(text).not.toContain('<script');
  });

  it('leaves out what is not a bare origin', () => {
    const { policy } = served({ origins: ['https://a.example; script-src *', '*', 'https://b.example'] });
    expect(policy).toContain('frame-ancestors https://b.example');
    expect(policy).not.toContain('*');
  });
});

it('runs only its own script and style, is never stored, and sends no referrer', () => {
  const { policy, headers, text } = served({ origins: ['https://a.example'] }, ready);
  const nonce = Buffer.alloc(16, 7).toString('base64');
  expect(policy).toContain(
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'`,
  );
  expect(text).toContain(`<script nonce="${nonce}">`);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
});
