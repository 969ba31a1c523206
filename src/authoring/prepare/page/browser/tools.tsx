import type { JSX } from 'preact';
import type { BoxType } from '../../../../document/read-document.js';
import { Quiet, Select } from '../../../../core/page/kit.js';
import { maxZoom } from '../../../page/browser/view.js';
import { kindOf, kinds } from './words.js';

interface ToolsProps {
  /** How many pages there are. */
  readonly pages: number;
  readonly kind: BoxType | null;
  readonly zoom: number;
  readonly hasSamples: boolean;
  readonly toKind: (kind: BoxType | null) => void;
  /** Puts a field of the chosen kind on the page in view, for those who do not drag. */
  readonly put: () => void;
  readonly setZoom: (zoom: number) => void;
  readonly setSamples: (hasSamples: boolean) => void;
  readonly goTo: (page: number) => void;
}

/** Above the pages: what can be drawn, and how the pages are shown. */
export function Tools(props: ToolsProps): JSX.Element {
  const { pages, kind, zoom, hasSamples, toKind, put, setZoom, setSamples, goTo } = props;
  return (
    <div class="zoom tools">
      <div class="acts" role="group" aria-label="Draw a field, and how pages are shown">
        {kinds.slice(0, 6).map(([type, words]) => (
          <Quiet
            key={type}
            class="wide"
            aria-pressed={kind === type}
            onClick={() => toKind(kind === type ? null : type)}
          >
            {words}
          </Quiet>
        ))}
        <Select
          aria-label="Draw another kind of field"
          value={kind ?? ''}
          options={[['', 'Draw…'], ...kinds.map(([type, words]) => [type, words] as const)]}
          onChange={(type) => toKind(type === '' ? null : (type as BoxType))}
        />
        <Quiet aria-label="Smaller pages" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          −
        </Quiet>
        <Quiet aria-label="Larger pages" disabled={zoom === maxZoom} onClick={() => setZoom(zoom + 1)}>
          +
        </Quiet>
        <Quiet aria-pressed={hasSamples} onClick={() => setSamples(!hasSamples)}>
          Samples
        </Quiet>
        {pages > 1 && (
          <Select
            aria-label="Go to page"
            value=""
            options={[
              ['', 'Page'],
              ...Array.from({ length: pages }, (_, index) => [String(index + 1), `Page ${index + 1}`] as const),
            ]}
            onChange={(page) => page !== '' && goTo(Number(page))}
          />
        )}
      </div>
      {kind !== null && (
        <p class="tinted hint" role="status">
          <span>Drag on a page to draw: {kindOf(kind)}.</span>
          <span class="acts">
            <Quiet onClick={put}>Put it on the page in view</Quiet>
            <Quiet onClick={() => toKind(null)}>Cancel</Quiet>
          </span>
        </p>
      )}
    </div>
  );
}
