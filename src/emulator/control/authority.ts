import { lazy } from '../../platform/lazy.js';
import { anyText, instant, named, noted, shape } from '../../contract/schema.js';
import { openAuthority } from '../authority.js';
import { type ControlRoute, route } from './route.js';

/** The test authority: the certificate that verifies seals, and the time of the emulator. */
export const authority = lazy(() =>
  named(
    'Authority',
    shape({
      name: anyText,
      pem: anyText,
      sha256: noted(anyText, { description: 'Hex SHA-256 of the certificate' }),
      serial: anyText,
      valid_from: instant,
      valid_until: instant,
      now: instant,
    }),
  ),
);

/** The certificate that verifies seals, and the clock of their timestamps. */
export const authorityRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/ca',
    summary: 'Show the certificate of the test authority, which verifies seals',
    body: null,
    answer: authority,
    async handle({ service }) {
      const [{ certificate }, { fingerprintOf }, { pemOf }, { readCertificate }] = await Promise.all([
        openAuthority(service.store),
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
