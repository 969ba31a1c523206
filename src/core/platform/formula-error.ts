/** Also those of Excel in Dutch and German. */
const formulaErrors =
  /^#(?:N\/A|N\/B|NV|REF!|VERW!|BEZUG!|VALUE!|WAARDE!|WERT!|NAME\?|NAAM\?|DIV\/0!|DEEL\/0!|NULL!|NUM!|GETAL!|ZAHL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|ERROR!|GETTING_DATA|##+)$/i;

/** Whether a text is what a spreadsheet shows in place of a value: `#N/A`, or `####` in a column that is too narrow. */
export const isFormulaError = (text: string): boolean => formulaErrors.test(text.trim());

/** What is wrong with such a text, after the place where it is. */
export const formulaErrorWords = (text: string): string =>
  `\`${text.trim()}\` is not a value but an error of the spreadsheet`;
