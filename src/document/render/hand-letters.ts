/**
 * Letters that the font of typed signatures has: Western, Central European and Vietnamese ones, and the marks of names.
 * The letters of Venda and Northern Sotho with a mark below or a dot above are not among them.
 */
const handLetters =
  /^[\n\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u017e\u0218-\u021b\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026]*$/u;

/**
 * Whether a typed signature is written in the hand, on the signing page and in the PDF alike. A name with a letter that
 * its font lacks is written in the plain font as a whole: no name is in two fonts.
 */
export const isInHand = (name: string): boolean => handLetters.test(name.normalize('NFC'));
