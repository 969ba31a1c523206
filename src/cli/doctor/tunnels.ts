import { detectAll } from '../../listen/tunnel/choose.js';
import { installWords } from '../../listen/tunnel/install-words.js';
import { type Finding, finding, type DoctorContext } from './finding.js';

/** The tunnel programs that `listen` could use, checked offline. */
export async function checkTunnels({ context }: DoctorContext): Promise<readonly Finding[]> {
  const found = await detectAll(context.machine);
  const facts = Object.fromEntries(
    found.map(({ id, detection: { available, unasked, version, reason } }) => [
      id,
      { available, unasked, version: version ?? null, reason: reason ?? null },
    ]),
  );
  const ready = found.filter(({ detection }) => detection.available);
  const first = found.find(({ detection }) => detection.available && detection.unasked);
  const named = ready.map(({ id, detection: { version } }) => (version === undefined ? id : `${id} ${version}`));
  if (first !== undefined) {
    return [finding('tunnels', 'ok', `Installed: ${named.join(', ')}; esign listen uses ${first.id}.`, { facts })];
  }
  const instead = 'or use `esign listen` with --poll, --public-url or an ssh tunnel.';
  const hint = `${installWords('cloudflared')}: it needs no account; ${instead}`;
  const words =
    ready.length === 0 ? 'No tunnel program is installed.' : `Installed, but not set up: ${named.join(', ')}.`;
  return [finding('tunnels', 'note', `${words} The emulator does not need one.`, { hint, facts })];
}
