import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the record as earlier versions wrote it, the older one first. */
export const formerNames = ['requests.1.ndjson', 'requests.ndjson'] as const;

/** Whether an earlier version has left its record in the state folder; cheap. */
export const isFormerThere = (folder: string): boolean =>
  [...formerNames, 'requests.kept'].some(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
