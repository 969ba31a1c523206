import { post, Stopped } from '../../page/browser/api.js';
import type { Outcome } from '../shapes.js';

/** A change: every failure is an outcome, so that a form keeps what was typed. */
export async function change(path: string, body: unknown = {}): Promise<Outcome> {
  try {
    return await post<Outcome>(path, body);
  } catch (error) {
    return { kind: 'refused', message: (error as Error).message, ...(error instanceof Stopped && { isAway: true }) };
  }
}
