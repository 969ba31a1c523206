import { Document, isMap, Scalar } from 'yaml';
import { writeAddress } from '../flags/value.js';
import { escapeHiddenPoints } from '../../core/platform/visible-text.js';
import { type Takes, type WritableAddress, writableAddresses } from '../../domain/rules/addresses.js';
import type { Form } from '../../domain/rules/template-form.js';

/** Options that a comment names. */
const maxOptions = 12;

interface BlankValues {
  readonly text: string;
  /** Addresses in the file, and those of them that somebody has to answer. */
  readonly values: number;
  readonly required: number;
}

/**
 * A file for `--values-file` (YAML) with every address of a template and no value yet: the required ones first, each
 * with its label, under the person who answers what stays empty. `head` stands above them, one line each.
 */
export function blankValues(form: Form, head: readonly string[]): BlankValues {
  const all = writableAddresses(form).filter(({ takes }) => takes.kind !== 'nothing');
  const order = form.roles.map(({ name }) => name);
  const sorted = all.toSorted(
    (one, other) =>
      Number(other.required) - Number(one.required) || order.indexOf(one.role) - order.indexOf(other.role),
  );
  const document = new Document(Object.fromEntries(sorted.map((address) => [writeAddress(address), null])));
  document.commentBefore = comment(head.join('\n '));
  const pairs = isMap(document.contents) ? document.contents.items : [];
  for (const [index, address] of sorted.entries()) {
    const { role, required } = address;
    const before = sorted[index - 1];
    const pair = pairs[index];
    if (!(pair?.key instanceof Scalar) || !(pair.value instanceof Scalar)) continue;
    pair.value.comment = comment(described(address));
    if (before?.role === role && before.required === required) continue;
    pair.key.spaceBefore = index > 0;
    pair.key.commentBefore = comment(`${required ? 'Required' : 'Optional'}: ${role} answers what stays empty.`);
  }
  return {
    text: escapeHiddenPoints(document.toString({ lineWidth: 0, nullStr: '' })),
    values: sorted.length,
    required: sorted.filter(({ required }) => required).length,
  };
}

const comment = (words: string): string => ` ${words}`;

/** `Full name of the tenant`, and what fits where a text does not. */
function described({ label, takes }: WritableAddress): string {
  const what = fits(takes);
  return [label, ...(what === null ? [] : [what])].join('; ').replaceAll(/\s+/g, ' ');
}

function fits(takes: Takes): string | null {
  switch (takes.kind) {
    case 'date':
      return 'a date such as 2026-12-01';
    case 'tick':
      return 'true or false';
    case 'option':
      return `one of: ${listed(takes.options)}`;
    case 'answers':
      return takes.max === 1
        ? `one of: ${listed(takes.options)}`
        : `a list, up to ${takes.max} of: ${listed(takes.options)}`;
    default:
      return null;
  }
}

function listed(options: readonly string[]): string {
  const more = options.length > maxOptions ? `, and ${options.length - maxOptions} more` : '';
  return `${options.slice(0, maxOptions).join(', ')}${more}`;
}
