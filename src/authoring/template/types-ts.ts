import type { Template } from '../../contract/resources/template.js';
import { escapeHidden, visibleJson } from '../../core/platform/visible-text.js';
import type { Takes, WritableAddress } from '../../domain/rules/addresses.js';

/**
 * TypeScript types for the values and recipients of a template. Nothing of the template becomes an identifier: its words
 * stand in string literals, and in comments that they cannot end.
 */
export function typesInTypeScript(
  { id, name }: Pick<Template, 'id' | 'name'>,
  roles: readonly string[],
  addresses: readonly WritableAddress[],
): string {
  return [
    `/** Made by esign template types from the template ${comment(name)} (${comment(id)}). */`,
    '',
    '/** The roles that people sign in; `cc` is for copies. */',
    `export type Role = ${union([...roles, 'cc'])};`,
    '',
    recipient,
    '',
    '/** A value for one address of the template. */',
    `export type Value =${addresses.length === 0 ? ' never;' : ''}`,
    ...addresses.map((address, index) => valueType(address, index === addresses.length - 1 ? ';' : '')),
    '',
    '/** The body of a creation from this template. */',
    'export interface EnvelopeRequest {',
    `  readonly template_id: ${visibleJson(id)};`,
    '  readonly recipients: readonly Recipient[];',
    '  readonly values?: readonly Value[];',
    '  readonly title?: string | null;',
    '  readonly send?: boolean;',
    '  /** An instant with its zone, such as 2026-12-01T17:00:00+02:00. */',
    '  readonly expires_at?: string | null;',
    '  readonly brand_id?: string | null;',
    "  readonly completion_delivery?: 'service' | 'integrator';",
    '}',
    '',
  ].join('\n');
}

const recipient = `/** A person; the order of the list is the routing order. */
export interface Recipient {
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly job_title?: string | null;
  readonly company?: string | null;
  readonly embedded?: boolean;
  readonly external_ref?: string | null;
  readonly standing_authorisation_id?: string | null;
}`;

function valueType({ subject, key, label, role, required, lockable, takes }: WritableAddress, end: string): string {
  const whose = subject === null ? 'subject?: null' : `subject: ${visibleJson(subject)}`;
  const about = `${comment(label)}; filled by ${comment(role)}${required ? ', required' : ''}`;
  return [
    `  /** ${about}${takes.kind === 'date' ? '; a date such as 2026-12-01' : ''} */`,
    '  | {',
    `      readonly ${whose};`,
    `      readonly key: ${visibleJson(key)};`,
    `      readonly value: ${typeOf(takes)};`,
    `      readonly locked?: ${lockable ? 'boolean' : 'false'};`,
    `    }${end}`,
  ].join('\n');
}

function typeOf(takes: Takes): string {
  switch (takes.kind) {
    case 'text':
    case 'date':
      return 'string | null';
    case 'tick':
      return 'boolean | null';
    case 'option':
      return `${union([...takes.options, ''])} | null`;
    case 'answers': {
      const options = union(takes.options);
      return `${options} | readonly (${options})[] | null`;
    }
    case 'nothing':
      return 'null';
  }
}

const union = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : [...new Set(texts)].map((text) => visibleJson(text)).join(' | ');

/** Words of the template within a comment: no end of it, no line break, nothing that steers a terminal or an editor. */
const comment = (text: string): string =>
  escapeHidden(text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')).slice(0, 200);
