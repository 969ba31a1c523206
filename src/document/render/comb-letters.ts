/**
 * The letters for so many cells of a comb, spaces included: where there are too few cells, letters that only set groups
 * apart are left out. Null when there are too few even then.
 */
export function lettersFor(text: string, cells: number): readonly string[] | null {
  const line = text.trim().replace(/\s+/gu, ' ');
  const shorter = [line, line.replaceAll(' ', ''), line.replace(/(?<=\w)[\s/-](?=\w)/gu, '')];
  return shorter.map((one) => Array.from(one)).find(({ length }) => length <= cells) ?? null;
}
