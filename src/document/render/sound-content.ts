/** Every operator of a page's content (ISO 32000-2, Annex A). */
const OPERATORS = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re ' +
    'RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);
const WORDS = new Set(['true', 'false', 'null']);
/** With one way alone to read its digits: a number of a hundred thousand took minutes. */
const NUMBER = /^[+-]*(?:\d+(?:\.\d*)?|\.\d*)?(?:-\d*)?$/u;
const TOKEN = /%[^\r\n]*|<<|>>|<[^<>]*>|\(|[[\]{}]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/gu;
const END_OF_IMAGE = /\sEI(?=\s|$)/gu;

/**
 * Whether what is drawn after this content comes out as meant: all its operators are known, and its brackets, graphics
 * states and texts are closed. Readers give up at different places on content that is not. Latin-1, decoded.
 */
export function isSoundContent(content: string): boolean {
  const state = { brackets: 0, saved: 0, inText: false };
  const token = new RegExp(TOKEN);
  for (let match = token.exec(content); match !== null; match = token.exec(content)) {
    const [text] = match;
    if (text === '(') {
      const end = endOfString(content, token.lastIndex);
      if (end === null) return false;
      token.lastIndex = end;
    } else if (text === 'ID') {
      const end = new RegExp(END_OF_IMAGE);
      end.lastIndex = token.lastIndex;
      if (end.exec(content) === null) return false;
      token.lastIndex = end.lastIndex;
    } else if (!isSoundToken(text, state)) return false;
  }
  return state.brackets === 0 && state.saved === 0 && !state.inText;
}

function isSoundToken(text: string, state: { brackets: number; saved: number; inText: boolean }): boolean {
  if (text === '[' || text === '<<') state.brackets++;
  else if (text === ']' || text === '>>') return --state.brackets >= 0;
  else if (OPERATORS.has(text)) return state.brackets === 0 && isSoundOperator(text, state);
  else if (!/^[/%<]/u.test(text) && !WORDS.has(text)) return NUMBER.test(text);
  return true;
}

function isSoundOperator(operator: string, state: { saved: number; inText: boolean }): boolean {
  switch (operator) {
    case 'q':
      state.saved++;
      return true;
    case 'Q':
      return --state.saved >= 0;
    case 'BT':
    case 'ET': {
      const fits = state.inText === (operator === 'ET');
      state.inText = operator === 'BT';
      return fits;
    }
    default:
      return true;
  }
}

/** Where a string in round brackets ends whose content begins here; null when it does not. */
function endOfString(content: string, start: number): number | null {
  let depth = 1;
  for (let at = start; at < content.length; at++) {
    const character = content[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return null;
}
