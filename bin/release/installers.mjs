// Writes how to install what is in the folder of a release: esign.rb for Homebrew, esign.json for Scoop, a Containerfile.
//   node bin/release/installers.mjs [FOLDER]
// Each names files of this folder, by their checksums. A system whose file is not there is left out.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from './package.mjs';
import { publicAddress } from './public-address.mjs';

const [folder = 'release'] = process.argv.slice(2);
const { version, license, description } = manifest;
const address = publicAddress ?? 'https://public-address.invalid/esign';
if (publicAddress === null) {
  process.stderr.write(`The public address is not set, so what installs esign leads to ${address}.\n`);
}
const nameOf = (system) => `esign-${version}-${system}`;
const urlOf = (file) => `${address}/releases/download/v${version}/${file}`;
const isThere = (file) => existsSync(join(folder, file));
const digest = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');

/** A block of a formula, with its lines indented; nothing without lines. */
const block = (head, lines) => (lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${line}`), 'end']);

function archiveFor(system) {
  const file = `${nameOf(system)}.tar.gz`;
  return isThere(file) ? [`url "${urlOf(file)}"`, `sha256 "${digest(file)}"`] : [];
}

const systems = (os) => [
  ...block('on_arm do', archiveFor(`${os}-arm64`)),
  ...block('on_intel do', archiveFor(`${os}-x64`)),
];
const formula = block('class Esign < Formula', [
  // Homebrew takes up to 80 characters.
  'desc "Electronic signatures from the command line, with the service emulated"',
  `homepage "${address}"`,
  `version "${version}"`,
  `license "${license}"`,
  ...block('on_macos do', systems('darwin')),
  ...block('on_linux do', systems('linux')),
  ...block('def install', [
    'bin.install "esign"',
    'man1.install Dir["man/*.1"]',
    'man7.install Dir["man/*.7"]',
    'bash_completion.install "completions/esign.bash" => "esign"',
    'zsh_completion.install "completions/_esign"',
    'fish_completion.install "completions/esign.fish"',
  ]),
  ...block('test do', [
    'assert_equal version.to_s, shell_output("#{bin}/esign --version").strip',
    'assert_match "deliveries verified", shell_output("#{bin}/esign demo --output demo")',
  ]),
]);
write('esign.rb', formula.join('\n'));

const zip = `${nameOf('win32-x64')}.zip`;
if (isThere(zip)) {
  const of64bit = { url: urlOf(zip), hash: digest(zip), extract_dir: nameOf('win32-x64') };
  const scoop = {
    version,
    description,
    homepage: address,
    license,
    architecture: { '64bit': of64bit },
    bin: 'esign.exe',
  };
  write('esign.json', JSON.stringify(scoop, null, 4));
}

const debOf = (architecture) => `esign_${version.replace('-', '~')}_${architecture}.deb`;
if (['amd64', 'arm64'].some((each) => isThere(debOf(each)))) {
  const deb = debOf('${TARGETARCH}');
  write(
    'Containerfile',
    `# The emulator in a container: docker build --file Containerfile --tag esign .
FROM debian:12-slim
LABEL org.opencontainers.image.version="${version}" org.opencontainers.image.source="${address}"
ARG TARGETARCH=amd64
COPY ${deb} SHA256SUMS /tmp/
RUN cd /tmp && sha256sum --check --ignore-missing --strict SHA256SUMS && dpkg --install ${deb} && rm ${deb} SHA256SUMS
USER 65532
ENV HOME=/tmp
HEALTHCHECK CMD ["esign", "emulator", "status"]
CMD ["esign", "emulator", "start"]`,
  );
}

function write(name, text) {
  writeFileSync(join(folder, name), `${text}\n`);
  process.stdout.write(`${join(folder, name)}\n`);
}
