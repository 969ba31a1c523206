import { fieldTypes } from '../contract/resources/template.js';

/** What text tags are and how they are written, for the manual page on them. */
export const textTags: {
  readonly description: readonly string[];
  readonly parts: readonly { readonly name: string; readonly about: string }[];
  readonly examples: readonly { readonly tag: string; readonly about: string }[];
  readonly refusals: string;
} = {
  description: [
    'A text tag is a piece of text in a PDF or Word document that stands for a box. It is written in double braces: the label first, then parts of the form name=value, separated by semicolons, in any order.',
    'The box takes the place of the tag, and the tag itself is removed from the page. A tag may run over several lines, but not from one page to the next. Boxes to sign are made as high as a signature needs, upwards from the line of the tag.',
    'A Word file needs no tags where it has controls: content controls and form fields of old become boxes in their places, with their type and choices. The title of a control is the label, and a * at its end makes the box required; a title that ends with Signature or Initials makes a box to sign. The tag of a control is its data key when it is written like one, or parts such as role=Tenant;key=person.full_name.',
    'The service description names text tags and does not show how they are written: this form is an assumption.',
  ],
  parts: [
    { name: 'type', about: `What the box takes: ${fieldTypes.join(', ')}. Without it, text.` },
    {
      name: 'role',
      about:
        'The name of the role that fills the box. A tag without it belongs to the only role that the other tags of the document name.',
    },
    {
      name: 'key',
      about:
        'The data key that values are written to: namespace.attribute or namespace.entity.attribute in snake_case.',
    },
    { name: 'subject', about: 'The key of the person whose detail it is. Without it, the detail is the signer’s own.' },
    { name: 'required', about: 'true or false. Without it, true.' },
    { name: 'options', about: 'The choices of a dropdown, separated by |. Needed for that type and for no other.' },
  ],
  examples: [
    { tag: '{{Full name;role=Tenant;key=person.full_name;subject=tenant}}', about: 'A detail of the tenant.' },
    { tag: '{{Signature;type=signature;role=Tenant}}', about: 'Where the tenant signs.' },
    { tag: '{{Initials;type=initials;role=Tenant}}', about: 'Where the tenant initials a page.' },
    { tag: '{{Date;type=date_signed;role=Tenant}}', about: 'The day of signing, filled in by the service.' },
    { tag: '{{Bank;type=dropdown;options=Absa|FNB|Nedbank;role=Tenant;required=false}}', about: 'A choice.' },
  ],
  refusals:
    'A tag that is not closed, that has no label, or a part, a type or a key that is none, and a tag without a role in a document with several are refused as invalid_request. The message quotes the tag and names its page. Nothing is created.',
};
