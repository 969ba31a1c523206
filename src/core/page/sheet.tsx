import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { shown } from '../platform/visible-text.js';

interface SheetProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly isWide?: boolean;
}

/** A dialog over the page; Esc closes it, and the focus returns to where it was. */
export function Sheet({ title, children, onClose, isWide = false }: SheetProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog that gives way to another one tells of its end as well.
  const isShown = useRef(true);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      isShown.current = false;
      element?.close();
      // A dialog that is taken away as it closes returns no focus by itself.
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'wide' : ''}
      aria-labelledby="sheet-title"
      onClose={() => isShown.current && onClose()}
    >
      <div class="head">
        <h2 id="sheet-title">{shown(title)}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}
