import { expect, it } from 'vitest';
import { installWords } from '../../../src/listen/tunnel/install-words.js';

it('names the command of the system that it is based on', () => {
  expect(installWords('cloudflared', 'win32')).toBe('Install cloudflared (winget install --id Cloudflare.cloudflared)');
  expect(installWords('ngrok', 'win32')).toBe('Install ngrok (winget install --id Ngrok.Ngrok)');
  expect(installWords('cloudflared', 'darwin')).toBe('Install cloudflared (brew install cloudflared)');
  // Every distribution has another one, and most none of these.
  expect(installWords('ngrok', 'linux')).toBe('Install ngrok');
});
