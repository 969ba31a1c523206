import { createHmac } from 'node:crypto';
import { flag, optional, request, anyText, noted, shape } from '../../contract/schema.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { settingsRepository } from '../store/settings-repository.js';
import { emulatorStatus, authority } from './answers.js';
import { type ControlRoute, route } from './route.js';
import { authorityCertificate } from '../authority.js';
import { lazy } from '../../core/platform/lazy.js';
import { Refusal } from '../domain/refusal.js';

/** Facts about this emulator, for programs that find it running. */
export interface StatusParts {
  readonly version: string;
  readonly pid: number;
  /** The data file; null for a temporary one. */
  readonly data: string | null;
  /** Deletes the data of the service (see `resetStore`) and its counters and faults. */
  readonly reset: () => void;
  /** Deletes the data, and lets the clock run from the time of this machine. */
  readonly resetClock: () => Promise<void>;
}

export const statusRoutes = ({ version, pid, data, reset, resetClock }: StatusParts): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/status',
    summary: 'Show the status of this emulator',
    body: null,
    answer: emulatorStatus,
    handle({ service }) {
      const { clock, settings, store } = service;
      const first = organisationRepository(store.sql).find(settingsRepository(store.sql).firstOrganisation() ?? '');
      return {
        url: settings.baseUrl,
        version,
        pid,
        clock: { now: clock.instant(), frozen: clock.frozen },
        strict: settings.strict,
        ask: settings.ask,
        data,
        organisation: first === null ? null : { id: first.id, plan: first.plan },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/reset',
    summary:
      'Delete all data except the first organisation, its two keys and its brands; with clock: true also let the clock ' +
      'run from the time of this machine',
    body: request({ clock: optional(flag, false) }),
    answer: null,
    async handle({ body }) {
      reset();
      if (body.clock) await resetClock();
    },
  }),
];

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

const proof = lazy(() =>
  shape({
    proof: noted(anyText, { pattern: '^[0-9a-f]{64}$' }),
    ask: flag,
    identity: noted(anyText, { description: 'The address under which records know this data, on whatever port it is' }),
  }),
);

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
      return {
        proof: createHmac('sha256', token).update(nonce).digest('hex'),
        ask: service.settings.ask,
        identity: settingsRepository(service.store.sql).identity() ?? service.settings.baseUrl,
      };
    },
  }),
];
