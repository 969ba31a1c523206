import { problemOf, type Entry } from './entries.js';

/** The number of problems in a summary; the others follow one by one. */
const maxNamed = 5;

/** Shows the problem of an entry next to it, or removes it. Returns the problem. */
export function tellProblem(entry: Entry): string | null {
  const problem = problemOf(entry);
  const words = entry.item.querySelector<HTMLElement>(`#problem-${CSS.escape(entry.name)}`);
  if (words !== null) {
    words.hidden = problem === null;
    words.textContent = problem ?? '';
  }
  for (const input of entry.item.querySelectorAll('input:not([type=hidden]), select, textarea')) {
    if (problem === null) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    } else {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', `problem-${entry.name}`);
    }
  }
  return problem;
}

/** Checks everything before sending, and lists the problems with links. */
export function mayBeSent(page: Document, entries: readonly Entry[], go: (name: string) => void): boolean {
  const found = entries.flatMap((entry) => {
    const problem = tellProblem(entry);
    return problem === null ? [] : [{ entry, problem }];
  });
  const alert = page.getElementById('alert');
  if (alert === null || found.length === 0) return found.length === 0;
  const list = page.createElement('ul');
  for (const { entry, problem } of found.slice(0, maxNamed)) {
    const link = page.createElement('a');
    link.href = `#entry-${entry.name}`;
    link.textContent = problem;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      go(entry.name);
    });
    list.appendChild(page.createElement('li')).append(link);
  }
  if (found.length > maxNamed) {
    list.appendChild(page.createElement('li')).textContent = `and ${found.length - maxNamed} more`;
  }
  const words = page.createElement('p');
  words.textContent = found.length === 1 ? 'One thing is missing.' : `${found.length} things are missing.`;
  alert.replaceChildren(words, list);
  alert.dataset['from'] = 'page';
  alert.hidden = false;
  go(found[0]?.entry.name ?? '');
  return false;
}
