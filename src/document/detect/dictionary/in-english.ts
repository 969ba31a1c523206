import { perText } from '../per-text.js';
import { plainWords } from '../words.js';
import { FORM_WORDS, WHOLE_WORDS } from './form-words.js';

/** What stands before a noun in one word with it and says whose something is, or only that it is a noun. */
const PREFIXES = '(?:u|i|e|o|[ywlksbz][aeo]|lw[aeo]|kw[ae]|ngu)?';
/** The same in a word of its own. */
const OF = '(?:(?:ya|wa|la|sa|tsa|tsha|xa|ra|ga|ba|mo) ){0,2}';

/** A party as other languages name it: stems without the prefix that says whose, as in "ufakazi" and "kafakazi". */
interface PartyStem {
  readonly english: string;
  readonly stems: readonly string[];
}

/** Languages that write "of the witness" as one word, with a prefix: isiNdebele, siSwati, isiXhosa, isiZulu. */
const PREFIXED_PARTIES: readonly PartyStem[] = [
  { english: 'witness', stems: ['fakazi', 'ngqina'] },
  { english: 'applicant', stems: ['mfakisicelo', 'mfaki sicelo', 'menzi sicelo', 'mfakisibawo', 'mceli'] },
  { english: 'manager', stems: ['mphathi', 'menenja', 'manenja'] },
  { english: 'parent', stems: ['mzali', 'mtali'] },
  { english: 'buyer', stems: ['mthengi', 'mtsengi'] },
  { english: 'seller', stems: ['mthengisi', 'mtsengisi'] },
];

/** Languages that write it as two: Sepedi, Sesotho, Setswana, Tshivenda, Xitsonga. */
const SEPARATE_PARTIES: readonly PartyStem[] = [
  { english: 'witness', stems: ['hlatse', 'paki', 'mosupi', 'thanzi', 'mbhoni', 'ngqina', 'ingqina'] },
  { english: 'applicant', stems: ['mokgopedi', 'mokopi', 'mohumbeli', 'muhumbeli', 'mukomberi', 'mukombeli'] },
  { english: 'manager', stems: ['molaodi', 'mookamedi', 'mulanguli', 'mininjhere', 'mulangi'] },
  { english: 'parent', stems: ['motswadi', 'motsadi', 'mubebi', 'mutswari'] },
  { english: 'buyer', stems: ['moreki', 'murengi', 'muxavi'] },
  { english: 'seller', stems: ['morekisi', 'murengisi', 'muxavisi'] },
];

const WHOLE = new Map(WHOLE_WORDS.map(({ way, english }) => [way, english]));
const WAYS = new Map(FORM_WORDS.map(({ way, english }) => [way, english]));
const isLatin = (phrase: string): boolean => /^[a-z ]+$/u.test(phrase);
const CAPTION = new RegExp(`\\b(?:${longestFirst([...WAYS.keys()].filter(isLatin)).join('|')})\\b`, 'gu');
/** Chinese has no spaces between its words. */
const OTHER_SCRIPTS = new RegExp(
  longestFirst([...WAYS.keys()].filter((phrase) => !isLatin(phrase)))
    .map((phrase) => (/\p{Script=Han}/u.test(phrase) ? phrase : `(?<!\\p{L})${phrase}(?!\\p{L})`))
    .join('|'),
  'gu',
);
const PARTIES = [
  ...PREFIXED_PARTIES.map(({ english, stems }) => ({
    english,
    pattern: `${PREFIXES}(?:${longestFirst(stems).join('|')})`,
  })),
  ...SEPARATE_PARTIES.map(({ english, stems }) => ({ english, pattern: `${OF}(?:${longestFirst(stems).join('|')})` })),
].map(({ english, pattern }) => ({ english, pattern: new RegExp(`\\b${pattern}\\b`, 'gu') }));

/** The plain words of a caption, as `inEnglish` gives them. */
export const understood = perText((text) => inEnglish(plainWords(text)));

/**
 * Plain words with those of another official language in English. Parties keep their Afrikaans names, by which people
 * of the form are called.
 */
export function inEnglish(plain: string): string {
  const whole = WHOLE.get(plain);
  if (whole !== undefined) return whole;
  const latin = plain.replace(CAPTION, (words) => WAYS.get(words) ?? words);
  const caption = /\p{Script=Arabic}|\p{Script=Han}/u.test(latin)
    ? latin
        .replace(OTHER_SCRIPTS, (words) => ` ${WAYS.get(words) ?? words} `)
        .trim()
        .replace(/ +/gu, ' ')
    : latin;
  const words = PARTIES.reduce((so, { english, pattern }) => so.replace(pattern, english), caption);
  // Forms in two languages say the same twice: "Datum / Date".
  const middle = words.length >> 1;
  const half = words.slice(0, middle);
  return middle > 0 && words === `${half} ${half}` ? half : words;
}

function longestFirst(words: readonly string[]): readonly string[] {
  return words.toSorted((a, b) => b.length - a.length);
}
