import type { Answers } from '../../domain/envelope.js';
import { nameOf, type FormField } from '../../domain/envelope-form.js';
import type { AnswerProblem } from '../../domain/answers.js';
import { labelOf, type Entry } from './boxes.js';
import { html, type Html } from './html.js';

/** One entry as a labelled input, with what is wrong with it beside it. What the sender locked cannot be changed. */
export function inputFor(entry: Entry, answers: Answers, problems: readonly AnswerProblem[]): Html {
  const fields = entry.kind === 'box' ? entry.fields : entry.boxes;
  const own = problems.filter(({ field_id: id }) => fields.some((field) => field.id === id));
  const told = own.map(({ message }) => html`<p class="problem">${message}.</p>`);
  return entry.kind === 'box' ? html`${box(entry, answers)}${told}` : html`${question(entry, answers)}${told}`;
}

function box({ name, field, fields }: Extract<Entry, { kind: 'box' }>, answers: Answers): Html {
  const answer = answers[field.id] ?? fields.map(({ id }) => answers[id]).find((each) => each !== undefined);
  const value = answer?.value ?? '';
  const off = answer?.locked === true && html` disabled`;
  const must = field.required && html` required`;
  const label = html`<label for="${name}">${nameOf(field)}${star(field.required)}</label>`;
  switch (field.type) {
    case 'tickbox':
      return html`<label class="tick"
        ><input type="checkbox" name="${name}" value="on" ${value === true && html` checked`}${must}${off} />
        ${nameOf(field)}${star(field.required)}</label
      >`;
    case 'dropdown':
      return html`${label}<select id="${name}" name="${name}" ${must}${off}>
          <option value=""></option>
          ${(field.options ?? []).map((option) => html`<option${option === value && html` selected`}>${option}</option>`)}
        </select>`;
    case 'date':
      return html`${label}<input type="date" id="${name}" name="${name}" value="${String(value)}" ${must}${off} />`;
    default:
      return field.multiline
        ? html`${label}<textarea id="${name}" name="${name}" rows="4" ${must}${off}>${String(value)}</textarea>`
        : html`${label}<input type="text" id="${name}" name="${name}" value="${String(value)}" ${must}${off} />`;
  }
}

function question({ name, question: asked, boxes }: Extract<Entry, { kind: 'question' }>, answers: Answers): Html {
  const { min_selected: least, max_selected: most } = asked;
  const kind = most === 1 ? 'radio' : 'checkbox';
  const bounds = most === 1 ? '' : least === most ? ` (choose ${least})` : ` (choose ${least} to ${most})`;
  const options = boxes.map((option) => {
    const answer = answers[option.id];
    const state = html`${answer?.value === true && html` checked`}${answer?.locked === true && html` disabled`}`;
    return html`<label
      ><input type="${kind}" name="${name}" value="${option.id}" ${state} /> ${optionName(option)}</label
    >`;
  });
  const label = labelOf({ kind: 'question', name, question: asked, boxes });
  return html`<fieldset>
    <legend>${label}${bounds}${star(least > 0)}</legend>
    ${options}
  </fieldset>`;
}

const optionName = (field: FormField): string => field.option_value ?? nameOf(field);

const star = (required: boolean): Html | false => required && html` <span class="required">*</span>`;
