import { createHmac } from 'node:crypto';
import { Refusal } from '../domain/refusal.js';
import { json } from '../http/exchange.js';
import type { ControlRoute } from './route.js';

/** Proves the identity of this emulator, before a program treats it as harmless. */
export const proofRoutes = (token: string): readonly ControlRoute[] => [
  {
    method: 'GET',
    path: '/_emulator/proof',
    summary: 'Prove with its token that this is the emulator',
    query: { nonce: 'A fresh number, 32 to 128 hexadecimal digits' },
    open: true,
    body: null,
    handle({ query }) {
      const nonce = query.get('nonce') ?? '';
      if (!/^[0-9a-f]{32,128}$/.test(nonce)) {
        throw new Refusal('invalid_request', '`nonce` must be 32 to 128 hexadecimal digits.');
      }
      return json(200, { proof: createHmac('sha256', token).update(nonce).digest('hex') });
    },
  },
];
