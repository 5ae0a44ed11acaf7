import type { ItemPublic, SampleDetail } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';
import { albumKeyOf, hasAlbum } from '../../modules/downloads/index.ts';

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
