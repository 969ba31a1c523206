import { describe, expect, it } from 'vitest';
import { keyShape } from '../../src/contract/key-shape.js';

const masked = (text: string): string => text.replace(keyShape, '$1_***');

describe('the shape of a key', () => {
  it.each([
    ['esign_live_Zm9yZWlnbi1rZXktdGhhdC1pcy1ub3QtbWluZS1hdC1hbGwt', 'esign_live_***'],
    [`test_${'0123456789abcdef'.repeat(2)}`, 'test_***'],
    [`"live_${'aB3_-'.repeat(8)}xyz"`, '"live_***"'],
  ])('is that of %s', (key, shown) => expect(masked(key)).toBe(shown));

  it.each([
    'household.live_in_partner_name',
    'test_agreement_number_1',
    'test_run_2026_0001',
    'test_agreement_of_the_year_2026_version_12',
    'test_key_cannot_edit_templates',
    'for live_viewing_of_the_document_by_everybody',
  ])('is not that of %s', (words) => expect(masked(words)).toBe(words));

  it('detects long texts at once', () => {
    const text = `live_${'a-'.repeat(500_000)} test_${'_'.repeat(500_000)}`;
    expect(masked(text)).toBe(text);
  });
});
