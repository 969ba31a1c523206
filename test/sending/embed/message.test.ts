import { describe, expect, it } from 'vitest';
import { actionOf, readReport } from '../../../src/sending/embed/message.js';

const report = (value: unknown) => readReport(JSON.stringify(value));

describe('what the host page reports', () => {
  it('has an origin, whether it is the signing page, and its data', () => {
    const heard = { origin: 'https://sign.example', trusted: true, data: { action: 'ready' } };
    expect(report(heard)).toEqual(heard);
    expect(report({ origin: 'null', trusted: false })).toEqual({ origin: 'null', trusted: false, data: null });
  });

  it.each(['', '[]', 'null', '{}', '{"origin":1,"trusted":true}', '{"origin":"x"}'])('is not %s', (text) => {
    expect(readReport(text)).toBeNull();
  });

  it('is cut down when a page says very much', () => {
    expect(report({ origin: 'https://a.example', trusted: false, data: 'x'.repeat(5000) })?.data).toBe(
      '(5002 characters)',
    );
    expect(report({ origin: 'x'.repeat(301), trusted: false, data: '' })).toBeNull();
  });
});

describe('an action', () => {
  it('counts only from the signing page', () => {
    const data = { action: 'signed' };
    expect(actionOf({ origin: 'https://a.example', trusted: true, data })).toBe('signed');
    expect(actionOf({ origin: 'https://a.example', trusted: false, data })).toBeNull();
  });

  it.each([null, 'signed', 7, {}, { action: 7 }])('is not found in %j', (data) => {
    expect(actionOf({ origin: 'https://a.example', trusted: true, data })).toBeNull();
  });
});
