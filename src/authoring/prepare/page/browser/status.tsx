import type { JSX } from 'preact';
import { shown } from '../../../../core/platform/visible-text.js';
import type { Saving } from './saving.js';

/** Whether the file holds what is drawn. */
export function Status({ saving, out }: { readonly saving: Saving; readonly out: string }): JSX.Element {
  const words = {
    saved: `Saved in ${out}`,
    saving: 'Saving…',
    invalid: `Not saved: ${saving.problems[0]?.words ?? ''}`,
    failed: `Not saved. ${saving.why}`,
    stale: 'Not saved: another tab of this page changed the form. Reload this page to see it.',
  }[saving.state];
  return (
    <p class={`status ${saving.state}`} role="status" title={shown(words, 600)}>
      {shown(words, 300)}
    </p>
  );
}
