import type { ServedReply } from '../../core/http/serve.js';

/** The result of forwarding a delivery to the app. */
export type AppAnswer =
  | {
      readonly is: 'answered';
      readonly status: number;
      readonly milliseconds: number;
      /** The start of the response body. */
      readonly said: string;
      /** Where a redirect points. */
      readonly location?: string;
    }
  /**
   * No response: `sent` is false when the app certainly received nothing; the words are a sentence without a full stop.
   */
  | {
      readonly is: 'silent';
      readonly timedOut: boolean;
      readonly sent: boolean;
      readonly words: string;
      readonly milliseconds: number;
    };

/** How to respond to the service. */
export type Answerable =
  /** An unknown path or method gets no details, so that strangers learn nothing. */
  | { readonly is: 'unknown' }
  | { readonly is: 'probe'; readonly answer: string }
  | { readonly is: 'too-large' }
  | { readonly is: 'refused' }
  /** The delivery could not be stored, so the service has to retry it. */
  | { readonly is: 'not-recorded' }
  /** Another process sends it to the app, so the service has to retry it. */
  | { readonly is: 'under-way' }
  | { readonly is: 'taken' }
  /** `--ack app`: respond with the status of the app. */
  | { readonly is: 'app'; readonly answer: AppAnswer };

/** Responds to the service (Events, Delivery): 2xx is a success; any other response is retried. */
export function answerTo(what: Answerable): ServedReply {
  switch (what.is) {
    case 'unknown':
      return { status: 404 };
    case 'probe':
      return {
        status: 200,
        headers: [
          ['Content-Type', 'text/plain'],
          ['Cache-Control', 'no-store'],
        ],
        body: what.answer,
      };
    case 'too-large':
      return { status: 413 };
    case 'refused':
      return { status: 401 };
    case 'not-recorded':
    case 'under-way':
      return { status: 503 };
    case 'taken':
      return { status: 200 };
    case 'app':
      return { status: statusOf(what.answer) };
  }
}

/** The status of the app; 504 on a timeout and 502 when it could not be reached. */
function statusOf(answer: AppAnswer): number {
  if (answer.is === 'silent') return answer.timedOut ? 504 : 502;
  // Connection-level statuses cannot be passed on.
  return answer.status >= 200 && answer.status <= 599 ? answer.status : 502;
}

export const isSuccess = (answer: AppAnswer): boolean =>
  answer.is === 'answered' && answer.status >= 200 && answer.status < 300;

/** The result as a sentence without a full stop; a redirect fails at the service too (Events, Delivery). */
export function wordsOf(answer: AppAnswer): string {
  if (answer.is === 'silent') return answer.words;
  const { status, location } = answer;
  if (status < 300 || status > 399) return `the app responded with ${status}`;
  const where = location === undefined ? '' : `, a redirect to ${location}`;
  return `the app responded with ${status}${where}; redirects are not followed and count as failures`;
}
