import type { Basis } from '../../src/contract/error-codes.js';
import type { Operation } from '../../src/contract/operation.js';
import { type BoundBasis, boundKeyword, componentKeyword } from '../../src/contract/schema.js';

/** A check of a request, found by walking the schemas themselves. */
export interface RequestBound {
  /** `createEnvelope.body.recipients[].name max_length`. */
  readonly at: string;
  /** Null for a check that says nothing of it, in a part that the description shows. */
  readonly basis: BoundBasis | null;
}

interface Part {
  readonly kind: string;
  readonly type: string;
  readonly wrapped?: Part;
  readonly item?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly options?: readonly Part[];
  readonly pipe?: readonly Part[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}
type Around = { readonly basis: Basis; readonly assumption: string };

/** Every check of the body and the query of an operation. */
export function requestBounds(row: Operation): readonly RequestBound[] {
  const around = { basis: row.basis, assumption: row.assumption ?? '' };
  return (['body', 'query'] as const).flatMap((part) =>
    row[part] === null ? [] : boundsIn(row[part] as unknown as Part, `${row.id}.${part}`, around),
  );
}

function boundsIn(part: Part, at: string, outer: Around, isInside = false): readonly RequestBound[] {
  const around = isInside ? outer : aroundOf(part, outer);
  const { wrapped, item, entries = {}, options = [], pipe } = part;
  if (pipe !== undefined) {
    const checks = pipe.flatMap((each, index): readonly RequestBound[] => {
      if (each.kind !== 'validation') return [];
      const said = pipe[index + 1]?.metadata?.[boundKeyword] as BoundBasis | undefined;
      const basis =
        around.basis === 'described'
          ? (said ?? null)
          : said !== undefined && 'guess' in said
            ? said
            : { guess: around.assumption };
      return [{ at: `${at} ${each.type}`, basis }];
    });
    return [...(pipe[0] === undefined ? [] : boundsIn(pipe[0], at, around, true)), ...checks];
  }
  return [
    ...(wrapped === undefined ? [] : boundsIn(wrapped, at, around)),
    ...(item === undefined ? [] : boundsIn(item, `${at}[]`, around)),
    ...Object.entries(entries).flatMap(([name, one]) => boundsIn(one, `${at}.${name}`, around)),
    ...(part.type === 'union' ? options.flatMap((one) => boundsIn(one, at, around)) : []),
  ];
}

function aroundOf(part: Part, outer: Around): Around {
  const notes = notesOf(part);
  const marked = notes.findLast((note) => 'x-basis' in note);
  if (marked !== undefined)
    return { basis: marked['x-basis'] as Basis, assumption: String(marked['x-assumption'] ?? '') };
  return notes.some((note) => componentKeyword in note) ? { basis: 'described', assumption: '' } : outer;
}

const notesOf = ({ metadata, pipe = [] }: Part): readonly Readonly<Record<string, unknown>>[] => [
  ...(metadata === undefined ? [] : [metadata]),
  ...pipe.flatMap(notesOf),
];
