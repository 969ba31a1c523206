import type { AnswerProblem } from '../../domain/answers.js';
import type { EnvelopeForm } from '../../domain/envelope-form.js';
import type { Answers, Envelope, Recipient } from '../../domain/envelope.js';
import { entriesOf, signatureOf } from './boxes.js';
import { markup, type Html } from './html.js';
import { inputFor } from './inputs.js';

export interface FormView {
  readonly envelope: Envelope;
  readonly form: EnvelopeForm;
  readonly recipient: Recipient;
  /** Where the form is posted to; it holds the token. */
  readonly action: string;
  /** What the inputs show: the answers so far, with what the signer has just typed over them. */
  readonly answers: Answers;
  readonly signature: string;
  readonly problems: readonly AnswerProblem[];
  /** A problem of no box in particular. */
  readonly message: string | null;
}

/** The page that somebody signs on: what it is, who they are, what they fill in, and three ways to answer. */
export function formBody(view: FormView): Html {
  const { envelope, form, recipient, problems } = view;
  const you = `${recipient.name} <${recipient.email}>`;
  return markup`<h1>${envelope.title}</h1>
<p class="who">${envelope.brand_name ?? ''} asks you, ${you}, to sign as ${recipient.role}.</p>
${documents(view)}
${view.message !== null && markup`<div class="problems" role="alert"><p>${view.message}</p></div>`}
${problems.length > 0 && summary(problems)}
<form method="post" action="${view.action}">
${entriesOf(form, recipient.role).map((entry) => inputFor(entry, view.answers, problems))}
${signature(view)}
<button name="act" value="sign">Sign</button>
</form>
${declining(view)}
${handingOver(view)}`;
}

const summary = (problems: readonly AnswerProblem[]): Html =>
  markup`<div class="problems" role="alert"><p>Something is missing or does not fit:</p><ul>
${problems.map(({ message }) => markup`<li>${message}</li>`)}</ul></div>`;

function documents({ envelope, action }: FormView): Html {
  const links = envelope.documents.map(({ name, position, page_count: pages }) => {
    const length = pages === 1 ? '1 page' : `${pages} pages`;
    const link = markup`<a href="${action}/documents/${position}" target="_blank" rel="noreferrer">${name}</a>`;
    return markup`<li>${link} (${length})</li>`;
  });
  return markup`<p>Read before you sign:</p><ul>${links}</ul>`;
}

function signature({ form, recipient, signature: typed }: FormView): Html | false {
  const wanted = signatureOf(form, recipient.role);
  if (wanted === 'none') return false;
  const must = wanted === 'required';
  const star = must && markup` <span class="required">*</span>`;
  return markup`<label for="signature">Your signature: type your name${star}</label>
<input type="text" class="signature" id="signature" name="signature" maxlength="200" autocomplete="name"
 value="${typed}"${must && markup` required`}>`;
}

const declining = ({ action }: FormView): Html => markup`<details><summary>Decline to sign</summary>
<form method="post" action="${action}">
<label for="reason">Why do you decline?</label>
<textarea id="reason" name="reason" rows="3" maxlength="500" required></textarea>
<button name="act" value="decline">Decline</button>
</form></details>`;

const handingOver = ({ action }: FormView): Html => markup`<details><summary>Hand over to somebody else</summary>
<form method="post" action="${action}">
<label for="name">Their name</label><input type="text" id="name" name="name" maxlength="200" required>
<label for="email">Their e-mail address</label><input type="email" id="email" name="email" maxlength="254" required>
<button name="act" value="delegate">Hand over</button>
</form></details>`;
