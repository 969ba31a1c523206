import { createHmac } from 'node:crypto';
import { lazy } from '../../core/platform/lazy.js';
import { anyText, flag, noted, shape } from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';
import { type ControlRoute, route } from './route.js';

const proof = lazy(() => shape({ proof: noted(anyText, { pattern: '^[0-9a-f]{64}$' }), ask: flag }));

/** Proves the identity of this emulator, before a program treats it as harmless, and says whether to ask all the same. */
export const proofRoutes = (token: string): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/proof',
    summary: 'Prove with its token that this is the emulator; ask: it was started with --ask',
    query: { nonce: 'A fresh number, 32 to 128 hexadecimal digits' },
    open: true,
    body: null,
    answer: proof,
    handle({ query, service }) {
      const nonce = query.get('nonce') ?? '';
      if (!/^[0-9a-f]{32,128}$/.test(nonce)) {
        throw new Refusal('invalid_request', '`nonce` must be 32 to 128 hexadecimal digits.');
      }
      return { proof: createHmac('sha256', token).update(nonce).digest('hex'), ask: service.settings.ask };
    },
  }),
];
