const tag = String.raw`\[\[[^[\]]{1,60}\]\]|<<[^<>]{1,60}>>|\$\{[^{}]{1,60}\}|\[(?:sig|initial|text|date|check)\|[^[\]]{1,60}\]`;

/** The text tags of other services in words of a document: they are not read, and stay printed. */
export const otherTags = (words: string): readonly RegExpExecArray[] => [...words.matchAll(new RegExp(tag, 'giu'))];

/** What Word prints where a content control is empty. */
const control =
  "(?:click|tap)(?: or tap)?(?: here)? to enter (?:text|a date)|choose an item|klik of tik(?: hier)? om (?:teks|['’]n datum) in te voer|kies ['’]n item";

/**
 * The same, and what stands for an answer, such as [Company], [____], [●] or the prompt of a control of Word: whether it
 * does, a person decides.
 */
export const standIns = (words: string): readonly RegExpExecArray[] => [
  ...words.matchAll(
    new RegExp(String.raw`${tag}|\[(?:\p{L}[^[\]|]{0,59}|[_.\s]{3,60}|[●•]{1,3})\]|\b(?:${control})\b\.?`, 'giu'),
  ),
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
const asked = /^(?:please )?(?:insert|enter|fill in|select|choose) (?:the |your )?/iu;
const mostWords = 6;
/** What says that an answer is written here, and not which: [Enter here], [Click or tap to enter text], [Select one]. */
const prompt = new RegExp(
  '^(?:please )?(?:insert|enter|select|choose|kies|(?:type|write|add|fill|complete|pick|click|tap|klik|tik|vul|voeg|skryf)(?= ))' +
    "(?: (?:or|tap|here|to|in|enter|insert|type|select|choose|text|value|answer|details|an?|the|your|one|item|option|of|tik|hier|om|te|voer|teks|een|['’]n|date|datum))*$",
  'iu',
);

/** Whether a prompt is one that is said of tickboxes too. */
export const isChoice = (bracketed: string): boolean =>
  /^\[(?:please )?(?:select|choose|pick|kies)\b/iu.test(bracketed);

/**
 * What words in square brackets ask for, such as "Company Name" of [Company Name]; empty for a prompt, which does not say;
 * null for those that ask for nothing: a citation, a footnote, a remark.
 */
export function askedInBrackets(bracketed: string): string | null {
  if (/^\[[●•]+\]$/u.test(bracketed) || new RegExp(`^(?:${control})\\.?$`, 'iu').test(bracketed)) return '';
  const inside = /^\[([\p{L} ’'&/,.-]{2,60})\]$/u.exec(bracketed)?.[1]?.trim() ?? '';
  if (prompt.test(inside.replace(/\.$/u, ''))) return '';
  const words = inside.replace(asked, '').replace(/ (?:here|hier)$/iu, '');
  if (aboutIt.test(inside) || inside.split(/\s+/u).length > mostWords) return null;
  const isParty = words !== inside || /^\p{Lu}/u.test(words);
  return (isParty ? asksFor.any : asksFor.thing).test(words) ? words : null;
}
