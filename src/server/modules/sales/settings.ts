import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const publisherShare = defineSetting('publisher_share_bp', z.int().min(0).max(10_000).meta({ unit: 'bp' }).default(8_000), {
  group: '交易',
  title: '发布者分成',
  about: '售价中归发布者的部分，下单时确定。',
  moves_money: true,
});
