import { envelopeEnd } from './answers.js';
import { envelopeNamed } from './envelope-named.js';
import { type ControlRoute, route } from './route.js';

/** The reason that a recipient or the sender gave, which no operation of the service returns. */
export const envelopeEndRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/envelopes/{envelopeId}/end',
    summary: 'Return why an envelope was voided or declined',
    body: null,
    answer: envelopeEnd,
    handle: ({ service, parameters }) => ({ reason: envelopeNamed(service, parameters['envelopeId']).end_reason }),
  }),
];
