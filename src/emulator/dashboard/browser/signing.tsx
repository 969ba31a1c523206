import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Cross } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';

/** A signing page in a frame. */
export interface OpenedSigning {
  readonly path: string;
  readonly name: string;
}

interface SigningProps {
  readonly signing: OpenedSigning;
  readonly onClose: () => void;
}

/** The signing page beside the timeline, which follows what the signer does. */
export function Signing({ signing: { path, name }, onClose }: SigningProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [path]);
  return (
    <aside class="signing" aria-label="Signing page">
      <div class="head">
        <h2 ref={heading} tabIndex={-1}>
          Signing page of {shown(name, 60)}
        </h2>
        <Cross closes="Close the signing page" onClick={onClose} />
      </div>
      <iframe src={path} title={`Signing page of ${shown(name, 60)}`} />
    </aside>
  );
}
