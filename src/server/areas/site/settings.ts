import { z } from 'zod';
import { defineSetting } from '../../modules/settings/index.ts';

export const customerQrcode = defineSetting('customer_qrcode', z.string().max(500).default(''), {
  title: '客服二维码',
  about: '二维码所含的文字，通常是客服微信或社群的链接；留空则不显示。',
  is_public: true,
});
