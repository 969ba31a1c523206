import { type JSX, render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button, Notice, Quiet, Sheet, useMessage } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { EditorState, Outcome } from '../shapes.js';
import { atField, change, Lines, type Live, type Target } from './act.js';
import { finish, read } from '../../page/browser/api.js';
import { bringIntoView, isWide, maxZoom, useAlive, useZoom } from '../../page/browser/view.js';
import { FieldForm } from './field-form.js';
import { Names } from './names.js';
import { connected, missing, Pages } from './pages.js';
import { People } from './people.js';
import { PersonForm } from './person-form.js';
import { isToName } from './words.js';

type View = 'pages' | 'people' | 'names';
type Opened = { readonly kind: 'field' | 'person'; readonly id: string } | null;

/** Milliseconds between two looks at the service while the page is seen. */
const lookMs = 30_000;
/** Milliseconds between two looks at a service that cannot be reached. */
const awayMs = 2_000;
/** The script of the page of `esign template edit`. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  try {
    render(<App first={await read<EditorState>('state')} />, root);
  } catch (error) {
    render(
      <Notice title="esign template edit">
        <p role="alert">{(error as Error).message}</p>
      </Notice>,
      root,
    );
  }
}

/** The whole page: pages, people and names, and the form that is open. */
function App({ first }: { readonly first: EditorState }): JSX.Element {
  const [state, setState] = useState(first);
  const [view, setView] = useState<View>('pages');
  const [opened, setOpened] = useState<Opened>(null);
  const [inView, setShown] = useState<string | null>(null);
  const { message, say } = useMessage();
  const [changes, setChanges] = useState<readonly string[]>([]);
  const room = useRef<HTMLElement>(null);
  const { zoom, setZoom, enlarge } = useZoom(room);
  const [isFilled, setFilled] = useState(false);
  const [target, setTarget] = useState<Target | null>(null);
  const [isDone, setDone] = useState(false);
  const [away, setAway] = useState('');
  const isAway = away !== '';
  const problem = useRef('');
  const take = useCallback((outcome: Outcome) => {
    const { state: now } = outcome;
    if (now !== undefined) setState((before) => withSame(before, now));
    if (outcome.kind === 'refused' && outcome.isAway === true) setAway(outcome.message);
    if (outcome.kind === 'saved' || outcome.kind === 'changed') setAway('');
    if (outcome.kind === 'saved' && outcome.changes !== undefined) setChanges(outcome.changes);
    if (outcome.kind === 'saved' && outcome.said !== '') say(`Saved. ${outcome.said}`);
    const { problem: found = '' } = outcome;
    if (found !== '' && found !== problem.current) say(found);
    if (now !== undefined) problem.current = found;
  }, []);
  useEffect(() => {
    if (!isAway) return undefined;
    return () => {
      say('Connected again.');
      window.dispatchEvent(new Event(connected));
    };
  }, [isAway]);
  useLooks({ isOver: isDone, isAway }, (outcome) => {
    take(outcome);
    if (outcome.kind === 'changed') setChanges(outcome.changes);
  });
  useAlive(isDone || isAway, setAway);
  const kept = useRef(new Map<string, unknown>()).current;
  const openField = useCallback((id: string) => setOpened({ kind: 'field', id }), []);
  const live = useMemo<Live>(
    () => ({
      state,
      isAway,
      kept,
      take,
      openField,
      openPerson: (id) => setOpened({ kind: 'person', id }),
      showField: (id) => {
        setOpened(null);
        setTarget({ field: id });
        if (isWide()) return;
        // Of a small screen, a field fills a part that can be read.
        setView('pages');
        setZoom(maxZoom);
      },
      showRow: (id) => {
        setOpened(null);
        setTarget({ row: id });
        setView('names');
      },
      target,
      reached: (element) => {
        setTarget(null);
        if (!(element instanceof HTMLElement)) return;
        element.scrollIntoView({ block: 'center', inline: 'center' });
        element.focus({ preventScroll: true });
      },
    }),
    [state, isAway, take, target],
  );
  useLayoutEffect(() => {
    if (target?.field !== undefined) live.reached(document.querySelector(`.page ${atField(target.field)}`));
  }, [target]);
  // The field of the form that is open stays in view beside it.
  useLayoutEffect(() => {
    if (opened?.kind !== 'field') return;
    if (view !== 'pages' && !isWide()) setZoom(maxZoom);
    setShown(opened.id);
  }, [opened]);
  useLayoutEffect(() => {
    if (inView === null) return;
    setShown(null);
    const element = document.querySelector(`.page ${atField(inView)}`);
    if (element !== null && room.current !== null) bringIntoView(element, room.current);
  }, [inView]);
  const openId = opened?.kind === 'field' ? opened.id : null;
  const pages = useMemo(
    () => <Pages {...{ state, isFilled, enlarge, openField, openId }} />,
    [state, isFilled, enlarge, openId],
  );
  const side = useMemo(() => (view === 'names' ? <Names live={live} /> : <People live={live} />), [view, live]);
  const field = opened?.kind === 'field' ? state.fields.find(({ id }) => id === opened.id) : undefined;
  const person = opened?.kind === 'person' ? state.people.find(({ id }) => id === opened.id) : undefined;
  const isOpen = field !== undefined || person !== undefined;
  const close = (): void => setOpened(null);
  if (isDone) {
    return (
      <Notice title={state.name}>
        <p>Every change is saved. You can close this page.</p>
      </Notice>
    );
  }
  const tabs: readonly (readonly [View, string])[] = [
    ['pages', 'Pages'],
    ['people', `People${left(state.people.filter(({ isDecided }) => !isDecided).length)}`],
    ['names', `Names${left(state.fields.filter(isToName).length)}`],
  ];
  return (
    <>
      <header class="bar">
        <h1>{shown(state.name, 120)}</h1>
        <nav aria-label="Views">
          {tabs.map(([each, words]) => (
            <Quiet key={each} class={`to-${each}`} aria-pressed={each === view} onClick={() => setView(each)}>
              {words}
            </Quiet>
          ))}
        </nav>
        <Quiet
          onClick={() =>
            void finish().then(
              () => setDone(true),
              (error: unknown) => setAway((error as Error).message),
            )
          }
        >
          Done
        </Quiet>
      </header>
      {isAway && (
        <p class="lost" role="alert">
          {shown(away, 400)}
        </p>
      )}
      <main class={`rooms view-${view}${isOpen ? ' has-panel' : ''}`}>
        <section ref={room} class={`pages zoom-${zoom}${isFilled ? ' filled' : ''}`} aria-label="Pages" tabIndex={0}>
          <p class="acts zoom">
            <a href="#side" class="skip quiet">
              Skip the pages
            </a>
            <Quiet disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              Smaller
            </Quiet>
            <Quiet disabled={zoom === maxZoom} onClick={() => setZoom(zoom + 1)}>
              Larger
            </Quiet>
            <Quiet aria-pressed={isFilled} onClick={() => setFilled(!isFilled)}>
              Show samples
            </Quiet>
          </p>
          <p class="about">
            Names and people are changed here. To move, add or remove fields, prepare the file before upload:{' '}
            <code>esign template prepare FILE</code>
          </p>
          {state.warnings.map((warning) => (
            <p key={warning} class="about">
              {shown(warning, 600)}
            </p>
          ))}
          {pages}
        </section>
        <aside id="side" class="side" aria-label="People and names" tabIndex={0}>
          <div hidden={isOpen}>{side}</div>
          {field !== undefined && <FieldForm key={field.id} live={live} field={field} onClose={close} />}
          {person !== undefined && <PersonForm key={person.id} live={live} person={person} onClose={close} />}
        </aside>
      </main>
      {message}
      {changes.length > 0 && opened === null && (
        <Sheet title="Someone else changed the template" onClose={() => setChanges([])}>
          <Lines lines={changes} />
          <p>The page shows the template as it is now.</p>
          <Button onClick={() => setChanges([])}>OK</Button>
        </Sheet>
      )}
    </>
  );
}

const left = (count: number): string => (count === 0 ? '' : ` (${count})`);

interface LooksProps {
  readonly isOver: boolean;
  readonly isAway: boolean;
}

/**
 * Looks at the service when the page is seen again, and now and then while it is seen, more often while it cannot be
 * reached; first for suggestions.
 */
function useLooks({ isOver, isAway }: LooksProps, heard: (outcome: Outcome) => void): void {
  const latest = useRef(heard);
  latest.current = heard;
  const now = useRef({ isLooking: false, isAsked: false });
  useEffect(() => {
    if (isOver) return undefined;
    const look = async (): Promise<void> => {
      const { isLooking, isAsked } = now.current;
      if (isLooking || document.hidden) return;
      now.current.isLooking = true;
      const outcome = await change(isAsked ? 'refresh' : 'propose');
      now.current = {
        isLooking: false,
        isAsked: isAsked || outcome.kind === 'saved' || (outcome.kind === 'refused' && outcome.isAway !== true),
      };
      latest.current(outcome);
    };
    const again = (): void => void look();
    if (!now.current.isAsked && !isAway) again();
    const timer = window.setInterval(again, isAway ? awayMs : lookMs);
    document.addEventListener('visibilitychange', again);
    window.addEventListener(missing, again);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener(missing, again);
    };
  }, [isOver, isAway]);
}

/** The new state with the very objects of the earlier one where nothing changed, so that they are not drawn again. */
function withSame(before: EditorState, now: EditorState): EditorState {
  const old = new Map(before.fields.map((field) => [field.id, field]));
  const people = JSON.stringify(before.people) === JSON.stringify(now.people) ? before.people : now.people;
  const fields = now.fields.map((field) => {
    const same = old.get(field.id);
    return same !== undefined && JSON.stringify(same) === JSON.stringify(field) ? same : field;
  });
  return { ...now, people, fields };
}

void start();
