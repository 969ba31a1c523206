import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EnvelopeDetail } from '../shapes.js';
import { useLive } from './live.js';
import { Quiet, Sheet } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';

type Kind = 'draft' | 'sealed' | 'source';

const words: Readonly<Record<Kind, string>> = { draft: 'Draft', sealed: 'Sealed PDF', source: 'As sent' };

interface Opened {
  readonly path: string;
  readonly title: string;
}

/** The documents, each opened in the page. */
export function Documents({ envelope }: { readonly envelope: EnvelopeDetail }): JSX.Element {
  const { api, act } = useLive();
  const [opened, setOpened] = useState<Opened | null>(null);
  const kinds: readonly Kind[] =
    envelope.state === 'sealed' ? ['sealed', 'source'] : envelope.state === 'draft' ? ['source'] : ['draft', 'source'];
  const open = (what: Kind, position: number, name: string): void =>
    void act('', async () => {
      const body = { what, id: envelope.id, position };
      const { path } = await api.call<{ path: string }>('POST', '/_emulator/dashboard/views', body);
      setOpened({ path, title: `${words[what]}: ${name}` });
    });
  return (
    <>
      <h2>Documents</h2>
      <ul class="cards">
        {envelope.documents.map(({ position, name, page_count: pages }) => (
          <li key={position} class="card">
            <span class="what">
              {shown(name)}
              <small>
                {pages} {pages === 1 ? 'page' : 'pages'}
              </small>
            </span>
            <span class="acts">
              {kinds.map((kind) => (
                <Quiet key={kind} onClick={() => open(kind, position, name)}>
                  {words[kind]}
                </Quiet>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Sheet title={opened.title} onClose={() => setOpened(null)} isWide>
          <iframe class="document" src={opened.path} title={shown(opened.title)} />
        </Sheet>
      )}
    </>
  );
}
