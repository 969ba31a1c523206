export type UnreadableCode =
  | 'empty'
  | 'not_a_document'
  | 'password'
  | 'dynamic_xfa'
  | 'too_large'
  | 'too_many_pages'
  | 'too_many_fields'
  | 'too_complex'
  | 'damaged'
  | 'text_tag'
  | 'timeout';

/** An upload that no template can be made from: the message says what the file looks like (`invalid_request`). */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Word files cannot be turned into PDF. But for `missing`, a later try may succeed (`service_unavailable`). */
export class ConverterUnavailable extends Error {
  override readonly name = 'ConverterUnavailable';
  readonly code: 'missing' | 'timeout' | 'failed';

  constructor(code: 'missing' | 'timeout' | 'failed', message: string) {
    super(message);
    this.code = code;
  }
}

/** A draft or sealed render did not come about: the renderer broke, ran out of time or was closed. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
  readonly code: 'busy' | 'timeout' | 'crashed' | 'closed' | 'unknown_page' | 'undrawable' | 'failed';

  constructor(code: RenderFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}
