import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Quiet } from '../../../core/page/kit.js';
import { useLive, type Following } from './live.js';
import { Points } from './points.js';
import { durationOf, Time, timeOf } from './text.js';

const steps = [
  ['1 min', 60],
  ['1 h', 3600],
  ['1 day', 86_400],
  ['7 days', 604_800],
] as const;

/** The emulator's time now; a running clock is counted on by the page. */
function useNow({ change, heardAt }: Following): number | null {
  const [, setTick] = useState(0);
  const isRunning = change !== null && !change.clock.frozen;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = window.setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  if (change === null) return null;
  return Date.parse(change.clock.now) + (isRunning ? performance.now() - heardAt : 0);
}

/** The clock: now, what is due next, and ways to move, freeze and run it. */
export function ClockControl({ following }: { readonly following: Following }): JSX.Element | null {
  const { api, act } = useLive();
  const [until, setUntil] = useState('');
  const [showsPoints, setShowsPoints] = useState(false);
  const isMoving = useRef(false);
  const panel = useRef<HTMLElement>(null);
  const now = useNow(following);
  const { change } = following;
  if (change === null || now === null) return null;
  const { frozen, next } = change.clock;
  const move = async (done: string, body: object): Promise<void> => {
    // No button is disabled meanwhile, which would take the focus from it.
    if (isMoving.current) return;
    isMoving.current = true;
    await act(done, () => api.call('POST', '/_emulator/clock', body));
    isMoving.current = false;
  };
  const instant = new Date(now).toISOString();
  return (
    <div class="clock">
      <Quiet popovertarget="clock">
        <span class={frozen ? 'hand frozen' : 'hand'} />
        {timeOf(instant)}
        <small>{frozen ? 'frozen' : 'runs'}</small>
      </Quiet>
      <section ref={panel} id="clock" popover="auto" class="panel" aria-label="Clock">
        <p class="now">
          <Time at={instant} />
        </p>
        {next === null ? (
          <p class="about">Nothing is due.</p>
        ) : (
          <p class="about">
            Next due: <Time at={next} />
            {distance(Date.parse(next) - now)}
          </p>
        )}
        <p class="acts">
          <Button
            disabled={next === null}
            onClick={() => void move('The clock is at the next due time.', { action: 'advance', to: 'next' })}
          >
            Jump to next due
          </Button>
          <Quiet
            onClick={() =>
              void (frozen
                ? move('The clock runs.', { action: 'run' })
                : move('The clock is frozen.', { action: 'freeze' }))
            }
          >
            {frozen ? 'Run' : 'Freeze'}
          </Quiet>
        </p>
        <p class="acts" role="group" aria-label="Advance by">
          {steps.map(([words, seconds]) => (
            <Quiet
              key={words}
              aria-label={`Advance by ${words}`}
              onClick={() => void move(`The clock advanced by ${words}.`, { action: 'advance', seconds })}
            >
              +{words}
            </Quiet>
          ))}
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const to = new Date(until);
            void move('The clock advanced.', { action: 'advance', to: to.toISOString() });
          }}
        >
          <label>
            Advance to
            <input
              type="datetime-local"
              required
              step="1"
              value={until}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
          </label>
          <Quiet type="submit">Advance</Quiet>
        </form>
        <p class="acts">
          <Quiet
            onClick={() => {
              // The focus is at the clock again, where the dialog returns it.
              panel.current?.hidePopover();
              setShowsPoints(true);
            }}
          >
            Earlier states
          </Quiet>
        </p>
      </section>
      {showsPoints && <Points onClose={() => setShowsPoints(false)} />}
    </div>
  );
}

function distance(milliseconds: number): string {
  const words = durationOf(milliseconds);
  return words === '' ? '' : ` (in ${words})`;
}
