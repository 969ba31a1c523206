import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { testRunners, type TestRunner } from '../../names.js';
import { useData, useLive } from './live.js';
import { Sheet } from '../../../core/page/sheet.js';
import { visible } from '../../../core/platform/visible-text.js';

interface Exported {
  readonly name: string;
  readonly text: string;
}

const runnerNames: Readonly<Record<TestRunner, string>> = { vitest: 'Vitest', pytest: 'pytest' };

/** The story of an envelope as a test, to copy or to save. */
export function Export({ id }: { readonly id: string }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
        Export as a test
      </button>
      {isOpen && <ExportSheet id={id} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const { act } = useLive();
  const [runner, setRunner] = useState<TestRunner>('vitest');
  const { value: exported, problem } = useData<Exported>(`/_emulator/envelopes/${id}/test?runner=${runner}`);
  return (
    <Sheet title="Export as a test" onClose={onClose} isWide>
      <p class="about">
        A test that replays what happened so far on another emulator, and fails where it differs or where your app does
        not accept a delivery.
      </p>
      <p class="acts">
        <label class="inline">
          Runner
          <select
            value={runner}
            onChange={(event) => setRunner(testRunners.find((each) => each === event.currentTarget.value) ?? 'vitest')}
          >
            {testRunners.map((each) => (
              <option key={each} value={each}>
                {runnerNames[each]}
              </option>
            ))}
          </select>
        </label>
        {exported !== null && (
          <>
            <button
              type="button"
              onClick={() => void act('Copied.', () => navigator.clipboard.writeText(exported.text))}
            >
              Copy
            </button>
            <button type="button" class="quiet" onClick={() => save(exported)}>
              Save {exported.name}
            </button>
          </>
        )}
      </p>
      {exported === null ? (
        <p class="none">{problem ?? 'Loading…'}</p>
      ) : (
        <pre class="code" tabIndex={0}>
          {visible(exported.text)}
        </pre>
      )}
    </Sheet>
  );
}

function save({ name, text }: Exported): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
