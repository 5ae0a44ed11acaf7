import { expect, it } from 'vitest';
import { INVOICE_TRANSITIONS } from './rules.ts';

it('ends refused, withdrawn and reversed invoices for good, and never loses an issued one', () => {
  for (const status of ['refused', 'withdrawn'] as const) expect(INVOICE_TRANSITIONS[status]).toEqual({});
  expect(Object.values(INVOICE_TRANSITIONS.issued)).toEqual(['red_due', 'red_due', 'red_due', 'issued']);
  expect(INVOICE_TRANSITIONS.red).toEqual({ refile: 'red' });
  expect(INVOICE_TRANSITIONS.red_due.reverse).toBe('red');
});
