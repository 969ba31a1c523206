import type { Answers } from '../../../domain/rules/values.js';
import type { FormField } from '../../../domain/rules/template-form.js';
import { isInHand } from '../../../document/render/hand-letters.js';
import { type FilledEntry, isRequired, labelOf, type SigningEntry } from './boxes.js';
import { type Html, markup } from '../../html.js';

/** The state of an input besides its value. */
export interface InputState {
  readonly answers: Answers;
  /** The ID of the error text, or null. */
  readonly problem: string | null;
}

/** One entry as a labelled input. Locked values are shown and cannot be changed. */
export function inputFor(entry: FilledEntry, state: InputState): Html {
  return entry.kind === 'box' ? boxInput(entry, state) : questionInput(entry, state);
}

/** Whether the sender has locked an entry. */
export const isLocked = ({ fields }: FilledEntry, answers: Answers): boolean =>
  fields.every(({ id }) => answers[id]?.locked === true);

function boxInput(entry: Extract<FilledEntry, { kind: 'box' }>, { answers, problem }: InputState): Html {
  const { name, field, fields } = entry;
  const answer = answers[field.id] ?? fields.map(({ id }) => answers[id]).find((each) => each !== undefined);
  const value = answer?.value ?? '';
  const locked = answer?.locked === true;
  const state = markup`${field.required && markup` required`}${locked && markup` disabled`}${faulty(problem)}`;
  const label = markup`<label for="${name}">${labelOf(entry)}${optional(entry, locked)}</label>`;
  switch (field.type) {
    case 'tickbox':
      return markup`<label class="tick">${tick('checkbox', name, 'on', value === true, state)}
<span>${labelOf(entry)}${optional(entry, locked)}</span></label>`;
    case 'dropdown':
      return markup`${label}<select id="${name}" name="${name}"${state}>${choices(field, value)}</select>`;
    case 'date':
      return markup`${label}<input type="date" id="${name}" name="${name}" value="${String(value)}"${state}>`;
    default:
      // Browsers drop the first newline of a textarea, so one is added.
      return field.multiline
        ? markup`${label}<textarea id="${name}" name="${name}" rows="4"${state}>
${String(value)}</textarea>`
        : markup`${label}<input type="text" id="${name}" name="${name}" value="${String(value)}"${state}>`;
  }
}

function questionInput(entry: Extract<FilledEntry, { kind: 'question' }>, { answers, problem }: InputState): Html {
  const { name, question, fields } = entry;
  const { min_selected: least, max_selected: most } = question;
  const single = most === 1;
  const options = fields.map((option) => {
    const answer = answers[option.id];
    const state = markup`${answer?.locked === true && markup` disabled`}${faulty(problem)}`;
    const input = tick(single ? 'radio' : 'checkbox', name, option.id, answer?.value === true, state);
    return markup`<label class="tick">${input} <span>${captionOf(option, fields)}</span></label>`;
  });
  const none =
    single &&
    least === 0 &&
    markup`<label class="tick">${tick(
      'radio',
      name,
      '',
      fields.every(({ id }) => answers[id]?.value !== true),
      markup``,
    )}
<span>No answer</span></label>`;
  return markup`<fieldset><legend>${labelOf(entry)}${optional(entry, isLocked(entry, answers))}</legend>
${!single && markup`<p class="hint">${bounds(least, most, fields.length)}</p>`}${options}${none}</fieldset>`;
}

function bounds(min: number, max: number, offered: number): string {
  if (min === max) return `Choose ${min}.`;
  if (min === 0) return max >= offered ? 'Choose as many as apply.' : `Choose up to ${max}.`;
  return max >= offered ? `Choose at least ${min}.` : `Choose ${min} to ${max}.`;
}

/** The text of the form next to an option; its value if all have the same text. */
function captionOf({ label, option_value: value }: FormField, options: readonly FormField[]): string {
  const isOwn = label !== null && options.filter((option) => option.label === label).length === 1;
  return (isOwn ? label : value) ?? label ?? 'Yes';
}

const tick = (kind: 'radio' | 'checkbox', name: string, value: string, checked: boolean, state: Html): Html =>
  markup`<input type="${kind}"${kind === 'checkbox' && value === 'on' && markup` id="${name}"`} name="${name}" value="${value}"${checked && markup` checked`}${state}>`;

const choices = ({ options }: FormField, value: string | boolean): readonly Html[] =>
  ['', ...(options ?? [])].map(
    (option) =>
      markup`<option value="${option}"${option === value && markup` selected`}>${option === '' ? 'Please choose' : option}</option>`,
  );

const faulty = (problem: string | null): Html | false =>
  problem !== null && markup` aria-invalid="true" aria-describedby="${problem}"`;

const optional = (entry: FilledEntry, locked: boolean): Html | false => {
  if (locked) return markup` <span class="note">set by the sender</span>`;
  return !isRequired(entry) && markup` <span class="note">optional</span>`;
};

/** The input of a recipient who does not sign, and its problem. */
export interface OtherWays {
  readonly reason: string;
  readonly name: string;
  readonly email: string;
  /** Which of the two forms was invalid, and why. */
  readonly problem: { readonly of: 'reason' | 'name' | 'email'; readonly message: string } | null;
}

export const noOtherWay: OtherWays = { reason: '', name: '', email: '', problem: null };

/** The alternatives to signing: decline, or delegate. */
export function otherWays({ reason, name, email, problem }: OtherWays): Html {
  const problemOf = (of: 'reason' | 'name' | 'email'): Html | false =>
    problem?.of === of && markup`<p class="problem" id="problem-${of}">${problem.message}</p>`;
  const faulty = (of: 'reason' | 'name' | 'email'): Html | false =>
    problem?.of === of && markup` aria-invalid="true" aria-describedby="problem-${of}" autofocus`;
  const open = (...of: readonly string[]): Html | false => problem !== null && of.includes(problem.of) && markup` open`;
  return markup`<div class="other-ways" id="other-ways">
<details${open('reason')}><summary>Decline</summary>
<p class="hint">The sender sees your reason, and the envelope is closed for everyone.</p>
<label for="reason">Why do you decline?</label>
<textarea id="reason" name="reason" rows="3" maxlength="500"${faulty('reason')}>
${reason}</textarea>${problemOf('reason')}
<button name="act" value="decline" class="refuse" formnovalidate>Decline</button></details>
<details${open('name', 'email')}><summary>Delegate to another person</summary>
<p class="hint">They are asked in your place, and your own link stops working.</p>
<label for="name">Their name</label>
<input type="text" id="name" name="name" maxlength="200" autocomplete="off" value="${name}"${faulty('name')}>${problemOf('name')}
<label for="email">Their e-mail address</label>
<input type="email" id="email" name="email" maxlength="254" autocomplete="off" value="${email}"${faulty('email')}>${problemOf('email')}
<button name="act" value="delegate" class="quiet" formnovalidate>Delegate</button></details>
</div>`;
}

/** A signature or initials: typed, or drawn if the browser runs the script. */
export interface Mark {
  readonly text: string;
  readonly way: 'typed' | 'drawn';
  /** A PNG as base64; empty without one. */
  readonly image: string;
}

interface SignatureState {
  readonly mark: Mark;
  /** The signer's name, as an example. */
  readonly example: string;
  readonly problem: string | null;
}

/** The input for a signature: typing, which always works, or drawing. */
export function signatureInput(entry: SigningEntry, { mark, example, problem }: SignatureState): Html {
  const { name } = entry;
  const note = entry.implied ? 'optional, from your signature' : isRequired(entry) ? null : 'optional';
  const faulty = problem !== null && markup` aria-invalid="true" aria-describedby="${problem}"`;
  const way = (value: Mark['way'], words: string): Html =>
    markup`<label><input type="radio" name="${name}_way" value="${value}"${mark.way === value && markup` checked`}>
<span>${words}</span></label>`;
  return markup`<fieldset class="signing">
<legend>${labelOf(entry)}${note !== null && markup` <span class="note">${note}</span>`}</legend>
<div class="ways with-script">${way('typed', 'Type')}${way('drawn', 'Draw')}</div>
<div class="typed">
<label for="${name}">${name === 'signature' ? 'Type your full name' : 'Type your initials'}
<span class="note">for example ${example}</span></label>
<input type="text" class="hand${isInHand(mark.text) ? '' : ' typeset'}" id="${name}" name="${name}" maxlength="${name === 'signature' ? 200 : 12}"
 autocomplete="${name === 'signature' ? 'name' : 'off'}" value="${mark.text}"${faulty}>
</div>
<div class="drawn" hidden>
<p class="hint" id="${name}-how">Draw with a finger, a pen or the mouse. You can also type instead.</p>
<canvas class="pad" role="img" aria-label="${labelOf(entry)}, as drawn" aria-describedby="${name}-how"></canvas>
<button type="button" class="quiet clear">Clear</button>
<input type="hidden" name="${name}_image" value="${mark.image}">
</div>
</fieldset>`;
}
