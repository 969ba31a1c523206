/** One check of a run, for the report of a CI system. */
export interface TestCase {
  readonly name: string;
  readonly seconds: number;
  /** Null when it passed. */
  readonly failure: string | null;
  /** Why it was skipped; null or absent when it ran. */
  readonly skipped?: string | null;
}

/** Replaces an earlier report of this program, and no other file. */
export const replacedReport = {
  replaces: /^<\?xml [^>]*>\n<testsuites name="esign /,
  existsHint: 'Use another file name.',
} as const;

/** Writes test cases as one JUnit suite. */
export function writeJunit(suite: string, cases: readonly TestCase[], at: string): string {
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0);
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((each) => typeof each.skipped === 'string').length;
  const name = attribute(suite);
  const facts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${facts}>`,
    `  <testsuite name="${name}" ${facts} timestamp="${attribute(at)}">`,
    ...cases.flatMap((each) => element(suite, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function element(suite: string, { name, seconds, failure, skipped }: TestCase): readonly string[] {
  const head = `    <testcase classname="${attribute(suite)}" name="${attribute(name)}" time="${seconds.toFixed(3)}"`;
  if (typeof skipped === 'string')
    return [`${head}>`, `      <skipped message="${attribute(skipped)}"/>`, '    </testcase>'];
  if (failure === null) return [`${head}/>`];
  return [`${head}>`, `      <failure message="${attribute(failure)}"/>`, '    </testcase>'];
}

/** Characters that XML 1.0 does not allow are removed. */
function attribute(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
