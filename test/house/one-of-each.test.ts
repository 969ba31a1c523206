import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ file: `src/${name.replaceAll('\\', '/')}`, text: readFileSync(`src/${name}`, 'utf8') }));
const filesWith = (pattern: RegExp, under = 'src/'): readonly string[] =>
  sources.flatMap(({ file, text }) => (file.startsWith(under) && pattern.test(text) ? [file] : [])).toSorted();

it('a template and its people have one model, which the wizard, the editor and names files work on', () => {
  const models = /^(?:export )?interface \w+ \{(?=[^}]*\betag\b)(?=[^}]*\bpeople\b)/m;
  expect(filesWith(models, 'src/authoring/')).toEqual([
    // What a file says, as somebody edited it.
    'src/authoring/names-file/names.ts',
    'src/authoring/names-file/read.ts',
  ]);
  expect(filesWith(/^ {2}(?:readonly )?#(?:people|etag|body)\b/m, 'src/authoring/')).toEqual([]);
  expect(filesWith(/^ {2}readonly data_key: string \| null;\n/m, 'src/authoring/')).toEqual([]);
});

it('a person has four shapes between a document and the screen', () => {
  const shapes = /^(?:export )?interface (?:Claim|Owner|Party|FoundPerson|TemplatePerson|NamedPerson|PersonState)\b/m;
  const inDocuments = filesWith(shapes, 'src/document/');
  expect(inDocuments).toEqual([
    'src/document/detect/owners.ts',
    'src/document/detect/party-of-box.ts',
    'src/document/read-document.ts',
  ]);
  expect([...filesWith(shapes, 'src/emulator/domain/'), ...filesWith(shapes, 'src/authoring/')]).toEqual([
    'src/emulator/domain/template.ts',
  ]);
});

it('a full screen has one engine, which takes over the terminal and knows the room of a page', () => {
  expect(filesWith(/\?1049h/)).toEqual(['src/core/terminal/full-screen.ts']);
  expect(filesWith(/\bheadRows\b/)).toEqual(['src/core/terminal/full-screen.ts']);
  expect(filesWith(/Lines\([^;]*\)\.slice\(/, 'src/authoring/wizard/')).toEqual([]);
});

it('pages that draw themselves have one kit: a shell, dialogs, messages, buttons and lists of choices', () => {
  // The signing page works without a script, so its markup is its own.
  const scripted = (pattern: RegExp) => filesWith(pattern).filter((file) => file.endsWith('.tsx'));
  expect(filesWith(/default-src 'none'[^]*trusted-types/)).toEqual(['src/core/page/script-page.ts']);
  expect(scripted(/<(?:dialog|select|option)\b|<button type="button"|\bIntersectionObserver\b/)).toEqual([
    'src/core/page/kit.tsx',
  ]);
  const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const texts = styles.map((name) => ({ name, text: readFileSync(`src/${name}`, 'utf8') }));
  const stylesWith = (pattern: RegExp): readonly string[] =>
    texts.flatMap(({ name, text }) => (pattern.test(text) ? [name.replaceAll('\\', '/')] : []));
  expect(stylesWith(/^button:hover|^:focus-visible|^\.notice \{/m)).toEqual(['core/page/base.css']);
  expect(stylesWith(/prefers-color-scheme|^dialog \{|--person: #/m)).toEqual(['core/page/kit.css']);
});

it('the widths of columns are computed in one place', () => {
  const sums = /\.reduce\([^;]*\b(?:share|min|need|room)\b|\browWidth\b/;
  const places = ['src/core/terminal/', 'src/cli/timeline/', 'src/sending/desk/', 'src/authoring/wizard/'];
  expect(places.flatMap((place) => filesWith(sums, place))).toEqual(['src/core/terminal/columns.ts']);
});
