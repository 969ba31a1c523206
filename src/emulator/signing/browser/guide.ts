import { firstInput, isAnswered, problemOf, type Entry } from './entries.js';

/** Guides a signer from field to field, and shows the progress. */
export interface Guide {
  /** Goes to an entry and its field; `focus` also sets the cursor. */
  go(name: string, focus: boolean): void;
  next(): void;
  /** Goes to the Sign button. */
  end(): void;
  /** Scrolls the field back into view after the panel has grown over it. */
  uncover(): void;
  back(): void;
  /** On a small screen: shows all fields at once, or one at a time again. */
  list(): void;
  /** On a small screen: shows the pages large enough to read, or whole again. */
  enlarge(): void;
  /** Updates the progress. */
  tell(): void;
}

const finish = 'finish';

export function createGuide(page: Document, entries: readonly Entry[]): Guide {
  const order = [...entries.map(({ name }) => name), finish];
  const visited = new Set<string>();
  let current: string | null = null;

  const itemOf = (name: string): HTMLElement | null => page.getElementById(`entry-${name}`);
  const missing = (): readonly Entry[] => entries.filter((entry) => problemOf(entry) !== null);

  const tell = (): void => {
    const needed = entries.filter((entry) => entry.required || problemOf(entry) !== null);
    const done = needed.filter((entry) => problemOf(entry) === null).length;
    const words = needed.length === 0 ? 'Nothing is required' : `${done} of ${needed.length} done`;
    const count = page.getElementById('count');
    if (count !== null && count.textContent !== words) count.textContent = words;
    page
      .getElementById('bar')
      ?.style.setProperty('width', `${needed.length === 0 ? 100 : (100 * done) / needed.length}%`);
    const alert = page.getElementById('alert');
    // A problem reported by the service cannot be checked here: it stays until a change.
    if (alert?.dataset['from'] === 'page' && missing().length === 0) alert.hidden = true;
    const next = page.getElementById('next');
    if (next !== null) next.textContent = current === null ? 'Start' : following() === finish ? 'Finish' : 'Next';
    next?.toggleAttribute('hidden', current === finish);
    // Optional entries can be skipped.
    const maySkip = missing().length === 0 && following() !== finish && current !== finish;
    page.getElementById('end')?.toggleAttribute('hidden', !maySkip);
    page.getElementById('back')?.toggleAttribute('hidden', current === null);
    page.getElementById('back')?.toggleAttribute('disabled', current === null || order.indexOf(current) === 0);
  };

  /** The next entry: one that is missing, or an optional one that was not visited. */
  const following = (): string => {
    const start = current === null ? 0 : order.indexOf(current) + 1;
    const turned = [...entries.slice(start), ...entries.slice(0, start)].filter(({ name }) => name !== current);
    const wanting = (entry: Entry): boolean =>
      problemOf(entry) !== null || (!entry.required && !isAnswered(entry) && !visited.has(entry.name));
    return turned.find(wanting)?.name ?? finish;
  };

  const go = (name: string, focus: boolean): void => {
    current = name;
    visited.add(name);
    page.documentElement.classList.add('begun');
    for (const each of order) itemOf(each)?.classList.toggle('current', each === name);
    const entry = entries.find((each) => each.name === name);
    for (const each of entries) for (const box of each.boxes) box.classList.toggle('current', each === entry);
    tell();
    const calm = page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches === true;
    const behavior: ScrollBehavior = calm ? 'auto' : 'smooth';
    press(page, '.enlarge', page.documentElement.classList.toggle('zoomed', entry !== undefined));
    showBox(page, entry?.boxes[0], behavior);
    const target = entry === undefined ? page.getElementById('sign') : firstInput(entry);
    if (focus) target?.focus({ preventScroll: true });
    keepInPanel(page, itemOf(name));
  };

  return {
    go,
    tell,
    next: () => go(following(), true),
    end: () => go(finish, true),
    uncover: () => uncover(page, entries.find(({ name }) => name === current)?.boxes[0]),
    list: () => {
      const listing = page.documentElement.classList.toggle('listing');
      press(page, '#list', listing);
      go(current ?? order[0] ?? finish, false);
    },
    enlarge: () => press(page, '.enlarge', page.documentElement.classList.toggle('zoomed')),
    back: () => go(order[Math.max(0, order.indexOf(current ?? '') - 1)] ?? finish, true),
  };
}

function press(page: Document, buttons: string, on: boolean): void {
  for (const button of page.querySelectorAll(buttons)) button.setAttribute('aria-pressed', String(on));
}

/** Scrolls a field to the middle, or to its start when it is wider than the screen. */
function showBox(page: Document, box: HTMLElement | undefined, behavior?: ScrollBehavior): void {
  const isWide = box !== undefined && box.clientWidth > page.documentElement.clientWidth - 40;
  box?.scrollIntoView({ block: 'center', inline: isWide ? 'start' : 'center', ...(behavior && { behavior }) });
}

/** On a small screen the panel covers the pages. A field that was scrolled out of view stays there. */
function uncover(page: Document, box: HTMLElement | undefined): void {
  const panel = page.getElementById('fill');
  if (panel === null || box === undefined) return;
  const [over, under] = [panel.getBoundingClientRect(), box.getBoundingClientRect()];
  const isCovered = over.left < under.right && over.top < under.bottom && under.top < over.bottom;
  if (isCovered) showBox(page, box);
}

/** Scrolls only the panel, so that the page stays at the field. */
function keepInPanel(page: Document, item: HTMLElement | null): void {
  const panel = page.getElementById('fill');
  if (panel === null || item === null) return;
  const [outer, inner] = [panel.getBoundingClientRect(), item.getBoundingClientRect()];
  const guide = page.querySelector('.guide')?.getBoundingClientRect();
  // On a low screen the guide stands beside the entry, and covers nothing of it.
  const above = guide === undefined || guide.left >= inner.right ? 0 : guide.height;
  if (inner.top < outer.top + above) panel.scrollTop += inner.top - outer.top - above - 12;
  else if (inner.bottom > outer.bottom)
    panel.scrollTop += Math.min(inner.bottom - outer.bottom + 12, inner.top - outer.top - above - 12);
}
