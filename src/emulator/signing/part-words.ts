import type { Part } from '../../document/render-job.js';

/** The words for what a recipient is asked to do, and for what they have done. Not everybody has a signature field. */
export interface PartWords {
  /** After "Please": "sign by 5 March". */
  readonly please: string;
  /** Before the title of the envelope: "asks you to sign" it. */
  readonly verb: string;
  /** After "asks you": "to sign as Tenant". */
  readonly task: string;
  /** The button that finishes the form. */
  readonly button: string;
  readonly done: string;
}

export const partWords: Readonly<Record<Part, PartWords>> = {
  signs: { please: 'sign', verb: 'sign', task: 'sign', button: 'Sign', done: 'You have signed' },
  fills_in: {
    please: 'fill it in',
    verb: 'fill in',
    task: 'fill in your part',
    button: 'Submit',
    done: 'You have filled in your part',
  },
  agrees: {
    please: 'answer',
    verb: 'agree to',
    task: 'agree to the document',
    button: 'Agree',
    done: 'You have agreed to the document',
  },
};

const zone = 'Africa/Johannesburg';

/**
 * The deadline as text: `before the end of 22 November 2026`, or with the time if it is not at the end of a day:
 * `before 22 November 2026, 10:04 (South African time)`. `expires` is ISO 8601 UTC.
 */
export function deadlineWords(expires: string): string {
  const at = new Date(expires);
  const clock = at.toLocaleTimeString('en-ZA', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  // Midnight is the end of the previous day.
  if (clock === '00:00') return `before the end of ${dayOf(new Date(at.getTime() - 60_000))}`;
  return clock === '23:59' ? `before the end of ${dayOf(at)}` : `before ${dayOf(at)}, ${clock} (South African time)`;
}

const dayOf = (at: Date): string => at.toLocaleDateString('en-ZA', { dateStyle: 'long', timeZone: zone });
