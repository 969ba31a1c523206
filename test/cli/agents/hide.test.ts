import { expect, it } from 'vitest';
import { createMask } from '../../../src/client/mask.js';
import { hideSecrets } from '../../../src/cli/agents/hide.js';

const key = 'esign_live_Zm9yZWlnbi1rZXktdGhhdC1pcy1ub3QtbWluZQ';
const mask = createMask([key]);

it('hides secrets by their names, by their shapes, and the key in use, at any place', () => {
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
  expect(hideSecrets('listEnvelopeDocuments', answer, mask)).toEqual({
    url: '***',
    signing_url: '***',
    uri: '***',
  });
  expect(hideSecrets('createEnvelope', answer, mask)).toMatchObject({ url: '***' });
  expect(hideSecrets('listWebhooks', { data: [{ url: 'https://own.test/hooks' }] }, mask)).toEqual({
    data: [{ url: 'https://own.test/hooks' }],
  });
});

it('hides addresses under names that the service has changed, in lists and below too', () => {
  const to = 'https://x.test/abc';
  const answer = { downloadUrl: to, urls: [to, [to]], where: to, documents: [{ at: ` ${to}`, name: 'Lease' }] };
  expect(hideSecrets('listEnvelopeDocuments', answer, mask)).toEqual({
    downloadUrl: '***',
    urls: ['***', ['***']],
    where: '***',
    documents: [{ at: '***', name: 'Lease' }],
  });
  expect(hideSecrets('getEnvelope', { ...answer, apiKeys: ['k'], links: { pdf: to } }, mask)).toMatchObject({
    downloadUrl: '***',
    urls: ['***', ['***']],
    where: to,
    apiKeys: ['***'],
    links: { pdf: '***' },
  });
});

it('takes no answer as deep as it comes', () => {
  let deep: unknown = 'end';
  for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
  expect(JSON.stringify(hideSecrets('getEnvelope', deep, mask))).toContain('***');
});
