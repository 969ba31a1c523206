import type { ServedReply } from '../../core/http/serve.js';
import { scriptPage } from '../../core/page/script-page.js';
import { isForLocalHost, type PageCall, type PageRoute } from '../http/page-route.js';

const { page, files, answer } = scriptPage({
  name: 'dashboard',
  title: 'esign emulator',
  styles: ['core/page/kit.css', 'emulator/dashboard/dashboard.css'],
  sources: { 'img-src': "'self' blob:", 'frame-src': "'self'" },
});

/** The page of the emulator and its files. They hold no data: the script reads it with the token. */
export const dashboardPage: readonly PageRoute[] = [
  route('GET', '/', page),
  ...Object.entries(files).map(([name, file]) => route('GET', `/${name}`, file)),
];

/** A route of the page: a host name of elsewhere that resolves here is refused. */
export function route(
  method: PageRoute['method'],
  path: string,
  handle: (call: PageCall) => Promise<ServedReply> | ServedReply,
): PageRoute {
  return { method, path, handle: (call) => (isForLocalHost(call.request.headers) ? handle(call) : foreign()) };
}

/** A refusal or a missing thing, for a person. */
export const plain = (status: number, words: string): ServedReply => answer(status, 'text/plain', `${words}\n`);

const foreign = (): ServedReply => plain(403, 'This page is served to this machine only.');
