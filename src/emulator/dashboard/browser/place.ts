import { useEffect, useState } from 'preact/hooks';

/** What the page shows, in the fragment of its address. */
export type Place =
  | { readonly room: 'envelopes'; readonly envelope: string | null }
  | { readonly room: 'templates'; readonly template: string | null }
  | { readonly room: 'faults' };

function placeOf(hash: string): Place {
  const [, room, id] = hash.split('/');
  if (room === 'faults') return { room };
  if (room === 'templates') return { room, template: id ?? null };
  return { room: 'envelopes', envelope: room === 'envelopes' ? (id ?? null) : null };
}

export function usePlace(): Place {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const moved = (): void => setHash(window.location.hash);
    window.addEventListener('hashchange', moved);
    return () => window.removeEventListener('hashchange', moved);
  }, []);
  return placeOf(hash);
}
