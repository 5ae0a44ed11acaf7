import { randomInt } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Role } from '#server/app/ctx.ts';
import type { BesideSite } from './beside-site.ts';
import { makePerson } from './people.ts';
import { openReader, type Reader, type ReaderOptions } from './reader-browser.ts';
import type { SitePlace } from './site.ts';

/** What a journey goes through: the site that is walked, a browser, and the same program beside it. */
export interface Stage {
  site: Pick<SitePlace, 'url'>;
  browser: Browser;
  beside: BesideSite;
}

export interface Newcomer extends Reader {
  mobile: string;
  /** Nothing was wrong behind the scenes; the browser is closed. */
  leave(): Promise<void>;
}

/** A browser of somebody without an account. */
export async function openNewcomer({ browser, site }: Stage, options: Omit<ReaderOptions, 'token'> = {}): Promise<Newcomer> {
  const reader = await openReader(browser, site, { width: 1440, ...options });
  const mobile = `152${String(randomInt(1e8)).padStart(8, '0')}`;
  return {
    ...reader,
    mobile,
    async leave() {
      expect(reader.complaints).toEqual([]);
      await reader.context.close();
    },
  };
}

/** Fills the registration in this page or dialog, with the code that the simulated phone got, and sends it. */
export async function fillRegistration({ site }: Stage, within: Page | Locator, mobile: string): Promise<void> {
  await within.locator('input[name=account]').fill(mobile);
  await within.getByRole('button', { name: '获取验证码' }).click();
  await within.getByText('秒后重发').waitFor();
  const answer = await fetch(`${site.url}/gateway/sandbox/sms?mobile=${mobile}`);
  const { data } = (await answer.json()) as { data: { list: Array<{ code: string }> } };
  await within.locator('input[name=captcha]').fill(data.list[0]?.code ?? '');
  await within.locator('input[name=password]').fill('secret-123');
  if (!(await within.locator('input[name=agreed]').isChecked())) await within.locator('input[name=agreed]').check();
  await within.getByRole('button', { name: '注册并登录' }).click();
}

/** Somebody who came for the page `to`, and registers on the way. */
export async function register(stage: Stage, to: string, options: Omit<ReaderOptions, 'token'> = {}): Promise<Newcomer> {
  const newcomer = await openNewcomer(stage, options);
  const { page, mobile } = newcomer;
  await page.goto(`${stage.site.url}/register?from=${encodeURIComponent(to)}`);
  await fillRegistration(stage, page, mobile);
  await page.waitForURL(stage.site.url + to);
  return newcomer;
}

/** Opens the simulated phone from below the QR and pays there. */
export async function payOnPhone(payer: Reader, dialog: Locator): Promise<void> {
  const address = await dialog.getByRole('link', { name: '打开模拟手机付款' }).getAttribute('href');
  const phone = await payer.context.newPage();
  await phone.goto(address ?? '');
  await phone.getByRole('button', { name: '支付成功' }).click();
  await phone.getByRole('status').getByText('支付成功').waitFor();
  await phone.close();
}

/** Somebody of the staff at a screen of the console. */
export async function openStaff({ site, browser, beside }: Stage, roles: Role[], path: string): Promise<Newcomer> {
  const { token } = await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { roles });
  const reader = await openReader(browser, site, { token, width: 1440 });
  await reader.page.goto(site.url + path);
  return {
    ...reader,
    mobile: '',
    async leave() {
      expect(reader.complaints).toEqual([]);
      await reader.context.close();
    },
  };
}

/** At the review desk: chooses what has this title, presses the button, and waits until it is off the desk. */
export async function decideAtDesk(stage: Stage, type: string, title: string, button: string, roles: Role[] = ['reviewer']): Promise<void> {
  const staff = await openStaff(stage, roles, `/admin/review?type=${type}`);
  const row = staff.page.getByRole('navigation', { name: /^待处理的/ }).getByRole('button', { name: title });
  await row.click();
  await staff.page.getByRole('article', { name: title }).getByRole('button', { name: button, exact: true }).click();
  // money is asked about before it leaves
  if (type === 'withdrawal')
    await staff.page
      .getByRole('dialog')
      .getByRole('button', { name: /^打款 ¥/ })
      .click();
  await row.waitFor({ state: 'detached' });
  // an approval may be taken back for some seconds
  await staff.page.getByText(`已${button}`, { exact: true }).waitFor();
  await staff.leave();
}
