import type { Change, Revision } from './revisions-job.js';

export interface ChangesVerdict {
  readonly kind: 'allowed' | 'unsure' | 'forbidden';
  /** What has changed, for a sentence; the worst first. */
  readonly what: readonly string[];
}

/**
 * What the changes since a signature mean (ISO 32000-1, 12.8.2.2). Further signatures and validation data are always
 * allowed. Anything else has to be allowed by the signer who certified the document; when nobody did, only what a later
 * signature covers can be excused, and what is filled in behind the last one cannot be checked.
 */
export function checkChanges({ permission, changes }: Revision, isCoveredLater: boolean): ChangesVerdict {
  const kinds = changes.map((change) => ({ change, kind: kindOf(change, permission, isCoveredLater) }));
  const kind = (['forbidden', 'unsure'] as const).find((each) => kinds.some((one) => one.kind === each)) ?? 'allowed';
  const what = kinds.filter((one) => one.kind === kind).map(({ change }) => change.what);
  return { kind, what: [...new Set(what)] };
}

function kindOf({ kind }: Change, permission: number | null, isCoveredLater: boolean): ChangesVerdict['kind'] {
  switch (kind) {
    case 'timestamp':
    case 'validation':
      return 'allowed';
    case 'signature':
      return permission === 1 ? 'forbidden' : 'allowed';
    case 'form':
      if (permission === null) return isCoveredLater ? 'allowed' : 'unsure';
      return permission >= 2 ? 'allowed' : 'forbidden';
    case 'annotation':
      if (permission === null && isCoveredLater) return 'unsure';
      return permission === 3 ? 'allowed' : 'forbidden';
    case 'unclear':
      return 'unsure';
    case 'other':
      return permission === null ? 'unsure' : 'forbidden';
    case 'locked':
    case 'content':
      return 'forbidden';
  }
}
