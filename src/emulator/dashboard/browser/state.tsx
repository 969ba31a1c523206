import type { JSX } from 'preact';
import type { ShownState } from '../shapes.js';

export const stateWords: Readonly<Record<ShownState, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  partially_signed: 'Partly signed',
  completed: 'Completed',
  sealed: 'Sealed',
  sealing_failed: 'Sealing failed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
};

export const State = ({ state }: { readonly state: ShownState }): JSX.Element => (
  <span class={`state ${state}`}>{stateWords[state]}</span>
);
