/** One entry of the page: its place in the form, and its fields on the pages. */
export interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly required: boolean;
  readonly min: number;
  readonly max: number;
  readonly item: HTMLElement;
  readonly boxes: readonly HTMLElement[];
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The entries that can still be answered, in order. */
export function entriesOn(page: Document): readonly Entry[] {
  return [...page.querySelectorAll<HTMLElement>('.entry[data-kind]')]
    .filter(({ dataset }) => dataset['locked'] !== 'true')
    .map((item) => {
      const { entry: name = '', kind = '', label = '', required, least, most } = item.dataset;
      return {
        name,
        kind,
        label,
        required: required === 'true',
        min: Number(least),
        max: Number(most),
        item,
        boxes: [...page.querySelectorAll<HTMLElement>('a.box')].filter((box) => box.dataset['of'] === name),
      };
    });
}

/** The visible inputs of an entry. */
const inputsOf = ({ item }: Entry): readonly Input[] =>
  [...item.querySelectorAll<Input>('input, select, textarea')].filter(
    (input) => input.type !== 'hidden' && !input.disabled && input.closest('[hidden]') === null,
  );

/** The first input to focus: the chosen option of a question, else the first input. */
export function firstInput(entry: Entry): HTMLElement | null {
  const inputs = inputsOf(entry).filter(({ name }) => !name.endsWith('_way'));
  const chosen = inputs.find((input) => input instanceof HTMLInputElement && input.type === 'radio' && input.checked);
  return chosen ?? inputs[0] ?? entry.item.querySelector<HTMLElement>('.pad');
}

/** Whether a signature or initials are drawn rather than typed. */
export const isDrawn = ({ item }: Entry): boolean =>
  item.querySelector<HTMLInputElement>('input[value="drawn"]')?.checked === true;

/** The text of an entry; empty for checkboxes and drawings. */
export function textOf(entry: Entry): string {
  const input = entry.item.querySelector<Input>('input[type=text], input[type=date], select, textarea');
  return input?.value.trim() ?? '';
}

export const tickedIn = ({ item }: Entry): readonly HTMLInputElement[] =>
  [...item.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')].filter(
    ({ checked, value }) => checked && value !== '',
  );

/** The problem of an entry, in the words of the service; null without one. */
export function problemOf(entry: Entry): string | null {
  const { kind, label, required, min: least, max: most } = entry;
  if (kind === 'question') {
    const ticked = tickedIn(entry).length;
    if (ticked >= least && ticked <= most) return null;
    if (ticked > most) return `${label}: choose at most ${most}, not ${ticked}.`;
    return most === 1 ? `${label}: please choose one.` : `${label}: choose at least ${least}, not ${ticked}.`;
  }
  const input = inputsOf(entry).find(({ type }) => type === 'date');
  if (input?.validity.badInput === true) return `${label}: please enter a complete date.`;
  return required && !isAnswered(entry) ? `${label} is required.` : null;
}

/** Whether anything was entered. */
export function isAnswered(entry: Entry): boolean {
  switch (entry.kind) {
    case 'question':
    case 'tickbox':
      return tickedIn(entry).length > 0;
    case 'signature':
    case 'initials':
      return isDrawn(entry)
        ? (entry.item.querySelector<HTMLInputElement>('input[type=hidden]')?.value ?? '') !== ''
        : textOf(entry) !== '';
    default:
      return textOf(entry) !== '';
  }
}

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
