import type { PageFacts } from './page-facts.js';
import type { Phrase } from './text-lines.js';

/** Shares of the height of a page: where its running head ends, and where its running foot begins. */
const HEAD = 0.065;
const FOOT = 0.9;
/** In points. */
const SAME_PLACE = 3;

/** The running heads and feet of a document: words at the edge of a page that stand on another in the same place. */
export function runningWords(pages: readonly PageFacts[]): ReadonlySet<Phrase> {
  const edges = pages.map(({ phrases, geometry: { height } }) =>
    phrases.filter(({ top, bottom }) => bottom < HEAD * height || top > FOOT * height),
  );
  return new Set(
    edges.flatMap((own, index) =>
      own.filter((phrase) => {
        const beside = [...(edges[index - 1] ?? []), ...(edges[index + 1] ?? [])];
        return beside.some((other) => isAgain(phrase, other));
      }),
    ),
  );
}

/** The number of the page may differ. */
function isAgain(a: Phrase, b: Phrase): boolean {
  const apart = Math.max(Math.abs(a.left - b.left), Math.abs(a.top - b.top));
  return apart < SAME_PLACE && wording(a) === wording(b);
}

const wording = ({ text }: Phrase): string => text.replace(/\d+/gu, '#');
