import { adCalls } from '#contract/ad/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import {
  type AdViewLine,
  adFilm,
  adFilms,
  adMembersOnly,
  adPictureSeconds,
  adPriceMost,
  adState,
  adsADay,
  adViewRows,
  adViewSource,
  beatAd,
  requestAd,
} from '../../modules/ads/index.ts';
import { BY_DAY, BY_TIME, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';

const seconds = (ms: number): number => Math.round(ms / 1000);

/** Advertisements that were shown. */
export const adViewList: StaffList = {
  key: 'ads',
  title: '广告播放',
  verb: 'banner.edit',
  source: adViewSource,
  columns: [
    { key: 'film', title: '广告' },
    { key: 'user', title: '用户' },
    { key: 'item_id', title: '解锁内容编号', kind: 'number' },
    { key: 'watched', title: '已看（秒）', kind: 'number' },
    { key: 'duration', title: '时长（秒）', kind: 'number' },
    { key: 'over', title: '状态', kind: 'state' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [...BY_DAY],
  orders: BY_TIME,
  search: '内容编号、用户编号或手机号',
  people: holderOf,
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly AdViewLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.user_id}`,
      cells: {
        film: line.film_title,
        user: people.get(line.user_id).nickname,
        item_id: line.item_id,
        watched: seconds(line.watched_ms),
        duration: seconds(line.duration_ms),
        over: line.over ? '已看完' : '未看完',
        created_at: line.created_at,
      },
    }));
  },
};

/** Opening an item by an advertisement that a phone plays to the end. */
const adEndpoints: Endpoint[] = [
  serve(adCalls.request, (ctx, { type, vid }) => requestAd(ctx, { item_id: vid, kind: type })),
  serve(adCalls.over, (ctx, { request_id }) => adState(ctx, request_id)),
  serve(adCalls.film, (ctx, { request_id }) => adFilm(ctx, request_id)),
  serve(adCalls.beat, (ctx, input) => beatAd(ctx, input)),
];

export const adArea: Manifest = {
  name: 'ad',
  endpoints: adEndpoints,
  settings: [adFilms, adPictureSeconds, adPriceMost, adMembersOnly, adsADay],
  staff_lists: [adViewList],
  personal: { files: { 看广告获得的内容: adViewRows } },
};
