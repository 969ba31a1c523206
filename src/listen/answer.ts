import type { ServedReply } from '../http/serve.js';

/** What the app did with a delivery. */
export type AppAnswer =
  | {
      readonly is: 'answered';
      readonly status: number;
      readonly milliseconds: number;
      /** The start of what it said besides. */
      readonly said: string;
      /** Where a redirect points. */
      readonly location?: string;
    }
  /** No answer: `sent` is false when surely nothing reached it; the words are a sentence without a full stop. */
  | {
      readonly is: 'silent';
      readonly timedOut: boolean;
      readonly sent: boolean;
      readonly words: string;
      readonly milliseconds: number;
    };

/** What is to be said to the service. */
export type Answerable =
  /** No path of ours, or no POST: nobody is told that there is anything here. */
  | { readonly is: 'unknown' }
  | { readonly is: 'probe'; readonly answer: string }
  | { readonly is: 'too-large' }
  | { readonly is: 'refused' }
  /** It cannot be written down, so the service has to keep it. */
  | { readonly is: 'not-recorded' }
  | { readonly is: 'taken' }
  /** `--ack app`: the service hears what the app said. */
  | { readonly is: 'app'; readonly answer: AppAnswer };

/** Answers the service (Events, Delivery): any 2xx is a success, and whatever else comes is repeated. */
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
      return { status: 503 };
    case 'taken':
      return { status: 200 };
    case 'app':
      return { status: statusOf(what.answer) };
  }
}

/** The app's own status; 504 when it took too long and 502 when it could not be reached. */
function statusOf(answer: AppAnswer): number {
  if (answer.is === 'silent') return answer.timedOut ? 504 : 502;
  // A status that HTTP keeps for the connection itself cannot be passed on.
  return answer.status >= 200 && answer.status <= 599 ? answer.status : 502;
}

export const isSuccess = (answer: AppAnswer): boolean =>
  answer.is === 'answered' && answer.status >= 200 && answer.status < 300;

/** What the app did, as a sentence without a full stop; a redirect fails at the service too (Events, Delivery). */
export function wordsOf(answer: AppAnswer): string {
  if (answer.is === 'silent') return answer.words;
  const { status, location } = answer;
  if (status < 300 || status > 399) return `the app responded with ${status}`;
  const where = location === undefined ? '' : `, a redirect to ${location}`;
  return `the app responded with ${status}${where}; redirects are not followed and count as failures`;
}
