import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

it('H13 what the search field says is whole at every width of a desk, signed in and not', async () => {
  const member = await beside.person('13300000951');
  for (const token of [undefined, member.token])
    for (const width of [1280, 1440] as const) {
      const reader = await openReader(browser, site, { width, ...(token === undefined ? {} : { token }) });
      for (const path of ['/programme', '/receiveOrder']) {
        await reader.page.goto(`${site.url}${path}`);
        const room = await reader.page.locator('.site-header .search-form input[type=search]').evaluate((input: HTMLInputElement) => {
          const style = getComputedStyle(input);
          const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
          pen.font = style.font;
          const inside = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
          return Math.floor(inside - pen.measureText(input.placeholder).width);
        });
        expect([path, width, token !== undefined, room >= 0 || room]).toEqual([path, width, token !== undefined, true]);
      }
      await shot(reader.page, `header-${token === undefined ? 'visitor' : 'member'}-${width}`);
      await leave(reader);
    }
});

it('says of each fold that it opens, and begins the fields of a row at one line, whichever has a hint', async () => {
  const member = await beside.person('13300000953');
  const reader = await openReader(browser, site, { width: 1440, token: member.token });
  const { page } = reader;
  const rows = { folds: 0, fields: 0 };
  for (const path of [
    '/demand/addJob',
    '/programme/add',
    '/salon/establish',
    '/personalCenter/myResume/newResume',
    '/demandBidding',
    '/programme',
  ]) {
    await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
    const seen = await page.evaluate(() => {
      const folds = [...document.querySelectorAll('summary')].filter((one) => one.checkVisibility());
      const silent = folds.filter((one) => {
        const { display, listStyleType } = getComputedStyle(one);
        return !one.matches('.btn, :has(svg)') && (display !== 'list-item' || listStyleType === 'none');
      });
      const tops = new Map<Element, Map<number, number[]>>();
      for (const control of document.querySelectorAll('main :is(input:not([type=checkbox], [type=radio]), select)')) {
        const field = control.closest('.grid.gap-1');
        if (!field?.parentElement || !control.checkVisibility()) continue;
        const line = Math.round(field.getBoundingClientRect().top);
        const lines = tops.get(field.parentElement) ?? new Map<number, number[]>();
        lines.set(line, [...(lines.get(line) ?? []), Math.round(control.getBoundingClientRect().top)]);
        tops.set(field.parentElement, lines);
      }
      const beside = [...tops.values()].flatMap((lines) => [...lines.values()]).filter((line) => line.length > 1);
      return {
        folds: folds.length,
        silent: silent.map((one) => one.textContent),
        fields: beside.length,
        crooked: beside.filter((line) => new Set(line).size > 1),
      };
    });
    expect([path, seen.silent, seen.crooked]).toEqual([path, [], []]);
    rows.folds += seen.folds;
    rows.fields += seen.fields;
  }
  expect(rows.folds).toBeGreaterThan(2);
  expect(rows.fields).toBeGreaterThan(5);
  await leave(reader);
});

it('H12 a form of GET leaves no empty parameter in the address', async () => {
  const reader = await openReader(browser, site, { width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/receiveOrder`);
  await page.locator('.site-header .search-form input[type=search]').press('Enter');
  await page.waitForLoadState();
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`${site.url}/study/certificate?code=&lang=`);
  expect(new URL(page.url()).search).toBe('');
  await leave(reader);
});

it('H14 U33 the account menu has what is reached for most, with pictures; a visitor of their history sees no menu of the centre', async () => {
  const member = await beside.person('13300000952');
  const reader = await openReader(browser, site, { width: 1440, token: member.token });
  const { page } = reader;
  await page.goto(site.url);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /的账户菜单/ })
    .click();
  const menu = page.locator('#account-menu');
  const tiles = menu.locator('.menu-tiles > a');
  await expect.poll(() => tiles.count()).toBe(8);
  for (const tile of await tiles.all())
    expect(await tile.evaluate((one) => [one.querySelectorAll('img').length, one.querySelectorAll('small').length])).toEqual([1, 1]);
  expect(await menu.getByRole('link').filter({ visible: true }).count()).toBeLessThan(16);
  expect(await axeFindings(page, '#account-menu')).toEqual([]);
  await shot(page, 'account-menu-1440');
  // U6 an invoice is found by two presses
  await tiles.filter({ hasText: '发票' }).click();
  await page.getByRole('heading', { level: 1, name: '发票' }).waitFor();
  await page.goto(`${site.url}/history`);
  await page.getByRole('navigation', { name: '个人中心' }).waitFor();
  await leave(reader);
  const visitor = await openReader(browser, site, { width: 1440 });
  await visitor.page.goto(`${site.url}/history`);
  await visitor.page.getByText('您还没有足迹').first().waitFor();
  expect(await visitor.page.getByRole('navigation', { name: '个人中心' }).count()).toBe(0);
  await shot(visitor.page, 'history-visitor-1440');
  await leave(visitor);
});
