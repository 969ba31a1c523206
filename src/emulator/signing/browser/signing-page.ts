import { mayBeSent, tellProblem } from './check.js';
import { entriesOn, isDrawn, textOf, type Entry } from './entries.js';
import { createGuide, type Guide } from './guide.js';
import { fitOthers, mirror } from './mirror.js';
import { setUpSigning } from './pad.js';

/** What runs on the signing page: without it the same form is filled in and sent all the same. */
function start(page: Document, window: Window): void {
  const form = page.querySelector<HTMLFormElement>('#form');
  if (form === null) return;
  const entries = entriesOn(page);
  const guide = createGuide(page, entries);
  const changed = (entry: Entry): void => {
    for (const each of entry.kind === 'signature' ? entries : [entry]) mirror(each, () => initialsOf(entries));
    if (entry.item.querySelector('[aria-invalid]') !== null) tellProblem(entry);
    guide.tell();
  };
  for (const entry of entries) {
    if (entry.kind === 'signature' || entry.kind === 'initials') setUpSigning(entry, () => changed(entry));
    entry.item.addEventListener('input', () => changed(entry));
    entry.item.addEventListener('focusin', () => {
      if (!entry.item.classList.contains('current')) guide.go(entry.name, false);
    });
    for (const box of entry.boxes) box.addEventListener('click', (event) => touch(event, box, entry, guide));
    mirror(entry, () => initialsOf(entries));
  }
  page.getElementById('next')?.addEventListener('click', () => guide.next());
  page.getElementById('end')?.addEventListener('click', () => guide.end());
  page.getElementById('back')?.addEventListener('click', () => guide.back());
  form.noValidate = true;
  guardForm(page, window, form, entries, guide);
  followSheet(page, guide);
  fitOthers(page);
  guide.tell();
  const alert = page.querySelector<HTMLElement>('#alert:not([hidden])');
  if (alert === null) return;
  // The page has come back from a form that was sent: going back to it later must not ask to send that again.
  window.history.replaceState(null, '');
  page.documentElement.classList.add('begun');
  const first = entries.find(({ item }) => item.querySelector('.problem:not([hidden])') !== null);
  guide.go(first?.name ?? 'finish', false);
  alert.focus();
}

/** A tick is set where it is touched; everything else is filled in beside the page. */
function touch(event: Event, box: HTMLElement, entry: Entry, guide: Guide): void {
  event.preventDefault();
  guide.go(entry.name, true);
  const inputs = [...entry.item.querySelectorAll<HTMLInputElement>('input')];
  const own = entry.kind === 'question' ? inputs.find(({ value }) => value === box.dataset['field']) : inputs[0];
  if (box.classList.contains('tickbox')) own?.click();
}

/** Nothing is sent that would come back, nothing twice, and nothing typed is left behind without a question. */
function guardForm(
  page: Document,
  window: Window,
  form: HTMLFormElement,
  entries: readonly Entry[],
  guide: Guide,
): void {
  let typed = page.querySelector('#alert:not([hidden])') !== null;
  let sent = false;
  form.addEventListener('input', () => {
    typed = true;
    // What it said is not true any more; beside each entry it goes on being told.
    page.getElementById('alert')?.setAttribute('hidden', '');
  });
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    if (target.closest('.entry') !== null) guide.next();
  });
  form.addEventListener('submit', (event) => {
    const signs = event.submitter?.getAttribute('value') === 'sign';
    if (sent || (signs && !mayBeSent(page, entries, (name) => guide.go(name, true)))) {
      event.preventDefault();
      return;
    }
    sent = true;
    page.documentElement.classList.add('sending');
  });
  window.addEventListener('beforeunload', (event) => {
    if (typed && !sent) event.preventDefault();
  });
  // A page that a browser brings back from its memory can be sent again: the service says what became of it.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    sent = false;
    page.documentElement.classList.remove('sending');
  });
}

/** On a small screen the panel covers the foot of the page: boxes come to rest above it. */
function followSheet(page: Document, guide: Guide): void {
  const panel = page.getElementById('fill');
  if (panel === null) return;
  new ResizeObserver(() => {
    page.documentElement.style.setProperty('--sheet', `${Math.round(panel.getBoundingClientRect().height)}px`);
    guide.uncover();
  }).observe(panel);
}

/** What initials are made from a typed name, for as long as none are given. */
function initialsOf(entries: readonly Entry[]): string {
  const signature = entries.find(({ kind }) => kind === 'signature');
  if (signature === undefined || isDrawn(signature)) return '';
  return textOf(signature)
    .split(/[\s-]+/)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '')
    .join('');
}

start(document, window);
