/** A party as other languages name it: stems without the prefix that says whose, as in "ufakazi" and "kafakazi". */
export interface PartyStem {
  readonly english: string;
  readonly stems: readonly string[];
}

/** Languages that write "of the witness" as one word, with a prefix: isiNdebele, siSwati, isiXhosa, isiZulu. */
export const PREFIXED_PARTIES: readonly PartyStem[] = [
  { english: 'witness', stems: ['fakazi', 'ngqina'] },
  { english: 'applicant', stems: ['mfakisicelo', 'mfaki sicelo', 'menzi sicelo', 'mfakisibawo', 'mceli'] },
  { english: 'manager', stems: ['mphathi', 'menenja', 'manenja'] },
  { english: 'parent', stems: ['mzali', 'mtali'] },
  { english: 'buyer', stems: ['mthengi', 'mtsengi'] },
  { english: 'seller', stems: ['mthengisi', 'mtsengisi'] },
];

/** Languages that write it as two: Sepedi, Sesotho, Setswana, Tshivenda, Xitsonga. */
export const SEPARATE_PARTIES: readonly PartyStem[] = [
  { english: 'witness', stems: ['hlatse', 'paki', 'mosupi', 'thanzi', 'mbhoni', 'ngqina', 'ingqina'] },
  { english: 'applicant', stems: ['mokgopedi', 'mokopi', 'mohumbeli', 'muhumbeli', 'mukomberi', 'mukombeli'] },
  { english: 'manager', stems: ['molaodi', 'mookamedi', 'mulanguli', 'mininjhere', 'mulangi'] },
  { english: 'parent', stems: ['motswadi', 'motsadi', 'mubebi', 'mutswari'] },
  { english: 'buyer', stems: ['moreki', 'murengi', 'muxavi'] },
  { english: 'seller', stems: ['morekisi', 'murengisi', 'muxavisi'] },
];
