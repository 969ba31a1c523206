import type { Context } from '../../cli/context/context.js';
import type { Client } from '../../client/client.js';
import { filledSource } from './filled-source.js';
import { withDocuments } from './offline.js';
import { colourRoles, drawPage, type PreviewPage } from './preview-drawing.js';
import { placeFor, writePictures } from './preview-files.js';
import { previewOfTemplate } from './preview-source.js';

/**
 * Writes a PNG of each page, filled with sample values and signatures and stamped DRAFT, and a legend. Returns the files.
 * Throws FileFailure, and what rendering and downloads throw.
 */
export async function writeRehearsalPictures(
  context: Context,
  { client, templateId, folder, force }: { client: Client; templateId: string; folder: string; force: boolean },
): Promise<readonly string[]> {
  const place = await placeFor(context, { source: templateId, output: folder, format: 'png', force });
  const written = await withDocuments(context, async (engine) => {
    const source = filledSource(context, engine, await previewOfTemplate(client, templateId));
    const roles = colourRoles(source.boxes);
    const progress = context.output.progress('Filling the pages');
    const pages: PreviewPage[] = [];
    try {
      for (let page = 1; page <= source.pageCount; page += 1) pages.push(await drawPage(engine, source, roles, page));
    } finally {
      progress.stop();
    }
    return await writePictures(context, place, source, pages, roles);
  });
  return written.files;
}
