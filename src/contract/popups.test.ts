import { expect, it, test } from 'vitest';
import { KINDS } from './kinds.ts';
import {
  columnPlace,
  cookieEnd,
  isQuietPath,
  keptAs,
  nextPopup,
  POPUP_COOKIES,
  type PopupState,
  packPopups,
  popupDay,
  readPopups,
  registerBannerDue,
} from './popups.ts';
import type { Audience, PopupOffer, PopupType } from './promotion.ts';

const noon = new Date('2026-11-22T12:00:00+08:00');
const offer = (type: PopupType, more: Partial<PopupOffer> = {}): PopupOffer => ({
  ...{ type, place: 0, frequency_type: 1, audience: 'all' as Audience, starts_at: 0, ends_at: 0 },
  ...more,
});
const ALL = [offer(9), offer(20, { place: 2 }), offer(22), offer(23)];
const page = (more: Partial<PopupState> = {}): PopupState => ({
  ...{ path: '/programme', is_busy: false, reader: null, sign_in: true, offers: ALL, kept: {}, shown: [] },
  ...more,
});
/** Everything that a page asks for where nothing of it comes, in its order. */
function all(state: PopupState, now = noon): string[] {
  const shown: PopupState['shown'][number][] = [];
  for (;;) {
    const next = nextPopup({ ...state, shown }, now);
    if (next === null) return shown;
    shown.push(next);
  }
}

it('S-600 begins with the calendar, goes on with the ad of the site and the one of the column', () => {
  expect(all(page({ reader: { issign: 0 } }))).toEqual(['sign_in', 'full', 'column', 'claim', 'upgrade']);
  expect(all(page({ reader: { issign: 1 } }))).toEqual(['full', 'column', 'claim', 'upgrade']);
  expect(all(page()).slice(0, 2)).toEqual(['full', 'column']);
  expect(all(page({ reader: { issign: 0 }, sign_in: false, offers: [] }))).toEqual([]);
});

it('shows the calendar once a Shanghai day', () => {
  const reader = { issign: 0 } as const;
  const after = (now: string) => all(page({ reader, offers: [], kept: { signtime: '2026-11-22' } }), new Date(now));
  expect(after('2026-11-22T23:59:59+08:00')).toEqual([]);
  expect(after('2026-11-23T00:00:00+08:00')).toEqual(['sign_in']);
  expect(popupDay(new Date('2026-11-22T16:00:00Z'))).toBe('2026-11-23');
});

test('H3 one a session: what came up leaves the rest for the next one', () => {
  const kept = { [POPUP_COOKIES.came]: '1' };
  expect(all(page({ kept }))).toEqual([]);
  expect(all(page({ kept, reader: { issign: 0 } }))).toEqual([]);
});

test('U2 nothing comes on the page of one work, demand, salon or job, nor over a player; on their lists it may', () => {
  const { list, detail } = { list: new Set<string>(), detail: new Set<string>() };
  for (const { paths } of Object.values(KINDS)) {
    list.add(paths.list);
    detail.add(paths.detail);
  }
  const more = ['/receiveOrder/detail', '/demandProgramme/details', '/study/player', '/study/playerH5', '/programme/caseDetail', '/series'];
  const offers = [offer(9), offer(21), offer(22)];
  for (const path of [...detail, ...more]) {
    expect(isQuietPath(path), path).toBe(true);
    expect([all(page({ path, offers, reader: { issign: 0 } })), registerBannerDue(page({ path, offers }), noon)], path).toEqual([
      [],
      false,
    ]);
  }
  for (const path of [...list, '/', '/search', '/about/law']) expect([path, isQuietPath(path)]).toEqual([path, false]);
});

test.each(['/salon/ticket', '/salon/success', '/vip/result', '/study/certificate', '/unsubscribe'])(
  'H3 nothing comes over %s, which is shown at a door or answers what was done',
  (path) => {
    expect(all(page({ path, reader: { issign: 0 } }))).toEqual([]);
    expect(registerBannerDue(page({ path, offers: [offer(21)] }), noon)).toBe(false);
  },
);

test('H3 nothing comes once a field was touched or the work is bought, on any page', () => {
  for (const path of ['/', '/receiveOrder/detail', '/programme/detail', '/search']) {
    expect(all(page({ path, is_busy: true, reader: { issign: 0 } })), path).toEqual([]);
    expect(registerBannerDue(page({ path, is_busy: true, offers: [offer(21)] }), noon), path).toBe(false);
  }
});

it('S-101, S-102 shows what can be claimed or upgraded where no ad came, each once', () => {
  const offers = [offer(22), offer(23)];
  expect(all(page({ offers }))).toEqual(['claim', 'upgrade']);
  expect(all(page({ offers, kept: { claim_popup: '1' } }))).toEqual(['upgrade']);
  expect(all(page({ offers, kept: { claim_popup: '1', vip_upgrade: '1' } }))).toEqual([]);
});

it('O-001 shows no ad below /active/', () => {
  expect(all(page({ path: '/active/newYear', reader: { issign: 1 } }))).toEqual([]);
  expect(all(page({ path: '/active', offers: [offer(9)] }))).toEqual(['full']);
});

it('C-202, C-501, CH-5, S-601 knows columns by the last part of the path', () => {
  const places = [
    '/',
    '/home',
    '/programme',
    '/article/',
    '/resources',
    '/study',
    '/demand',
    '/salon',
    '/programme/detail',
    '/vip/openVip',
  ];
  expect(places.map(columnPlace)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 0, 0]);
  expect(all(page({ path: '/resources', offers: [offer(20, { place: 2 })] }))).toEqual([]);
  expect(all(page({ path: '/vip/openVip', offers: [offer(20)] }))).toEqual(['column']);
});

it('SH-3 is suppressed by the cookie of its own place alone: two columns in one day', () => {
  const offers = [offer(20, { place: 2 }), offer(20, { place: 4 })];
  const kept = { [keptAs(20, 2)]: '1' };
  expect(all(page({ offers, kept }))).toEqual([]);
  expect(all(page({ offers, kept, path: '/resources' }))).toEqual(['column']);
  expect(all(page({ offers: [offer(9)], kept: { ad_full: '1' } }))).toEqual([]);
});

it('S-602, S-982 keeps a cookie to 32 hours after midnight in Shanghai, for the session, or for a week', () => {
  const day = (at: string) => cookieEnd(1, new Date(at))?.toISOString();
  expect(day('2026-11-22T00:00:00+08:00')).toBe('2026-11-23T00:00:00.000Z');
  expect(day('2026-11-22T23:59:59+08:00')).toBe('2026-11-23T00:00:00.000Z');
  expect(day('2026-11-23T00:00:00+08:00')).toBe('2026-11-24T00:00:00.000Z');
  expect(cookieEnd(2, noon)).toBeNull();
  expect((cookieEnd(3, noon)?.getTime() ?? 0) - noon.getTime()).toBe(7 * 86_400_000);
});

it('comes within its time and for its audience', () => {
  const now = noon.getTime() / 1000;
  const shows = (more: Partial<PopupOffer>, reader: PopupState['reader'] = null) =>
    all(page({ offers: [offer(9, more)], reader, sign_in: false })).length === 1;
  expect([shows({ starts_at: now }), shows({ starts_at: now + 1 }), shows({ ends_at: now + 1 }), shows({ ends_at: now })]).toEqual([
    ...[true, false, true, false],
  ]);
  const member = { issign: 1 } as const;
  const who = (audience: Audience) => [shows({ audience }), shows({ audience }, member)];
  expect([who('all'), who('visitor'), who('member'), who('new')]).toEqual([
    [true, true],
    [true, false],
    [false, true],
    [false, true],
  ]);
});

it('S-100 offers the register banner to visitors until its cookie is there', () => {
  const offers = [offer(21)];
  expect(registerBannerDue(page({ offers }), noon)).toBe(true);
  expect(registerBannerDue(page({ offers, kept: { register_banner: '1' } }), noon)).toBe(false);
  expect(registerBannerDue(page({ offers, reader: { issign: 1 } }), noon)).toBe(false);
  expect(registerBannerDue(page({ offers: [] }), noon)).toBe(false);
});

it('travels in a few bytes, and in none where nothing may come up', () => {
  expect(packPopups(false, [])).toBeUndefined();
  expect(readPopups(packPopups(true, ALL))).toEqual({ sign_in: true, offers: ALL });
  expect(readPopups(undefined)).toEqual({ sign_in: false, offers: [] });
});
