const yes = new Set(['true', 'yes', 'y', 'ja', 'j', 'waar', 'x', '1', '✓', '✔', '☑', '☒']);
const no = new Set(['false', 'no', 'n', 'nee', 'onwaar', '0', '☐', '']);

/** Whether a text ticks a box, as people and spreadsheets write it in any case; null for any other text. */
export function readTick(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : null;
}
