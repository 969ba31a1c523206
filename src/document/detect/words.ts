import { perText } from './per-text.js';

/** Plain lower-case words of a name or caption: `tenantFull_name[0]` and "Tenant's full name:" read alike. */
export const plainWords = perText((text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’]s\b/gu, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim(),
);

/** Whether one of these words stands before one of those; each pattern looks at the text once. */
export function comesBefore(text: string, one: RegExp, other: RegExp): boolean {
  const at = text.search(one);
  return at !== -1 && other.test(text.slice(at));
}

const LONGEST_SNAKE = 48;

/** snake_case for keys: plain ASCII words, the first of them beginning with a letter; empty when nothing is left. */
export function snakeCase(text: string, words = 6): string {
  const parts = plainWords(text)
    .replace(/[^a-z0-9 ]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '');
  while (parts.length > 0 && /^\d/u.test(parts[0] ?? '')) parts.shift();
  let snake = '';
  for (const part of parts.slice(0, words)) {
    const longer = snake === '' ? part : `${snake}_${part}`;
    if (longer.length > LONGEST_SNAKE) break;
    snake = longer;
  }
  return snake;
}

/** "first_tenant" as people read it: "First tenant". */
export function sentenceCase(text: string): string {
  const plain = text.replace(/_/gu, ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
