import { describe, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.js';
import { http } from '../../support/http.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startTestEmulator);

const files = ['/', '/dashboard.js', '/dashboard.css'];

describe('the files of the page', () => {
  it.each(files)('%s: nothing inline, nothing from elsewhere, in no frame', async (path) => {
    const { status, headers } = await http(emulator.url, 'GET', path);
    expect(status).toBe(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|nonce|https?:/);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('the page has no script and no style of its own', async () => {
    const { bytes } = await http(emulator.url, 'GET', '/');
    expect(bytes.toString()).not.toMatch(/<style|<script(?! src=)|\son\w+=|javascript:/);
  });

  it.each([...files, '/dashboard/views/x'])('%s is refused for a host name that resolves here', async (path) => {
    const { status } = await http(emulator.url, 'GET', path, { headers: { Host: 'rebound.example:80' } });
    expect(status).toBe(403);
  });

  it('a view without a valid code shows nothing', async () => {
    expect((await http(emulator.url, 'GET', '/dashboard/views/unknown')).status).toBe(404);
  });
});
