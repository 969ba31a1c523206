import type { Pdfium } from './pdfium.js';

const IMAGE = 3;
const FORM = 5;
const MOST_OBJECTS = 5_000;
const DEEPEST = 4;

/** Whether a loaded page shows a picture, such as a scan, also inside a Form XObject. */
export function hasPicture({ api }: Pdfium, page: number): boolean {
  let left = MOST_OBJECTS;
  const isPicture = (object: number, depth: number): boolean => {
    left -= 1;
    const type = api.FPDFPageObj_GetType(object);
    if (type === IMAGE) return true;
    if (type !== FORM || depth >= DEEPEST) return false;
    return some(api.FPDFFormObj_CountObjects(object), (index) =>
      isPicture(api.FPDFFormObj_GetObject(object, index), depth + 1),
    );
  };
  const some = (count: number, is: (index: number) => boolean): boolean => {
    for (let index = 0; index < count && left > 0; index++) if (is(index)) return true;
    return false;
  };
  return some(api.FPDFPage_CountObjects(page), (index) => isPicture(api.FPDFPage_GetObject(page, index), 0));
}
