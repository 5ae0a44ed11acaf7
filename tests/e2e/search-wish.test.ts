import { expect, it } from 'vitest';
import { ADMIN_CALLS } from '#contract/admin.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();

it.each([1440, 390] as const)('a search without results offers near words and takes a wish, which staff see to (%i px)', async (width) => {
  const { browser, site, beside } = joined;
  const keyword = `龘靐年会厅${width}`;
  const visitor = await openReader(browser, site, { width });
  await visitor.page.goto(`${site.url}/search?keyword=${encodeURIComponent(keyword)}`);
  const near = visitor.page.getByRole('region', { name: '换个相近的词' });
  expect(await near.getByRole('link').allInnerTexts()).toContain('年会');
  expect([await overflowsSideways(visitor.page), await axeFindings(visitor.page)]).toEqual([false, []]);
  await shot(visitor.page, `nothing-found-${width}`);
  const field = visitor.page.getByLabel(/^活动类型/);
  const send = visitor.page.getByRole('button', { name: '登记需求' });
  await field.fill('太短');
  await send.click();
  await visitor.page.getByText('请写清楚需要什么，至少 5 个字').waitFor();
  await field.fill('三百人的年会，杭州，十二月');
  await send.click();
  await visitor.page.locator('dialog[open] input[name=account]').waitFor();
  await visitor.page.keyboard.press('Escape');
  await visitor.page.locator('dialog[open]').waitFor({ state: 'detached' });
  // what was written is still there
  expect(await field.inputValue()).toBe('三百人的年会，杭州，十二月');
  await near.getByRole('link', { name: '年会', exact: true }).click();
  await visitor.page.getByRole('heading', { name: '“年会”的搜索结果' }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();

  const { token } = await beside.person();
  const reader = await openReader(browser, site, { token, width });
  await reader.page.goto(`${site.url}/search?keyword=${encodeURIComponent(keyword)}`);
  await reader.page.getByLabel(/^活动类型/).fill('三百人的年会，杭州，十二月');
  await reader.page.getByRole('button', { name: '登记需求' }).click();
  await reader.page.getByText('已登记。工作人员会按您写的内容去找').waitFor();
  expect(reader.complaints).toEqual([]);
  await reader.context.close();

  const staff = await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { roles: ['support'] });
  const listed = await beside.call<{ rows: object[] }>('GET', `${ADMIN_CALLS.page}?list=wishes&query=`, staff.token);
  expect(listed.body.data.rows).toContainEqual(expect.objectContaining({ cells: expect.objectContaining({ keyword, state: '待处理' }) }));
  const desk = await openReader(browser, site, { token: staff.token, width });
  await desk.page.goto(`${site.url}/admin/wishes`);
  await desk.page.getByText(keyword).first().waitFor();
  await shot(desk.page, `wishes-${width}`);
  expect(desk.complaints).toEqual([]);
  await desk.context.close();
});
