import type { ComponentChildren, ComponentProps, JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shown } from '../platform/visible-text.js';

/** What local pages are made of: buttons, lists of choices, dialogs, messages, and fields on the pages of a form. */

type ButtonProps = ComponentProps<'button'>;

/** A button that sends no form. */
export const Button = (props: ButtonProps): JSX.Element => <button type="button" {...props} />;

/** One beside the main one. */
export const Quiet = ({ class: more = '', ...props }: ButtonProps): JSX.Element => (
  <Button {...props} class={`quiet ${String(more)}`.trim()} />
);

/** The × that closes something; `closes` says what. */
export const Cross = ({ closes, onClick }: { readonly closes: string; readonly onClick: () => void }): JSX.Element => (
  <Button class="plain" aria-label={closes} onClick={onClick}>
    ×
  </Button>
);

interface SelectProps {
  readonly name?: string;
  readonly value?: string;
  readonly 'aria-label'?: string;
  /** Each value with its words. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** Selected at first, where the form keeps what is chosen later. */
  readonly start?: string;
  readonly onChange?: (value: string) => void;
}

/** One of several, in a list that opens. */
export function Select({ options, start, onChange, ...props }: SelectProps): JSX.Element {
  return (
    <select {...props} onChange={(event) => onChange?.(event.currentTarget.value)}>
      {options.map(([value, words]) => (
        <option key={value} value={value} selected={start === undefined ? undefined : value === start}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page that says one thing. */
export const Notice = ({ title, children }: NoticeProps): JSX.Element => (
  <main class="notice">
    <h1>{shown(title)}</h1>
    {children}
  </main>
);

interface SheetProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly isWide?: boolean;
}

/** A dialog over the page; Esc closes it, and the focus returns to where it was. */
export function Sheet({ title, children, onClose, isWide = false }: SheetProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog that another one replaces fires `close` too.
  const isShown = useRef(true);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      isShown.current = false;
      element?.close();
      // A dialog that is removed while it closes does not return the focus by itself.
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
        <Cross closes="Close" onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

interface PanelProps extends Omit<SheetProps, 'isWide'> {
  /** Whether the focus stays where it is when the form opens. */
  readonly leavesFocus?: boolean;
}

/** A form beside what it is about, which stays in view; Esc closes it, and the focus returns to where it was. */
export function Panel({ title, children, onClose, leavesFocus = false }: PanelProps): JSX.Element {
  const panel = useRef<HTMLElement>(null);
  // Before the browser draws it: a key that follows at once finds the focus where it belongs.
  useLayoutEffect(() => {
    if (leavesFocus) return undefined;
    const before = document.activeElement;
    // On a touch screen, a focused input would bring up the keyboard over the page.
    const isFine = window.matchMedia('(pointer: fine)').matches;
    const first = isFine ? panel.current?.querySelector<HTMLElement>('[autofocus]') : null;
    (first ?? panel.current)?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={panel}
      class="panel"
      role="dialog"
      aria-labelledby="panel-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="head">
        <h2 id="panel-title">{shown(title)}</h2>
        <Cross closes="Close" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}

interface Message {
  readonly text: string;
  readonly isProblem: boolean;
}

/** Milliseconds that a message stays. */
const messageMs = 8_000;

/** A message over the page, and how to say one: a problem stays until it is closed, and an empty text ends it. */
export function useMessage() {
  const [message, setMessage] = useState<Message | null>(null);
  const timer = useRef(0);
  const say = useCallback((text: string, isProblem = false): void => {
    window.clearTimeout(timer.current);
    setMessage(text === '' ? null : { text, isProblem });
    if (!isProblem) timer.current = window.setTimeout(() => setMessage(null), messageMs);
  }, []);
  const element = (
    <div class="messages" role="status">
      {message !== null && (
        <p class={message.isProblem ? 'message problem' : 'message'}>
          {shown(message.text, 400)}
          <Cross closes="Close this message" onClick={() => setMessage(null)} />
        </p>
      )}
    </div>
  );
  return { message: element, say };
}

/** True once the element has stayed in view, or close to it, for a moment. */
export function useSeen(element: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || isSeen) return undefined;
    let timer = 0;
    const observer = new IntersectionObserver(
      (entries) => {
        window.clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = window.setTimeout(() => setSeen(true), stayMs);
      },
      { rootMargin: '300px' },
    );
    observer.observe(current);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, isSeen]);
  return isSeen;
}

/** Milliseconds: a page that is only scrolled past is not loaded. */
const stayMs = 150;

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Where a field is on its page, from fractions of it. */
export const placed = ({ x, y, w, h }: Rect): Readonly<Record<string, string>> => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${w * 100}%`,
  height: `${h * 100}%`,
});

/** The class of a person's colour; with more people than colours, colours repeat. */
export const colourOf = (person: number | null): string => (person === null ? 'nobody' : `person-${person % 8}`);
