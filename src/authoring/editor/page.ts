import { readFileSync } from 'node:fs';
import { privateAnswer } from '../../core/http/private-page.js';
import type { ServedReply } from '../../core/http/serve.js';
import { icon } from '../../core/page/icon.js';
import { scriptPageGuards, scriptPageHtml, scriptPageStyle } from '../../core/page/script-page.js';
import { builtPath } from '../../core/platform/package-files.js';

/** The page and its two files. They hold no data: the script reads it from the routes beside them. */

const guards = scriptPageGuards();

/** An answer under the strict policy of the page. */
export const guarded = (status: number, type: string, body: string | Buffer): ServedReply =>
  privateAnswer(status, type, body, guards);

export const editorPage = (): ServedReply =>
  guarded(
    200,
    'text/html; charset=utf-8',
    scriptPageHtml('esign template edit', {
      script: 'template-editor.js',
      style: 'template-editor.css',
      icon: 'icon.svg',
    }),
  );

export const editorScript = (): ServedReply =>
  guarded(200, 'text/javascript; charset=utf-8', readFileSync(builtPath('template-editor.js')));

export const editorStyle = (): ServedReply =>
  guarded(200, 'text/css; charset=utf-8', scriptPageStyle('authoring/editor/template-editor.css'));

export const editorIcon = (): ServedReply => guarded(200, 'image/svg+xml', icon);
