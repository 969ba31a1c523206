import { describe, expect, it } from 'vitest';
import { FORM_WORDS, WHOLE_WORDS } from '../../../../src/document/detect/dictionary/form-words.js';
import { inEnglish, understood } from '../../../../src/document/detect/dictionary/in-english.js';
import { plainWords } from '../../../../src/document/detect/words.js';

const everyWay = [...FORM_WORDS, ...WHOLE_WORDS];

describe('the words of the official languages', () => {
  it('are plain words, each with its own meaning', () => {
    for (const { english, language, way } of everyWay) {
      expect(plainWords(way), `${language}: ${way}`).toBe(way);
      expect(inEnglish(way), `${language}: ${way}`).toBe(english);
    }
  });

  it('know a signature, a date, a name, an address, a phone, an id number, yes and no in each language', () => {
    const languages = ['af', 'nr', 'nso', 'ss', 'st', 'tn', 'ts', 've', 'xh', 'zu'];
    for (const english of ['signature', 'date', 'name', 'address', 'telephone number', 'id number', 'yes', 'no']) {
      const known = new Set(everyWay.filter((each) => each.english === english).map(({ language }) => language));
      expect([...known], english).toEqual(expect.arrayContaining(languages));
    }
  });

  it.each([
    ['Handtekening van die huurder', 'signature van die huurder'],
    ['Isiginesha kafakazi', 'signature witness'],
    ['Utyikityo lwengqina', 'signature witness'],
    ['Mosaeno wa mokopi', 'signature applicant'],
    ['Tsaino ya ṱhanzi', 'signature witness'],
    ['Letšatšikgwedi la matswalo', 'date of birth'],
    ['Datum / Date', 'date'],
    ['E-posadres', 'e mail address'],
    ['Nee', 'no'],
    ['申请人签名', '申请人 signature'],
    ['توقيع المستأجر', 'signature المستاجر'],
    ['Não', 'no'],
  ])('reads %j as %j', (caption, english) => {
    expect(understood(caption)).toBe(english);
  });

  it.each(['Vehicle van', 'No. of employees', 'Née', 'Name of the company', 'Bong Street', 'Signature of the Seller'])(
    'leaves %j as it is, apart from a word that is all of the caption',
    (caption) => {
      const plain = plainWords(caption);
      expect(understood(caption)).toBe(plain === 'nee' ? 'no' : plain);
    },
  );
});
