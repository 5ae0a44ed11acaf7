import { expect, it } from 'vitest';
import type { SpecForm } from '#contract/outputs/membership.ts';
import { faultIn } from './PlanEditor.tsx';

it('never takes what is no number for 0, which is for life', () => {
  const spec = { show_date: '一年', days: 365, price: 199, org_price: 299, max_download_pre_day: 0 } as SpecForm;
  const faults = (change: Partial<SpecForm>) => faultIn({ specs: [spec, { ...spec, ...change }] });
  expect([faults({}), faults({ days: 0 })]).toEqual([null, null]);
  expect(faults({ days: Number.NaN })).toBe('一年：天数为 0 至 3660');
  expect(faults({ price: 100_001 })).toBe('一年：现价为 0.01 至 100000');
  expect(faults({ org_price: 0 })).toBe('一年：划线价为 0.01 至 100000');
  expect(faults({ max_download_pre_day: 999 })).toBe('一年：每天次数为 0 至 998');
});
