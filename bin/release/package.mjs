import { readFileSync } from 'node:fs';

/** package.json of the clone: the name of the package stands there and nowhere else. */
export const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The file that npm packs it into. */
export const packedName = `${manifest.name.replace(/^@/, '').replace('/', '-')}-${manifest.version}.tgz`;

/** Whether a changelog has lines under "Unreleased". */
export const hasUnreleased = (changelog) => /^## Unreleased\n\n(?!## )/m.test(changelog);
