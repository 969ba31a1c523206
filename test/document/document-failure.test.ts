import { describe, expect, it } from 'vitest';
import { refusalWords, UnreadableDocument } from '../../src/document/document-failure.js';

describe('why no template can be made from an upload', () => {
  it('names the file as its sender does, with what to do about it', () => {
    const locked = new UnreadableDocument('password', 'a password-protected PDF');
    expect(refusalWords('lease.pdf', locked)).toEqual({
      message: 'lease.pdf is a password-protected PDF.',
      remedy: 'Save it without its password and upload that.',
    });
  });

  it('is a clause of its own for a text tag', () => {
    const tag = new UnreadableDocument('text_tag', 'page 2: the tag {{x;type=y}} has an unknown type "y"');
    expect(refusalWords('documents[0].file', tag)).toEqual({
      message: 'documents[0].file: page 2: the tag {{x;type=y}} has an unknown type "y".',
      remedy: null,
    });
  });
});
