import type { HeaderPair } from '../../core/http/headers.js';
import type { AppAnswer } from '../receive/answer.js';
import type { DeliveryReport } from '../receive/report.js';

/** A delivery on its way to an app. */
export interface ForwardJob {
  /** Its id in the journal. */
  readonly id: string;
  readonly target: URL;
  readonly headers: readonly HeaderPair[];
  /** The raw bytes as received. */
  readonly body: Buffer;
  /** Time of the signature in milliseconds since 1970; null when unknown. */
  readonly signedAt: number | null;
  /** Attempts so far, including those of earlier runs. */
  readonly attempts: number;
  /** Received and reported by an earlier run. */
  readonly resumed?: boolean;
  /** What is told of it. */
  readonly about: DeliveryReport;
}

/** A delivery that is read from the journal when its turn comes. */
export type StoredJob = Pick<ForwardJob, 'id' | 'target' | 'attempts' | 'resumed'> & {
  /** Bytes of the body. */
  readonly size: number;
};

/** The report after every attempt. */
export interface Tried {
  readonly job: Pick<ForwardJob, 'id' | 'about'>;
  readonly answer: AppAnswer;
  /** This one included. */
  readonly attempts: number;
  /** Signed again, because the original signature would be too old by now. */
  readonly signedAgain: boolean;
  /** Milliseconds until the next attempt; null after the last one. */
  readonly retryIn: number | null;
}
