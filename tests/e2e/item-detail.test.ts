import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { createItem, ensureTags, ensureTerm, itemPages, savePages, setItemStatus, updateItem } from '#server/modules/catalog/index.ts';
import { issueToken } from '#server/modules/identity/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, type Reader, saidAfter, shot } from '../support/reader-browser.ts';

const { ppt, scheme } = KINDS;
const DEADLINE = Date.UTC(2030, 0, 1) / 1000;

const { site, beside, browser, world } = joinedSite(4);
let ppts: number[];
beforeAll(async () => {
  ppts = [];
  for (const [at, price_fen] of [6_800, 0, 1_990, 2_990, 3_990].entries())
    ppts.push(await makePpt(`「极简」年终汇报模板 ${at + 1}`, price_fen));
  await setSetting(beside.ctx(), 'ppt_vip_buy_activity', { detail_icon: '', deadline: DEADLINE });
  await beside.delivered();
});

/** A PPT with the pictures of a scheme that the world has. */
async function makePpt(title: string, price_fen: number): Promise<number> {
  const ctx = beside.ctx();
  const pages = await itemPages(ctx, world.paid, 1, 12);
  const [first] = pages;
  return inTransaction(ctx, async (tx) => {
    const style = await ensureTerm(tx, ppt, { facet: 'style', parent_id: null, name: '简约' });
    const scene = await ensureTerm(tx, ppt, { facet: 'scene', parent_id: null, name: '工作汇报' });
    const id = await createItem(tx, {
      kind: ppt,
      publisher_id: world.publisher_id,
      title,
      introduction: '图表、文字都可编辑的年终汇报模板。',
      price_fen,
      org_price_fen: price_fen,
      format: 'pptx',
      file_size_bytes: 8_400_000,
      free_pages: 3,
      term_ids: [style, scene],
      tag_ids: await ensureTags(tx, ppt, ['年终', '极简']),
      cover_key: first?.key ?? '',
      cover_width: first?.width ?? 0,
      cover_height: first?.height ?? 0,
    });
    await savePages(
      tx,
      id,
      pages.map(({ page_no, width, height, key }) => ({ page_no, width, height, key })),
      pages.map(({ page_no }) => `模板第 ${page_no} 页的文字`),
    );
    await setItemStatus(tx, id, ['draft'], 'published');
    return id;
  });
}

let people = 0;
async function person(options: { width?: 1440 | 390 } = {}): Promise<Reader & { id: number; token: string }> {
  people += 1;
  const { id, token } = await beside.person(`137${String(people).padStart(8, '0')}`);
  return { ...(await openReader(browser, site, { width: 1440, ...options, token })), id, token };
}
const member = (user_id: number, vip_type: number) =>
  inTransaction(beside.ctx(), (tx) => extendMembership(tx, { user_id, vip_type, days: 30, max_download_pre_day: 0 }));
const pptPage = (id = ppts[0]) => `${site.url}/ppt/detail?id=${id}`;
const schemePage = (id: number) => `${site.url}/programme/detail?id=${id}`;
const head = (page: Page) => page.locator('.item-head');

describe('the detail page of a PPT', () => {
  it.each([1440, 390] as const)('K-014, K-100, K-101, K-105, M-002 has every specified part at %i px', async (width) => {
    const reader = await openReader(browser, site, { width });
    const { page } = reader;
    await page.goto(pptPage());
    expect(await page.title()).toContain('年终汇报模板');
    await page.getByText('1 / 12', { exact: true }).waitFor();
    expect(await page.locator('.locked-panel').innerText()).toMatch(/本案共计12页，解锁后查看全部内容[\s\S]*还有 9 页未显示[\s\S]*68/);
    expect((await page.locator('.item-rest').innerText()).replace(/\s+/g, ' ')).toMatch(
      /格式 PPTX 大小 8 M 页数 12 页，可预览 3 页 风格 简约 场景 工作汇报/,
    );
    const hrefs = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain(`/ppt?searchInput=${encodeURIComponent('极简')}&page=1&type=2`);
    expect(hrefs).toContain(`/personalLecturer?uid=${world.publisher_id}&type=1`);
    expect(await page.getByText('本PPT模板由用户上传并对内容负责，供您本人使用，请勿转售或公开').count()).toBe(1);
    for (const name of [/^收藏/, /^点赞/, /^分享/, /^举报/]) expect(await head(page).getByRole('button', { name }).count()).toBe(1);
    await head(page).getByText('2030-01-01 08:00 截止').waitFor();
    expect(await page.locator('a[href^="/ppt/detail?id="]').count()).toBeGreaterThan(0);
    // nothing of a scheme but what else its publisher has
    const said = await page.locator('main').evaluate((main: HTMLElement) => {
      const rail = main.querySelector<HTMLElement>('[aria-labelledby=others-title]');
      rail?.setAttribute('hidden', '');
      const text = main.innerText;
      rail?.removeAttribute('hidden');
      return text;
    });
    expect(said).not.toContain('方案');
    expect(await overflowsSideways(page)).toBe(false);
    const cut = await head(page).evaluate((box) => {
      const { right } = box.getBoundingClientRect();
      return [...box.querySelectorAll('button')].filter((button) => button.getBoundingClientRect().right > right).length;
    });
    expect(cut).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, `ppt-detail-${width}`);
    await page.locator('.locked-panel').scrollIntoViewIfNeeded();
    await shot(page, `ppt-detail-locked-${width}`);
    await leave(reader);
  });

  it('names itself to machines, and is the same for everybody', async () => {
    const text = async (init?: RequestInit) => (await fetch(pptPage(), init)).text();
    const plain = await text();
    expect(plain).toContain(`<link rel="canonical" href="${pptPage()}"`);
    expect(plain).toContain('"@type":"Product"');
    expect(plain).not.toContain('模板第 4 页的文字');
    // asked again when the page was made anew in between: others publish on this site
    const signed = { headers: { token: 'x'.repeat(43), cookie: 'token=abc' } };
    await expect.poll(async () => (await text(signed)) === (await text())).toBe(true);
  });

  it('K-013, K-113 leads what is not there, or is of another kind, to /hmh?type=1', async () => {
    const draft = await inTransaction(beside.ctx(), (tx) =>
      createItem(tx, { kind: ppt, publisher_id: world.publisher_id, title: '草稿', format: 'pptx' }),
    );
    const wrong = [
      `/ppt/detail`,
      `/ppt/detail?id=${draft}`,
      `/ppt/detail?id=${world.paid}`,
      `/ppt/detail?id=x`,
      `/programme/detail?id=${ppts[0]}`,
    ];
    for (const path of wrong) {
      const answer = await fetch(site.url + path, { redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/hmh?type=1']);
    }
  });

  it('changes the two similar templates', async () => {
    const reader = await openReader(browser, site);
    const { page } = reader;
    await page.goto(pptPage());
    const section = page.locator('.beside');
    const cards = () => section.locator('a:visible').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    const first = await cards();
    expect(first).toHaveLength(2);
    await section.getByRole('button', { name: '换一批' }).click();
    await expect.poll(async () => JSON.stringify(await cards())).not.toBe(JSON.stringify(first));
    expect(await cards()).toHaveLength(2);
    await leave(reader);
  });

  it('K-104 likes, collects and downloads for a signed-in reader', async () => {
    const reader = await person();
    const { page } = reader;
    await page.goto(pptPage(ppts[1]));
    await saidAfter(page, () => head(page).getByRole('button', { name: /^点赞/ }).click(), '点赞成功');
    await head(page)
      .getByRole('button', { name: /^已点赞\s*1$/ })
      .waitFor();
    await saidAfter(page, () => head(page).getByRole('button', { name: /^收藏/ }).click(), '收藏成功');
    await page.reload();
    await head(page)
      .getByRole('button', { name: /^已点赞\s*1$/ })
      .waitFor();
    await head(page)
      .getByRole('button', { name: /^已收藏\s*1$/ })
      .waitFor();
    await head(page).getByText('免费PPT模板，可直接下载').waitFor();
    await head(page).getByRole('button', { name: '立即下载' }).waitFor();
    await saidAfter(
      page,
      () =>
        head(page)
          .getByRole('button', { name: /^已点赞/ })
          .click(),
      '取消点赞成功',
    );
    await leave(reader);
  });
});

describe('the page knows its reader', () => {
  const prices = async (page: Page) => {
    await page.evaluate(() => scrollTo(0, 600));
    await page.locator('.item-bar').waitFor({ state: 'visible' });
    return Promise.all(['.item-head', '.locked-panel', '.item-bar'].map((part) => page.locator(part).innerText()));
  };

  it.each([1440, 390] as const)('F-09 a member reads the member price everywhere at %i px', async (width) => {
    const reader = await person({ width });
    await member(reader.id, scheme.sale.vip_type);
    const { page } = reader;
    await page.goto(schemePage(world.paid));
    await head(page).getByRole('button', { name: '51元购买' }).waitFor();
    for (const text of await prices(page)) expect(text).toMatch(/¥\s*51[\s\S]*51元购买/);
    await shot(page, `detail-member-${width}`);
    await leave(reader);
  });

  it('a member of PPT pays for schemes like everybody', async () => {
    const reader = await person();
    await member(reader.id, ppt.sale.vip_type);
    const { page } = reader;
    await page.goto(pptPage());
    await head(page).getByRole('button', { name: '51元购买' }).waitFor();
    await page.goto(schemePage(world.paid));
    await head(page).getByText('一次购买，随时再下载').waitFor();
    await head(page).getByRole('button', { name: '¥68 购买' }).waitFor();
    await leave(reader);
  });

  it('a member sees what only members have as free, and may buy it to have it afterwards', async () => {
    const reader = await person();
    await member(reader.id, scheme.sale.vip_type);
    const { page } = reader;
    await page.goto(schemePage(world.vip));
    await head(page).getByRole('button', { name: '解锁下载' }).waitFor();
    expect(await head(page).innerText()).toMatch(/会员已解锁[\s\S]*会员不限次解锁/);
    await head(page).getByRole('button', { name: '¥68 购买' }).click();
    const dialog = page.getByRole('dialog', { name: '购买方案' });
    await dialog.getByText('您的会员已可下载该方案。单独购买后永久拥有，会员到期后仍可下载。').waitFor();
    await dialog.getByRole('img', { name: '支付二维码' }).waitFor();
    await shot(page, 'purchase-beside-membership-1440');
    await page.keyboard.press('Escape');
    await leave(reader);
  });

  it('U-26 the publisher is led to the editor, reports nothing and is sold nothing', async () => {
    const { token } = await issueToken(beside.ctx(), world.publisher_id);
    const reader = await openReader(browser, site, { token, width: 1440 });
    const { page } = reader;
    await page.goto(schemePage(world.paid));
    const edit = head(page).getByRole('link', { name: '编辑' });
    await edit.waitFor();
    expect(await edit.getAttribute('href')).toBe(`/programme/edit?id=${world.paid}`);
    await head(page).getByText('这是您发布的方案').waitFor();
    expect(await head(page).getByRole('button', { name: '举报' }).count()).toBe(0);
    expect(await head(page).getByRole('button', { name: /购买/ }).count()).toBe(0);
    expect(await page.getByText('可预览 3 页').first().isVisible()).toBe(false);
    await shot(page, 'detail-owner-1440');
    await page.goto(pptPage());
    await edit.waitFor();
    expect(await edit.getAttribute('href')).toBe(`/ppt/edit?id=${ppts[0]}`);
    await leave(reader);
  });

  it('a buyer reads 已购买 instead of a price', async () => {
    const reader = await person();
    await inTransaction(beside.ctx(), (tx) =>
      grantAccess(tx, { user_id: reader.id, item_id: world.paid, source: 'purchase', source_id: null }),
    );
    const { page } = reader;
    await page.goto(schemePage(world.paid));
    await head(page).getByText('已购买', { exact: true }).waitFor();
    expect(await head(page).innerText()).not.toContain('¥');
    expect(await page.locator('.locked-panel').isVisible()).toBe(false);
    await shot(page, 'detail-buyer-1440');
    await leave(reader);
  });

  it('a reader is led to the membership where only that would help', async () => {
    await inTransaction(beside.ctx(), (tx) => updateItem(tx, world.schemes[3] as number, { price_fen: 0, vip_only: true }));
    const reader = await person();
    const { page } = reader;
    await page.goto(schemePage(world.schemes[3] as number));
    // pressed before its code is there it is a link to the page of memberships
    await page.locator('.item-main-action astro-island:not([ssr])').first().waitFor({ state: 'attached' });
    await head(page).getByRole('link', { name: '开通会员' }).click();
    const dialog = page.getByRole('dialog', { name: '开通会员' });
    await dialog.getByRole('img', { name: '支付二维码' }).waitFor();
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    await shot(page, 'vip-1440');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await leave(reader);
  });
});
