import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The journal files of earlier versions, the older one first. */
export const formerNames = ['requests.1.ndjson', 'requests.ndjson'] as const;

/** Whether an earlier version left its journal in the state folder; cheap. */
export const isFormerThere = (folder: string): boolean =>
  [...formerNames, 'requests.kept'].some(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
