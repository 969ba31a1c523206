import { missing } from '../domain/refusal.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { envelopeEnd } from './answers.js';
import { type ControlRoute, route } from './route.js';

/** The reason that a recipient or the sender gave, which no operation of the service returns. */
export const envelopeEndRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/envelopes/{envelopeId}/end',
    summary: 'Return why an envelope was voided or declined',
    body: null,
    answer: envelopeEnd,
    async handle({ service, parameters }) {
      const envelope = envelopeRepository(service.store.sql).findAnywhere(parameters['envelopeId'] ?? '');
      if (envelope === undefined) throw missing('Envelope not found.');
      return { reason: envelope.end_reason };
    },
  }),
];
