import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SignatureVerdict } from '../shapes.js';
import { useLive } from './live.js';
import { shown } from '../../../core/platform/visible-text.js';

const fields = [
  ['secret', 'Signing secret of your app'],
  ['header', 'Signature header as your app received it'],
  ['body', 'Body as your app received it'],
] as const;

/** Why would this signature fail? Judged with what was sent, or with what a receiver has. */
export function Diagnosis({ path }: { readonly path: string }): JSX.Element {
  const { api, act } = useLive();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [verdict, setVerdict] = useState<SignatureVerdict | null>(null);
  const ask = async (): Promise<void> => {
    const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    await act('', async () => setVerdict(await api.call<SignatureVerdict>('POST', path, body)));
  };
  return (
    <details
      class="diagnosis"
      onToggle={(event) => {
        if (event.currentTarget.open && verdict === null) void ask();
      }}
    >
      <summary>Why would this signature fail?</summary>
      {verdict !== null && (
        <p class={verdict.ok ? 'verdict good' : 'verdict bad'}>
          <strong>By the clock of this machine, when it was sent</strong>
          {shown(verdict.sentence, 1000)} {verdict.hint === null ? '' : shown(verdict.hint, 1000)}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <p class="about">Leave a field empty to use what the emulator sent.</p>
        {fields.map(([name, words]) => (
          <label key={name}>
            {words}
            <textarea
              rows={name === 'body' ? 3 : 1}
              name={name}
              spellcheck={false}
              autocomplete="off"
              value={given[name] ?? ''}
              onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <button type="submit" class="quiet">
          Check again
        </button>
      </form>
    </details>
  );
}
