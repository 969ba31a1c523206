import { type ComponentProps, createContext, type JSX } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Button, Quiet } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { Change } from '../shapes.js';

/** A request that the emulator rejected, in its words. */
class Rejected extends Error {
  override readonly name = 'Rejected';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The emulator's own routes, for the page. */
export interface Api {
  /** Throws Rejected, and TypeError when the emulator does not respond. */
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
  /** A picture as an address that an image can show; the caller revokes it. */
  picture(path: string): Promise<string>;
  /** Calls `heard` for every change until the emulator ends the stream. */
  follow(heard: (change: Change) => void, signal: AbortSignal): Promise<void>;
}

export function createApi(token: string): Api {
  const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok) throw new Rejected(answer.status, await messageOf(answer));
    return answer;
  };
  return {
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send(method, path, body);
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    },
    picture: async (path) => URL.createObjectURL(await (await send('GET', path)).blob()),
    async follow(heard, signal) {
      const { body } = await send('GET', '/_emulator/dashboard/changes', undefined, signal);
      if (body === null) return;
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const messages = (text + part.value).split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) heard(JSON.parse(message.replace(/^data: /, '')) as Change);
      }
    },
  };
}

async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly message: string } };
    return error.message;
  } catch {
    return `The emulator answered ${answer.status}.`;
  }
}

/** What all parts of the page share. */
export interface Live {
  readonly api: Api;
  /** Calls `listener` after every change, until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Runs an act; afterwards the page says `done`, if it is not empty, or why the act was rejected. */
  act(done: string, work: () => Promise<unknown>): Promise<boolean>;
}

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('used outside of the page');
  return live;
}

interface ActProps extends ComponentProps<'button'> {
  /** What the page says afterwards. */
  readonly done: string;
  readonly path: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: object;
}

/** A button that asks something of the emulator. */
export function Act({ done, path, method = 'POST', body, ...props }: ActProps): JSX.Element {
  const { api, act } = useLive();
  return <Button {...props} onClick={() => void act(done, () => api.call(method, path, body))} />;
}

/** A button that copies a text. */
export function Copy({ text, ...props }: ComponentProps<'button'> & { readonly text: string }): JSX.Element {
  const { act } = useLive();
  return <Quiet {...props} onClick={() => void act('Copied.', () => navigator.clipboard.writeText(text))} />;
}

/** An ID to read and to copy; `of` names what it is of. */
export const Id = ({ of, id }: { readonly of: string; readonly id: string }): JSX.Element => (
  <span class="id">
    <code>{shown(id)}</code>
    <Copy text={id} aria-label={`Copy the ID of the ${of}`}>
      Copy
    </Copy>
  </span>
);

export interface Loaded<T> {
  /** The newest value of the path; null before the first. */
  readonly value: T | null;
  readonly problem: string | null;
}

/** Reads a path, and reads it again after every change; never twice at a time. */
export function useData<T>(path: string | null): Loaded<T> {
  const { api, onChange } = useLive();
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly path: string | null }>({
    path: null,
    value: null,
    problem: null,
  });
  useEffect(() => {
    if (path === null) return undefined;
    let ended = false;
    let isLoading = false;
    let isStale = false;
    const load = async (): Promise<void> => {
      if (isLoading) {
        isStale = true;
        return;
      }
      isLoading = true;
      try {
        do {
          isStale = false;
          const value = await api.call<T>('GET', path);
          if (!ended) setLoaded({ path, value, problem: null });
        } while (isStale && !ended);
      } catch (error) {
        // What was read before stays: the emulator may be restarting.
        const problem = wordsOf(error);
        if (!ended) setLoaded((last) => ({ path, value: last.path === path ? last.value : null, problem }));
      } finally {
        isLoading = false;
      }
    };
    void load();
    const off = onChange(() => void load());
    return () => {
      ended = true;
      off();
    };
  }, [api, onChange, path]);
  return loaded.path === path ? loaded : { value: null, problem: null };
}

export const wordsOf = (error: unknown): string =>
  error instanceof Rejected ? error.message : 'The emulator does not respond.';

/** The newest message of the stream of changes, and whether the stream is open. */
export interface Following {
  readonly change: Change | null;
  /** The page's time when it came. */
  readonly heardAt: number;
  readonly state: 'open' | 'lost' | 'refused';
}

/** Milliseconds until the stream is opened again. */
const pause = 1000;

/** Follows the changes for as long as the page is open. */
export function useChanges(api: Api): { readonly following: Following; readonly onChange: Live['onChange'] } {
  const [following, setFollowing] = useState<Following>({ change: null, heardAt: 0, state: 'open' });
  const listeners = useRef(new Set<() => void>());
  useEffect(() => {
    const end = new AbortController();
    let timer = 0;
    const follow = async (): Promise<void> => {
      try {
        await api.follow((change) => {
          setFollowing({ change, heardAt: performance.now(), state: 'open' });
          for (const listener of listeners.current) listener();
        }, end.signal);
        setFollowing((last) => ({ ...last, state: 'lost' }));
      } catch (error) {
        if (end.signal.aborted) return;
        const isRefused = error instanceof Rejected && error.status === 401;
        setFollowing((last) => ({ ...last, state: isRefused ? 'refused' : 'lost' }));
        if (isRefused) return;
      }
      timer = window.setTimeout(() => void follow(), pause);
    };
    void follow();
    return () => {
      end.abort();
      window.clearTimeout(timer);
    };
  }, [api]);
  const onChange = useCallback((listener: () => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  return { following, onChange };
}
