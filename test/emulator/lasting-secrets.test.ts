import { expect, it } from 'vitest';
import { createLastingSecrets } from '../../src/emulator/lasting-secrets.js';

it('gives the secret that was wanted for a URL once, and forgets wishes that nobody takes', () => {
  const secrets = createLastingSecrets();
  secrets.want('http://127.0.0.1:1/', 'one');
  expect([secrets.take('http://127.0.0.1:1/'), secrets.take('http://127.0.0.1:1/')]).toEqual(['one', null]);
  secrets.want('http://127.0.0.1:2/', 'two');
  for (let port = 10; port < 110; port += 1) secrets.want(`http://127.0.0.1:${port}/`, 'more');
  expect([secrets.take('http://127.0.0.1:2/'), secrets.take('http://127.0.0.1:109/')]).toEqual([null, 'more']);
});
