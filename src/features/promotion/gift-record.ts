import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { GIFTS_MOST, type Gift, isOwnPicture, isQrGift } from '#contract/promotion.ts';
import { GIFT_TYPE_NAMES } from '#contract/promotion-names.ts';
import type { RecordField } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/gift'>;

const FIELDS: readonly RecordField<keyof Form>[] = [
  {
    key: 'gifts',
    label: '礼物',
    kind: 'rows',
    most: GIFTS_MOST,
    empty: { type: 1, btn: '去看看' },
    fields: [
      { key: 'name', label: '名称', kind: 'text', max: 20 },
      { key: 'title', label: '标题', kind: 'text', max: 30 },
      { key: 'desc', label: '说明', kind: 'text', max: 60 },
      { key: 'btn', label: '按钮', kind: 'text', max: 10 },
      {
        key: 'type',
        label: '类型',
        kind: 'choice',
        is_number: true,
        options: Object.entries(GIFT_TYPE_NAMES).map(([value, title]) => ({ value, title })),
      },
      { key: 'target', label: '链接或二维码内容', kind: 'text', max: 300, hint: '二维码填扫出的文字或网址，其余填本站路径' },
      { key: 'code', label: '二维码图片', kind: 'picture', hint: '仅扫码类，例如群二维码；上传后代替上面的文字' },
    ],
  },
];

/** A picture as QR has an input of its own, and none for gifts that lead to a page. */
export interface GiftRow extends Gift {
  code: string;
}

export const shownGift = (gift: Gift): GiftRow =>
  isQrGift(gift.type) && isOwnPicture(gift.target) ? { ...gift, target: '', code: gift.target } : { ...gift, code: '' };

export const meantGift = ({ code, ...gift }: GiftRow): Gift => (isQrGift(gift.type) && code !== '' ? { ...gift, target: code } : gift);

/** The one list of gifts: a record without a number of its own. */
export const giftRecord: RecordInput<null, Form> = {
  only: true,
  fields: FIELDS,
  empty: { gifts: [] },
  read: async () => ({ values: { gifts: (await gateway('GET /admin/gift', {}, { silent: true })).gifts.map(shownGift) }, facts: null }),
  async save({ gifts }) {
    await gateway('POST /admin/gift', { gifts: (gifts as GiftRow[]).map(meantGift) }, { silent: true });
    return { id: 1 };
  },
};
