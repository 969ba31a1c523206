import { join } from 'node:path';
import { isObject } from '../platform/json.js';
import { personMark } from '../journal/envelope-states.js';
import { readLine } from '../journal/ndjson.js';
import { pathsIn, pathsInQuarters } from './folders.js';
import type { Report } from './report.js';
import { rewriteLines } from './rewrite.js';
import type { Subject } from './subject.js';

const seenIn = async (stateDir: string): Promise<readonly string[]> => [
  ...(await pathsIn(join(stateDir, 'envelopes', 'seen'), /^[0-9a-f]{3}\.ndjson$/)),
  join(stateDir, 'envelopes.ndjson'),
];

/** Adds the envelopes of a person, found by the hashed addresses in the stored states. */
export async function envelopesAbout(stateDir: string, subject: Subject): Promise<void> {
  const { criterion } = subject;
  if (criterion.by !== 'person') return;
  for (const path of await seenIn(stateDir)) {
    const take = (line: string): 'keep' => {
      const { id, people } = readLine(line) ?? {};
      const isTheirs = typeof id === 'string' && Array.isArray(people);
      if (isTheirs && people.includes(personMark(id, criterion.email))) subject.addEnvelope(id);
      return 'keep';
    };
    await rewriteLines(path, take, { apply: false });
  }
}

/** Deletes known envelopes with their stored titles and states. */
export async function forgetEnvelopes(
  stateDir: string,
  subject: Subject,
  report: Report,
  apply: boolean,
): Promise<void> {
  const { removed } = report;
  const folder = join(stateDir, 'envelopes');
  const gone = new Set<string>();
  for (const path of await seenIn(stateDir)) {
    await rewriteLines(
      path,
      (line) => {
        const { id, readAt, turn, names } = readLine(line) ?? {};
        const people: readonly unknown[] = [
          ...(Array.isArray(turn) ? turn.filter(isObject).map(({ name }) => name) : []),
          ...(Array.isArray(names) ? (names as readonly unknown[]) : []),
        ];
        const isAbout = subject.isIn(line) || people.some((name) => subject.isName(name));
        if (typeof id !== 'string' || (!isAbout && !subject.isOld(readAt))) return 'keep';
        gone.add(id);
        return 'drop';
      },
      { apply },
    );
  }
  // The same envelope may be in both.
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
