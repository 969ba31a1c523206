import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { testRunners, type TestRunner } from '../../names.js';
import { Copy, useData } from './live.js';
import { Quiet, Select, Sheet } from '../../../core/page/kit.js';
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
      <Quiet onClick={() => setIsOpen(true)}>Export as a test</Quiet>
      {isOpen && <ExportSheet id={id} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
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
          <Select
            value={runner}
            options={testRunners.map((each) => [each, runnerNames[each]])}
            onChange={(value) => setRunner(testRunners.find((each) => each === value) ?? 'vitest')}
          />
        </label>
        {exported !== null && (
          <>
            <Copy text={exported.text}>Copy</Copy>
            <Quiet onClick={() => save(exported)}>Save {exported.name}</Quiet>
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
