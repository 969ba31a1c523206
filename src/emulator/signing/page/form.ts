import type { PageView } from '../../../document/read-document.js';
import { partOf, type AnswerProblem } from '../../domain/answers.js';
import type { EnvelopeForm } from '../../domain/envelope-form.js';
import type { Answers } from '../../../domain/rules/values.js';
import type { Envelope, Recipient } from '../../domain/envelope.js';
import { initialsOf } from '../../domain/initials.js';
import { holderOf } from '../../domain/routing.js';
import { boxName, entriesOf, isRequired, labelOf, problemsOf, signingEntries, type Entry } from './boxes.js';
import { deadlineWords, partWords, type PartWords } from '../part-words.js';
import { markup, type Html } from '../../html.js';
import { inputFor, isLocked, type Mark, otherWays, type OtherWays, signatureInput } from './inputs.js';
import { pagesOf, shownText } from './overlay.js';

export interface FormView {
  readonly envelope: Envelope;
  readonly form: EnvelopeForm;
  readonly recipient: Recipient;
  /** The action URL of the form, which contains the token. */
  readonly action: string;
  /** ISO 8601 UTC. */
  readonly now: string;
  readonly sizes: ReadonlyMap<number, readonly PageView[]>;
  /** The values of the inputs: the answers so far, with the signer's latest input. */
  readonly answers: Answers;
  readonly marks: Readonly<Record<'signature' | 'initials', Mark>>;
  readonly otherWays: OtherWays;
  readonly problems: readonly AnswerProblem[];
  /** A problem without a field. */
  readonly message: string | null;
}

/** The signing page, and the style rules that position its fields. */
export function formBody(view: FormView): { readonly body: Html; readonly rules: Html } {
  const { envelope, form, recipient } = view;
  const entries: readonly Entry[] = [...entriesOf(form, recipient.role), ...signingEntries(form, recipient.role)];
  const pages = pagesOf({ ...view, entries });
  const words = partWords[partOf(form, recipient.role)];
  const you = `${recipient.name} <${recipient.email}>`;
  return {
    rules: pages.rules,
    body: markup`<nav class="skip" aria-label="Skip"><a href="#fill">Go to the fields</a></nav>
<header class="top"><p class="brand">${envelope.brand_name ?? ''}</p>
<h1>${envelope.title}</h1>
<p class="who">${envelope.brand_name ?? ''} asks you, ${you}, to ${words.task} as ${recipient.role}.</p>
${deadline(envelope, words)}</header>
<div class="work">
<main class="pages">${pages.body}</main>
<aside class="panel" id="fill" aria-label="Fields to fill in" tabindex="-1">${panel(view, entries, words)}</aside>
</div>`,
  };
}

function panel(view: FormView, entries: readonly Entry[], words: PartWords): Html {
  const { action, problems, message } = view;
  const required = entries.filter(isRequired).length;
  // Enter in a text field must not sign: a form whose first button is disabled is not sent by it.
  return markup`<form method="post" action="${action}" id="form" autocomplete="on">
<button type="submit" disabled hidden></button>
<div class="guide with-script">
<p class="count" id="count" role="status">${required} to fill in</p>
<button type="button" class="plain" id="list" aria-pressed="false">All fields</button>
<div class="bar"><div class="done" id="bar"></div></div>
<div class="steps"><button type="button" class="quiet" id="back">Back</button><button type="button" class="quiet" id="end" hidden>Finish</button><button type="button" id="next">Start</button></div>
</div>
<div id="alert" class="problems" role="alert" tabindex="-1"${problems.length === 0 && message === null && markup` hidden`}>
${summary(entries, problems, message)}</div>
<ol class="entries">${entries.map((entry) => item(view, entry))}
<li class="entry finish" id="entry-finish" data-entry="finish">
<p class="hint">When you choose ${words.button}, ${whatIsPut(entries)}.</p>
<button name="act" value="sign" class="sign" id="sign">${words.button}</button>
</li></ol>
${others(view)}
${otherWays(view.otherWays)}
<noscript><p class="hint">This page works without JavaScript. To draw your signature or to get guidance, enable it.</p></noscript>
</form>`;
}

function item(view: FormView, entry: Entry): Html {
  const own = problemsOf(entry, view.problems);
  const id = `problem-${entry.name}`;
  const problem = own.length === 0 ? null : id;
  const input =
    entry.kind === 'box' || entry.kind === 'question'
      ? inputFor(entry, { answers: view.answers, problem })
      : signatureInput(entry, { mark: view.marks[entry.kind], example: exampleOf(view, entry.kind), problem });
  const locked = (entry.kind === 'box' || entry.kind === 'question') && isLocked(entry, view.answers);
  const bounds = entry.kind === 'question' ? entry.question : { min_selected: 1, max_selected: 1 };
  return markup`<li class="entry" id="entry-${entry.name}" data-entry="${entry.name}" data-kind="${kindOf(entry)}" data-label="${labelOf(entry)}"
 data-required="${String(isRequired(entry))}" data-locked="${String(locked)}" data-least="${bounds.min_selected}" data-most="${bounds.max_selected}">
${place(view, entry)}${input}
${
  entry.kind === 'box' &&
  markup`<p class="hint too-long" hidden>Longer than its field: the full text is printed at the end of the document.</p>
<p class="hint too-long small-print" hidden>It becomes very small in its field. A shorter text is easier to read.</p>`
}
<p class="problem" id="${id}"${problem === null && markup` hidden`}>${own.map((each) => `${each}.`).join(' ')}</p></li>`;
}

const kindOf = (entry: Entry): string => (entry.kind === 'box' ? entry.field.type : entry.kind);

/** The position of an entry: the page of its first field, or its number of fields. */
function place({ envelope }: FormView, { fields, kind }: Entry): Html | false {
  const [first] = fields;
  if (first === undefined) return false;
  const document = envelope.documents.length > 1 ? `Document ${first.document}, page` : 'Page';
  const more = kind !== 'question' && fields.length > 1 && `, in ${fields.length} places`;
  return markup`<p class="place">${document} ${first.page}${more}</p>`;
}

const exampleOf = ({ recipient }: FormView, kind: 'signature' | 'initials'): string =>
  kind === 'signature' ? recipient.name : initialsOf(recipient.name);

/** Without the script there is no drawn signature to lose, and navigation uses links. */
const summary = (entries: readonly Entry[], problems: readonly AnswerProblem[], message: string | null): Html =>
  markup`${message !== null && markup`<p>${message}</p>`}
${
  problems.length > 0 &&
  markup`<p>Something is missing or invalid.</p><ul>
${entries.flatMap((entry) =>
  problemsOf(entry, problems).map((each) => markup`<li><a href="#entry-${entry.name}">${each}</a></li>`),
)}</ul>`
}`;

function deadline({ expires_at: expires }: Envelope, { please }: PartWords): Html | false {
  if (expires === null) return false;
  return markup`<p class="until">Please ${please} <time datetime="${expires}">${deadlineWords(expires)}</time>.</p>`;
}

/** The effect of the form: some recipients have no signature field. */
function whatIsPut(entries: readonly Entry[]): string {
  const signs = entries.some(({ kind }) => kind === 'signature' || kind === 'initials');
  const answers = entries.some(({ kind }) => kind === 'box' || kind === 'question');
  if (signs) return answers ? 'your answers and your signature are added to the document' : 'you sign the document';
  return answers ? 'your answers are added to the document' : 'you agree to the document as it is';
}

/** The values of other recipients as text, because the pages are images. */
function others(view: FormView): Html | false {
  const { form, recipient, envelope } = view;
  const entries: readonly Entry[] = [];
  const shown = form.fields
    .filter(({ role }) => role !== recipient.role)
    .map((field) => ({ field, text: shownText({ ...view, entries }, field) }))
    .filter(({ text }) => text !== '');
  if (shown.length === 0) return false;
  return markup`<details class="others"><summary>What others have filled in (${shown.length})</summary><dl>
${shown.map(
  ({
    field,
    text,
  }) => markup`<dt>${boxName(field)} <span class="note">${holderOf(envelope, field.role)?.name ?? field.role}</span></dt>
<dd>${text === '✓' ? 'Ticked' : text}</dd>`,
)}</dl></details>`;
}
