import { describe, expect, it } from 'vitest';
import { baseUrlIn, listenAddressIn } from '../../../src/core/config/listen-address.js';

const address = 'http://127.0.0.1:4000';
const service = 'https://api.example.test';
const env = {
  ESIGN_BASE_URL: address,
  ESIGN_LISTEN_SERVICE: service,
  ESIGN_LISTEN_NOTES: `${address}/_listen/abc`,
};

describe('the base address inside `listen --expect`', () => {
  it('is the one of the service behind the listener', () => {
    expect(baseUrlIn(env)).toBe(service);
    expect(baseUrlIn({ ...env, ESIGN_BASE_URL: `${address}/` })).toBe(service);
    expect(listenAddressIn(env)).toEqual({ service, notes: new URL(env.ESIGN_LISTEN_NOTES) });
  });

  it('is what somebody set since', () => {
    for (const ESIGN_BASE_URL of ['http://127.0.0.1:5000', 'https://other.example.test', 'nonsense', '', undefined]) {
      expect(baseUrlIn({ ...env, ESIGN_BASE_URL })).toBe(ESIGN_BASE_URL);
    }
    expect(baseUrlIn({ ESIGN_BASE_URL: address })).toBe(address);
    expect(baseUrlIn({ ...env, ESIGN_LISTEN_SERVICE: '' })).toBe(address);
  });

  it('reports to this machine alone', () => {
    for (const notes of ['https://127.0.0.1:4000/x', 'http://evil.example.test/x', 'http://localhost:4000/x', 'x']) {
      expect(listenAddressIn({ ...env, ESIGN_LISTEN_NOTES: notes })).toBeNull();
    }
  });
});
