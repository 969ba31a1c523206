import type { Answers } from '../../domain/envelope.js';
import { nameOf, type FormField } from '../../domain/envelope-form.js';
import type { AnswerProblem } from '../../domain/answers.js';
import { labelOf, type Entry } from './boxes.js';
import { markup, type Html } from './html.js';

/** One entry as a labelled input, with what is wrong with it beside it. What the sender locked cannot be changed. */
export function inputFor(entry: Entry, answers: Answers, problems: readonly AnswerProblem[]): Html {
  const fields = entry.kind === 'box' ? entry.fields : entry.boxes;
  const own = problems.filter(({ field_id: id }) => fields.some((field) => field.id === id));
  const told = own.map(({ message }) => markup`<p class="problem">${message}.</p>`);
  return entry.kind === 'box' ? markup`${box(entry, answers)}${told}` : markup`${question(entry, answers)}${told}`;
}

function box({ name, field, fields }: Extract<Entry, { kind: 'box' }>, answers: Answers): Html {
  const answer = answers[field.id] ?? fields.map(({ id }) => answers[id]).find((each) => each !== undefined);
  const value = answer?.value ?? '';
  const state = markup`${field.required && markup` required`}${answer?.locked === true && markup` disabled`}`;
  const caption = markup`${nameOf(field)}${star(field.required)}`;
  const label = markup`<label for="${name}">${caption}</label>`;
  switch (field.type) {
    case 'tickbox':
      return markup`<label class="tick">${tick('checkbox', name, 'on', value === true, state)} ${caption}</label>`;
    case 'dropdown':
      return markup`${label}<select id="${name}" name="${name}"${state}>${choices(field, value)}</select>`;
    case 'date':
      return markup`${label}<input type="date" id="${name}" name="${name}" value="${String(value)}"${state}>`;
    default:
      // A browser drops the first line break of a textarea, so that it gets one to drop.
      return field.multiline
        ? markup`${label}<textarea id="${name}" name="${name}" rows="4"${state}>
${String(value)}</textarea>`
        : markup`${label}<input type="text" id="${name}" name="${name}" value="${String(value)}"${state}>`;
  }
}

function question({ name, question: asked, boxes }: Extract<Entry, { kind: 'question' }>, answers: Answers): Html {
  const { min_selected: least, max_selected: most } = asked;
  const bounds = most === 1 ? '' : least === most ? ` (choose ${least})` : ` (choose ${least} to ${most})`;
  const options = boxes.map((option) => {
    const answer = answers[option.id];
    const state = answer?.locked === true ? markup` disabled` : markup``;
    const input = tick(most === 1 ? 'radio' : 'checkbox', name, option.id, answer?.value === true, state);
    return markup`<label>${input} ${option.option_value ?? nameOf(option)}</label>`;
  });
  const label = labelOf({ kind: 'question', name, question: asked, boxes });
  return markup`<fieldset><legend>${label}${bounds}${star(least > 0)}</legend>${options}</fieldset>`;
}

const tick = (kind: 'radio' | 'checkbox', name: string, value: string, checked: boolean, state: Html): Html =>
  markup`<input type="${kind}" name="${name}" value="${value}"${checked && markup` checked`}${state}>`;

const choices = ({ options }: FormField, value: string | boolean): readonly Html[] =>
  ['', ...(options ?? [])].map((option) => markup`<option${option === value && markup` selected`}>${option}</option>`);

const star = (required: boolean): Html | false => required && markup` <span class="required">*</span>`;
