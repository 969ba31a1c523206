import { expect, it } from 'vitest';
import { after, redone, startOf, undone } from '../../../../../src/authoring/prepare/page/browser/history.js';

it('undoes and redoes step by step, the letters of one act together', () => {
  let history = startOf('');
  for (const text of ['N', 'Na', 'Name']) history = after(history, text, 'label 1');
  history = after(history, 'moved');
  history = undone(history);
  expect(history.now).toBe('Name');
  history = undone(history);
  expect(history.now).toBe('');
  expect(undone(history).now).toBe('');
  history = redone(redone(history));
  expect(history.now).toBe('moved');
  expect(redone(history).now).toBe('moved');
});

it('forgets what was undone once something else is done, and starts a new act after an undo', () => {
  const typed = after(after(startOf('a'), 'ab', 'label 1'), 'abc', 'label 1');
  const other = after(undone(typed), 'ax', 'label 1');
  expect(redone(other).now).toBe('ax');
  expect(undone(other).now).toBe('a');
  expect(after(typed, typed.now)).toBe(typed);
});
