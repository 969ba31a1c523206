import { authorityCertificate } from '../authority.js';
import { authority } from './answers.js';
import { type ControlRoute, route } from './route.js';

/** The certificate that verifies seals, and the clock of their timestamps. */
export const authorityRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/ca',
    summary: 'Show the certificate of the test authority, which verifies seals',
    body: null,
    answer: authority,
    async handle({ service }) {
      const [certificate, { fingerprintOf }, { pemOf }, { readCertificate }] = await Promise.all([
        authorityCertificate(service.store),
        import('../../document/seal/certificate-authority.js'),
        import('../../document/seal/pem.js'),
        import('../../document/seal/certificate.js'),
      ]);
      const { subjectName: name, serialHex: serial, from, until } = readCertificate(certificate);
      return {
        name,
        pem: pemOf(certificate),
        sha256: fingerprintOf(certificate),
        serial,
        valid_from: new Date(from).toISOString(),
        valid_until: new Date(until).toISOString(),
        now: service.clock.instant(),
      };
    },
  }),
];
