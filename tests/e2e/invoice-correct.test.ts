import { inArray } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { createCtx, type Role } from '#server/app/ctx.ts';
import { users } from '#server/modules/identity/tables.ts';
import { askInvoice, issueInvoice } from '#server/modules/invoices/index.ts';
import { payByBalance, placeOrder } from '#server/modules/orders/index.ts';
import { itemSubject } from '#server/modules/sales/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { giveBalance, makeItem } from '../support/market.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();

const WISH = { holder: 'company', title: '策猫文化有限公司', tax_no: '91350100M000100Y43', mail: 'cai@example.com' } as const;
const PDF = { name: '发票.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 paper') };
const as = (user_id: number, roles: Role[] = []) =>
  createCtx(joined.beside.booted.app, { kind: 'user', user_id, token_id: 0, roles, address: '' }, 'test');

async function put(page: Page, button: string, title: string, number: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('发票号码').fill(number);
  await dialog.getByLabel('PDF 文件').setInputFiles(PDF);
  if (title.startsWith('更正')) await dialog.getByRole('textbox', { name: /^原因/ }).fill('号码输错');
  await shot(page, `m7-${title}`);
  await dialog.getByRole('button', { name: title.slice(0, 2), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('M7 a buyer has an issued invoice made anew: staff reverse it, issue the next one, and both keep their papers', async () => {
  const { beside, browser, site } = joined;
  const { app } = beside.booted;
  const buyer = await beside.person();
  const money = await beside.person();
  // somebody else who can confirm: else it would be done at once
  const second = await beside.person();
  await app.db
    .update(users)
    .set({ roles: ['finance'] })
    .where(inArray(users.id, [money.id, second.id]));
  await giveBalance({ ctx: beside.ctx } as never, buyer.id, 20_000);
  const item = await makeItem({ ctx: beside.ctx }, (await beside.person()).id);
  const { orderid } = await placeOrder(as(buyer.id), itemSubject, { subject_id: item, use_balance: true, coupon_id: 0, reuse_open: false });
  await payByBalance(as(buyer.id), orderid);
  const { id } = await askInvoice(as(buyer.id), { ...WISH, orderid });
  await issueInvoice(as(money.id, ['finance']), { id, number: '12345678', file: PDF.buffer });

  const reader = await openReader(browser, site, { token: buyer.token, width: 1440 });
  const phone = await openReader(browser, site, { token: buyer.token, width: 390 });
  const order = `${site.url}/personalCenter/order?orderid=${orderid}`;
  await reader.page.goto(order);
  await reader.page.getByRole('button', { name: '抬头有误，换开' }).click();
  const dialog = reader.page.getByRole('dialog', { name: '换开发票' });
  await dialog.getByText('个人').click();
  await dialog.getByRole('textbox', { name: /^抬头/ }).fill('王芳');
  await dialog.getByRole('button', { name: '申请换开' }).click();
  await dialog.getByText('请填写换开的原因').waitFor();
  await dialog.getByRole('textbox', { name: /^换开原因/ }).fill('应开给个人');
  await shot(reader.page, 'm7-buyer-ask');
  expect(await axeFindings(reader.page)).toEqual([]);
  await dialog.getByRole('button', { name: '申请换开' }).click();
  await reader.page.getByText('换开中，待红冲').waitFor();
  await shot(reader.page, 'm7-buyer-waits');

  const staff = await openReader(browser, site, { token: money.token, width: 1440 });
  await staff.page.goto(`${site.url}/admin/invoice?id=${id}`);
  await staff.page.getByText('个人「王芳」', { exact: false }).waitFor();
  await shot(staff.page, 'm7-staff-red-due');
  await put(staff.page, '上传红字发票', '上传红字发票', '87654321');
  await staff.page.getByText('已红冲').first().waitFor();
  await staff.page.goto(`${site.url}/admin/invoices?status=asked`);
  await staff.page.getByRole('row').filter({ hasText: '王芳' }).getByRole('link').first().click();
  await staff.page.getByRole('link', { name: '被红冲的发票' }).waitFor();
  await put(staff.page, '上传发票', '上传发票', '11112222');
  await put(staff.page, '更正发票文件', '更正发票', '33334444');
  await staff.page.getByText('之前登记为 11112222', { exact: false }).waitFor();
  await shot(staff.page, 'm7-staff-corrected');
  expect(await axeFindings(staff.page)).toEqual([]);
  await staff.page.getByRole('button', { name: '更正抬头' }).click();
  const correct = staff.page.getByRole('dialog', { name: '更正抬头' });
  await correct.getByRole('textbox', { name: /^抬头/ }).fill('王芳芳');
  await correct.getByRole('textbox', { name: /^原因/ }).fill('客户来电');
  await shot(staff.page, 'm7-staff-correct');
  await correct.getByRole('button', { name: '提交' }).click();
  await staff.page.getByText('已提交：', { exact: false }).first().waitFor();

  await phone.page.goto(order);
  await phone.page.getByText('之前的发票（1）').click();
  await phone.page.getByText('红字发票 87654321', { exact: false }).waitFor();
  await phone.page.getByText('之前登记为', { exact: false }).scrollIntoViewIfNeeded();
  await shot(phone.page, 'm7-buyer-390');
  expect(await overflowsSideways(phone.page)).toBe(false);
  expect(await axeFindings(phone.page)).toEqual([]);
  const small = await openReader(browser, site, { token: money.token, width: 390 });
  await small.page.goto(`${site.url}/admin/income`);
  await small.page.getByText('尚未用掉的猫币与余额', { exact: false }).waitFor();
  await shot(small.page, 'm4-income-390');
  expect(await overflowsSideways(small.page)).toBe(false);
  await staff.page.goto(`${site.url}/admin/income`);
  await staff.page.getByText('尚未用掉的猫币与余额', { exact: false }).waitFor();
  await shot(staff.page, 'm4-income');
  for (const { complaints, context } of [reader, phone, small]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
  await staff.context.close();
});
