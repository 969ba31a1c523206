import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Select } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { EnvelopeList, EnvelopeRow } from '../shapes.js';
import { Detail } from './detail.js';
import { List, usePages } from './list.js';
import { durationOf, State, stateWords } from './text.js';

const states = [
  ['', 'All states'] as const,
  ...Object.entries(stateWords).filter(([state]) => state !== 'sealing_failed'),
];

/** The list of envelopes, and the chosen one. */
export function Envelopes({ chosen }: { readonly chosen: string | null }): JSX.Element {
  const [text, setText] = useState('');
  const [state, setState] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const q = text.trim();
  const pages = usePages<EnvelopeList>('/_emulator/dashboard/envelopes', {
    ...(q === '' ? {} : { q }),
    ...(state === '' ? {} : { state }),
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
      if (event.key === '/' && isTyping === null) {
        event.preventDefault();
        search.current?.focus();
      } else if (event.key === 'Escape' && chosen !== null && document.querySelector('dialog[open]') === null) {
        window.location.hash = '#/envelopes';
        document.getElementById(`row-${chosen}`)?.focus();
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [chosen]);
  const tools = (
    <div class="tools" role="search">
      <input
        ref={search}
        type="search"
        aria-label="Search titles, people and IDs"
        placeholder="Search titles, people, IDs"
        value={text}
        onInput={(event) => {
          pages.first();
          setText(event.currentTarget.value);
        }}
      />
      <Select
        aria-label="State"
        value={state}
        options={states}
        onChange={(value) => {
          pages.first();
          setState(value);
        }}
      />
    </div>
  );
  const total = pages.page?.total ?? 0;
  return (
    <List
      name="Envelopes"
      pages={pages}
      tools={tools}
      count={`${total.toLocaleString('en')} ${total === 1 ? 'envelope' : 'envelopes'}`}
      none={
        text === '' && state === ''
          ? 'No envelopes yet. They appear here when your app creates them.'
          : 'No envelope matches.'
      }
      row={(row: EnvelopeRow) => <Row row={row} now={Date.parse(pages.page?.now ?? '')} />}
      chosen={chosen}
      hint="Choose an envelope to see everything that happened to it."
    >
      {(id) => <Detail key={id} id={id} />}
    </List>
  );
}

function Row({ row, now }: { readonly row: EnvelopeRow; readonly now: number }): JSX.Element {
  return (
    <>
      <span class="title">{shown(row.title, 120)}</span>
      <State state={row.state} />
      <span class="people">
        {row.people.slice(0, 4).map((person, at) => (
          <span key={at} class={`person ${person.turn ? 'turn' : person.status}`}>
            {shown(person.name, 40)}
          </span>
        ))}
        {row.people.length > 4 && <span class="person">+{row.people.length - 4}</span>}
      </span>
      <span class="since">
        {row.mode === 'test' && 'test · '}
        {waitingWords(row, now)}
      </span>
    </>
  );
}

function waitingWords({ state, waiting_since: since }: EnvelopeRow, now: number): string {
  if (since === null) return '';
  const duration = durationOf(now - Date.parse(since));
  return `${state === 'completed' ? 'sealing' : 'waiting'}${duration === '' ? '' : ` ${duration}`}`;
}
