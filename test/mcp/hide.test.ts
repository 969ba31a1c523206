import { expect, it } from 'vitest';
import { createMask } from '../../src/client/mask.js';
import { hideSecrets } from '../../src/mcp/hide.js';

const key = 'esign_live_Zm9yZWlnbi1rZXktdGhhdC1pcy1ub3QtbWluZQ';
const mask = createMask([key]);

it('hides secrets by their names, by their shapes, and the key that is used, wherever they stand', () => {
  const answer = {
    secret: 'short',
    next: [{ api_key: 'k', webhook_secret: 's', Token: 't', title: `Lease ${key}` }, [`whsec_abcdefgh1234`]],
    [key]: 'a name',
    count: 3,
    nothing: null,
  };
  expect(hideSecrets('getEnvelope', answer, mask)).toEqual({
    secret: '***',
    next: [{ api_key: '***', webhook_secret: '***', Token: '***', title: 'Lease ***' }, ['whsec_***']],
    '***': 'a name',
    count: 3,
    nothing: null,
  });
});

it('hides addresses but for those of the caller’s own endpoints', () => {
  const answer = {
    url: 'https://x.test/abc',
    signing_url: 'https://x.test/abc',
    uri: 'https://x.test/api/v1/envelopes/1',
  };
  expect(hideSecrets('listEnvelopeDocuments', answer, mask)).toEqual({ ...answer, url: '***', signing_url: '***' });
  expect(hideSecrets('createEnvelope', answer, mask)).toMatchObject({ url: '***' });
  expect(hideSecrets('listWebhooks', { data: [{ url: 'https://own.test/hooks' }] }, mask)).toEqual({
    data: [{ url: 'https://own.test/hooks' }],
  });
});

it('takes no answer as deep as it comes', () => {
  let deep: unknown = 'end';
  for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
  expect(JSON.stringify(hideSecrets('getEnvelope', deep, mask))).toContain('***');
});
