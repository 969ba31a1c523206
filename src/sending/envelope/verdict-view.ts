import { writeAddress } from '../../cli/flags/value.js';
import type { Place } from '../../core/platform/misplaced.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import type { Human, View } from '../../core/terminal/output.js';
import type { Finding, Verdict } from './check-values.js';

const maxOpen = 8;

/** The findings as lines in the format of compilers, `file:line:column`, in the order of the file. */
export function verdictView(
  file: string,
  { problems, warnings, unchecked, open }: Verdict,
  placeOf: (path: string) => Place | null,
): View {
  const shown = file === '-' ? 'stdin' : file;
  const at = ({ place }: Finding): string => (place === null ? shown : `${shown}:${place.line}:${place.column}`);
  const human: Human = (colour, hide) => {
    // Names of a template may hold line breaks, which could pass for findings.
    const clean = (text: string): string => hide(visibleLine(text));
    const line = (finding: Finding, word: string): string =>
      `${clean(at(finding))}: ${word} ${clean(sentence(finding, placeOf))} ${colour.dim(`(${clean(finding.code)})`)}`;
    const left = open.slice(0, maxOpen).map((address) => clean(writeAddress(address)));
    const more = open.length > maxOpen ? ` and ${open.length - maxOpen} more` : '';
    return [
      ...inFile(problems).map((finding) => line(finding, colour.bad('error:'))),
      ...inFile(warnings).map((finding) => line(finding, colour.warn('warning:'))),
      ...(unchecked === null
        ? []
        : [colour.warn(`Not checked whether the PDF font has all characters: ${clean(unchecked.message)}`)]),
      ...(problems.length > 0
        ? []
        : [unchecked === null ? colour.good('No problems found.') : 'No other problems found.']),
      ...(open.length === 0 ? [] : [`Required fields left to the signers: ${left.join(', ')}${more}.`]),
    ].join('\n');
  };
  return { human, items: 'problems', ids: inFile(problems).map(at) };
}

/** By line and column; findings without a position are last. */
const inFile = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted(
    ({ place: a }, { place: b }) =>
      (a?.line ?? Infinity) - (b?.line ?? Infinity) || (a?.column ?? 0) - (b?.column ?? 0),
  );

/** The position identifies the value, so the name of the property is enough; other values are named by line. */
function sentence({ path, says, place }: Finding, placeOf: (path: string) => Place | null): string {
  const words = says.replace(/\b(?:rows\[\d+\]\.)?(?:values|recipients)\[\d+\]/g, (other) => {
    const line = placeOf(other)?.line;
    return line === undefined ? other : `line ${line}`;
  });
  if (path === '') return words;
  const name = place === null ? path : path.replace(/^.*\./, '').replace(/^(value|recipient)s\[\d+\]$/, '$1');
  return `${name} ${words}`;
}
