import { expect, it } from 'vitest';
import { phonesOf } from './IssuePanel.tsx';

it('finds phones in lines, in a CSV and in words, each once', () => {
  expect(phonesOf('13800000001\n13800000002,13800000001;"13912345678"\r\n手机：19900000000。')).toEqual([
    '13800000001',
    '13800000002',
    '13912345678',
    '19900000000',
  ]);
});

it('takes nothing out of longer numbers, and no other numbers', () => {
  expect(phonesOf('138000000012 12800000000 1380000000 86013800000001')).toEqual([]);
});
