/** Moves the focus among the rows of a list with the arrow keys, Home and End. */
export function moveInList(event: KeyboardEvent): void {
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const to = target(event.key, at, rows.length - 1);
  if (to === null || at === -1) return;
  event.preventDefault();
  rows[to]?.focus();
}

function target(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
