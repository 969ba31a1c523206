import type { JSX } from 'preact';
import { shown } from '../../../../core/platform/visible-text.js';
import type { PreparePage } from '../shapes.js';
import type { DrawnField } from './drawn-form.js';

interface SampleProps {
  readonly field: DrawnField;
  readonly text: string;
  readonly page: PreparePage;
}

/** Points: answers are written in this size where there is room. */
const usualSize = 10;

/** A sample in its field, about as large as an answer would be. */
export function Sample({ field, text, page }: SampleProps): JSX.Element {
  const { type, rect, comb, multiline, max_length: length } = field;
  const height = rect.h * page.height;
  const isWritten = type === 'signature' || type === 'initials';
  const room = type === 'tickbox' ? height : isWritten ? height * 0.7 : Math.min(usualSize, height * 0.7);
  // A width of the page is a hundred of its units.
  const style = { fontSize: `${((multiline ? Math.min(usualSize, height * 0.7) : room) / page.width) * 100}cqw` };
  const kind = isWritten ? 'sample written' : multiline ? 'sample several' : 'sample';
  if (!comb || length === null) {
    return (
      <span class={kind} style={style} aria-hidden="true">
        {shown(text, 400)}
      </span>
    );
  }
  return (
    <span class="sample comb" style={style} aria-hidden="true">
      {Array.from({ length: Math.min(length, 200) }, (_, index) => (
        <i key={index}>{[...text][index] ?? ''}</i>
      ))}
    </span>
  );
}
