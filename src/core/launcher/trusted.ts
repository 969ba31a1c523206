import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';

/** Who runs the program, and where. */
export interface Whose {
  /** The number of the user; undefined on a system that has none. */
  readonly uid: number | undefined;
  readonly cwd: string;
  readonly home: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where compiled code is kept: ESIGN_CACHE_DIR or the system's usual place; and where the key of its digests lies. */
export function compiledFolders(
  env: Environment,
  home: string,
): { readonly folder: string; readonly keyFolder: string } {
  const named = env['ESIGN_CACHE_DIR'] ?? '';
  const cache = named === '' ? join(usualFolder(env, 'XDG_CACHE_HOME') ?? join(home, '.cache'), 'esign') : named;
  // Not ESIGN_STATE_DIR, so that all runs of a user share one key.
  const keyFolder = join(usualFolder(env, 'XDG_STATE_HOME') ?? join(home, '.local', 'state'), 'esign');
  return { folder: join(cache, 'compiled'), keyFolder };
}

/** As the system's conventions have it, a relative path counts as none. */
const usualFolder = (env: Environment, name: string): string | undefined =>
  [env[name], env['LOCALAPPDATA']].find((path) => path !== undefined && isAbsolute(path));

/**
 * Whether code may be kept in a folder: its path is absolute, none but the user and root can change any folder on the
 * way to it (as ssh asks of its own files), and it is neither in a repository nor in the working folder, which may come
 * from somebody else. A working folder that holds the home folder is the user's own. What is not there yet is judged by
 * what is.
 */
export function isTrusted(folder: string, { uid, cwd, home }: Whose): boolean {
  if (!isAbsolute(folder)) return false;
  try {
    const path = realFolder(folder);
    if (isBelow(path, cwd) && !isBelow(home, cwd)) return false;
    for (let at = path; ; at = dirname(at)) {
      if (existsSync(at) && !isSafe(at, uid)) return false;
      if (existsSync(join(at, '.git'))) return false;
      if (at === parse(at).root) return true;
    }
  } catch {
    // What cannot be judged is not trusted.
    return false;
  }
}

/** With the symbolic links on the way to it followed; its last parts need not be there. */
function realFolder(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const above = dirname(folder);
  return above === folder ? folder : join(realFolder(above), folder.slice(above.length));
}

/** Owned by the user or root, and written by nobody else; in a sticky one such as /tmp only owners rename and delete. */
function isSafe(path: string, uid: number | undefined): boolean {
  const facts = lstatSync(path);
  if (!facts.isDirectory()) return false;
  if (uid === undefined) return true;
  const others = (facts.mode & 0o022) !== 0;
  const sticky = (facts.mode & 0o1000) !== 0;
  return (facts.uid === uid || facts.uid === 0) && (!others || sticky);
}

const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(above.endsWith(sep) ? above : `${above}${sep}`);
