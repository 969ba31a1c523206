import type { Box, FoundPerson, ReadDocument } from '../../document/read-document.js';
import type { Colour } from '../../core/terminal/colour.js';
import type { Human } from '../../core/terminal/output.js';
import type { Cell, Table } from '../../core/terminal/table.js';
import type { OfflineFile } from './offline.js';
import { sharedAddresses } from '../../domain/rules/shared-addresses.js';
import { verdictLines } from './inspect-verdict.js';
import { addressOf, count } from './view.js';

type Clean = (text: string) => string;

/** Enough for the words about a field's person and the text around it. */
const roomForContext = 130;
const maxWholeKeyLength = 34;
/** A field may be called by a whole paragraph, which would hide the rest of the list. */
const maxLabelLength = 64;
const usual = 80;
const grammar =
  'A tag in the text makes a field, for example:\n  {{Full name;role=Tenant;type=text;key=person.full_name;subject=tenant}}\n';

/** What was found in the files, for a person, within the columns of the terminal. */
export async function inspectionOf(files: readonly OfflineFile[], columns: number | undefined): Promise<Human> {
  const { drawTable } = await import('../../core/terminal/table.js');
  const { wrap } = await import('../../core/terminal/wrap.js');
  const { cut } = await import('../../core/terminal/text.js');
  const width = columns ?? usual;
  return (colour, clean) => {
    const paragraph = (text: string, indent: string): string =>
      wrap(clean(text), width - indent.length)
        .map((line) => `${indent}${line}\n`)
        .join('');
    const page: Page = { colour, clean, cut, width, paragraph, draw: (table) => drawTable(table, colour, width) };
    return files
      .map((file) => (file.document === null ? refusedText(page, file) : documentText(page, file.file, file.document)))
      .join('\n')
      .trimEnd();
  };
}

interface Page {
  readonly colour: Colour;
  readonly clean: Clean;
  readonly cut: (text: string, width: number) => string;
  readonly width: number;
  paragraph(text: string, indent: string): string;
  draw(table: Table): string;
}

function refusedText({ colour, clean, paragraph }: Page, { file, refused }: OfflineFile): string {
  const message = refused?.message ?? '';
  const head = `${colour.bold(clean(file))}  ${colour.bad('would be refused')}\n`;
  return `${head}${paragraph(message, '  ')}${message.includes('text tag') ? grammar : ''}`;
}

function documentText(page: Page, file: string, document: ReadDocument): string {
  const { colour, clean, paragraph } = page;
  const { page_count, boxes, people, questions, warnings } = document;
  const facts = [
    count(page_count, 'page'),
    count(boxes.length, 'field'),
    people.length === 1 ? '1 person' : `${people.length} people`,
    count(questions.length, 'question'),
  ];
  const verdict = verdictLines(document).map((line) => paragraph(line, '  '));
  const parts = [`${colour.bold(clean(file))}  ${facts.join(', ')}\n${verdict.join('')}`];
  if (warnings.length > 0) {
    const told = warnings.map(({ message, page: on }) => (on === null ? message : `Page ${on}: ${message}`));
    parts.push(`${colour.warn('Warnings')}\n${told.map((text) => paragraph(text, '  ')).join('')}`);
  }
  if (people.length > 0) {
    parts.push(`${colour.bold('People')}\n${people.map((person, index) => personText(page, person, index)).join('')}`);
  }
  const shared = sharedKeys(document);
  if (shared.length > 0) {
    const told = shared.map((text) => paragraph(text, '  ')).join('');
    parts.push(`${colour.warn('Keys that several fields share: one value fills them all')}\n${told}`);
  }
  if (questions.length > 0) parts.push(questionsText(page, document));
  const used = [...new Set(boxes.map((box) => box.page))].toSorted((a, b) => a - b);
  for (const on of used) parts.push(`${colour.bold(`Page ${on}`)}\n${page.draw(fieldsTable(page, document, on))}`);
  if (boxes.length === 0) parts.push(`No fields were found. ${grammar}`);
  return parts.join('\n');
}

function personText({ colour, clean, paragraph }: Page, person: FoundPerson, index: number): string {
  const { heading, page, kind, principal, proposed, offered, reason, boxes } = person;
  const names = [
    proposed.role_name === null ? null : `role ${proposed.role_name}`,
    proposed.subject_key === null ? null : `subject ${proposed.subject_key}`,
    proposed.presence,
  ].filter((name) => name !== null);
  const what = kind === 'principal' ? (principal ? 'a principal' : 'not a principal') : kind;
  const head = `  ${`P${index + 1}`.padEnd(3)} ${colour.bold(clean(heading))}  page ${page}, ${what}, ${count(boxes.length, 'field')}\n`;
  const proposal = `${proposed.decision}${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
  const others = offered.filter((decision) => decision !== proposed.decision);
  return (
    head +
    paragraph(`Proposed ${proposal}${others.length === 0 ? '' : `; or ${others.join(', ')}`}`, '      ') +
    paragraph(reason, '      ')
  );
}

function questionsText({ colour, clean, draw }: Page, { questions, boxes }: ReadDocument): string {
  const table: Table = {
    columns: ['PAGE', 'QUESTION', 'CHOOSE', 'OPTIONS'],
    rows: questions.map((question) => {
      const own = boxes.filter((box) => box.question === question.name);
      return [
        own[0]?.page ?? null,
        { sentence: clean(question.label ?? question.name) },
        bounds(question),
        { sentence: clean(own.map(({ option_value: value }) => value ?? '').join(' | ')) },
      ];
    }),
    empty: '',
  };
  return `${colour.bold('Questions')}\n${draw(table)}`;
}

const bounds = ({ min_selected: min, max_selected: max }: ReadDocument['questions'][number]): string =>
  min === max ? `${min}` : `${min} to ${max}`;

function fieldsTable({ width, clean, cut }: Page, document: ReadDocument, on: number): Table {
  const wide = width >= roomForContext;
  const rows = document.boxes.flatMap((box, index) => (box.page === on ? [{ box, number: index + 1 }] : []));
  const keys = rows.map(({ box }) => keyOf(document, box)?.length ?? 0);
  // A key is for copying: it stays whole where that leaves room for the label, which is wrapped.
  const whole = Math.max(0, ...keys) <= maxWholeKeyLength;
  const labelCell = (label: string | null): Cell =>
    label === null ? null : { sentence: cut(clean(label), maxLabelLength) };
  const keyCell = (key: string | null): Cell => (key === null || !whole ? key : { id: key });
  return {
    columns: ['NO', 'WHO', 'TYPE', 'LABEL', 'KEY', 'SURE', ...(wide ? ['FROM', 'CONTEXT'] : [])],
    rows: rows.map(({ box, number }) => [
      number,
      box.person === null ? null : `P${box.person + 1}`,
      box.type,
      labelCell(labelOf(document, box)),
      keyCell(keyOf(document, box)),
      box.suggested.key === null ? null : box.suggested.confidence,
      ...(wide ? [box.suggested.key === null ? null : box.suggested.source, contextOf(box)] : []),
    ]),
    empty: '',
  };
}

/** What a person calls a field; a box of a question that has no words of its own, by what ticking it answers. */
export function labelOf(
  { questions }: ReadDocument,
  { label, context, option_value: option, question }: Box,
): string | null {
  const name = label ?? context.label ?? context.row ?? context.column ?? context.nearby[0] ?? null;
  if (question === null || option === null) return name;
  const asked = questions.find((each) => each.name === question)?.label ?? null;
  return name === null || name === asked ? [name, option].filter((word) => word !== null).join(': ') : name;
}

/** `subject.key` as it would be after the proposed decisions; null where no key fits or it cannot be prefilled. */
export function keyOf({ people }: ReadDocument, { tag, person, suggested }: Box): string | null {
  const key = tag?.key ?? suggested.key;
  if (key === null) return null;
  const proposed = person === null ? null : (people[person]?.proposed.subject_key ?? null);
  return addressOf(tag?.subject ?? proposed, key);
}

/** The keys that more than one field or question would have: `tenant.contact.email: fields 3 and 9`. */
function sharedKeys(document: ReadDocument): readonly string[] {
  const fields = document.boxes.map((box, index) => ({
    id: String(index + 1),
    type: box.type,
    subject: null,
    data_key: keyOf(document, box),
    question_id: box.question,
  }));
  return sharedAddresses(fields).map(
    ({ key, fields: takers }) => `${key}: fields ${takers.map(({ id }) => id).join(', ')}`,
  );
}

/** Where a field stands, by the words around it. */
function contextOf({ context }: Box): Cell {
  const { section, row, column, option, tooltip, widget_name: widget } = context;
  const words = [section, row, column, option].filter((word) => word !== null);
  return words.length > 0 ? words.join(' › ') : (tooltip ?? widget ?? context.nearby[0] ?? null);
}
