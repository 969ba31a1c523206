// What an installed package takes on the disk: its own files, and the packages that come with it here.
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const sizeOf = (path) => {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};

function sizes(root) {
  const run = (words) => execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const [pack] = JSON.parse(run(['pack', '--dry-run', '--json', '--ignore-scripts']));
  const folders = run(['ls', '--omit=dev', '--all', '--parseable', '--workspaces=false']).trim().split('\n').slice(1);
  const packages = [...new Set(folders)].map((path) => ({
    name: relative(join(root, 'node_modules'), path),
    bytes: sizeOf(path),
  }));
  return [{ name: 'esign itself', bytes: pack.unpackedSize }, ...packages].toSorted((a, b) => b.bytes - a.bytes);
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const total = (parts) => parts.reduce((sum, { bytes }) => sum + bytes, 0);

export function* measure({ root, against }) {
  const parts = sizes(root);
  const largest = parts.slice(0, 6).map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
  const other = against === null ? null : total(sizes(against));
  const beside = other === null ? '' : `; the other commit ${megabytes(other)}`;
  yield {
    name: 'installed package',
    bytes: total(parts),
    packages: parts.length,
    against_bytes: other,
    text: `installed package: ${megabytes(total(parts))} in ${parts.length} packages${beside} (${largest.join(', ')})`,
  };
}
