import { expect, it } from 'vitest';
import { namesAlike } from '../../../src/contract/published/alike.js';

it.each([
  ['external_ref', 'reference'],
  ['createdAt', 'created_at'],
  ['recipients', 'envelope-recipients'],
  ['email', 'mail'],
  ['expires_at', 'expired_at'],
])('%s and %s may be one property', (one, other) => {
  expect([namesAlike(one, other), namesAlike(other, one)]).toEqual([true, true]);
});

it.each([
  ['reason', 'notify_address'],
  ['message', 'message_id'],
  ['status', 'status_message'],
  ['first_name', 'last_name'],
  ['id', 'envelope_id'],
  ['sent_at', 'signed_at'],
  ['title', ''],
  ['a'.repeat(100), 'a'.repeat(99)],
])('%s and %s are two', (one, other) => {
  expect([namesAlike(one, other), namesAlike(other, one)]).toEqual([false, false]);
});
