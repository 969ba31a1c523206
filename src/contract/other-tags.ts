const tag = String.raw`\[\[[^[\]]{1,60}\]\]|<<[^<>]{1,60}>>|\$\{[^{}]{1,60}\}|\[(?:sig|initial|text|date|check)\|[^[\]]{1,60}\]`;

/** The text tags of other services in words of a document: they are not read, and stay printed. */
export const otherTags = (words: string): readonly RegExpExecArray[] => [...words.matchAll(new RegExp(tag, 'giu'))];

/** The same, and brackets that stand for an answer, such as [Company] or [____]: whether they do, a person decides. */
export const standIns = (words: string): readonly RegExpExecArray[] => [
  ...words.matchAll(new RegExp(String.raw`${tag}|\[(?:\p{L}[^[\]|]{0,59}|[_.\s]{3,60})\]`, 'giu')),
];

/** Whether words are such a tag and nothing else. */
export const isOtherTag = (words: string): boolean => new RegExp(`^(?:${tag})$`, 'iu').test(words);

/** What forms ask for, and the parties that a contract names. */
const things =
  'names?|surname|address(?:es)?|dates?|day|month|year|number|amount|price|sum|fees?|rate|rent|rental|deposit|salary|' +
  'wage|percentage|currency|period|term|duration|title|position|designation|occupation|capacity|country|city|town|' +
  'province|suburb|jurisdiction|place|venue|location|street|zip|plz|postcode|code|e-?mail|phone|telephone|cellphone|' +
  'id|vin|description|relationship|reference|nationality|bank|account|naam|adresse?|adres|datum|bedrag|nommer';
const parties =
  'company|business|entity|organi[sz]ation|trust|school|university|department|employer|employee|client|customer|' +
  'contractor|supplier|vendor|landlord|tenant|lessor|lessee|buyer|seller|purchaser|party|recipient|discloser|' +
  'borrower|lender|applicant|guarantor|project|product|state';
/** Words about the document itself, which nobody fills in: [Signature page follows], [insert clause]. */
const aboutIt =
  /\b(?:pages?|follows?|blank|omitted|deleted?|reserved|clauses?|sections?|schedule|annex(?:ure)?|appendix|paragraphs?|regulations?|article|see|note|above|below|if|attach|accessed|emphasis|footnote|continued|seal|stamp)\b/iu;
const asksFor = {
  thing: new RegExp(`\\b(?:${things})\\b`, 'iu'),
  any: new RegExp(`\\b(?:${things}|${parties})\\b`, 'iu'),
};
const asked = /^(?:insert|enter|fill in) (?:the |your )?/iu;
const mostWords = 6;

/**
 * What words in square brackets ask for, such as "Company Name" of [Company Name]; null for those that ask for nothing:
 * a citation, a footnote, a remark.
 */
export function askedInBrackets(bracketed: string): string | null {
  const inside = /^\[([\p{L} ’'&/,.-]{2,60})\]$/u.exec(bracketed)?.[1]?.trim() ?? '';
  const words = inside.replace(asked, '');
  if (aboutIt.test(inside) || inside.split(/\s+/u).length > mostWords) return null;
  const isParty = words !== inside || /^\p{Lu}/u.test(words);
  return (isParty ? asksFor.any : asksFor.thing).test(words) ? words : null;
}
