import type { DraftJob, Mark, SealJob } from '../../src/document/render-job.js';

interface Form {
  readonly pdf: Uint8Array;
  readonly marks: readonly Mark[];
}

export const at: string;
export const authority: Uint8Array;
export function draftOf(form: Form): DraftJob;
export function sealOf(form: Form): SealJob;
