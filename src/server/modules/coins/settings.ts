import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const coinPacks = defineSetting('coin_packs', z.array(z.int().min(1).max(10_000)).max(12).default([10, 30, 50, 100, 200, 500]), {
  group: '交易',
  title: '猫币充值面额',
  about: '每行一个面额，1 元兑换 1 猫币；留空则不能充值。',
});
