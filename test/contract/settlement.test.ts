import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/error-codes.js';
import { isOpenAfter, type Settlement, settlementOf, type WriteReply } from '../../src/contract/settlement.js';

const refused = (code: string, status: number): WriteReply => ({ kind: 'refused', code, status });

/** By hand, from the description: what each of its codes tells of a request with an Idempotency-Key. */
const ofCodes: Readonly<Record<string, Settlement>> = {
  unauthenticated: 'refused_now',
  forbidden: 'refused_now',
  insufficient_scope: 'refused_now',
  not_found: 'refused',
  invalid_request: 'refused',
  rate_limited: 'refused_now',
  internal_error: 'unknown',
  service_unavailable: 'refused_now',
  idempotency_key_required: 'refused_now',
  idempotency_key_reused: 'refused_now',
  request_in_progress: 'unknown',
  template_archived: 'refused',
  template_unusable: 'refused',
  template_has_no_fields: 'refused',
  recipient_role_unknown: 'refused',
  recipient_role_missing: 'refused',
  recipient_role_duplicated: 'refused',
  value_subject_unknown: 'refused',
  value_address_unknown: 'refused',
  value_not_writable: 'refused',
  value_not_lockable: 'refused',
  locked_answer_missing: 'refused',
  locked_answer_unusable: 'refused',
  cannot_be_drawn: 'refused',
  send_allowance_exhausted: 'refused',
  test_key_cannot_send: 'refused_now',
  test_key_cannot_read_documents: 'refused_now',
  test_key_cannot_mint: 'refused_now',
  test_key_cannot_edit_templates: 'refused_now',
  draft_not_available: 'refused',
  recipient_not_yet_turn: 'refused',
  envelope_not_sent: 'refused',
  authorisation_not_revocable: 'refused',
  precondition_required: 'refused',
  template_changed: 'refused',
  witness_is_permanent: 'refused',
  field_unknown: 'refused',
  brand_unknown: 'refused',
  api_key_owner_removed: 'refused_now',
  envelope_not_draft: 'refused',
  authorisation_not_cancellable: 'refused',
  envelope_not_open: 'refused',
  recipient_not_embedded: 'refused',
  recipient_already_acted: 'refused',
};

describe('what an answer tells of a write', () => {
  it('knows every code', () => {
    expect(Object.keys(ofCodes).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  });

  it.each(Object.entries(ofCodes))('%s: %s', (code, settlement) => {
    for (const status of [200, 303, 400, 408, 409, 429, 500, 503]) {
      expect(settlementOf(refused(code, status), true)).toBe(settlement);
    }
  });

  it.each([
    ['refused', [400, 402, 404, 409, 412, 422, 428]],
    ['refused_now', [401, 403, 429]],
    ['unknown', [200, 201, 202, 204, 303, 307, 405, 408, 410, 413, 418, 421, 425, 431, 451, 499]],
    ['unknown', [500, 501, 502, 503, 504, 507, 520, 524, 529, 599]],
  ] as const)('an error object with an unknown code: %s at %j', (settlement, statuses) => {
    for (const status of statuses)
      expect([status, settlementOf(refused('brand_new', status), true)]).toEqual([status, settlement]);
  });

  it('a sound success, a request that did not leave, and an answer of somebody else', () => {
    for (const isKeyed of [true, false]) {
      expect(settlementOf({ kind: 'result' }, isKeyed)).toBe('done');
      expect(settlementOf({ kind: 'not_sent' }, isKeyed)).toBe('refused_now');
      expect(settlementOf({ kind: 'other' }, isKeyed)).toBe('unknown');
    }
  });

  it('no refusal of a request without a key tells anything of an earlier one', () => {
    for (const [code, { status }] of Object.entries(errorCodes)) {
      const keyed = ofCodes[code]!;
      expect(settlementOf(refused(code, status), false)).toBe(keyed === 'refused' ? 'refused_now' : keyed);
    }
    expect(settlementOf(refused('brand_new', 422), false)).toBe('refused_now');
  });
});

it.each<[Settlement, boolean, boolean]>([
  // Closed before, open before.
  ['done', false, false],
  ['refused', false, false],
  ['refused_now', false, true],
  ['unknown', true, true],
])('after %s, the outcome is open: %s, or if it was open before: %s', (settlement, fresh, again) => {
  expect([isOpenAfter(settlement, false), isOpenAfter(settlement, true)]).toEqual([fresh, again]);
});
