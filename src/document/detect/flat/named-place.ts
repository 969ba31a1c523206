import type { Area } from '../../engine/page-glyphs.js';
import { understood } from '../dictionary/in-english.js';
import type { Place, PlaceCaption, PageContext } from './place.js';
import { inOneRow } from './place.js';

/** A place with the words that name it. */
export interface NamedPlace {
  readonly place: Place;
  readonly label: string | null;
  /** Whether its label stands under its line. */
  readonly isUnder: boolean;
  /** Whether its row says that somebody puts initials there, as "Each page must be initialled: Buyer ____ Seller ____". */
  readonly isInitialled: boolean;
}

const TO_INITIAL = /\binitial(l?ed|l?ing)\b|\binitial (here|each|every|all|this|below)\b|\bge?parafeer\b/u;
const WIDEST_INITIALS = 100;

/** Places with their captions, and with what the words at the beginning of their rows say of all that follows. */
export function namedPlaces(
  places: readonly Place[],
  captions: readonly PlaceCaption[],
  page: PageContext,
): readonly NamedPlace[] {
  const named = places.map((place, index) => {
    const { text = null, isUnder = false } = captions[index] ?? {};
    const isInitialled = !isUnder && place.area.right - place.area.left < WIDEST_INITIALS && isToInitial(place, page);
    return { place, label: isInitialled ? afterColon(text) : text, isUnder, isInitialled };
  });
  return named.map((one) => ({ ...one, label: seriesLabel(one, named) }));
}

function isToInitial({ area, seenAs }: Place, { phrases }: PageContext): boolean {
  if (seenAs === 'cell' || seenAs === 'comb') return false;
  return phrases.some(
    (phrase) =>
      phrase.right <= area.left + 4 && inOneRow(phrase, area, 0.4) && TO_INITIAL.test(understood(phrase.text)),
  );
}

function afterColon(label: string | null): string | null {
  return label?.split(': ').at(-1) ?? null;
}

const MOST_STEPS = 20;

/** What stands before a number at the end; null where it holds no word. */
function wordsBefore(text: string, number: number): string | null {
  const words = text.endsWith(`${number}`) ? text.slice(0, -`${number}`.length) : '';
  return /\D$/u.test(words) && /\p{L}/u.test(words.slice(0, -1)) ? words : null;
}

/** "As witnesses: 1. ____ 2. ____": a bare number goes on with the words of the number before it on its row. */
function seriesLabel({ place, label }: NamedPlace, named: readonly NamedPlace[]): string | null {
  let { area } = place;
  let number = bareNumber(label);
  for (let steps = 0; number !== null && steps < MOST_STEPS; steps++) {
    const before = lastBefore(area, named);
    const words = wordsBefore(before?.label ?? '', number - 1);
    if (words !== null) return `${words}${bareNumber(label) ?? ''}`;
    if (before === undefined || bareNumber(before.label) !== number - 1) return label;
    ({ area } = before.place);
    number -= 1;
  }
  return label;
}

function bareNumber(label: string | null): number | null {
  const digits = /^\(?(\d{1,2})[.)]?$/u.exec(label ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

function lastBefore(area: Area, named: readonly NamedPlace[]): NamedPlace | undefined {
  return named
    .filter(({ place }) => place.area.right <= area.left + 2 && inOneRow(place.area, area))
    .reduce<NamedPlace | undefined>(
      (a, b) => (a === undefined || b.place.area.right > a.place.area.right ? b : a),
      undefined,
    );
}
