import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/operations.js';
import {
  createIdempotency,
  fingerprintOf,
  type Claim,
  type Idempotency,
} from '../../../src/emulator/http/idempotency.js';
import { createRig, rigStart, type Rig } from '../../support/emulator/temporary-store.js';

const id = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

describe('the fingerprint of a request', () => {
  const of = (body: unknown): string => fingerprintOf(operations.createEnvelope, {}, body);

  it('does not depend on the order of properties, at any depth', () => {
    expect(of({ a: 1, b: { c: [{ d: 1, e: 2 }] } })).toBe(of({ b: { c: [{ e: 2, d: 1 }] }, a: 1 }));
  });

  it('depends on the order of an array, on every value, on the operation and on its path', () => {
    const prints = [
      of({ a: [1, 2] }),
      of({ a: [2, 1] }),
      of({ a: ['1', 2] }),
      of({ a: [1, 2], b: null }),
      fingerprintOf(operations.createEnvelopeBatch, {}, { a: [1, 2] }),
      fingerprintOf(operations.sendEnvelope, { envelopeId: id }, { a: [1, 2] }),
      fingerprintOf(operations.sendEnvelope, { envelopeId: id.replace('0', '1') }, { a: [1, 2] }),
      fingerprintOf(operations.getEnvelope, { envelopeId: id }, { a: [1, 2] }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('of a void leaves the reason out, and of a revoke it does not', () => {
    const voided = (reason: string): string => fingerprintOf(operations.voidEnvelope, { envelopeId: id }, { reason });
    expect(voided('a')).toBe(voided('b'));
    const revoked = (reason: string): string =>
      fingerprintOf(operations.revokeAuthorisation, { authorisationId: id }, { reason });
    expect(revoked('a')).not.toBe(revoked('b'));
  });
});

describe('an Idempotency-Key', () => {
  let rig: Rig;
  let idempotency: Idempotency;
  beforeEach(() => {
    rig = createRig();
    idempotency = createIdempotency(rig.store, rig.clock, 24);
  });
  afterEach(() => rig.close());

  const scope = { organisationId: 'one', mode: 'live', key: 'k' } as const;
  const reply = { status: 201, headers: { ETag: '"x"' }, body: Buffer.from('{"id":1}') };
  const reserve = (claim: Claim) => {
    if ('replay' in claim) throw new Error('replayed');
    return claim.reservation;
  };
  const settle = (): void => {
    const reservation = reserve(idempotency.claim(scope, 'print'));
    rig.store.transaction(() => reservation.store(reply));
    reservation.end();
  };

  it('stores nothing when the transaction of the change is undone', () => {
    const reservation = reserve(idempotency.claim(scope, 'print'));
    const work = (): void => {
      reservation.store(reply);
      throw new Error('undone');
    };
    expect(() => rig.store.transaction(work)).toThrow('undone');
    reservation.end();
    expect(idempotency.claim(scope, 'print')).toHaveProperty('reservation');
  });

  it('is remembered for 24 hours of the clock', () => {
    settle();
    rig.clock.hold(rigStart + 24 * 3_600_000);
    expect(idempotency.claim(scope, 'print')).toHaveProperty('replay');
    rig.clock.hold(rigStart + 24 * 3_600_000 + 1);
    settle();
    expect(rig.store.sql.all('SELECT key FROM idempotency')).toHaveLength(1);
  });
});
