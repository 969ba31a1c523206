// Writes SHA256SUMS for all files of a folder, and prints it: node bin/release/sums.mjs FOLDER
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const name = 'SHA256SUMS';
const [folder = 'release'] = process.argv.slice(2);
const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const files = readdirSync(folder).filter((each) => each !== name);
const sums = files.toSorted().map((each) => `${digest(join(folder, each))}  ${each}\n`);
writeFileSync(join(folder, name), sums.join(''));
process.stdout.write(sums.join(''));
