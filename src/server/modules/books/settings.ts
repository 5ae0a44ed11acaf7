import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const feeRate = defineSetting('provider_fee_bp', z.int().min(0).max(1_000).default(60), {
  group: '交易',
  title: '支付手续费率（万分之）',
  about: '支付方账单没有写明手续费时，财务月结按这个费率估算，并注明是估算。',
});
