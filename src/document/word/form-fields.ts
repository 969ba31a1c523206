import type { Document, Element } from '@xmldom/xmldom';
import type { IsDrawable, Refer } from './content-controls.js';
import { answerOf, cellBefore, isOn, tidied } from './content-controls.js';
import type { WordControl } from './word-control.js';
import { allWord, attribute, child, children, isWord, plainRun, valueOf } from './word-xml.js';

/** What fetches or runs something when a field is brought up to date. */
const REACHING = /^\s*(INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DDE|DDEAUTO|DATABASE|RD|MACROBUTTON)\b/iu;

interface OpenField {
  readonly begin: Element;
  readonly control: WordControl | null;
  /** The runs since its beginning. */
  readonly runs: Element[];
  /** What tells the field what to do; Word cuts it into pieces as it likes. */
  readonly instructions: Element[];
  shown: string;
  isResult: boolean;
}

/**
 * Puts marks in place of every form field of old (FORMTEXT, FORMCHECKBOX, FORMDROPDOWN) of a document, and takes the
 * instructions of fields out that would fetch something. Text in one that is not an answer stays on the page.
 */
export function replaceFormFields(document: Document, refer: Refer, isDrawable: IsDrawable): void {
  const open: OpenField[] = [];
  for (const run of allWord(document, 'r')) {
    const mark = child(run, 'fldChar');
    const type = attribute(mark, 'fldCharType');
    if (type === 'begin')
      open.push({
        begin: run,
        control: readField(run, child(mark, 'ffData')),
        runs: [],
        instructions: [],
        shown: '',
        isResult: false,
      });
    const field = open.at(-1);
    if (field === undefined) continue;
    for (const each of open) each.runs.push(run);
    field.instructions.push(...allWord(run, 'instrText'));
    if (type === 'separate') field.isResult = true;
    else if (field.isResult)
      field.shown += allWord(run, 't')
        .map((each) => each.textContent ?? '')
        .join('');
    if (type === 'end') {
      open.pop();
      const control = filledIn(field, isDrawable);
      if (control !== null) close(document, field, control, refer);
      if (REACHING.test(field.instructions.map((each) => each.textContent ?? '').join(''))) drop(field.instructions);
    }
  }
  silence(document);
}

/** The control of a field with what it holds; null where that is text of the document. */
function filledIn({ control, shown }: OpenField, isDrawable: IsDrawable): WordControl | null {
  if (control === null || control.type === 'tickbox' || control.start !== null) return control;
  if (control.type === 'dropdown' || shown.replace(/[\s_.…]/gu, '') === '') return control;
  const start = answerOf(shown, control, isDrawable);
  return start === null ? null : { ...control, start };
}

function close(document: Document, field: OpenField, control: WordControl, refer: Refer): void {
  const run = plainRun(document, field.begin, refer(control, field.shown.length), field.begin);
  field.begin.parentNode?.insertBefore(run, field.begin);
  drop(field.runs);
}

function silence(document: Document): void {
  drop(allWord(document, 'instrText').filter((each) => REACHING.test(each.textContent ?? '')));
  drop(allWord(document, 'fldSimple').filter((each) => REACHING.test(attribute(each, 'instr') ?? '')));
}

function drop(elements: readonly Element[]): void {
  for (const each of elements) each.parentNode?.removeChild(each);
}

function readField(run: Element, data: Element | null): WordControl | null {
  if (data === null || attribute(child(data, 'enabled'), 'val') === '0') return null;
  const list = child(data, 'ddList');
  const text = child(data, 'textInput');
  const tick = child(data, 'checkBox');
  const isTick = tick !== null;
  if (list === null && text === null && !isTick) return null;
  const entries = children(list)
    .filter((each) => isWord(each, 'listEntry'))
    .map((each) => tidied(attribute(each, 'val')));
  const options = entries.filter((entry) => entry !== null);
  const isTicked = isOn(child(tick, 'checked') ?? child(tick, 'default'));
  const answer = valueOf(text, 'type') === 'date' ? 'date' : 'text';
  const tooltip = tidied(valueOf(data, 'statusText') ?? valueOf(data, 'helpText'));
  return {
    type: isTick ? 'tickbox' : options.length > 0 ? 'dropdown' : answer,
    name: tidied(valueOf(data, 'name')),
    label: isTick ? null : cellBefore(run),
    tooltip,
    required: false,
    options: options.length > 0 ? [...new Set(options)] : null,
    multiline: false,
    start: isTicked ? true : (entries[Number(valueOf(list, 'result') ?? -1)] ?? null),
    role: null,
    key: null,
    subject: null,
  };
}
