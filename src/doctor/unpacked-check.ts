import { pluralize } from '../cli/counted.js';
import { type Finding, finding, type Patient } from './finding.js';
import { ownUid } from './own-uid.js';
import { removeUnused, unpackedPlaces, unpackedVersions } from './unpacked.js';

/** Milliseconds: one that has just begun may not hold its folder yet. */
const justBegun = 60_000;

/** What the single-file executable has unpacked of versions that nobody uses any more; nothing is told where it never ran. */
export async function checkUnpacked({ context, fix }: Patient): Promise<readonly Finding[]> {
  const uid = await ownUid();
  if (uid === -1) return [];
  const options = {
    places: unpackedPlaces(context.machine.env, uid),
    uid,
    // The ages of files go by the system's own clock.
    now: Date.now(),
    keep: justBegun,
    processes: '/proc',
  };
  const found = unpackedVersions(options);
  if (found.length === 0) return [];
  const unused = found.filter(({ use }) => use === 'none').map(({ folder }) => folder);
  const elsewhere = found.filter(({ use }) => use === 'elsewhere').map(({ folder }) => folder);
  const facts = { count: found.length, unused, elsewhere };
  const others =
    elsewhere.length === 0
      ? ''
      : ` ${pluralize(elsewhere.length, 'version')} that another container or machine began within 30 days ` +
        `${elsewhere.length === 1 ? 'is' : 'are'} left alone.`;
  if (unused.length === 0) {
    return [
      finding('unpacked_versions', 'ok', `${pluralize(found.length, 'version')}, none left over.${others}`, { facts }),
    ];
  }
  if (fix) {
    const removed = removeUnused(options);
    return [
      finding('unpacked_versions', 'fixed', `Removed ${pluralize(removed, 'version')} that nobody uses.${others}`, {
        facts,
      }),
    ];
  }
  const words = `Nobody uses ${pluralize(unused.length, 'version')} that the single-file executable unpacked.${others}`;
  return [
    finding('unpacked_versions', 'warning', words, { hint: 'Remove what is left over: esign doctor --fix', facts }),
  ];
}
