import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem } from '../support/item-world.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();
/** Words of this file alone, so that what staff say of them changes nothing for others. */
const WORKS = ['鲸落海岸年会策划', '鲸落海岸婚礼策划', '雪顶长桌晚宴全案', '雪顶长桌流程表'] as const;
const made = new Map<string, number>();

beforeAll(async () => {
  const { beside, world } = joined;
  const t = { app: beside.booted.app, ctx: beside.ctx };
  for (const title of WORKS) made.set(title, (await makeItem(t, { publisher_id: world.publisher_id, title, price_fen: 0 })).id);
  await settleOutbox(beside.ctx());
});

const search = (keyword: string) => `${joined.site.url}/search?keyword=${encodeURIComponent(keyword)}`;

it.each([1440, 390] as const)('what is typed is read, a part of it is taken away, and a press on a hit arrives (%i px)', async (width) => {
  const { browser, site, beside } = joined;
  const { page, context, complaints } = await openReader(browser, site, { width });
  const keyword = `鲸落海岸 免费 ${width === 390 ? '3' : '2'}00人`;
  await page.goto(search(keyword));
  const read = page.locator('[data-how-read]');
  await read.getByRole('link', { name: '去掉 免费' }).waitFor();
  expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
  await shot(page, `search-read-${width}`);
  // by the keyboard, as a chip is a link
  await read.getByRole('link', { name: /^去掉 \d00 人/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.href.includes('00%E4%BA%BA'));
  expect(await page.locator('[data-how-read]').getByRole('link', { name: /00 人/ }).count()).toBe(0);
  // the code that tells of presses comes with the first move
  const queue = page.waitForResponse((response) => /track-queue/.test(response.url()));
  await page.mouse.move(200, 300);
  await page.mouse.move(220, 320);
  await queue;
  await page.locator('[data-found] a[href*="id="]').first().click();
  await page.waitForURL(/id=/);
  await page.goto('about:blank');
  const pressed = async () => {
    const { rows } = await beside.booted.app.db.execute(
      sql`select from search_presses where item_id = any(${sql.param([...made.values()])}::bigint[])`,
    );
    return rows.length;
  };
  await expect.poll(pressed, { timeout: 90_000, interval: 1_000 }).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([1440, 390] as const)('what was meant is said and can be taken; what few hold is filled up (%i px)', async (width) => {
  const { browser, site } = joined;
  const { page, context, complaints } = await openReader(browser, site, { width });
  await page.goto(search('鲸落婚理'));
  const said = page.locator('[data-answer=meant]');
  await said.getByRole('link').first().waitFor();
  expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
  expect(await said.textContent()).not.toMatch(/\s[，。]/);
  await shot(page, `search-meant-${width}`);
  await said.getByRole('link').first().click();
  await page.getByRole('heading', { name: /婚礼.*的搜索结果/ }).waitFor();
  await page.goto(search('雪顶长桌 晚宴'));
  await page.locator('[data-answer=few]').waitFor();
  expect(await page.locator('[data-found] a[href*="id="]').first().innerText()).toContain('雪顶长桌晚宴全案');
  expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
  await shot(page, `search-few-${width}`);
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([1440, 390] as const)(
  '27.2 without JavaScript parts are taken away by links, what is not wanted too, and help stands below the works (%i px)',
  async (width) => {
    const { browser, site } = joined;
    const { page, context } = await openReader(browser, site, { width, javascript: false });
    const titles = async () => (await page.locator('[data-found]').first().innerText()).replaceAll('\n', ' ');
    await page.goto(search('鲸落海岸 免费 不要婚礼'));
    expect(await titles()).toContain('鲸落海岸年会策划');
    expect(await titles()).not.toContain('鲸落海岸婚礼策划');
    await shot(page, `search-not-wanted-${width}`);
    await page.getByRole('link', { name: '去掉 不要婚礼' }).click();
    await page.getByRole('heading', { name: '“鲸落海岸 免费”的搜索结果' }).waitFor();
    expect(await titles()).toContain('鲸落海岸婚礼策划');
    await page.getByRole('link', { name: '去掉 免费' }).click();
    await page.getByRole('heading', { name: '“鲸落海岸”的搜索结果' }).waitFor();
    await page.goto(search('鲸落婚理'));
    const [results, help, demand] = [
      page.locator('[data-found]').first(),
      page.getByRole('heading', { name: '没有您要的？告诉我们' }),
      page.getByRole('link', { name: '直接发布需求' }),
    ];
    expect((await results.boundingBox())?.y).toBeLessThan((await help.boundingBox())?.y ?? 0);
    expect(decodeURIComponent((await demand.getAttribute('href')) ?? '')).toBe('/demand/add?keyword=鲸落婚理');
    await page.goto(search('林深见鹿'));
    await page
      .locator('[data-publishers]')
      .getByRole('link', { name: /^林深见鹿/ })
      .first()
      .waitFor();
    await shot(page, `search-publisher-${width}`);
    await context.close();
  },
);

it.each([1440, 390] as const)('27.7 suggestions go by the keyboard, through an input method too (%i px)', async (width) => {
  const { browser, site } = joined;
  const { page, context, complaints } = await openReader(browser, site, { width });
  await page.goto(`${site.url}/search`);
  const field = page.locator('main input[name=keyword]').last();
  await field.focus();
  const method = await context.newCDPSession(page);
  await method.send('Input.imeSetComposition', { text: "jing'luo", selectionStart: 8, selectionEnd: 8 });
  await method.send('Input.insertText', { text: '鲸落' });
  const options = page.locator('.search-suggestions [role=option]');
  await options.first().waitFor();
  expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
  await shot(page, `search-suggestions-${width}`);
  await page.keyboard.press('ArrowDown');
  expect(await options.first().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  expect([await field.inputValue(), await options.first().isVisible()]).toEqual(['鲸落', false]);
  await field.fill('jingluo');
  const work = page
    .getByRole('group', { name: '作品' })
    .getByRole('option', { name: /鲸落海岸/ })
    .first();
  await work.waitFor();
  for (let n = 0; n < 8 && (await work.getAttribute('aria-selected')) !== 'true'; n++) await page.keyboard.press('ArrowDown');
  expect(await field.inputValue()).toBe('jingluo');
  await page.keyboard.press('Enter');
  await page.waitForURL(/id=\d+/);
  expect(complaints).toEqual([]);
  await context.close();
});

it('an operator gives a query without an answer a synonym, a pinned work and a judged place: previewed, saved, seen by readers', async () => {
  const { browser, site, beside } = joined;
  const { token } = await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { roles: ['operator'] });
  const { page, context, complaints } = await openReader(browser, site, { token, width: 1440 });
  const query = '琥珀回廊';
  const works = async () => (await page.locator('main ol').first().innerText()).replaceAll('\n', ' ');
  await page.goto(`${site.url}/admin/searchDesk?keyword=${encodeURIComponent(query)}`);
  await page.getByRole('heading', { name: '前十个结果' }).waitFor();
  expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
  await shot(page, 'search-desk-1440');

  const before = await openReader(browser, site, { width: 390 });
  await before.page.goto(search(query));
  await before.page.locator('[data-answer]').first().waitFor();
  await before.context.close();

  await page.getByLabel(/^同义词/).fill(`${query} = 雪顶长桌`);
  const words = page
    .locator('section, div')
    .filter({ has: page.getByRole('radiogroup', { name: '要做什么' }) })
    .last();
  await words.getByRole('button', { name: '预览' }).click();
  await page
    .getByRole('region', { name: `“${query}”的前十个结果` })
    .getByText('雪顶长桌流程表')
    .first()
    .waitFor();
  await shot(page, 'search-desk-preview-1440');
  await words.getByRole('button', { name: '保存' }).click();
  await expect.poll(works, { timeout: 20_000 }).toContain('雪顶长桌流程表');
  const reader = await openReader(browser, site, { width: 390 });
  const unanswered = async () => {
    await reader.page.goto(search(query));
    await reader.page.locator('[data-found]').first().waitFor();
    return reader.page.locator('[data-answer]').count();
  };
  await expect.poll(unanswered, { timeout: 90_000, interval: 2_000 }).toBe(0);

  const pins = page.getByLabel('作品编号');
  await pins.fill(String(made.get('雪顶长桌流程表')));
  await page.getByRole('button', { name: '加入' }).click();
  await page.getByRole('button', { name: '保存置顶' }).click();
  await expect.poll(async () => (await works()).includes('工作人员置顶'), { timeout: 30_000 }).toBe(true);
  await page.locator('li').filter({ hasText: '雪顶长桌流程表' }).getByRole('button', { name: '应在前三' }).first().click();
  await page.getByRole('button', { name: '保存考题' }).click();
  await page.goto(`${site.url}/admin/searchJudged`);
  await page.getByRole('button', { name: '马上检查' }).click();
  const runs = async () => {
    await page.getByRole('button', { name: '刷新' }).click();
    return page.locator('main').innerText();
  };
  await expect.poll(runs, { timeout: 60_000, interval: 2_000 }).toMatch(/道在前三/);
  for (const width of [1440, 390] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const screen of ['searches', 'searchDesk', 'searchWords', 'searchPins', 'searchJudged']) {
      await page.goto(`${site.url}/admin/${screen}${screen === 'searchDesk' ? `?keyword=${encodeURIComponent(query)}` : ''}`);
      await page.locator('main h2, main table, main form').first().waitFor();
      expect([screen, await overflowsSideways(page), await axeFindings(page)]).toEqual([screen, false, []]);
      await shot(page, `${screen}-${width}`);
    }
  }
  expect([...complaints, ...reader.complaints]).toEqual([]);
  await reader.context.close();
  await context.close();
});
