import { UsageFailure } from '../failure/failure.js';

export interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * Reads `NAME <ADDRESS>`, as an email program writes a recipient; the name may be in double quotes. Null for pairs such
 * as `name=…,email=…`, where `names` are the valid ones. Throws UsageFailure.
 */
export function parsePerson(text: string, flag: string, names: readonly string[]): Person | null {
  if (isPairs(text, names)) return null;
  const written = text.trim();
  const refuse = (why: string, person = 'Thandi Mokoena <thandi@example.test>'): never => {
    throw new UsageFailure(`${flag}: ${why}.`, { code: 'invalid_value', hint: `Example: ${flag} "${person}"` });
  };
  if (written === '') refuse('the value is empty');
  if (/\p{Cc}/u.test(written)) refuse('the value contains a control character or a line break');
  const open = written.indexOf('<', written.startsWith('"') ? quotedEnd(written) : 0);
  if (open === -1) {
    const isAddress = /^[^\s@"'$`\\]{1,64}@[^\s@"'$`\\]{1,255}$/.test(written);
    if (/[,;]/.test(written) && written.includes('@'))
      return refuse('the value is neither NAME <ADDRESS> nor pairs with `=`');
    if (isAddress) return refuse('the name is missing', `Thandi Mokoena <${written}>`);
    return refuse('the email address is missing. Write it as <ADDRESS> after the name');
  }
  const close = written.indexOf('>', open);
  if (close === -1) refuse('the `>` after the email address is missing');
  const rest = written.slice(close + 1).trim();
  if (written.includes('<', open + 1)) refuse('it takes one recipient. Repeat the flag for each one');
  if (rest !== '') refuse('there is text after the email address');
  const email = written.slice(open + 1, close).trim();
  const name = readName(written.slice(0, open).trim(), refuse);
  if (name === '') refuse('the name is missing');
  if (email === '') refuse('the email address is missing. Write it as <ADDRESS> after the name');
  if (/[\s,;]/.test(email)) refuse('the email address contains a space, a comma or a semicolon');
  return { name, email };
}

/** Whether the text begins with a valid name and its value, or has an equals sign and no address in brackets. */
function isPairs(text: string, names: readonly string[]): boolean {
  const [first = ''] = /^[^=,<"]*/.exec(text) ?? [];
  if (names.includes(first.trim().replaceAll('-', '_'))) return /[=,]/.test(text.charAt(first.length));
  return text.includes('=') && !text.includes('<');
}

/** The place after the closing quote of a text that begins with one; 0 where it is missing. */
function quotedEnd(text: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return 0;
}

/** A name, or the text within its quotes, where `\"` and `\\` stand for themselves. */
function readName(text: string, refuse: (why: string) => never): string {
  if (!text.startsWith('"'))
    return /[,;]/.test(text) && text.includes('@')
      ? refuse('it takes one recipient. Repeat the flag for each one')
      : text;
  const end = quotedEnd(text);
  if (end === 0) return refuse('a closing double quote is missing');
  if (end !== text.length) return refuse('there is text between the quoted name and the email address');
  return text
    .slice(1, -1)
    .replace(/\\(["\\])/g, '$1')
    .trim();
}
