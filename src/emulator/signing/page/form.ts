import type { AnswerProblem } from '../../domain/answers.js';
import type { EnvelopeForm } from '../../domain/envelope-form.js';
import type { Answers, Envelope, Recipient } from '../../domain/envelope.js';
import { entriesOf, signatureOf } from './boxes.js';
import { html, type Html } from './html.js';
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
  const { envelope, form, recipient, action, problems } = view;
  return html`<h1>${envelope.title}</h1>
    <p class="who">
      ${envelope.brand_name} asks you, ${recipient.name} &lt;${recipient.email}&gt;, to sign as ${recipient.role}.
    </p>
    ${documents(view)} ${view.message !== null && html`<div class="problems" role="alert"><p>${view.message}</p></div>`}
    ${
      problems.length > 0 &&
      html`<div class="problems" role="alert">
        <p>Something is missing or does not fit:</p>
        <ul>
          ${problems.map(({ message }) => html`<li>${message}</li>`)}
        </ul>
      </div>`
    }
    <form method="post" action="${action}">
      ${entriesOf(form, recipient.role).map((entry) => inputFor(entry, view.answers, problems))} ${signature(view)}
      <button name="act" value="sign">Sign</button>
    </form>
    <details>
      <summary>Decline to sign</summary>
      <form method="post" action="${action}">
        <label for="reason">Why do you decline?</label>
        <textarea id="reason" name="reason" rows="3" maxlength="500" required></textarea>
        <button name="act" value="decline">Decline</button>
      </form>
    </details>
    <details>
      <summary>Hand over to somebody else</summary>
      <form method="post" action="${action}">
        <label for="name">Their name</label><input type="text" id="name" name="name" maxlength="200" required />
        <label for="email">Their e-mail address</label
        ><input type="email" id="email" name="email" maxlength="254" required />
        <button name="act" value="delegate">Hand over</button>
      </form>
    </details>`;
}

function documents({ envelope, action }: FormView): Html {
  const links = envelope.documents.map(
    ({ name, position, page_count: pages }) =>
      html`<li>
        <a href="${action}/documents/${position}" target="_blank" rel="noreferrer">${name}</a>
        (${pages === 1 ? '1 page' : `${pages} pages`})
      </li>`,
  );
  return html`<p>Read before you sign:</p>
    <ul>
      ${links}
    </ul>`;
}

function signature({ form, recipient, signature: typed }: FormView): Html | false {
  const wanted = signatureOf(form, recipient.role);
  if (wanted === 'none') return false;
  return html`<label for="signature"
      >Your signature: type your name${wanted === 'required' && html` <span class="required">*</span>`}</label
    >
    <input
      type="text"
      class="signature"
      id="signature"
      name="signature"
      maxlength="200"
      autocomplete="name"
      value="${typed}"
      ${wanted === 'required' && html` required`}
    />`;
}
