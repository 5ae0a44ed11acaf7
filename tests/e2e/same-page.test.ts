import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { fillSite, type SiteWorld } from '../support/site-world.ts';

let site: Site;
let world: SiteWorld;
beforeAll(async () => {
  // every answer is rendered
  site = await startSite({ env: { PAGE_CACHE_MB: '0' } });
  world = await fillSite(site, 6);
});
afterAll(() => site?.stop());

it('renders a page to the same bytes each time, whatever parts it shares with pages before, and names nothing in it twice', async () => {
  const paths = [
    `/programme/detail?id=${world.paid}`,
    `/programme/detail?id=${world.free}`,
    `/programme/detail?id=${world.vip}`,
    '/',
    '/programme',
    '/programme?price=free',
    '/search?keyword=年会',
    `/programme/heji?id=${world.collection_id}`,
    `/personalLecturer?uid=${world.publisher_id}`,
    '/about/helpCenter',
    '/login',
    '/register',
    '/hmh?type=1',
    '/programme/add',
    '/personalCenter/mySchemeOrder',
  ];
  for (const path of paths) {
    const text = async () => {
      // a robot, so that no number of views changes meanwhile
      const answer = await fetch(site.url + path, { redirect: 'manual', headers: { 'user-agent': 'test bot' } });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    const first = await text();
    const ids = [...first.matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids]).toEqual([path, [...new Set(ids)]]);
    for (const again of [await text(), await text(), ...(await Promise.all([text(), text(), text()]))]) expect(again).toBe(first);
  }
});
