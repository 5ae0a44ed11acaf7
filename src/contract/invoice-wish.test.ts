import { describe, expect, it } from 'vitest';
import { type InvoiceWish, wishFaults } from './invoice-wish.ts';

const wish: InvoiceWish = { holder: 'company', title: '策猫文化有限公司', tax_no: '91350100M000100Y43', mail: 'cai@example.com' };

describe('wishFaults', () => {
  it.each<[string, Partial<InvoiceWish>, string[] | null]>([
    ['a company', {}, null],
    ['a number with spaces', { tax_no: '9135 0100 m000 100y43' }, null],
    ['a person needs no number', { holder: 'personal', title: '个人', tax_no: '' }, null],
    ['a wrong number', { tax_no: '91350100M000100Y44' }, ['tax_no']],
    ['no title', { title: ' ' }, ['title']],
    ['no mail', { mail: 'cai' }, ['mail']],
    ['nothing at all', { title: '', tax_no: '', mail: '' }, ['title', 'tax_no', 'mail']],
  ])('%s', (_name, change, fields) => {
    const faults = wishFaults({ ...wish, ...change });
    expect(faults && Object.keys(faults)).toEqual(fields);
  });
});
