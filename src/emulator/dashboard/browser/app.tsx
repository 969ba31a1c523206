import type { JSX } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { Api } from './api.js';
import { ClockControl } from './clock.js';
import { Envelopes } from './envelopes.js';
import { Faults } from './faults.js';
import { LiveContext, useChanges, wordsOf, type Live } from './live.js';
import { usePlace, type Place } from './place.js';
import { Templates } from './templates.js';
import { endSession } from './session.js';
import { shown } from '../../../core/platform/visible-text.js';

interface Note {
  readonly text: string;
  readonly isProblem: boolean;
}

/** The whole page: its head, one of its rooms, and what the last act led to. */
export function App({ api, closed }: { readonly api: Api; readonly closed: JSX.Element }): JSX.Element {
  const { following, onChange } = useChanges(api);
  const place = usePlace();
  const [note, setNote] = useState<Note | null>(null);
  const timer = useRef(0);
  const tell = useCallback((text: string, isProblem: boolean) => {
    window.clearTimeout(timer.current);
    setNote({ text, isProblem });
    if (!isProblem) timer.current = window.setTimeout(() => setNote(null), 5000);
  }, []);
  const act = useCallback<Live['act']>(
    async (done, work) => {
      try {
        await work();
        if (done === '') setNote(null);
        else tell(done, false);
        return true;
      } catch (error) {
        tell(wordsOf(error), true);
        return false;
      }
    },
    [tell],
  );
  const live = useMemo<Live>(() => ({ api, onChange, act }), [api, onChange, act]);
  if (following.state === 'refused') {
    endSession(window);
    return closed;
  }
  return (
    <LiveContext.Provider value={live}>
      <header class="bar">
        <a class="name" href="#/">
          <img src="/signing/icon.svg" alt="" width="26" height="26" />
          esign emulator
        </a>
        <Rooms place={place} />
        <ClockControl following={following} />
      </header>
      {following.state === 'lost' && (
        <p class="lost" role="status">
          The emulator does not respond. This page continues when it is back.
        </p>
      )}
      {place.room === 'envelopes' && <Envelopes chosen={place.envelope} />}
      {place.room === 'templates' && <Templates chosen={place.template} />}
      {place.room === 'faults' && <Faults />}
      <div class="notes" role="status">
        {note !== null && (
          <p class={note.isProblem ? 'note problem' : 'note'}>
            {shown(note.text)}
            <button type="button" class="plain" aria-label="Close this message" onClick={() => setNote(null)}>
              ×
            </button>
          </p>
        )}
      </div>
    </LiveContext.Provider>
  );
}

const rooms = [
  ['envelopes', 'Envelopes'],
  ['templates', 'Templates'],
  ['faults', 'Faults'],
] as const;

function Rooms({ place }: { readonly place: Place }): JSX.Element {
  return (
    <nav aria-label="Rooms">
      {rooms.map(([room, words]) => (
        <a key={room} href={`#/${room}`} aria-current={place.room === room ? 'page' : undefined}>
          {words}
        </a>
      ))}
    </nav>
  );
}
