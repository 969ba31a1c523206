/** A test as its file words it, with the rules that its title and the titles around it name. */
export interface NamedTest {
  readonly title: string;
  readonly rules: readonly string[];
}

const opening = /^(?<indent> *)(?<kind>describe|it)(?<more>(?:\.\w+)*)[(<]/;

/**
 * The tests of a formatted file. A title ends in the ids of the rules that it shows, such as
 * `is kept for a day [key.life, key.scope]`; those of a `describe` count for each test inside.
 */
export function testsIn(text: string): readonly NamedTest[] {
  const found: NamedTest[] = [];
  let around: readonly { readonly indent: number; readonly rules: readonly string[] }[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const { indent = '', kind, more } = opening.exec(line)?.groups ?? {};
    if (kind !== undefined) {
      const title = titleAfter(text.slice(at + indent.length), more !== '');
      around = around.filter((one) => one.indent < indent.length);
      const rules = rulesOf(title);
      if (kind === 'describe') around = [...around, { indent: indent.length, rules }];
      else found.push({ title, rules: [...around.flatMap((one) => one.rules), ...rules] });
    }
    at += line.length + 1;
  }
  return found;
}

/** The first string of `it(…)`; with a table or a condition, the first one after it. */
function titleAfter(text: string, later: boolean): string {
  const start = later ? /\)\(\s*(?=['"`])/ : /\(\s*(?=['"`])/;
  const { 0: before = '', index = 0 } = start.exec(text) ?? {};
  const [, quote = '', title = ''] = /^(['"`])((?:\\.|(?!\1).)*)\1/s.exec(text.slice(index + before.length)) ?? [];
  return quote === '' ? '' : title;
}

const rulesOf = (title: string): readonly string[] => {
  const [, list] = / \[([^[\]]+)\]$/.exec(title) ?? [];
  return list === undefined ? [] : list.split(', ');
};
