import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { ticketPath } from '#contract/salon.ts';
import type { BusyPeople } from '../support/busy-people.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, openReader } from '../support/reader-browser.ts';
import { growTaught, type Taught } from '../support/taught-world.ts';

const { site, browser, beside } = joinedSite();
let taught: Taught;
beforeAll(async () => {
  taught = await growTaught(beside);
});

const FRAMES = ['/personalCenter/mySchemeOrder', '/admin/review'];

type Who = keyof BusyPeople | 'visitor' | 'host' | 'boss';
type Ready = (page: Page) => Promise<unknown>;
type Row = [string, Who, () => string, Ready];
const detail = (id: number) => `/programme/detail?id=${id}`;
const press = (page: Page, name: string | RegExp, within = 'main') =>
  page
    .locator(within)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click();

/** Pages as their owner sees them: who, where, and what shows that all of it is there. */
const own: Row[] = [
  [
    'orders',
    'buyer',
    () => '/personalCenter/mySchemeOrder',
    (page) =>
      page
        .getByText(/待支付，剩余/)
        .first()
        .waitFor(),
  ],
  ['published', 'publisher', () => '/personalCenter/myPublish', (page) => page.getByText('审核中').first().waitFor()],
  ['nothing published', 'buyer', () => '/personalCenter/myPublish', (page) => page.getByText('还没有发布过作品').waitFor()],
  ['publish', 'publisher', () => '/programme/add', (page) => page.getByText('把文件拖到这里').waitFor()],
  [
    'publish with everything missing',
    'publisher',
    () => '/programme/add',
    async (page) => {
      await page.getByText('把文件拖到这里').waitFor();
      await press(page, '发布方案');
      await page.getByText('请上传方案文件').waitFor();
    },
  ],
  ['review', 'reviewer', () => '/admin/review', (page) => page.getByRole('article').locator('img').first().waitFor()],
  ['a ticket', 'host', () => ticketPath(taught.ticket), (page) => page.getByText('活动现场管理沙龙').first().waitFor()],
  ['talk to publish', 'host', () => '/salon/addTalk', (page) => page.getByLabel(/标题/).first().waitFor()],
  ['costs of the assistant', 'boss', () => '/admin/assistant', (page) => page.getByText('毛利').first().waitFor()],
  ['months of the books', 'boss', () => '/admin/months', (page) => page.getByText('双边核对').first().waitFor()],
  ['lines of the ledger', 'boss', () => '/admin/ledger', (page) => page.locator('main table tbody tr').first().waitFor()],
  ['bought scheme', 'buyer', () => detail(site.world.paid), (page) => page.getByText('您已购买').first().waitFor()],
];

/** Open dialogs: who, where, and the way to it. */
const dialogs: Row[] = [
  ['login', 'visitor', () => detail(site.world.paid), (page) => press(page, '¥68 购买')],
  [
    'share',
    'visitor',
    () => detail(site.world.paid),
    async (page) => {
      await press(page, /^分享/);
      // its buttons change with the code
      await page.getByAltText('本页的二维码').waitFor();
    },
  ],
  ['purchase', 'buyer', () => detail(site.world.schemes[4] as number), (page) => press(page, '¥68 购买')],
  ['report', 'buyer', () => detail(site.world.paid), (page) => press(page, /^举报/)],
  [
    'captcha',
    'buyer',
    () => detail(site.guarded.id),
    async (page) => {
      // the gate looks back ten minutes, less than the run takes
      const headers = { platform: '4', token: site.people.buyer };
      await page.request.post(`${site.url}/gateway/scheme/index/downloadurl`, { headers, data: { id: site.guarded.id } });
      await press(page, '下载方案');
    },
  ],
  ['closing an order', 'buyer', () => '/personalCenter/mySchemeOrder', (page) => press(page, '关闭订单')],
  ['what to publish', 'publisher', () => '/personalCenter/myPublish', (page) => press(page, '发布作品')],
  ['returning a scheme', 'reviewer', () => '/admin/review', (page) => press(page, '退回')],
];

async function openAs(who: Who, path: string, width: 1440 | 390) {
  const token = who === 'host' ? taught.owner.token : who === 'boss' ? taught.boss.token : who === 'visitor' ? '' : site.people[who];
  const reader = await openReader(browser, site, { width, ...(token === '' ? {} : { token }) });
  await reader.page.goto(site.url + path, { waitUntil: 'networkidle' });
  return reader;
}

describe('axe finds nothing at 1440 and 390 px for who is signed in', () => {
  it.concurrent.each(own)('on %s', async (_name, who, path, ready) => {
    const { page, context } = await openAs(who, path(), 1440);
    await ready(page);
    // the frame of the centre and that of the console
    const part = FRAMES.includes(path()) ? 'html' : undefined;
    expect(await axeFindings(page, part)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFindings(page, part)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });
});

// lists of the console are of one make: at a desk's width they show the most
it.concurrent.each(['assistantVotes', 'assistantNothing', 'salons', 'opinions', 'filmLinks', 'talks'])(
  'axe finds nothing in the list %s',
  async (list) => {
    const { page, context } = await openAs('boss', `/admin/${list}`, 1440);
    await page.locator('main table, main [role=status]:not(:empty)').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  },
);

// the same markup at every width; at 390 px it is the most crowded. The page behind is looked at above
describe('axe finds nothing at 390 px in the open dialog', () => {
  it.concurrent.each(dialogs)('%s', async (_name, who, path, open) => {
    const { page, context } = await openAs(who, path(), 390);
    await open(page);
    await page.locator('dialog[open]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    await context.close();
  });
});
