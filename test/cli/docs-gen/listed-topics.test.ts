import { describe, expect, it } from 'vitest';
import { parseTag } from '../../../src/document/tag-grammar.js';
import { fieldTypes } from '../../../src/contract/resources/template.js';
import { textTags } from '../../../src/cli/docs-gen/listed-topics.js';

const inside = (tag: string): string => tag.replace(/^\{\{|\}\}$/gu, '');

describe('the manual page on text tags', () => {
  it.each(textTags.examples)('shows the tag $tag, which is read', ({ tag }) => {
    expect(tag).toMatch(/^\{\{.+\}\}$/u);
    expect(parseTag(inside(tag))).toMatchObject({ label: expect.any(String) as string });
  });

  it('names every part that a tag may have, and no other', () => {
    const value: Readonly<Record<string, string>> = { type: 'text', key: 'a.b', required: 'true', options: 'A' };
    for (const { name } of textTags.parts) {
      const type = name === 'options' ? 'type=dropdown;' : '';
      expect(parseTag(`Label;${type}${name}=${value[name] ?? 'x'}`)).toMatchObject({ label: 'Label' });
    }
    const known = new Set(textTags.parts.map(({ name }) => name));
    expect([...known].sort()).toEqual(['key', 'options', 'required', 'role', 'subject', 'type']);
    expect(parseTag('Label;colour=red')).toBe('has an unknown part "colour"');
  });

  it('names every type, each of which is read', () => {
    const about = textTags.parts.find(({ name }) => name === 'type')!.about;
    for (const type of fieldTypes) {
      expect(about).toContain(type);
      expect(parseTag(`Label;type=${type}${type === 'dropdown' ? ';options=A' : ''}`)).toMatchObject({ type });
    }
  });
});
