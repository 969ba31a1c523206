import type { Handlers } from '../http/exchange.js';
import { createTemplate } from './template-creation.js';
import { renameTemplateField, renameTemplateFields } from './template-renames.js';
import { acceptNamingRun, createNamingRun } from './template-naming.js';
import { applyTemplatePerson, decideTemplatePerson } from './template-people.js';
import { getTemplate, listTemplatePeople, listTemplates } from './template-reads.js';

/** The operations on templates: author, read, decide people and name fields. */
export const templateHandlers = {
  listTemplates,
  createTemplate,
  getTemplate,
  listTemplatePeople,
  decideTemplatePerson,
  applyTemplatePerson,
  renameTemplateField,
  renameTemplateFields,
  createNamingRun,
  acceptNamingRun,
} satisfies Partial<Handlers>;
