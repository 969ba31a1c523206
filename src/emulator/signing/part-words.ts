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
