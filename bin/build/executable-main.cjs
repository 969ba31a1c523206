'use strict';
// The first code of the single-file executable: it puts the program's files into a folder of the user's own, once, and
// runs them from there. Node's own loader, its workers and native packages need files; nothing is ever loaded from a
// folder that somebody else could write to.
const { createHash, randomBytes } = require('node:crypto');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, isAbsolute, join, sep } = require('node:path');
const sea = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

const manifest = JSON.parse(sea.getAsset('manifest', 'utf8'));
/** None on Windows, where the folder of the user is protected by its own list of rights, and files have no modes. */
const uid = process.getuid?.() ?? null;
let isFresh = false;

/** The folders that may hold the files, best first: the cache folder, and for a home that cannot be written the other. */
function places() {
  const name = `program-${manifest.digest.slice(0, 20)}`;
  if (uid === null) {
    const { LOCALAPPDATA: data } = process.env;
    const own = data !== undefined && isAbsolute(data) ? data : join(homeFolder(), 'AppData', 'Local');
    return [join(own, 'esign', name), join(tmpdir(), 'esign', name)];
  }
  const { XDG_CACHE_HOME: cache } = process.env;
  const usual = cache !== undefined && isAbsolute(cache) ? cache : join(homeFolder(), '.cache');
  return [join(usual, 'esign', name), join(tmpdir(), `esign-${uid}`, name)];
}

/** A user without a home, as in a container under a number that nobody has, has that of the system. */
function homeFolder() {
  try {
    return homedir() || '/';
  } catch {
    return '/';
  }
}

/** A folder that belongs to us, and that nobody else can write to. */
function isOwn(folder) {
  try {
    const facts = fs.lstatSync(folder);
    return facts.isDirectory() && (uid === null || (facts.uid === uid && (facts.mode & 0o022) === 0));
  } catch {
    return false;
  }
}

/**
 * Who may write to a folder above may put another in the place of ours: each belongs to us or to root, and nobody else
 * writes to it, but where only the owner of what lies there may move it.
 */
function isSafelyPlaced(folder) {
  if (uid === null) return true;
  for (let above = dirname(fs.realpathSync(folder)); ; above = dirname(above)) {
    const { mode, uid: owner } = fs.statSync(above);
    if ((owner !== 0 && owner !== uid) || ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)) return false;
    if (above === dirname(above)) return true;
  }
}

/** Cleaners of caches take files away one by one. */
function isWhole(folder) {
  return manifest.files.every(({ path, size }) => {
    try {
      return fs.statSync(join(folder, path)).size === size;
    } catch {
      return false;
    }
  });
}

/** Node's own way over several levels tries for ever where a system says of a folder both that it is there and that it is not. */
function makeFolder(folder) {
  const above = dirname(folder);
  if (above !== folder && !fs.existsSync(above)) makeFolder(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function unpackInto(folder) {
  const bytes = brotliDecompressSync(new Uint8Array(sea.getRawAsset('files')));
  if (createHash('sha256').update(bytes).digest('hex') !== manifest.digest)
    throw new Error('the executable is damaged');
  let at = 0;
  for (const { path, size } of manifest.files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    fs.writeFileSync(file, bytes.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
}

/** The folder with the files, made now where it is not there; whole or not at all. */
function prepare(folder) {
  const above = dirname(folder);
  makeFolder(above);
  if (!isOwn(above)) throw new Error(`${above} can be written by others`);
  if (!isSafelyPlaced(above)) throw new Error(`a folder above ${above} can be written by others`);
  if (isOwn(folder) && isWhole(folder)) return folder;
  isFresh = true;
  const fresh = `${folder}.${randomBytes(6).toString('hex')}`;
  fs.mkdirSync(fresh, { mode: 0o700 });
  const broken = `${fresh}.broken`;
  try {
    unpackInto(fresh);
    // What is broken is set aside first: a folder cannot be renamed onto one that is not empty.
    if (fs.existsSync(folder) && !(isOwn(folder) && isWhole(folder))) fs.renameSync(folder, broken);
    fs.renameSync(fresh, folder);
  } catch (error) {
    // Another process was quicker.
    if (!(isOwn(folder) && isWhole(folder))) throw error;
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.rmSync(broken, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Says that this process uses the folder, so that nobody removes it: a file of it stays open, and beside it stands which
 * namespace of processes has begun it, and when.
 */
function markUse(folder) {
  try {
    fs.openSync(join(folder, 'package.json'));
    const space = /\d+/.exec(fs.readlinkSync('/proc/self/ns/pid'))[0];
    const mark = join(folder, '.used');
    let before = space;
    try {
      before = fs.readFileSync(mark, 'utf8');
    } catch {
      fs.writeFileSync(mark, space, { mode: 0o600 });
    }
    if (before !== space && before !== 'many') fs.writeFileSync(mark, 'many', { mode: 0o600 });
    const now = new Date();
    fs.utimesSync(mark, now, now);
  } catch {
    // Then its age alone says that it is used.
  }
}

/** Old versions go when a new one was unpacked, at the very end, so that nobody waits for it. */
function removeOldAtEnd(folder) {
  process.once('exit', () => {
    try {
      const { removeUnused } = createRequire(join(folder, 'package.json'))('./dist/unpacked.cjs');
      const week = 7 * 24 * 60 * 60 * 1000;
      removeUnused({ places: places().map(dirname), uid, now: Date.now(), keep: week, processes: '/proc' });
    } catch {
      // They are left for the next time, or for `esign doctor --fix`.
    }
  });
}

function programFolder() {
  const reasons = [];
  for (const place of places()) {
    try {
      return prepare(place);
    } catch (error) {
      reasons.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stderr.write(`Error: esign cannot put its files anywhere.\n  ${reasons.join('\n  ')}\n`);
  process.stderr.write(
    `  Name a folder that can be written with ${uid === null ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'}.\n`,
  );
  return process.exit(1);
}

const folder = programFolder();
markUse(folder);
if (isFresh) removeOldAtEnd(folder);
// The program starts itself for the work of a background process: then its own file is the first word.
const [node, , first, ...rest] = process.argv;
const own =
  first !== undefined && first.startsWith(folder + sep) && manifest.scripts.includes(first.slice(folder.length + 1));
const script = own ? first : join(folder, 'bin', 'esign.js');
process.argv = [node, script, ...(own ? rest : process.argv.slice(2))];
createRequire(script)(script);
