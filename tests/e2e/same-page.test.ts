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

const textOf = async (path: string) => {
  // a robot, so that no number of views changes meanwhile
  const answer = await fetch(site.url + path, { redirect: 'manual', headers: { 'user-agent': 'test bot' } });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.text()).split(/(?=<)/);
};
const newIn = (parts: string[], known: string[]) => parts.filter((part, at) => part !== known[at]);

it('renders a page to the same bytes each time, whatever is rendered beside it, and names nothing in it twice', async () => {
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
    // the first ones together: none finds a part that another has kept
    const [first = [], ...others] = await Promise.all([textOf(path), textOf(path), textOf(path)]);
    others.push(await textOf(path));
    for (const again of others) expect([path, newIn(again, first)]).toEqual([path, []]);
    const ids = [...first.join('').matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids]).toEqual([path, [...new Set(ids)]]);
  }
});
