import { initialsOf } from '../../domain/initials.js';
import { entriesOn, type Entry, isDrawn, mayBeSent, tellProblem, textOf } from './entries.js';
import { createGuide, type Guide } from './guide.js';
import { fitOthers, mirror } from './mirror.js';
import { setUpSigning } from './pad.js';
import { createSender } from './send.js';

/** The script of the signing page; without it the same form works too. */
function start(page: Document, window: Window): void {
  const form = page.querySelector<HTMLFormElement>('#form');
  if (form === null) return;
  const entries = entriesOn(page);
  const guide = createGuide(page, entries);
  const changed = (entry: Entry): void => {
    for (const each of entry.kind === 'signature' ? entries : [entry]) mirror(each, () => impliedInitials(entries));
    if (entry.item.querySelector('[aria-invalid]') !== null) tellProblem(entry);
    guide.tell();
  };
  for (const entry of entries) {
    if (entry.kind === 'signature' || entry.kind === 'initials') setUpSigning(entry, () => changed(entry));
    entry.item.addEventListener('input', () => changed(entry));
    for (const box of entry.boxes) box.addEventListener('click', (event) => touch(event, box, entry, guide));
    mirror(entry, () => impliedInitials(entries));
  }
  page.getElementById('next')?.addEventListener('click', () => guide.next());
  page.getElementById('end')?.addEventListener('click', () => guide.end());
  page.getElementById('back')?.addEventListener('click', () => guide.back());
  page.getElementById('list')?.addEventListener('click', () => guide.list());
  for (const button of page.querySelectorAll('.enlarge')) button.addEventListener('click', () => guide.enlarge());
  form.noValidate = true;
  followFocus(page, entries, guide);
  guardForm(page, window, form, entries, guide);
  followSheet(page, guide);
  fitOthers(page);
  guide.tell();
  const alert = page.querySelector<HTMLElement>('#alert:not([hidden])');
  if (alert === null) return;
  page.documentElement.classList.add('begun');
  const first = entries.find(({ item }) => item.querySelector('.problem:not([hidden])') !== null);
  guide.go(first?.name ?? 'finish', false);
  alert.focus();
}

/** Goes to the entry with the focus. A press must end first: its click is lost when the page scrolls under it. */
function followFocus(page: Document, entries: readonly Entry[], guide: Guide): void {
  let isPressed = false;
  const follow = (): void => {
    const entry = isPressed ? undefined : entries.find(({ item }) => item.contains(page.activeElement));
    if (entry?.item.classList.contains('current') === false) guide.go(entry.name, false);
  };
  page.addEventListener('mousedown', () => (isPressed = true), true);
  page.addEventListener('keydown', () => (isPressed = false), true);
  const release = (): void => {
    isPressed = false;
    follow();
  };
  page.addEventListener('click', release, true);
  page.addEventListener('focusin', follow);
}

/** A checkbox is set on the page; everything else is filled in next to it. */
function touch(event: Event, box: HTMLElement, entry: Entry, guide: Guide): void {
  event.preventDefault();
  guide.go(entry.name, true);
  const inputs = [...entry.item.querySelectorAll<HTMLInputElement>('input')];
  const own = entry.kind === 'question' ? inputs.find(({ value }) => value === box.dataset['field']) : inputs[0];
  if (box.classList.contains('tickbox')) own?.click();
}

/** Prevents sending an invalid form, sending twice, and leaving with input that is not sent. */
function guardForm(
  page: Document,
  window: Window,
  form: HTMLFormElement,
  entries: readonly Entry[],
  guide: Guide,
): void {
  const sender = createSender(page, window, form);
  const alert = page.getElementById('alert');
  let typed = alert?.hidden === false;
  let sent = false;
  form.addEventListener('input', () => {
    typed = true;
    if (alert === null) return;
    // The summary is outdated; the problems next to the entries stay.
    const isStopped = sender.stop();
    if (isStopped)
      alert.textContent = 'You changed your answers, so they are not sent again. Send them when you are ready.';
    alert.hidden = !isStopped;
  });
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    if (target.closest('.entry') !== null) guide.next();
  });
  form.addEventListener('submit', (event) => {
    // In a sandbox without an origin the browser sends the form, and the service says what the sandbox needs.
    if (window.origin === 'null') {
      sent = true;
      return;
    }
    event.preventDefault();
    const signs = event.submitter?.getAttribute('value') === 'sign';
    if (sender.isSending() || (signs && !mayBeSent(page, entries, (name) => guide.go(name, true)))) return;
    sender.send(event.submitter);
  });
  window.addEventListener('beforeunload', (event) => {
    if (typed && !sent) event.preventDefault();
  });
}

/** On a small screen the panel covers the bottom of the page: fields stop above it. */
function followSheet(page: Document, guide: Guide): void {
  const panel = page.getElementById('fill');
  if (panel === null) return;
  new ResizeObserver(() => {
    page.documentElement.style.setProperty('--sheet', `${Math.round(panel.getBoundingClientRect().height)}px`);
    guide.uncover();
  }).observe(panel);
}

/** The initials of a typed signature. */
function impliedInitials(entries: readonly Entry[]): string {
  const signature = entries.find(({ kind }) => kind === 'signature');
  return signature === undefined || isDrawn(signature) ? '' : initialsOf(textOf(signature));
}

start(document, window);
