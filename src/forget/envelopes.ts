import { everyEnvelopeState, personMark, type SeenEnvelope } from '../store/envelope-states.js';
import type { RequestJournal } from '../store/requests.js';
import type { State } from '../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

/** Adds the envelopes of a person, found by the hashed addresses in the stored states. */
export function envelopesAbout(state: State, subject: Subject): void {
  const { criterion } = subject;
  if (criterion.by !== 'person') return;
  for (const { seen } of everyEnvelopeState(state)) {
    if (seen.people?.includes(personMark(seen.id, criterion.email)) === true) subject.addEnvelope(seen.id);
  }
}

/** Deletes known envelopes with their stored titles and states. */
export async function forgetEnvelopes(
  { state, journal, apply }: { readonly state: State; readonly journal: RequestJournal; readonly apply: boolean },
  subject: Subject,
  { removed }: Report,
): Promise<void> {
  const states = [...everyEnvelopeState(state)].filter(({ seen }) => isAbout(seen, subject));
  removed.envelope_states += new Set(states.map(({ seen }) => seen.id)).size;
  const known = [...(await journal.envelopes())].filter(
    ({ id, firstAt }) => subject.isEnvelope(id) || subject.isOld(firstAt),
  );
  removed.known_envelopes += known.length;
  if (!apply) return;
  if (states.length > 0) {
    state.write((sql) => {
      for (const { place } of states) sql.run('DELETE FROM envelope_states WHERE place = ?', place);
    });
  }
  await journal.forget({ requests: [], envelopes: known });
}

const isAbout = (seen: SeenEnvelope, subject: Subject): boolean =>
  subject.isIn(JSON.stringify(seen)) ||
  [...seen.turn.map(({ name }) => name), ...(seen.names ?? [])].some((name) => subject.isName(name)) ||
  subject.isOld(seen.readAt);
