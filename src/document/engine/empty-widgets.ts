import { withPage } from './open-pdf.js';
import type { OpenPdf } from './open-pdf.js';
import type { Widget } from './page-widgets.js';
import { withFieldsOf, withForm } from './page-widgets.js';
import type { Pdfium } from './pdfium.js';

/** What a button that is not pressed stands for. */
const OFF = 'Off';

/**
 * Takes what these widgets hold out of the document: ticks go off and texts away, in the form and on the page. Answers
 * those that are empty afterwards; a field that PDFium will not change stays as it was.
 */
export function emptyWidgets(pdfium: Pdfium, pdf: OpenPdf, widgets: readonly Widget[]): ReadonlySet<Widget> {
  const emptied = new Set<Widget>();
  if (widgets.length === 0) return emptied;
  withForm(pdfium, pdf, (form) => {
    for (const number of new Set(widgets.map(({ page }) => page))) {
      const own = widgets.filter((each) => each.page === number);
      withPage(pdfium, pdf, number - 1, (page) =>
        withFieldsOf(pdfium, form, page, () => {
          for (const widget of own) if (emptyWidget(pdfium, form, page, widget)) emptied.add(widget);
        }),
      );
    }
  });
  return emptied;
}

function emptyWidget(pdfium: Pdfium, form: number, page: number, { kind, annotation }: Widget): boolean {
  const { api } = pdfium;
  const handle = api.FPDFPage_GetAnnot(page, annotation);
  if (handle === 0) return false;
  const isButton = kind === 'checkbox' || kind === 'radio';
  const value = Buffer.from(`${isButton ? OFF : ''}\0`, 'utf16le');
  const pointer = pdfium.put(value);
  try {
    if (!api.EPDFAnnot_SetFormFieldValue(form, handle, pointer)) return false;
    // A button keeps the looks that its maker gave it; those of a text are made again, without one.
    return isButton || api.EPDFAnnot_GenerateFormFieldAP(handle);
  } finally {
    pdfium.free(pointer);
    api.FPDFPage_CloseAnnot(handle);
  }
}
