import { describe, expect, it } from 'vitest';
import { childEnv, masked } from '../../../src/listen/tunnel/child-env.js';

describe('the environment of a tunnel program', () => {
  it('is the user’s, without everything of ours', () => {
    const env = { PATH: '/bin', HOME: '/h', ESIGN_API_KEY: 'k', ESIGN_WEBHOOK_SECRET: 's', esign_profile: 'p' };
    expect(childEnv(env)).toEqual({ PATH: '/bin', HOME: '/h' });
  });

  it('removes and sets the given variables', () => {
    const env = { TUNNEL_URL: 'x', TUNNEL_TOKEN: 't', LC_ALL: 'af_ZA' };
    expect(childEnv(env, { drop: /^TUNNEL_/, set: { LC_ALL: 'C' } })).toEqual({ LC_ALL: 'C' });
  });
});

describe('a line of a tunnel program', () => {
  it('loses the secrets that are known', () => {
    expect(masked('token=abcd1234 used', ['abcd1234'])).toBe('token=… used');
  });

  it.each([
    ['Your authtoken: 1yaP1QLD0cVVKBknmtX9TAduxr6', 'Your authtoken: …'],
    ['{"authtoken":"1yaP1QLD0cVV"}', '{"authtoken":"…"}'],
    ['auth_token=1yaP1QLD0cVV', 'auth_token=…'],
  ])('loses what it calls a token itself: %s', (line, without) => expect(masked(line, [])).toBe(without));

  it('keeps everything else', () => {
    expect(masked('a b https://x.test', ['', 'no'])).toBe('a b https://x.test');
  });
});
