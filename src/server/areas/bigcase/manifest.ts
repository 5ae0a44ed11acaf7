import { z } from 'zod';
import type { ItemPublic, SampleDetail } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { albumKeyOf, hasAlbum } from '../../modules/downloads/index.ts';
import { defineSetting } from '../../modules/settings/index.ts';
import type { Manifest } from '../manifest.ts';
import { bigcaseEndpoints } from './routes.ts';

/** What stands below the price of a big case. The specification says 7.5折 in one place and 8折 in another: which is promised is the operator's. */
export const sampleMemberNote = defineSetting(
  'sample_member_note',
  z.string().trim().max(60).default('方案会员可查看云相册并下载全部原图'),
  {
    group: '页面与联系方式',
    title: '大案例会员说明',
    about: '大案例详情页价格下方的一句话，例如“会员购买大案例享 8 折”；留空则不显示。实付价格不受影响。',
  },
);

const ACTIVITY = ['theme', 'location', 'adress', 'start_time', 'end_time', 'activity_company', 'sponsor', 'toppic'] as const;

type SampleOwn = Pick<
  SampleDetail,
  'introduce' | 'photo_key' | 'photo_num' | 'album_url' | 'img_num' | 'img_urls' | 'collect_url' | (typeof ACTIVITY)[number]
>;

/** What the detail call of a big case says beyond what all do (spec 3, Big case), by the specification's spelling. */
export async function sampleFields(ctx: Ctx, part: ItemPublic): Promise<SampleOwn> {
  const photo_key = albumKeyOf(ctx, part.id, hasAlbum(part.fields, part.price > 0 || part.vip_only));
  const activity = Object.fromEntries(ACTIVITY.map((key) => [key, String(part.fields[key] ?? '')]));
  return {
    introduce: part.introduction,
    photo_key,
    photo_num: photo_key === '' ? 0 : part.pages,
    album_url: photo_key === '' ? '' : `/bigcase/album?vv=${photo_key}&sample_id=${part.id}`,
    img_num: part.pages,
    img_urls: part.imgs.map(({ picture }) => picture.src),
    collect_url: part.cover?.src ?? '',
    ...(activity as Record<(typeof ACTIVITY)[number], string>),
  };
}

export const bigcaseArea: Manifest = {
  name: 'bigcase',
  endpoints: bigcaseEndpoints,
  settings: [sampleMemberNote],
  own_fields: { [KINDS.sample.key]: sampleFields },
};
