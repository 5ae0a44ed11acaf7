import { z } from 'zod';
import { defineSetting, fenSchema } from '../settings/index.ts';

export const adFilms = defineSetting('ad_films', z.array(z.int().min(1)).max(50).default([]), {
  group: '会员、积分与活动',
  title: '广告片',
  about: '每行一个已发布作品的编号：有视频的播放视频，没有的展示封面；留空则不提供看广告解锁。',
});

export const adPictureSeconds = defineSetting('ad_picture_seconds', z.int().min(5).max(120).meta({ unit: '秒' }).default(15), {
  group: '会员、积分与活动',
  title: '封面广告的时长',
  about: '没有视频的作品以封面作广告时展示的秒数。',
});

export const adPriceMost = defineSetting('ad_price_max_fen', fenSchema(0, 10_000_000, 1_000), {
  group: '会员、积分与活动',
  title: '可看广告解锁的最高价格',
  about: '售价不超过它的付费内容可看广告解锁；0 表示付费内容都不可以。',
});

export const adMembersOnly = defineSetting('ad_members_only', z.boolean().default(true), {
  group: '会员、积分与活动',
  title: '会员专享内容可看广告解锁',
  about: '打开后，不单独出售的会员专享内容也可看广告解锁。',
});

export const adsADay = defineSetting('ads_a_day', z.int().min(0).max(100).meta({ unit: '次' }).default(3), {
  group: '会员、积分与活动',
  title: '每人每天看广告解锁的次数',
  about: '看完才计一次，解锁到当天结束。',
});
