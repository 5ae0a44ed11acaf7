import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const publisherShare = defineSetting('publisher_share_bp', z.int().min(0).max(10_000).default(8_000), {
  title: '发布者分成',
  about: '售价中归发布者的部分，以万分之一计：8000 即 80%。',
  moves_money: true,
});
