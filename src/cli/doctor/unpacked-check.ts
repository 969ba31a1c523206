import { pluralize } from '../context/counted.js';
import { type Finding, finding, type DoctorContext } from './finding.js';
import { ownUid } from '../../core/platform/own-uid.js';
import { removeUnused, unpackedPlaces, unpackedVersions } from './unpacked.js';

/** Milliseconds: a process that just started may not use its folder yet. */
const justBegun = 60_000;

/** Unused versions that the single-file executable has unpacked; no finding where it never ran. */
export async function checkUnpacked({ context, fix }: DoctorContext): Promise<readonly Finding[]> {
  const uid = await ownUid();
  if (uid === -1) return [];
  const options = {
    places: unpackedPlaces(context.machine.env, uid),
    uid,
    // File times come from the system clock, not from the clock of the context.
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
      : ` ${pluralize(elsewhere.length, 'version')} that another container or machine used in the last 30 days ` +
        `${elsewhere.length === 1 ? 'is' : 'are'} unchanged.`;
  if (unused.length === 0) {
    return [
      finding('unpacked_versions', 'ok', `${pluralize(found.length, 'version')}, all in use.${others}`, { facts }),
    ];
  }
  if (fix) {
    const removed = removeUnused(options);
    return [
      finding('unpacked_versions', 'fixed', `Removed ${pluralize(removed, 'unused version')}.${others}`, {
        facts,
      }),
    ];
  }
  const words = `The single-file executable unpacked ${pluralize(unused.length, 'version')} that ${unused.length === 1 ? 'is' : 'are'} no longer used.${others}`;
  return [
    finding('unpacked_versions', 'warning', words, { hint: 'Remove unused versions: esign doctor --fix', facts }),
  ];
}
