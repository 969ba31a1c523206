import { columnTarget } from '../../cli/files/rows-columns.js';
import { isObject } from '../../core/platform/json.js';
import { type Draft, listOf } from './create-options.js';

/** A title, or the name in the pattern that has no value. */
export type FilledTitle = { readonly title: string } | { readonly missing: string };

/** The names in a pattern, each once. */
export const namesInPattern = (pattern: string): readonly string[] => [
  ...new Set(
    [...pattern.matchAll(/\{\{|\{([^{}]*)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name.trim()])),
  ),
];

/**
 * Fills `Lease {Tenant.name}`: a name in braces is a column name of `--rows`, so a property of a recipient by role or a
 * value by address; `{{` is a brace. The body says what they are.
 */
export function fillTitle(pattern: string, body: Draft): FilledTitle {
  let missing: string | null = null;
  const title = pattern.replaceAll(/\{\{|\{([^{}]*)\}/g, (whole, name: string | undefined) => {
    if (name === undefined) return '{';
    const text = textOf(name.trim(), body);
    if (text === null) missing ??= name.trim();
    return text ?? whole;
  });
  return missing === null ? { title } : { missing };
}

function textOf(name: string, body: Draft): string | null {
  const target = columnTarget(name);
  if (target === null || target.kind === 'title') return null;
  const found =
    target.kind === 'recipient'
      ? entries(body, 'recipients').find(({ role }) => role === target.role)?.[target.property]
      : entries(body, 'values').find(
          ({ subject, key }) => (subject ?? null) === target.subject && key === target.key,
        )?.['value'];
  return typeof found === 'string' && found.trim() !== '' ? found : null;
}

const entries = (body: Draft, list: string): readonly Readonly<Record<string, unknown>>[] =>
  listOf(body, list).filter(isObject);
