import { explain } from '../../cli/failure/explain.js';
import * as schema from '../../contract/schema.js';
import { plain, type PrivatePage, servePrivatePage } from '../../core/http/private-page.js';
import type { ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { ScriptPage } from '../../core/page/script-page.js';
import { parseJson } from '../../core/platform/json.js';

/** A page that works on a form: what its script asks for. */
export interface FormPage {
  readonly script: ScriptPage;
  /** The name of its cookie. */
  readonly cookie: string;
  /** Bytes of a request. */
  readonly maxBody: number;
  /** What there is to read, by path. */
  readonly reads: Readonly<Record<string, () => unknown>>;
  /** What can be asked for, by path; null for a body that is not such a request. */
  readonly acts: Readonly<Record<string, (body: string) => unknown>>;
  /** The page at an index as a PNG, as it is or filled with samples; null where there is none. */
  picture(index: number, isFilled: boolean): Promise<Uint8Array | null>;
  /** The person is done with the page. */
  done(): void;
}

/** Serves the page of a form; port 0 takes any free one. */
export const servePage = (page: FormPage, port: number): Promise<PrivatePage> =>
  servePrivatePage({
    port,
    cookie: page.cookie,
    maxBody: page.maxBody,
    page: page.script.page,
    handle: (request, path) => answerTo(page, request, path),
  });

/** The routes below the page, for requests with its cookie. */
async function answerTo(page: FormPage, { method, body }: ServedRequest, path: string): Promise<ServedReply> {
  const json = (value: unknown): ServedReply =>
    page.script.answer(200, 'application/json; charset=utf-8', JSON.stringify(value));
  if (method === 'GET') {
    // A request after the page makes a browser ask again.
    const [, kind, index] = /^(pages|filled)\/(\d{1,5})(?:\/\d{1,9})?$/.exec(path) ?? [];
    if (index !== undefined) return await picture(page, Number(index), kind === 'filled');
    // The page asks whether the command still runs.
    if (path === 'alive') return plain(200, 'Running.');
    const read = own(page.reads, path);
    return read === undefined ? (own(page.script.files, path)?.() ?? plain(404, 'Not found.')) : json(read());
  }
  if (method === 'POST' && path === 'done') {
    page.done();
    return plain(200, 'Done.');
  }
  const act = method === 'POST' ? own(page.acts, path) : undefined;
  if (act === undefined) return plain(404, 'Not found.');
  const outcome = await act(body.toString('utf8'));
  return outcome === null ? plain(400, 'Invalid request.') : json(outcome);
}

async function picture({ picture: draw, script }: FormPage, index: number, isFilled: boolean): Promise<ServedReply> {
  try {
    const png = await draw(index, isFilled);
    return png === null ? plain(404, 'Not found.') : script.answer(200, 'image/png', Buffer.from(png));
  } catch (error) {
    const { message, ours } = explain(error);
    if (ours) throw error;
    return plain(502, message);
  }
}

/** An act on a body of a shape; null for any other body. */
export const whenRead =
  <S extends schema.Schema>(shape: S, act: (request: schema.OutputOf<S>) => unknown) =>
  (body: string): unknown => {
    const read = schema.readValue(shape, parseJson(body));
    return 'value' in read ? act(read.value) : null;
  };

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
