import { readFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { versions } from 'node:process';
import type { Mask } from '../client/mask.js';
import { buildTree } from '../commands/tree.js';
import type { Context, Host } from '../cli/context/context.js';
import { readGlobalFlags } from '../cli/flags/global-flags.js';
import { isObject, parseJson } from '../core/platform/json.js';
import { builtPath } from '../core/platform/package-files.js';
import { version } from '../core/platform/version.js';
import { createContext } from './compose.js';

interface VersionFacts {
  readonly version: string;
  /** The commit that was built, with `-dirty` for a changed clone; null when nobody recorded it. */
  readonly commit: string | null;
  /** The version of Node. */
  readonly node: string;
  /** The system and the processor, such as `linux-x64`. */
  readonly platform: string;
}

/** Prints the version as JSON, filtered as the global flags among the words say. */
export async function printVersion(
  words: readonly string[],
  context: Context,
  surroundings: Host,
  mask: Mask,
): Promise<void> {
  const program = await buildTree(context, null);
  program.parseOptions(words.filter((word) => word !== '--version' && word !== '-V'));
  const { output } = createContext(surroundings, readGlobalFlags(program), mask, 'silent').context;
  const facts: VersionFacts = {
    version,
    commit: await builtCommit(),
    node: versions.node,
    platform: `${platform()}-${arch()}`,
  };
  await output.result(facts);
}

async function builtCommit(): Promise<string | null> {
  const build = parseJson(await readFile(builtPath('build.json'), 'utf8').catch(() => ''));
  return isObject(build) && typeof build['commit'] === 'string' ? build['commit'] : null;
}
