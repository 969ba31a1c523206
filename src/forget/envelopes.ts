import { join } from 'node:path';
import { isObject } from '../json.js';
import { readLine } from '../journal/lines.js';
import { pathsIn, pathsInQuarters } from './folders.js';
import type { Report } from './report.js';
import { rewriteLines } from './rewrite.js';
import type { Subject } from './subject.js';

/** Forgets known envelopes, and their titles and states as last read. */
export async function forgetEnvelopes(
  stateDir: string,
  subject: Subject,
  report: Report,
  apply: boolean,
): Promise<void> {
  const { removed } = report;
  const folder = join(stateDir, 'envelopes');
  const seen = [...(await pathsIn(join(folder, 'seen'), /^[0-9a-f]{3}\.ndjson$/)), join(stateDir, 'envelopes.ndjson')];
  const gone = new Set<string>();
  for (const path of seen) {
    await rewriteLines(
      path,
      (line) => {
        const { id, readAt, turn } = readLine(line) ?? {};
        const people = Array.isArray(turn) ? turn.filter(isObject) : [];
        const isAbout = subject.isIn(line) || people.some(({ name }) => subject.isName(name));
        if (typeof id !== 'string' || (!isAbout && !subject.isOld(readAt))) return 'keep';
        gone.add(id);
        return 'drop';
      },
      { apply },
    );
  }
  // The same envelope may stand in both.
  removed.envelope_states += gone.size;
  for (const path of await pathsInQuarters(folder)) {
    removed.known_envelopes += await rewriteLines(
      path,
      (line) => {
        const { id, firstAt } = readLine(line) ?? {};
        return subject.isEnvelope(id) || subject.isOld(firstAt) ? 'drop' : 'keep';
      },
      { apply },
    );
  }
}
