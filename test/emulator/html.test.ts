import { expect, it } from 'vitest';
import { markup, scriptValue } from '../../src/emulator/html.js';

it('escapes everything that is put into markup, in text and in attributes', () => {
  const hostile = `"><script>alert('x')</script>&`;
  expect(markup`<a title="${hostile}">${hostile}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
  );
});

it('keeps markup as it is, joins lists, and leaves out nothing and false', () => {
  expect(markup`<ul>${[1, 2].map((each) => markup`<li>${each}</li>`)}</ul>${null}${false}`.text).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  );
});

it('lets no value end its script', () => {
  const value = scriptValue({ text: '</script><!--&\u2028' }).text;
  expect(value).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(value)).toEqual({ text: '</script><!--&\u2028' });
});
