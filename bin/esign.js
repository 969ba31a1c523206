#!/usr/bin/env node
'use strict';
// Checks the Node version before anything newer than it is parsed, then loads the built program.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`esign needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
const words = process.argv.slice(2);
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${require('../package.json').version}\n`);
} else {
  require('../dist/main.cjs');
}
