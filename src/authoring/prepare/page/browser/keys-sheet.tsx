import type { JSX } from 'preact';
import { Sheet } from '../../../../core/page/kit.js';
import { kinds } from './words.js';

/** What each key does, for the list behind `?`. */
const keys: readonly (readonly [keys: string, what: string])[] = [
  ...kinds.flatMap(([, words, key]) => (key === '' ? [] : [[key.toUpperCase(), `Draw: ${words}`] as const])),
  ['Enter', 'On a kind that is chosen to be drawn: put it on the page in view'],
  ['Tab', 'Next field'],
  ['Enter', 'Open the form of the field'],
  ['Space', 'Choose the field beside those that are chosen'],
  ['Arrow keys', 'Move by a point, with Shift by ten'],
  ['Alt + arrow keys', 'Make wider, narrower, taller or flatter by a point, with Shift by ten'],
  ['Delete or Backspace', 'Delete the field with the focus, or all that are chosen'],
  ['Ctrl + D', 'Duplicate'],
  ['Ctrl + A', 'Choose all fields'],
  ['Ctrl + Z', 'Undo'],
  ['Ctrl + Shift + Z', 'Redo'],
  ['+ and −', 'Larger and smaller pages'],
  ['Esc', 'Back to the page; choose nothing'],
  ['?', 'This list'],
];

export const KeysSheet = ({ onClose }: { readonly onClose: () => void }): JSX.Element => (
  <Sheet title="Keys and gestures" onClose={onClose}>
    <dl class="keys">
      {keys.map(([names, what]) => (
        <div key={`${names} ${what}`}>
          <dt>
            <kbd>{names}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <p>Letters draw while the pages or a field have the focus: click beside a field, or press Tab.</p>
    <p>
      With a mouse: drag over fields to choose them, Shift and click for one more. Fields go to the edges of others;
      hold Ctrl to place them freely.
    </p>
    <p>With a finger: choose a kind, then drag to draw. Touch a field to choose it; then drag it, or its corners.</p>
  </Sheet>
);
