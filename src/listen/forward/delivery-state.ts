import type { Forward } from '../../store/delivery.js';
import type { AppAnswer } from '../receive/answer.js';
import { isSuccess, wordsOf } from '../receive/answer.js';

/**
 * State of a delivery on its way to the app, the same in every list, line and report: `waiting` was not tried yet,
 * `sending` is in progress or was interrupted, `failing` is retried, `given_up` is not.
 */
export type DeliveryState = 'waiting' | 'sending' | 'failing' | 'given_up' | 'delivered';

/** Null when it is not for an app. */
export function stateOf({ is }: Forward): DeliveryState | null {
  switch (is) {
    case 'none':
      return null;
    case 'failed':
      return 'failing';
    case 'given-up':
      return 'given_up';
    case 'waiting':
    case 'sending':
    case 'delivered':
      return is;
  }
}

/** After an attempt; `again` when there will be another. */
export function stateAfter(answer: AppAnswer, again: boolean): DeliveryState {
  if (isSuccess(answer)) return 'delivered';
  return again ? 'failing' : 'given_up';
}

/** The same as it is recorded. */
export function forwardAfter(
  answer: AppAnswer,
  facts: { readonly target: string; readonly attempts: number; readonly at: string },
  again: boolean,
): Extract<Forward, { is: 'delivered' | 'failed' | 'given-up' }> {
  const { milliseconds } = answer;
  const attempted = { ...facts, status: answer.is === 'answered' ? answer.status : null, milliseconds };
  if (isSuccess(answer)) return { is: 'delivered', ...attempted };
  return { is: again ? 'failed' : 'given-up', ...attempted, words: wordsOf(answer) };
}

/** As a person reads it. */
export const stateWords = (state: DeliveryState): string => state.replace('_', ' ');
