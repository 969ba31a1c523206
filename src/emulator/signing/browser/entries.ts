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
