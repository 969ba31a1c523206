/** The files that esign creates in its two folders, by relative path. Other files there are left alone. */

const id = '[0-9a-f]{12}';
const uuid = '[0-9a-f-]{36}';

const settings = [/^(keys|profiles)\.json$/];
const state = [
  /^state\.db(\.damaged-[0-9a-f]{8})?(-wal|-shm|-journal)?$/,
  new RegExp(`^listen(/(${id}\\.(json|over)|secrets\\.over|machine))?$`),
  new RegExp(`^snapshots(/exec-${uuid}\\.json)?$`),
  /^emulator(-[\w.-]{1,80}-data)?(\/(port|emulator\.db(-wal|-shm|-journal)?|dev(\/\d{1,10}-(\d{1,10}|started))?))?$/,
  /^emulator-[\w.-]{1,80}\.json$/,
  /^emulator-\d{1,5}\.token$/,
  /^prove(\/[0-9a-f]{16}\.json)?$/,
  /^cloudflared-without-settings\.yml$/,
  /^compiled\.key$/,
];
const cutOff = new RegExp(`\\.${id}$`);

export type OwnFolder = 'settings_folder' | 'state_folder';

/** Whether esign creates a file or folder at this path; `leftover`: a temporary name of an unfinished write. */
export function madeByEsign(folder: OwnFolder, path: string): 'whole' | 'leftover' | null {
  const known = folder === 'settings_folder' ? settings : state;
  const isKnown = (one: string): boolean => known.some((pattern) => pattern.test(one));
  if (isKnown(path)) return 'whole';
  return cutOff.test(path) && isKnown(path.replace(cutOff, '')) ? 'leftover' : null;
}
