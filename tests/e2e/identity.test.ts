import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { joinedSite } from '../support/join-site.ts';
import { hasFocus, loadedAfter, seenAfter } from '../support/page-state.ts';
import { axeFindings } from '../support/reader-browser.ts';

const PASSWORD = 'secret-123';

const { site, browser } = joinedSite();

let last = 0;
const newMobile = () => `139${String(++last).padStart(8, '0')}`;

async function codeOf(mobile: string): Promise<string> {
  const answer = await fetch(`${site.url}/gateway/sandbox/sms?mobile=${mobile}`);
  const { data } = (await answer.json()) as { data: { list: { code: string }[] } };
  return data.list[0]!.code;
}

/** As if the minute between two codes were over. The site's cluster is adopted, not started. */
async function forgetCodes(mobile: string): Promise<void> {
  const cluster = await startCluster(join(site.data_dir, 'postgres'));
  const client = new pg.Client({ connectionString: await ensureDatabase(cluster, 'cemao') });
  await client.connect();
  await client.query('delete from sms_codes where mobile = $1', [mobile]);
  await client.end();
  await cluster.stop();
}

/** A page of a browser of its own, which fails the test on an error that nobody caught. */
async function newPage(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(site.url + path);
  return page;
}

const box = (page: Page) => page.locator('form').filter({ has: page.locator('input[name=account]') });
const submit = (page: Page) => box(page).locator('button[type=submit]');
const session = (page: Page) => page.evaluate(() => document.documentElement.dataset['session']);

/** Opens the dialog as an island that needs a session does. */
async function askForSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const detail = { reason: '登录后即可下载', done: (result: unknown) => Object.assign(window, { told: result ? 'in' : 'dismissed' }) };
    document.dispatchEvent(new CustomEvent('cemao:login-wanted', { cancelable: true, detail }));
  });
  await page.locator('dialog[open]').waitFor();
}
const told = (page: Page) => page.evaluate(() => (window as unknown as { told?: string }).told);

async function registerOn(page: Page, mobile: string): Promise<void> {
  await page.fill('input[name=account]', mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('秒后重发').waitFor();
  await page.fill('input[name=captcha]', await codeOf(mobile));
  await page.fill('input[name=password]', PASSWORD);
  await submit(page).click();
}

/** A new member who was on their way nowhere is asked for a few things more, and may put that off. */
async function registerAndGoHome(page: Page, mobile: string): Promise<void> {
  await registerOn(page, mobile);
  await page.getByRole('heading', { name: '补充个人信息' }).waitFor();
  await page.getByRole('button', { name: '以后再说' }).click();
  await page.waitForURL(`${site.url}/`);
}

describe('the pages', () => {
  it('register by a code from the sandbox phone and go back to where the reader came from', async () => {
    const page = await newPage(`/register?utm_channel=expo&from=${encodeURIComponent('/?back=1')}`);
    expect(await submit(page).isDisabled()).toBe(true);
    await registerOn(page, newMobile());
    await page.waitForURL(`${site.url}/?back=1`);
    expect(await session(page)).toBe('in');
    const kept = await page.evaluate(() => [
      localStorage.getItem('token')?.length,
      JSON.parse(localStorage.getItem('userinfo') ?? '{}').account,
    ]);
    expect(kept).toEqual([43, '139****0001']);
    await page.context().close();
  });

  it('say what is wrong on blur and on submit, in the specified words, and keep what was typed', async () => {
    const page = await newPage('/register');
    const mobile = newMobile();
    await page.fill('input[name=account]', '1390000');
    await page.locator('input[name=account]').blur();
    await page.getByText('请输入11位手机号码').waitFor();
    await page.fill('input[name=account]', '');
    await page.locator('input[name=account]').blur();
    await page.getByText('请输入手机号码').waitFor();
    await page.fill('input[name=account]', mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('秒后重发').waitFor();
    const code = await codeOf(mobile);
    await page.fill('input[name=captcha]', code === '111111' ? '222222' : '111111');
    await page.fill('input[name=password]', '12345');
    await page.locator('input[name=agreed]').uncheck();
    await submit(page).click();
    await page.getByText('请输入6-20位密码').waitFor();
    await page.getByText('请先阅读并同意').waitFor();
    await page.fill('input[name=password]', PASSWORD);
    await page.getByRole('button', { name: '显示密码' }).click();
    expect(await page.getAttribute('input[name=password]', 'type')).toBe('text');
    await page.getByRole('button', { name: '隐藏密码' }).click();
    expect(await page.getAttribute('input[name=password]', 'type')).toBe('password');
    await page.locator('input[name=agreed]').check();
    await submit(page).click();
    await page.getByText('验证码错误').waitFor();
    expect(await page.inputValue('input[name=account]')).toBe(mobile);
    expect(await page.inputValue('input[name=password]')).toBe(PASSWORD);
    await page.context().close();
  });

  it('take over what was typed before they came alive', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/LoginPage.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/login`);
    await page.fill('input[name=account]', '13900000000');
    await page.fill('input[name=password]', PASSWORD);
    release();
    await expect.poll(() => submit(page).isEnabled()).toBe(true);
    expect(await page.inputValue('input[name=account]')).toBe('13900000000');
    await context.close();
  });

  it('explain themselves without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ['/login', '/register']) {
      await page.goto(site.url + path);
      expect(await page.locator('noscript p').isVisible()).toBe(true);
      expect(await page.locator('noscript p').textContent()).toContain('登录与注册需要浏览器开启 JavaScript');
    }
    await context.close();
  });
});

describe('the dialog', () => {
  it('signs in over the page, all tabs follow, and follow the logout too', async () => {
    const mobile = newMobile();
    const first = await newPage('/register');
    await registerAndGoHome(first, mobile);
    await first.locator('button[popovertarget=account-menu]').first().click();
    await loadedAfter(first, () => first.locator('[data-sign-out]').click());
    expect(await session(first)).toBe('out');
    // who this browser is to the figures, and what it has not told them yet, is no secret of its user
    expect(await first.evaluate(() => Object.keys(localStorage).filter((key) => !['visitor_uuid', 'track_events'].includes(key)))).toEqual(
      [],
    );

    const second = await first.context().newPage();
    await second.goto(`${site.url}/`);
    await second.locator('[href="/login"]').first().waitFor();
    await askForSession(first);
    await first.getByText('登录后即可下载').waitFor();
    await first.fill('input[name=account]', mobile);
    await first.fill('input[name=password]', 'not-this-one');
    await submit(first).click();
    await first.getByText('账号或密码错误').waitFor();
    await first.fill('input[name=password]', PASSWORD);
    await submit(first).click();
    await expect.poll(() => told(first)).toBe('in');
    await first.locator('dialog[open]').waitFor({ state: 'detached' });
    await expect.poll(() => session(second)).toBe('in');

    await second.locator('button[popovertarget=account-menu]').first().click();
    await loadedAfter(second, () => second.locator('[data-sign-out]').click());
    await expect.poll(() => session(first)).toBe('out');
    await first.context().close();
  });

  it('is used by keyboard alone: focus inside, arrows between tabs, Enter sends, Escape closes and gives focus back', async () => {
    const mobile = newMobile();
    const page = await newPage('/register');
    await registerAndGoHome(page, mobile);
    await page.evaluate(() => localStorage.clear());
    await page.reload();

    const search = page.locator('main input[type=search]');
    await search.focus();
    await askForSession(page);
    await expect.poll(() => hasFocus(page.locator('dialog input[name=account]'))).toBe(true);
    for (let i = 0; i < 12; i++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await expect.poll(() => told(page)).toBe('dismissed');
    await expect.poll(() => hasFocus(search)).toBe(true);

    await askForSession(page);
    await page.getByRole('tab', { name: '密码登录' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => hasFocus(page.getByRole('tab', { name: '短信登录' }))).toBe(true);
    await page.keyboard.press('Home');
    await page.getByRole('tab', { name: '密码登录', selected: true }).waitFor();
    await page.locator('dialog input[name=account]').focus();
    await page.keyboard.type(mobile);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect.poll(() => told(page)).toBe('in');
    await page.context().close();
  });

  it('resets a forgotten password by code and comes back to the login with the phone kept', async () => {
    const mobile = newMobile();
    const page = await newPage('/register');
    await registerAndGoHome(page, mobile);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await forgetCodes(mobile);
    await askForSession(page);
    await page.getByRole('button', { name: '忘记密码' }).click();
    await expect.poll(() => hasFocus(page.locator('dialog input[name=account]'))).toBe(true);
    await page.fill('dialog input[name=account]', newMobile());
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('用户不存在，请先注册').waitFor();
    await page.fill('dialog input[name=account]', mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('秒后重发').waitFor();
    await page.fill('dialog input[name=captcha]', await codeOf(mobile));
    await page.fill('dialog input[name=password]', 'another-1');
    await seenAfter(() => submit(page).click(), page.getByText('密码重置成功'));
    await page.getByRole('tab', { name: '密码登录', selected: true }).waitFor();
    expect(await page.inputValue('dialog input[name=account]')).toBe(mobile);
    await page.fill('dialog input[name=password]', 'another-1');
    await submit(page).click();
    await expect.poll(() => told(page)).toBe('in');
    await page.context().close();
  });

  it('U-38 offers the other ways in', async () => {
    const page = await newPage('/');
    await askForSession(page);
    for (const name of ['微信登录', '通行密钥']) await page.locator('dialog').getByRole('button', { name }).waitFor();
    await page.context().close();
  });
});

it('brings old user info up to date on the next page, and drops a login that is over without a word', async () => {
  const page = await newPage('/register');
  await registerAndGoHome(page, newMobile());
  await page.evaluate(async () => {
    const profile = { nickname: '会展老王', birthday: '1990-02-28', sex: 1, show_company: '北京会展', show_job: '总监' };
    const headers = { token: localStorage.getItem('token') ?? '', 'content-type': 'application/json' };
    await fetch('/gateway/user/user/userinfo', { method: 'POST', headers, body: JSON.stringify(profile) });
    localStorage.setItem('userinfo_at', '1');
  });
  await page.reload();
  const nickname = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--nickname'));
  await expect.poll(nickname).toBe('"会展老王"');
  await page.evaluate(async () => {
    await fetch('/gateway/api/user/logout', { method: 'POST', headers: { token: localStorage.getItem('token') ?? '' } });
    localStorage.setItem('userinfo_at', '1');
  });
  await page.reload();
  await expect.poll(() => session(page)).toBe('out');
  expect(await page.locator('dialog[open]').count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.context().close();
});

it('F-64 sends a visitor of a page of their own to the login and back', async () => {
  const mobile = newMobile();
  const page = await newPage('/personalCenter/mySchemeOrder');
  await page.waitForURL(`${site.url}/login?from=%2FpersonalCenter%2FmySchemeOrder`);
  await page.getByRole('button', { name: '立即注册' }).click();
  await page.getByRole('button', { name: '注册并登录' }).waitFor();
  await registerOn(page, mobile);
  await page.waitForURL(`${site.url}/personalCenter/mySchemeOrder`);
  await page.getByText('还没有方案订单').waitFor();
  // what is stored but names nobody is no session, for the first paint either, until the server has said whose the token is
  await page.evaluate(() => localStorage.setItem('userinfo', '{}'));
  const painted = Promise.withResolvers<void>();
  await page.route('**/gateway/api/user/userinfo*', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(`${site.url}/`);
  expect(await session(page)).toBe('out');
  painted.resolve();
  await expect.poll(() => session(page)).toBe('in');
  await page.context().close();
});

it('F-29 opens the login where a reader whose login is over asks for what is theirs, and goes on from there', async () => {
  const mobile = newMobile();
  const page = await newPage('/register');
  await registerAndGoHome(page, mobile);
  await page.evaluate(() => fetch('/gateway/api/user/logout', { method: 'POST', headers: { token: localStorage.getItem('token') ?? '' } }));
  await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
  await page.locator('dialog[open]').getByText('登录已失效，请重新登录').waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.fill('dialog input[name=account]', mobile);
  await page.fill('dialog input[name=password]', PASSWORD);
  await submit(page).click();
  await page.getByText('还没有方案订单').waitFor();
  expect(await session(page)).toBe('in');
  await page.context().close();
});

it('keeps what was typed on a page of one’s own while a login ends, and says there that another tab signed out', async () => {
  const mobile = newMobile();
  const page = await newPage('/register');
  await registerAndGoHome(page, mobile);
  const other = await page.context().newPage();
  const signOutThere = async () => {
    await other.goto(`${site.url}/`);
    await other.locator('button[popovertarget=account-menu]').first().click();
    await loadedAfter(other, () => other.locator('[data-sign-out]').click());
    await page.locator('dialog[open]').getByText('已在其他页面退出登录').waitFor();
  };
  const signInHere = async () => {
    await page.fill('dialog input[name=account]', mobile);
    await page.fill('dialog input[name=password]', PASSWORD);
    await submit(page).click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  };
  await page.goto(`${site.url}/personalCenter/myVerify`);
  await page.getByLabel('姓名').fill('张三');
  await signOutThere();
  await signInHere();
  expect(await page.getByLabel('姓名').inputValue()).toBe('张三');

  await page.goto(`${site.url}/personalCenter/mySetting`);
  await page.getByLabel('城市').fill('杭州');
  await page.evaluate(() => fetch('/gateway/api/user/logout', { method: 'POST', headers: { token: localStorage.getItem('token') ?? '' } }));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('dialog[open]').getByText('登录已失效，请重新登录').waitFor();
  await signInHere();
  expect(await page.getByLabel('城市').inputValue()).toBe('杭州');

  // as a browser does that closes a dialog without asking; who does not sign in sees what a visitor sees
  await signOutThere();
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('dialog[open]')?.close());
  await page.waitForURL(`${site.url}/login?from=%2FpersonalCenter%2FmySetting`);
  await page.context().close();
});

// the pages, and the home page behind, are looked at in axe.test.ts
it('has nothing for axe to find in each form of the dialog', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${site.url}/`);
  await askForSession(page);
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  for (const name of ['立即注册', '返回登录', '忘记密码']) {
    await page.getByRole('button', { name }).click();
    await page.fill('dialog input[name=account]', '1');
    await page.locator('dialog input[name=account]').blur();
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  }
  await context.close();
});

describe('a one-use code in the URL', () => {
  it('F-42 leaves the address at once, signs in only after the reader agreed, and once', async () => {
    const owner = await newPage('/register');
    await registerAndGoHome(owner, newMobile());
    const token = await owner.evaluate(() => localStorage.getItem('token') ?? '');
    const made = await fetch(`${site.url}/gateway/api/user/handover`, { method: 'POST', headers: { token } });
    const { code } = ((await made.json()) as { data: { code: string } }).data;
    await owner.context().close();

    const page = await newPage(`/?token=${code}&a=1`);
    expect(page.url()).toBe(`${site.url}/?a=1`);
    await page.getByText('使用链接中的账号登录？').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await session(page)).toBe('out');
    await page.getByRole('button', { name: '不是我的账号' }).click();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.goto(`${site.url}/?token=${code}`);
    await loadedAfter(page, () => page.getByRole('button', { name: '确认登录' }).click());
    expect(await session(page)).toBe('in');
    await page.goto(`${site.url}/?token=${'x'.repeat(43)}`);
    const mine = await page.evaluate(() => localStorage.getItem('token'));
    expect(mine).toHaveLength(43);
    expect(mine).not.toBe(token);
    await page.context().close();
    const again = await newPage(`/?token=${code}`);
    expect(again.url()).toBe(`${site.url}/`);
    expect(await session(again)).toBe('out');
    await again.context().close();
  });
});
