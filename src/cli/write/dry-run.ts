import type { Preview } from '../../client/call.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { Context } from '../context/context.js';

const requestShape = (s: ShapeBlocks) =>
  s.object({ method: s.text, url: s.url, headers: s.record(s.text), body: s.anything });
export type ShownRequest = Shaped<typeof requestShape>;

/** What a write prints with `--dry-run`: the requests that it would send, in order; several where it makes several. */
export const dryRunShape = (s: ShapeBlocks) =>
  s.named('DryRun', s.object({ dry_run: s.yes, requests: s.list(requestShape(s)) }));

/** Requests as JSON, with a masked key. */
export const shownRequests = (previews: readonly Preview[]): readonly ShownRequest[] =>
  previews.map(({ method, url, headers, body }) => ({
    method,
    url,
    headers: Object.fromEntries(headers),
    body: body ?? null,
  }));

/**
 * Writes to one template, each of which changes its ETag: only the ETag of the first is known in advance, and each
 * further request names that of the response before it.
 */
export const inSequence = (previews: readonly Preview[]): readonly Preview[] =>
  previews.map((preview, index) => ({
    ...preview,
    headers: preview.headers.map(([name, value]) =>
      index > 0 && name.toLowerCase() === 'if-match' ? [name, `(the ETag of response ${index})`] : [name, value],
    ),
  }));

/** Requests for a person. */
export const requestText = (requests: readonly ShownRequest[]): string =>
  requests
    .map(({ method, url, headers, body }) =>
      [
        `${method} ${url}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(body === null ? [] : ['', JSON.stringify(body, null, 2)]),
      ].join('\n'),
    )
    .join('\n\n');

/** Prints the exact requests with a masked key, for `--dry-run`. */
export async function printPreviews(context: Context, previews: readonly Preview[]): Promise<void> {
  const printed: Shaped<typeof dryRunShape> = { dry_run: true, requests: shownRequests(previews) };
  const human = previews.length === 0 ? 'No request is needed.' : requestText(printed.requests);
  await context.output.result(printed, { human, ids: [], items: 'requests' });
  context.output.note('Dry run: nothing was sent.');
}
