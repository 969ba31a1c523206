import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { lowered, parsePlaced, type PlacedDocument } from '../../core/platform/yaml-document.js';
import { Misplaced } from '../../core/platform/misplaced.js';
import { fieldTypes, type FieldType } from '../../contract/resources/template.js';
import { nearest } from '../../core/platform/nearest.js';
import type { PreparedField, PreparedForm, PreparedGroup } from '../../document/prepare/prepared-field.js';
import type { FormProblem } from '../../document/prepare/problems.js';
import type { PageSize, Rect } from '../../document/read-document.js';

type Pages = readonly Pick<PageSize, 'width' | 'height'>[];

/** What a fields file says, and everything that is wrong with it. */
export interface FieldsFile {
  readonly form: PreparedForm;
  readonly mistakes: readonly Misplaced[];
  /** A mistake, or a doubt, of the form at its field. */
  placed(problem: FormProblem): Misplaced;
}

const placeMembers = ['page', 'rect', 'mm', 'more'];
const answerMembers = ['type', 'label', 'role', 'required', 'options', 'max_length', 'comb', 'multiline', 'key'];
const tickMembers = ['group', 'option', 'min_selected', 'max_selected'];
const fieldMembers = [...placeMembers, ...answerMembers, ...tickMembers];
const groupMembers = ['name', 'label', 'min_selected', 'max_selected'];
const places = ['x', 'y', 'w', 'h'] as const;
const MILLIMETRES = 72 / 25.4;

/** What a signer reads beside a field that the service fills in, when the file does not say. */
const ownLabels: Readonly<Partial<Record<FieldType, string>>> = {
  signature: 'Signature',
  initials: 'Initials',
  date_signed: 'Date signed',
  signer_name: 'Full name',
  signer_email: 'Email',
  signer_title: 'Job title',
  signer_company: 'Company',
};

/**
 * Reads a file of fields for `template prepare`: YAML or JSON, a list of fields, or `fields` and `groups`. `problemsOf`
 * says what is wrong with the form as a whole.
 */
export function readFieldsFile(
  text: string,
  pages: Pages,
  problemsOf: (form: PreparedForm, pages: Pages, isWhole: boolean) => readonly FormProblem[],
): FieldsFile {
  const placed = parsePlaced(text);
  const empty = { fields: [], groups: [] };
  const atTop = ({ words }: FormProblem): Misplaced => placed.at(placed.document.contents, words);
  if (placed.errors.length > 0) return { form: empty, mistakes: placed.errors.map(lowered), placed: atTop };
  const reader = new Reader(placed, pages);
  const read = reader.readAll(placed.document.contents);
  const { fields, groups } = read;
  const form = { fields: fields.map(({ field }) => field), groups };
  const toField = ({ field, words }: FormProblem): Misplaced =>
    placed.at(field === null ? placed.document.contents : fields[field]?.node, words.replace(/\.$/u, ''));
  const whole = problemsOf(form, pages, reader.mistakes.length === 0).map(toField);
  const mistakes = [...reader.mistakes, ...whole].toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { form, mistakes, placed: toField };
}

/** A member of a map, with the node to name when it is wrong. */
interface Member {
  readonly value: unknown;
  readonly node: unknown;
}

class Reader {
  readonly mistakes: Misplaced[] = [];
  readonly #placed: PlacedDocument;
  readonly #pages: Pages;

  constructor(placed: PlacedDocument, pages: Pages) {
    this.#placed = placed;
    this.#pages = pages;
  }

  readAll(root: unknown): {
    readonly fields: readonly { readonly field: PreparedField; readonly node: unknown }[];
    readonly groups: readonly PreparedGroup[];
  } {
    const top = isMap(root) ? this.#members(root, ['fields', 'groups']) : null;
    const list = isSeq(root) ? root : top?.get('fields')?.node;
    if (!isSeq(list)) {
      this.#wrong(root, 'the file needs a list of fields, each with page, type, label and rect');
      return { fields: [], groups: [] };
    }
    const declared = this.#groups(top?.get('groups')?.node);
    const implied = new Map<string, PreparedGroup>();
    const fields = list.items.flatMap((node) => {
      if (!isMap(node)) {
        this.#wrong(node, 'a field is written as { page, type, label, rect }');
        return [];
      }
      const members = this.#members(node, fieldMembers);
      const field = this.#field(node, members);
      if (field === null) return [];
      const name = field.group;
      if (name !== null && !declared.some((group) => group.name === name)) {
        const known = implied.get(name) ?? { name, label: null, min_selected: 0, max_selected: 1 };
        implied.set(name, { ...known, ...this.#counts(members) });
      }
      return [{ field, node }];
    });
    return { fields, groups: [...declared, ...implied.values()] };
  }

  #groups(node: unknown): readonly PreparedGroup[] {
    if (node === undefined) return [];
    if (!isSeq(node)) {
      this.#wrong(node, '`groups` must be a list');
      return [];
    }
    return node.items.flatMap((entry) => {
      if (!isMap(entry)) {
        this.#wrong(entry, 'a group is written as { name, label, min_selected, max_selected }');
        return [];
      }
      const members = this.#members(entry, groupMembers);
      const name = this.#text(members, 'name');
      if (name === null) {
        this.#wrong(entry, 'the group has no name');
        return [];
      }
      const label = this.#text(members, 'label');
      return [{ name, label, min_selected: 0, max_selected: 1, ...this.#counts(members) }];
    });
  }

  #counts(members: ReadonlyMap<string, Member>): Partial<PreparedGroup> {
    const [min, max] = [this.#number(members, 'min_selected'), this.#number(members, 'max_selected')];
    return { ...(min === null ? {} : { min_selected: min }), ...(max === null ? {} : { max_selected: max }) };
  }

  #field(node: YAMLMap, members: ReadonlyMap<string, Member>): PreparedField | null {
    const type = this.#type(node, members);
    const page = this.#number(members, 'page');
    if (page === null && !members.has('page')) this.#wrong(node, 'the field has no page');
    const rect = page === null ? null : this.#rect(node, members, page);
    const more = page === null ? [] : this.#more(members, page);
    if (type === null || page === null || rect === null) return null;
    const option = this.#text(members, 'option');
    const label = this.#text(members, 'label') ?? option ?? ownLabels[type] ?? null;
    if (label === null) this.#wrong(node, 'the field has no label: write what the signer reads beside it');
    return {
      page,
      type,
      label: label ?? '',
      role: this.#text(members, 'role'),
      required: this.#flag(members, 'required') ?? ['signature', 'initials', 'date_signed'].includes(type),
      rect,
      options: this.#options(members),
      max_length: this.#number(members, 'max_length'),
      comb: this.#flag(members, 'comb') ?? false,
      multiline: this.#flag(members, 'multiline') ?? false,
      group: this.#text(members, 'group'),
      option,
      key: this.#text(members, 'key'),
      ...(more.length === 0 ? {} : { more }),
    };
  }

  /** The further lines of a text, in the unit of its place. */
  #more(members: ReadonlyMap<string, Member>, page: number): readonly Rect[] {
    const node = members.get('more')?.node;
    if (node === undefined) return [];
    if (isSeq(node)) return node.items.flatMap((each) => this.#place(each, page, members.has('mm')) ?? []);
    this.#wrong(node, '`more` must be a list of places, each { x, y, w, h }');
    return [];
  }

  #type(node: YAMLMap, members: ReadonlyMap<string, Member>): FieldType | null {
    const said = this.#text(members, 'type');
    const type = fieldTypes.find((each) => each === said);
    if (type !== undefined) return type;
    const list = fieldTypes.join(', ');
    if (said === null) this.#wrong(node, `the field has no type; use one of: ${list}`);
    else
      this.#wrong(
        members.get('type')?.node,
        `invalid type "${said}"${suggested(said, fieldTypes)}; use one of: ${list}`,
      );
    return null;
  }

  /** Either fractions of the page (`rect`) or millimetres (`mm`), both from the top left. */
  #rect(node: YAMLMap, members: ReadonlyMap<string, Member>, page: number): Rect | null {
    const [rect, mm] = [members.get('rect')?.node, members.get('mm')?.node];
    if ((rect === undefined) === (mm === undefined)) {
      this.#wrong(node, 'the field needs a place: either rect (fractions of the page) or mm (millimetres)');
      return null;
    }
    return this.#place(rect ?? mm, page, mm !== undefined);
  }

  #place(given: unknown, page: number, isMetric: boolean): Rect | null {
    if (!isMap(given)) {
      this.#wrong(given, 'a place is written as { x, y, w, h }, from the top left of the page');
      return null;
    }
    const own = this.#members(given, places);
    const [x, y, w, h] = places.map((name) => {
      const value = this.#number(own, name);
      if (value === null && !own.has(name)) this.#wrong(given, `the place has no ${name}`);
      return value;
    });
    if (x == null || y == null || w == null || h == null) return null;
    if (!isMetric) return { x, y, w, h };
    // Of a page that does not exist, the form as a whole tells.
    const { width, height } = this.#pages[page - 1] ?? { width: 595, height: 842 };
    const [across, down] = [MILLIMETRES / width, MILLIMETRES / height];
    return { x: x * across, y: y * down, w: w * across, h: h * down };
  }

  #options(members: ReadonlyMap<string, Member>): readonly string[] | null {
    const node = members.get('options')?.node;
    if (node === undefined || (isScalar(node) && node.value === null)) return null;
    if (isSeq(node) && node.items.every((item) => isScalar(item))) {
      return node.items.map((item) => wordsOf(item));
    }
    this.#wrong(node, '`options` must be a list of texts');
    return null;
  }

  #members(map: YAMLMap, known: readonly string[]): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    for (const { key, value } of map.items) {
      const name = wordsOf(key);
      if (known.includes(name)) members.set(name, { node: value, value: isScalar(value) ? value.value : value });
      else this.#wrong(key, `unknown name "${name}"${suggested(name, known)}; use one of: ${known.join(', ')}`);
    }
    return members;
  }

  /** A number keeps the text that was written. */
  #text(members: ReadonlyMap<string, Member>, name: string): string | null {
    const member = members.get(name);
    if (member === undefined || member.value === null) return null;
    if (isScalar(member.node)) return wordsOf(member.node);
    this.#wrong(member.node, `\`${name}\` must be a text`);
    return null;
  }

  #number(members: ReadonlyMap<string, Member>, name: string): number | null {
    const member = members.get(name);
    if (member === undefined || member.value === null) return null;
    if (typeof member.value === 'number' && Number.isFinite(member.value)) return member.value;
    this.#wrong(member.node, `\`${name}\` must be a number`);
    return null;
  }

  #flag(members: ReadonlyMap<string, Member>, name: string): boolean | null {
    const member = members.get(name);
    if (member === undefined || member.value === null) return null;
    if (typeof member.value === 'boolean') return member.value;
    this.#wrong(member.node, `\`${name}\` must be true or false`);
    return null;
  }

  #wrong(node: unknown, message: string): void {
    this.mistakes.push(this.#placed.at(node, message));
  }
}

function wordsOf(node: unknown): string {
  if (!isScalar(node)) return '';
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

function suggested(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  return close === null ? '' : `. Did you mean "${close}"?`;
}
