import { expect, it } from 'vitest';
import { isIdCard } from '#contract/id-card.ts';
import { isTaxNumber } from '#contract/tax-number.ts';
import { COMPANIES, PEOPLE } from './verify-some.ts';

it.each(PEOPLE)('$name has a number that passes', ({ idcard }) => expect(isIdCard(idcard, '2026-01-01')).toBe(true));
it.each(COMPANIES)('$name has a code that passes', ({ licence }) => expect(isTaxNumber(licence)).toBe(true));
