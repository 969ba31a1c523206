import { expect, it } from 'vitest';
import { readAppUrl } from '../../../src/core/http/app-url.js';

it.each([
  ['3000', 'http://127.0.0.1:3000/'],
  [':3000/hooks', 'http://127.0.0.1:3000/hooks'],
  ['app:3000', 'http://app:3000/'],
  ['127.0.0.1:3000/hooks?a=1#b', 'http://127.0.0.1:3000/hooks?a=1'],
  ['https://example.test/hooks', 'https://example.test/hooks'],
  ['70000', undefined],
  ['123456', undefined],
  ['http://3000/', undefined],
  ['ftp://127.0.0.1/', undefined],
  ['unix:/run/app.sock', undefined],
  ['mailto:a@example.test', undefined],
  ['', undefined],
])('reads %s as %s', (text, href) => expect(readAppUrl(text)?.href).toBe(href));
