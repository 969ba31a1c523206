import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RestorePoint } from '../shapes.js';
import { useData, useLive } from './live.js';
import { Button, Quiet, Sheet } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import { Time } from './text.js';

/** The kept states, newest first, each to go back to. */
export function Points({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { value, problem } = useData<{ readonly data: readonly RestorePoint[] }>('/_emulator/dashboard/points');
  const [chosen, setChosen] = useState<RestorePoint | null>(null);
  if (chosen !== null) return <GoBack point={chosen} onClose={onClose} />;
  return (
    <Sheet title="Earlier states" onClose={onClose}>
      <p class="about">While this page is open, the emulator keeps its last states: each as it was before a change.</p>
      {value === null && <p class="none">{problem ?? 'Loading…'}</p>}
      {value?.data.length === 0 && <p class="none">None yet: nothing has changed since this page was opened.</p>}
      <ul class="cards points">
        {value?.data.map((point) => (
          <li key={point.id} class="card">
            <span class="what">
              <Time at={point.at} />
              <small>
                before {wordsFor(point.before)}
                {point.undone === null ? ', in another branch' : eventWords(point.undone)}
              </small>
            </span>
            <Quiet onClick={() => setChosen(point)}>Go there</Quiet>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

interface GoBackProps {
  readonly point: RestorePoint;
  readonly onClose: () => void;
}

/** Asks before all data is replaced, and says what cannot be undone. */
function GoBack({ point, onClose }: GoBackProps): JSX.Element {
  const { api, act } = useLive();
  const { id, at, before, undone } = point;
  return (
    <Sheet title={`Go ${undone === null ? '' : 'back '}to before ${wordsFor(before)}?`} onClose={onClose}>
      <p>
        This replaces all data of the emulator and its clock with the state of <Time at={at} />.{' '}
        {undone !== null &&
          `${undone === 1 ? '1 event' : `${undone} events`} since then, of any envelope, will be undone. `}
        The present state is kept under “Earlier states”, so that you can return to it.
      </p>
      <p class="about">
        Your app keeps the deliveries that it has received. Those that were still queued then are sent again.
      </p>
      <p class="acts">
        <Button
          onClick={() =>
            void act('Went to an earlier state. The state that you left is kept.', () =>
              api.call('POST', `/_emulator/dashboard/points/${id}/restore`),
            ).then((isDone) => isDone && onClose())
          }
        >
          {undone === null ? 'Go there' : 'Go back'}
        </Button>
        <Quiet onClick={onClose}>Cancel</Quiet>
      </p>
    </Sheet>
  );
}

/** In the body of an event. */
export function BackFrom({ point }: { readonly point: RestorePoint | null }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  if (point === null) {
    return <p class="about">No state before this event is kept. States are kept while this page is open.</p>;
  }
  return (
    <p class="acts">
      <Quiet onClick={() => setIsAsking(true)}>Go back to before this</Quiet>
      {isAsking && <GoBack point={point} onClose={() => setIsAsking(false)} />}
    </p>
  );
}

const eventWords = (undone: number): string =>
  undone === 0 ? '' : `, ${undone} ${undone === 1 ? 'event' : 'events'} ago`;

const words: readonly (readonly [RegExp, string])[] = [
  [/\/sign$/, 'a signature'],
  [/recipients\/[^/]+\/decline$/, 'a refusal'],
  [/\/delegate$/, 'a hand-over'],
  [/\/_emulator\/clock$/, 'a move of the clock'],
  [/\/_emulator\/trigger$/, 'a triggered event'],
  [/\/_emulator\/reset$/, 'a reset'],
  [/\/_emulator\/restore$/, 'a snapshot was restored'],
  [/\/_emulator\/scenarios$/, 'a scenario was loaded'],
  [/\/requeue-sealing$/, 'sealing again'],
  [/\/redeliver$/, 'a delivery was sent again'],
  [/\/_emulator\/authorisations\//, 'an answer to an authorisation'],
  [/\/_emulator\/faults/, 'a change of the faults'],
  [/\/_emulator\/brands|\/origins$/, 'a change of a brand'],
  [/\/_emulator\/templates/, 'a change of a template'],
  [/\/_emulator\//, 'another act on the emulator'],
];

const wordsFor = (before: string): string => words.find(([path]) => path.test(before))?.[1] ?? shown(before);
