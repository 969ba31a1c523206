#!/usr/bin/env node
'use strict';
// Checks the Node version before anything newer than it is parsed, then loads the built program.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`esign needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

const scripts = { bash: 'esign.bash', zsh: '_esign', fish: 'esign.fish', powershell: 'esign.ps1' };

/** The file with the text that these words ask for, if the build or the release left one. */
function readyFile(words) {
  const [first, second] = words;
  if (words.length === 0 || (words.length === 1 && ['--help', '-h', 'help'].includes(first))) {
    const columns = isDevice(1) ? process.stdout.columns : undefined;
    return `../dist/help-${Math.min(columns || 80, 110)}.txt`;
  }
  const asksForScript = words.length === 2 && first === 'completion' && Object.hasOwn(scripts, second);
  return asksForScript ? `../completions/${scripts[second]}` : null;
}

/** Only a device can be a terminal, and asking Node opens a stream: that alone takes longer than all of this file. */
function isDevice(descriptor) {
  try {
    return require('node:fs').fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/** Writes to stdout without opening a stream, where the system takes it; false: it refused, which the program tells. */
function printed(text) {
  let rest = Buffer.from(text);
  try {
    while (process.platform !== 'win32' && rest.length > 0) {
      rest = rest.subarray(require('node:fs').writeSync(1, rest));
    }
  } catch (error) {
    // The reader of the pipe went away, as `head` does: nothing is left to do.
    if (error.code === 'EPIPE') process.exit(0);
    // A pipe that is full and does not wait: Node's own stream does.
    if (error.code !== 'EAGAIN') return false;
  }
  if (rest.length === 0) return true;
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.stdout.write(rest);
  return true;
}

/** A user without a home has that of the system. */
function homeFolder() {
  try {
    return (process.platform === 'linux' && process.env.HOME) || require('node:os').homedir() || '/';
  } catch {
    return '/';
  }
}

/** A folder that was removed meanwhile has no path; the program says so. */
function workingFolder() {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** A text that needs little or nothing of the program to be loaded; null: the program answers. */
function readyText(words) {
  if (words.length === 1 && ['--version', '-V'].includes(words[0])) return `${require('../package.json').version}\n`;
  // For the completion scripts: a line for each name or id that this machine knows.
  if (words.length === 3 && words[0] === 'completion' && words[1] === 'values') {
    const cwd = workingFolder();
    if (cwd === null) return '';
    const place = { env: process.env, home: homeFolder(), cwd };
    return built('completion-values.cjs').completionValues(words[2], place);
  }
  const file = readyFile(words);
  if (file === null) return null;
  try {
    return require('node:fs').readFileSync(require('node:path').join(__dirname, file), 'utf8');
  } catch {
    return null;
  }
}

/** A part of the program; a clone has it once it is built. */
function built(name) {
  try {
    return require(`../dist/${name}`);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    process.stderr.write('esign is not built here yet: run `npm ci && npm run build` in its folder.\n');
    process.exit(1);
  }
}

const text = readyText(process.argv.slice(2));
if (text === null || !printed(text)) {
  built('start.cjs').launch('main.cjs', require('node:path').join(__dirname, '../dist'), {
    words: process.argv.slice(2),
    env: process.env,
    home: homeFolder(),
    cwd: workingFolder() ?? '/',
    node: process.versions.node,
    binary: process.execPath,
    flags: process.execArgv,
    uid: process.getuid?.(),
    require,
    onExit: (act) => process.on('exit', act),
  });
}
