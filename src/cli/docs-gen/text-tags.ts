import { fieldTypes } from '../../contract/resources/template.js';

/** What text tags are and how to write them, for the help topic. */
export const textTags: {
  readonly description: readonly string[];
  readonly parts: readonly { readonly name: string; readonly about: string }[];
  readonly examples: readonly { readonly tag: string; readonly about: string }[];
  readonly refusals: string;
} = {
  description: [
    'A text tag is text in a PDF or Word document that becomes a field. Write it in double braces: first the label, then name=value parts in any order, separated by semicolons.',
    'The field replaces the tag on the page. A tag can span several lines, but not pages. Signature and initials fields extend upwards from the line of the tag, so that a signature fits.',
    'In a Word file, content controls and legacy form fields become fields too, with their type and choices. The title of a control is the label. A * at the end of the title makes the field required, and a title that ends with Signature or Initials makes a signature or initials field. The tag of a control is its data key, or parts such as role=Tenant;key=person.full_name.',
    'The description of the service mentions text tags but not their syntax. This syntax is an assumption.',
  ],
  parts: [
    { name: 'type', about: `The type of the field: ${fieldTypes.join(', ')}. Default: text.` },
    {
      name: 'role',
      about:
        'The name of the role that fills in the field. Default: the only role that the other tags of the document name.',
    },
    {
      name: 'key',
      about: 'The data key for values: namespace.attribute or namespace.entity.attribute, in snake_case.',
    },
    { name: 'subject', about: 'The key of the person whose detail it is. Default: the signer.' },
    { name: 'required', about: 'true or false. Default: true.' },
    {
      name: 'options',
      about: 'The choices of a dropdown, separated by |. Required for dropdowns, and not allowed for other types.',
    },
  ],
  examples: [
    { tag: '{{Full name;role=Tenant;key=person.full_name;subject=tenant}}', about: 'The full name of the tenant.' },
    { tag: '{{Signature;type=signature;role=Tenant}}', about: 'A signature field for the tenant.' },
    { tag: '{{Initials;type=initials;role=Tenant}}', about: 'An initials field for the tenant.' },
    { tag: '{{Date;type=date_signed;role=Tenant}}', about: 'The date of signing, filled in by the service.' },
    {
      tag: '{{Bank;type=dropdown;options=Absa|FNB|Nedbank;role=Tenant;required=false}}',
      about: 'An optional dropdown.',
    },
  ],
  refusals:
    'The service refuses a file with an invalid tag as invalid_request: a tag that is not closed, has no label, has an invalid part, type or key, or has no role in a document with several roles. The message quotes the tag and its page. Nothing is created.',
};
