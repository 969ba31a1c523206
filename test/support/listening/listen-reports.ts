import type { DeliveryReport } from '../../../src/listen/receive/report.js';

/** When everything here happened. */
export const at = '2026-12-01T08:00:00.000Z';

/** A delivery that came for the third time, verified by the former secret, and that the app took. */
export const delivery: DeliveryReport = {
  is: 'delivery',
  at,
  id: 'd1',
  event: 'envelope.sealing_failed',
  eventId: 'ev',
  envelopeId: '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
  recipientId: null,
  createdAt: at,
  retryCount: 2,
  by: 'previous',
  synthetic: false,
  repeat: false,
  target: 'http://app.test/',
  state: 'delivered',
  app: { is: 'answered', status: 204, milliseconds: 12, said: '' },
  attempts: 1,
  signedAgain: false,
  retryIn: null,
};
