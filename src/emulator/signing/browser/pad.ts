import type { Entry } from './entries.js';

/** The resolution of a drawing, in pixels per page pixel. */
const SHARPNESS = 2;
const INK = '#12284c';

/** Lets a person type or draw; `changed` is called for every stroke. */
export function setUpSigning(entry: Entry, changed: () => void): void {
  const { item } = entry;
  const pad = item.querySelector<HTMLCanvasElement>('.pad');
  const kept = item.querySelector<HTMLInputElement>('input[type=hidden]');
  const parts = { typed: item.querySelector<HTMLElement>('.typed'), drawn: item.querySelector<HTMLElement>('.drawn') };
  if (pad === null || kept === null || parts.typed === null || parts.drawn === null) return;
  const { typed, drawn } = parts;
  const choose = (): void => {
    const draws = item.querySelector<HTMLInputElement>('input[value="drawn"]')?.checked === true;
    typed.hidden = draws;
    drawn.hidden = !draws;
    if (draws) unroll(pad, kept.value, changed);
    changed();
  };
  for (const way of item.querySelectorAll(`input[name="${entry.name}_way"]`)) way.addEventListener('change', choose);
  letDraw(pad, () => {
    kept.value = pad.toDataURL('image/png').slice('data:image/png;base64,'.length);
    changed();
  });
  item.querySelector('.clear')?.addEventListener('click', () => {
    pad.getContext('2d')?.clearRect(0, 0, pad.width, pad.height);
    kept.value = '';
    changed();
    pad.focus();
  });
  choose();
}

/** Sizes the pad when it becomes visible, and restores an earlier drawing. */
function unroll(pad: HTMLCanvasElement, image: string, changed: () => void): void {
  if (pad.width !== 300 && pad.width !== 0) return;
  const { clientWidth, clientHeight } = pad;
  pad.width = Math.min(clientWidth * SHARPNESS, 2_400);
  pad.height = Math.min(clientHeight * SHARPNESS, 1_200);
  if (image === '') return;
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
  void createImageBitmap(new Blob([bytes], { type: 'image/png' })).then(
    (picture) => {
      const scale = Math.min(1, pad.width / picture.width, pad.height / picture.height);
      pad.getContext('2d')?.drawImage(picture, 0, 0, picture.width * scale, picture.height * scale);
      changed();
    },
    () => undefined,
  );
}

function letDraw(pad: HTMLCanvasElement, stroke: () => void): void {
  let last: { readonly x: number; readonly y: number } | null = null;
  const at = (event: PointerEvent): { x: number; y: number } => {
    const { left, top, width, height } = pad.getBoundingClientRect();
    return { x: ((event.clientX - left) * pad.width) / width, y: ((event.clientY - top) * pad.height) / height };
  };
  const line = (from: { x: number; y: number }, to: { x: number; y: number }): void => {
    const pen = pad.getContext('2d');
    if (pen === null) return;
    pen.strokeStyle = INK;
    pen.lineWidth = 2.4 * SHARPNESS;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
  };
  pad.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    pad.setPointerCapture(event.pointerId);
    last = at(event);
    line(last, last);
  });
  pad.addEventListener('pointermove', (event) => {
    if (last === null) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const each of points.length > 0 ? points : [event]) {
      const next = at(each);
      line(last, next);
      last = next;
    }
  });
  const end = (): void => {
    if (last === null) return;
    last = null;
    stroke();
  };
  pad.addEventListener('pointerup', end);
  pad.addEventListener('pointercancel', end);
}
