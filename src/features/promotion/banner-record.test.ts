import { expect, it } from 'vitest';
import { audiencesOfType, BANNER_TYPES } from '#contract/promotion.ts';
import { countingFields } from '#kit/record/fields.ts';
import { BANNER_FIELDS } from './banner-record.ts';

const fields = (type: number) => countingFields(BANNER_FIELDS, { type: String(type) });
const CHOSEN = ['place', 'target', 'audience', 'frequency_type', 'countdown'];

it('asks only for what counts for the type', () => {
  const asked = (type: number) => fields(type).flatMap(({ key }) => (CHOSEN.includes(key) ? [key] : []));
  expect(asked(9)).toEqual(['target', 'audience', 'frequency_type', 'countdown']);
  expect(asked(12)).toEqual(['target', 'audience']);
  expect(asked(20)).toEqual(['place', 'target', 'audience', 'frequency_type', 'countdown']);
  expect(asked(21)).toEqual(['frequency_type']);
  for (const once of [22, 23]) expect(asked(once)).toEqual(['target', 'audience', 'countdown']);
  expect(asked(24)).toEqual(['place', 'target', 'audience']);
});

it('offers the readers that the server takes for the type', () => {
  for (const type of BANNER_TYPES) {
    const found = fields(type).find(({ key }) => key === 'audience');
    if (found?.kind === 'choice')
      expect(
        found.options.map(({ value }) => value),
        String(type),
      ).toEqual(audiencesOfType(type));
  }
});
