import { type JSX, render } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoxType, Rect } from '../../../../document/read-document.js';
import { Button, Notice, Quiet, useMessage } from '../../../../core/page/kit.js';
import { shown } from '../../../../core/platform/visible-text.js';
import { finish, read } from '../../../page/browser/api.js';
import { bringIntoView, isWide, maxZoom, useAlive, useZoom } from '../../../page/browser/view.js';
import type { Doubt, PrepareState } from '../shapes.js';
import { Canvas } from './canvas.js';
import type { CanvasProps } from './drags.js';
import {
  after,
  changed,
  type DrawnForm,
  drawnForm,
  duplicated,
  isRight,
  judged,
  mapped,
  placedAt,
  redone,
  renamedRole,
  rolesOf,
  startOf,
  undone,
  usualRect,
  withField,
  withOffered,
  without,
} from './drawn-form.js';
import { type Acts, FieldPanel } from './field-panel.js';
import { FieldsPanel } from './fields-panel.js';
import { nearestRole } from '../../nearest-role.js';
import { middleOf } from './geometry.js';
import { KeysSheet } from './keys-sheet.js';
import { useKeys } from './keys.js';
import { Status, useSaving } from './saving.js';
import { Side, type SideProps } from './side.js';
import { Tools } from './tools.js';
import { count } from './words.js';

type View = 'pages' | 'side';

/** The script of the page of `esign template prepare`. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  try {
    render(<App first={await read<PrepareState>('state')} />, root);
  } catch (error) {
    render(
      <Notice title="esign template prepare">
        <p role="alert">{(error as Error).message}</p>
      </Notice>,
      root,
    );
  }
}

const atId = (id: number): string => `[data-id="${id}"]`;

/** The whole page: pages with their fields, what can be drawn, and beside them what to check or the form of a field. */
function App({ first }: { readonly first: PrepareState }): JSX.Element {
  const [history, setHistory] = useState(() => startOf(drawnForm(first.form)));
  const form = history.now;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [kind, setKind] = useState<BoxType | null>(null);
  const [view, setView] = useState<View>('pages');
  const [hasSamples, setSamples] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const [isDone, setDone] = useState(false);
  const [away, setAway] = useState('');
  /** What gets the focus with the next drawing: a field, or its form. */
  const focus = useRef<{ readonly id: number; readonly isForm: boolean; readonly isAsked?: boolean } | null>(null);
  const room = useRef<HTMLElement>(null);
  const { zoom, setZoom, enlarge } = useZoom(room);
  const { message, say } = useMessage();
  const saving = useSaving(first, form);
  useAlive(isDone || away !== '', setAway);
  const roles = useStable(rolesOf(form));
  const fields = form.fields.filter(({ id }) => chosen.has(id));

  const redraw = (next: DrawnForm, part: string | null = null): void => setHistory(after(history, next, part));
  const choose: CanvasProps['choose'] = (ids, how) => {
    setKind(null);
    if (how === 'alone') return setChosen(new Set(ids));
    const next = new Set(chosen);
    for (const id of ids) {
      if (next.has(id) && ids.length === 1) next.delete(id);
      else next.add(id);
    }
    return setChosen(next);
  };
  const draw = (page: number, rect: Rect): void => {
    if (kind === null) return;
    const near = nearestRole(form.fields, { page, rect });
    // Where none is near, only the form's one person is sure.
    const role = near === undefined && roles.length === 1 ? (roles[0] ?? null) : (near ?? null);
    const { form: next, id } = withField(form, { type: kind, page, rect, role });
    redraw(next);
    setKind(null);
    setChosen(new Set([id]));
    focus.current = { id, isForm: true };
    if (role === null) say('Nobody fills it in yet: choose who under “Filled in by”.');
    else if (roles.length > 1) say(`${shown(role, 80)} fills it in, like the field nearest to it.`);
  };
  const place = (rects: ReadonlyMap<number, Rect>, part: string | null = null): void =>
    redraw(
      mapped(form, new Set(rects.keys()), (field) => placedAt(field, rects.get(field.id) ?? field.rect)),
      part,
    );
  const remove = (ids: ReadonlySet<number>): void => {
    redraw(without(form, ids));
    setChosen(new Set());
    room.current?.focus({ preventScroll: true });
    say(`${count(ids.size, 'field')} deleted. Ctrl-Z brings ${ids.size === 1 ? 'it' : 'them'} back.`);
  };
  const make: SideProps['make'] = (offers) => {
    const made = withOffered(form, offers);
    redraw(made.form);
    setChosen(made.ids);
    const [id] = made.ids;
    // The button that was pressed is gone.
    if (id !== undefined) focus.current = { id, isForm: offers.length === 1 };
    say(`${count(offers.length, 'field')} made. Ctrl-Z takes ${offers.length === 1 ? 'it' : 'them'} off again.`);
  };
  const acts: Acts = {
    change: (change, part) =>
      redraw(changed(form, chosen, change, first.pages), part === undefined ? null : `${part} ${[...chosen]}`),
    redraw,
    duplicate: () => {
      const copied = duplicated(form, chosen, first.pages);
      redraw(copied.form);
      setChosen(copied.ids);
      const [id] = copied.ids;
      if (id !== undefined) focus.current = { id, isForm: false };
    },
    remove: () => remove(chosen),
    judge: (doubt, right) => {
      redraw(judged(form, doubt, right));
      // The button that was pressed is gone.
      document.getElementById('side')?.focus({ preventScroll: true });
      if (right) say('Found right. Ctrl-Z brings it back.');
    },
    back: () => {
      const [id] = chosen;
      document.querySelector<HTMLElement>(`.page ${atId(id ?? -1)}`)?.focus({ preventScroll: true });
    },
  };
  const undo = (): void => {
    setHistory(undone(history));
    // What was said of the last step is not so any more.
    say(history.past.length === 0 ? '' : 'Undone.');
  };
  const redo = (): void => {
    setHistory(redone(history));
    say(history.future.length === 0 ? '' : 'Done again.');
  };
  const clear = (): void => {
    setKind(null);
    setChosen(new Set());
  };
  const toKind = (type: BoxType | null): void => {
    setKind(type);
    setChosen(new Set());
    if (type !== null) setView('pages');
  };
  const put = (): void => {
    if (kind === null || room.current === null) return;
    const { page, at } = middleOf(room.current);
    const size = first.pages[page - 1];
    if (size !== undefined) draw(page, usualRect(kind, at, size));
  };
  const openOne = (id: number): void => {
    setChosen(new Set([id]));
    focus.current = { id, isForm: true };
  };
  const show = ({ field, page }: Doubt): void => {
    setView('pages');
    if (field === null) return document.querySelector(`.page[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
    setChosen(new Set([field]));
    if (!isWide()) setZoom(maxZoom);
    const group = form.fields.find(({ id }) => id === field)?.group ?? null;
    const isAsked = group !== null && (form.groups.find(({ name }) => name === group)?.label ?? '').trim() === '';
    focus.current = { id: field, isForm: true, isAsked };
    return undefined;
  };
  useKeys({
    isIdle: isDone || isHelp,
    pages: first.pages,
    form,
    chosen,
    place,
    acts,
    remove,
    undo,
    redo,
    draw: toKind,
    put: kind === null ? null : put,
    clear,
    open: openOne,
    toggle: (id) => choose([id], 'beside'),
    only: setChosen,
    chooseAll: () => setChosen(new Set(form.fields.map(({ id }) => id))),
    larger: () => setZoom(Math.min(maxZoom, zoom + 1)),
    smaller: () => setZoom(Math.max(0, zoom - 1)),
    help: () => setHelp(true),
  });
  // Before the next key is pressed: it belongs to the form of a field that was just drawn.
  useLayoutEffect(() => {
    const wanted = focus.current;
    if (wanted === null) return;
    focus.current = null;
    const element = document.querySelector<HTMLElement>(`.page ${atId(wanted.id)}`);
    if (element !== null && room.current !== null) bringIntoView(element, room.current);
    if (!wanted.isForm) return element?.focus({ preventScroll: true });
    if (window.matchMedia('(pointer: fine)').matches) {
      const input = wanted.isAsked === true ? '.panel .asked' : '.panel [autofocus]';
      document.querySelector<HTMLElement>(input)?.focus({ preventScroll: true });
    }
    return undefined;
  }, [chosen, view]);
  const doubts = saving.doubts.filter((doubt) => !isRight(form, doubt));
  const doubtful = useStableSet(doubts.flatMap(({ field }) => field ?? []));
  const samples = useMemo(() => (hasSamples ? saving.samples : null), [hasSamples, saving.samples]);
  const done = (): void => {
    void saving
      .flush()
      .then(finish)
      .then(
        () => setDone(true),
        (error: unknown) => setAway((error as Error).message),
      );
  };
  if (isDone) {
    return (
      <Notice title={first.out}>
        <p>{saving.state === 'saved' ? `Saved in ${first.out}.` : `Not everything is saved in ${first.out}.`}</p>
        <p>You can close this page. The terminal shows the next command.</p>
      </Notice>
    );
  }
  const [one] = fields;
  const toCheck = doubts.length + saving.problems.length;
  const close = (): void => {
    acts.back();
    setChosen(new Set());
  };
  return (
    <>
      <header class="bar">
        <h1>{shown(first.file, 120)}</h1>
        <Status saving={saving} out={first.out} />
        <nav aria-label="Views">
          <Quiet class="narrow" aria-pressed={view === 'pages'} onClick={() => setView('pages')}>
            Pages
          </Quiet>
          <Quiet class="narrow" aria-pressed={view === 'side'} onClick={() => (clear(), setView('side'))}>
            To check{toCheck === 0 ? '' : ` (${toCheck})`}
          </Quiet>
          <Quiet disabled={history.past.length === 0} onClick={undo}>
            Undo
          </Quiet>
          <Quiet disabled={history.future.length === 0} onClick={redo}>
            Redo
          </Quiet>
          <Quiet aria-label="Keys and gestures" onClick={() => setHelp(true)}>
            ?
          </Quiet>
        </nav>
        <Button onClick={done}>Done</Button>
      </header>
      {away !== '' && (
        <p class="lost" role="alert">
          {shown(away, 400)} What is drawn from now on is not saved; {shown(first.out, 120)} holds what was saved
          before.
        </p>
      )}
      <main class={`rooms view-${view}${fields.length > 0 ? ' has-panel' : ''}`}>
        <section ref={room} class={`pages zoom-${zoom}`} aria-label="Pages" tabIndex={0}>
          <Tools
            {...{ pages: first.pages.length, kind, zoom, hasSamples, put, setZoom }}
            toKind={toKind}
            setSamples={setSamples}
            goTo={(page) => show({ field: null, page, words: '' })}
          />
          <Canvas
            {...{
              pages: first.pages,
              fields: form.fields,
              roles,
              chosen,
              doubtful,
              kind,
              samples,
              off: saving.off,
              draw,
              choose,
              place,
              enlarge,
            }}
          />
        </section>
        <aside
          id="side"
          class="side"
          aria-label={fields.length > 0 ? 'What is chosen' : 'To check, and people'}
          tabIndex={0}
        >
          <div hidden={fields.length > 0}>
            <Side
              form={form}
              roles={roles}
              problems={saving.problems}
              doubts={doubts}
              right={saving.doubts.filter((doubt) => isRight(form, doubt))}
              judge={acts.judge}
              make={make}
              show={show}
              choose={(ids) => (setView('pages'), setChosen(new Set(ids)))}
              rename={(role, name) => redraw(renamedRole(form, role, name))}
            />
          </div>
          {fields.length === 1 && one !== undefined && (
            <FieldPanel
              key={one.id}
              form={form}
              field={one}
              roles={roles}
              pages={first.pages.length}
              problems={saving.problems.filter(({ field }) => field === one.id)}
              doubts={doubts.filter(({ field }) => field === one.id)}
              keyOfWords={saving.keys.get(one.id) ?? null}
              leavesFocus
              acts={acts}
              onClose={close}
            />
          )}
          {fields.length > 1 && <FieldsPanel form={form} fields={fields} roles={roles} acts={acts} onClose={close} />}
        </aside>
      </main>
      {message}
      {isHelp && <KeysSheet onClose={() => setHelp(false)} />}
    </>
  );
}

/** The same list while its texts are the same. */
function useStable(texts: readonly string[]): readonly string[] {
  return useMemo(() => texts, [JSON.stringify(texts)]);
}

function useStableSet(ids: readonly number[]): ReadonlySet<number> {
  return useMemo(() => new Set(ids), [ids.join()]);
}

void start();
