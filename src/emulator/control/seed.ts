import { settingsRepository } from '../store/settings-repository.js';
import { Refusal } from '../domain/refusal.js';
import type { First } from '../provision.js';
import { seededNames, writtenSeed } from './answers.js';
import { type ControlRoute, route } from './route.js';

/** The data as a seed file, and what a seed file created. */
export const seedRoutes = (first: First): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/seeded',
    summary: 'Return the IDs of what the seed file of this data created, by the names in the file',
    body: null,
    answer: seededNames,
    handle({ service }) {
      const { templates = {}, envelopes = {}, endpoints = [] } = settingsRepository(service.store.sql).seeded() ?? {};
      return { templates, envelopes, endpoints };
    },
  }),
  route({
    method: 'GET',
    path: '/_emulator/seed-file',
    summary: 'Return the data as a seed file, and the documents that it names',
    query: { folder: 'where the seed file finds the documents, relative to it (default: files)' },
    body: null,
    answer: writtenSeed,
    async handle({ service, query }) {
      const folder = query.get('folder') ?? 'files';
      if (folder === '' || folder.length > 200)
        throw new Refusal('invalid_request', 'folder must be 1 to 200 characters.');
      const { writeSeed } = await import('../seed/write-seed.js');
      const { yaml, files } = writeSeed(service, first, folder);
      return { yaml, files: files.map(({ name, pdf }) => ({ name, pdf: pdf.toString('base64') })) };
    },
  }),
];
