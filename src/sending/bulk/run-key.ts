import { canonicalJson } from '../../contract/canonical-json.js';
import type { RunSettings } from '../../store/runs.js';

/** What tells a run from others: its service, kind of key, and its name or, without one, its file and template. */
export interface RunKey extends Pick<RunSettings, 'host' | 'mode'> {
  /** Given with `--run`; null without. */
  readonly name: string | null;
  /** The full path of the rows or the plan; null for stdin. */
  readonly file: string | null;
  readonly templateId: string;
  /** What a CI system says of the run. */
  readonly run: readonly string[];
}

/** The key of a run in the record. */
export function runKey({ host, mode, name, file, templateId, run }: RunKey): string {
  const parts = name === null ? ['file', file, templateId, run] : ['name', name];
  return canonicalJson([host, mode, ...parts]);
}
