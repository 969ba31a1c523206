import { expect, it } from 'vitest';
import { pageText } from '../../../src/core/http/page-text.js';

it.each([
  ['{"error":"a < b"}\n', '{"error":"a < b"}'],
  ['KeyError: id\n  at line 3', 'KeyError: id at line 3'],
  [
    '<!DOCTYPE html>\n<title>Error</title>\n<pre>no such &quot;column&quot;<br> &nbsp;at take</pre><scr',
    'Error no such "column" at take',
  ],
  [
    '<html><head><style>b{color:red}</style><title>500</title></head><script>if (a<b) c()</script><b>Oops</b>',
    '500 Oops',
  ],
  [
    '<br />\n<b>Fatal error</b>:  Uncaught Error in /app.php &#39;id&#39; &unknown;',
    "Fatal error : Uncaught Error in /app.php 'id' &unknown;",
  ],
  ['verifying\n<br />\n<b>Fatal error</b>:  Uncaught Error', 'verifying Fatal error : Uncaught Error'],
  ['<TITLE>Not Found</TITLE>\n<H1>Not Found</H1>\nno such path', 'Not Found no such path'],
  ['<style>without an end', ''],
])('of the response %j reads %j', (body, text) => {
  expect(pageText(body)).toBe(text);
});
