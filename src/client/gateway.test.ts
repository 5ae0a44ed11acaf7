import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { CallData, CallInput, CallName, NamedCall } from '#contract/gateway.ts';
import type { UserInfo } from '#contract/identity.ts';
import type { gateway } from './gateway.ts';
import type { LoginWanted } from './session.ts';

/** As much of a browser as the client needs: storage, a document that receives events, an address. */
class Store {
  kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

const user = { id: 7, nickname: '甲', account: '138****0000' } as UserInfo;
let storage: Store;
let page: EventTarget;
let fetched: ReturnType<typeof vi.fn<(input: Request | string, init?: RequestInit) => Promise<Response>>>;

beforeEach(() => {
  vi.resetModules();
  storage = new Store();
  page = Object.assign(new EventTarget(), {
    documentElement: { dataset: {}, style: { setProperty: () => {}, removeProperty: () => {} } },
  });
  fetched = vi.fn();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', fetched);
  vi.doMock('./toast-view.ts', () => ({ drawToasts: () => {} }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (body: unknown, status = 200) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
const load = async () => ({ ...(await import('./gateway.ts')), ...(await import('./session.ts')), ...(await import('./toast.ts')) });

describe('O-021, S-980 the gateway caller', () => {
  it('K-027, O-020 sends platform 4, the token and a random query, and gives the data', async () => {
    const { gateway, signIn } = await load();
    signIn({ token: 'a-token', user });
    answer({ code: 0, msg: 'ok', data: { time: 5 } });
    expect(await gateway('GET /admin/term', { id: 1 })).toEqual({ time: 5 });
    await gateway('GET /admin/term', { id: 1 });
    const urls = fetched.mock.calls.map(([input]) => new URL(String(input instanceof Request ? input.url : input), 'http://site'));
    expect(urls[0]!.pathname).toBe('/gateway/admin/term');
    expect(urls[0]!.searchParams.get('_')).not.toBe(urls[1]!.searchParams.get('_'));
    const headers = new Headers(fetched.mock.calls[0]![1]?.headers);
    expect([headers.get('token'), headers.get('platform')]).toEqual(['a-token', '4']);
  });

  it('A2 asks who the reader is where a call wants it, then goes on with the same call', async () => {
    const { gateway, $toasts, LOGIN_WANTED, signIn } = await load();
    signIn({ token: 'a-token', user });
    const asked: LoginWanted[] = [];
    page.addEventListener(LOGIN_WANTED, (event) => {
      event.preventDefault();
      asked.push((event as CustomEvent<LoginWanted>).detail);
    });
    answer({ code: 1, msg: '请先确认是您本人操作', data: { prove: 1 } }, 428);
    const given_up = gateway('POST /user/user/passkeyoptions').catch((error: unknown) => error);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.proof).toBe(true);
    asked[0]?.done(null);
    expect(await given_up).toMatchObject({ status: 428 });
    const going_on = gateway('POST /user/user/passkeyoptions');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    answer({ code: 0, msg: 'ok', data: { key: 'k' } });
    asked[1]?.done({ token: 'a-token', user });
    expect(await going_on).toEqual({ key: 'k' });
    expect($toasts.get().map(({ text }) => text)).toEqual(['请先确认是您本人操作']);
  });

  it.each([3, 4, 5, 6, 7, 8])('throws code %i silently', async (code) => {
    const { gateway, $toasts } = await load();
    answer({ code, msg: '需要验证码', data: { key: 'k' } });
    await expect(gateway('GET /index/index/nowtime')).rejects.toMatchObject({
      name: 'ApiError',
      code,
      msg: '需要验证码',
      data: { key: 'k' },
    });
    expect($toasts.get()).toEqual([]);
  });

  it('shows the message of code 1 for five seconds, unless told to be silent', async () => {
    vi.useFakeTimers();
    const { gateway, $toasts } = await load();
    answer({ code: 1, msg: '标题过长', data: null, fields: { title: '标题过长' }, request_id: 'r1' }, 400);
    await expect(gateway('POST /user/user/passkeyoptions', {}, { silent: true })).rejects.toMatchObject({ code: 1, status: 400 });
    expect($toasts.get()).toEqual([]);
    await expect(gateway('POST /user/user/passkeyoptions')).rejects.toMatchObject({ fields: { title: '标题过长' }, request_id: 'r1' });
    expect($toasts.get()).toMatchObject([{ kind: 'error', text: '标题过长' }]);
    // the five seconds begin when what draws it is there
    await vi.dynamicImportSettled();
    vi.advanceTimersByTime(4_999);
    expect($toasts.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect($toasts.get()).toEqual([]);
  });

  it('says 当前服务器繁忙，请稍后再试~ when the network fails or a page comes back', async () => {
    const { gateway, $toasts } = await load();
    fetched.mockRejectedValue(new TypeError('failed'));
    await expect(gateway('GET /index/index/nowtime')).rejects.toMatchObject({ code: 1, status: 0, msg: '当前服务器繁忙，请稍后再试~' });
    fetched.mockResolvedValue(new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } }));
    await expect(gateway('GET /index/index/nowtime')).rejects.toMatchObject({ status: 502, msg: '当前服务器繁忙，请稍后再试~' });
    expect($toasts.get()).toHaveLength(1);
  });

  it('returns an answer without a code as it is', async () => {
    const { gateway } = await load();
    answer({ accessid: 'x' });
    expect(await gateway('GET /index/index/nowtime')).toEqual({ accessid: 'x' });
  });

  it('on code 2 forgets the session, VIP list and sign time, and opens the login', async () => {
    const { gateway, signIn, $session, $toasts, LOGIN_WANTED } = await load();
    signIn({ token: 'a-token', user });
    storage.setItem('viplist', '[]');
    storage.setItem('signtime', '1');
    const wanted = vi.fn((event: Event) => event.preventDefault());
    page.addEventListener(LOGIN_WANTED, wanted);
    answer({ code: 2, msg: '登录已失效，请重新登录', data: null }, 401);
    await expect(gateway('GET /index/index/nowtime')).rejects.toMatchObject({ code: 2 });
    expect($session.get()).toBeNull();
    expect([...storage.kept.keys()]).toEqual([]);
    expect(wanted).toHaveBeenCalledTimes(1);
    expect($toasts.get()).toEqual([]);
  });

  it('opens the login for a silent call too, and says why; a call in the background ends the session without a word', async () => {
    const { gateway, signIn, $session, LOGIN_WANTED } = await load();
    const reasons: unknown[] = [];
    page.addEventListener(LOGIN_WANTED, (event) => {
      event.preventDefault();
      reasons.push((event as CustomEvent<{ reason: unknown }>).detail.reason);
    });
    answer({ code: 2, msg: '登录已失效，请重新登录', data: null }, 401);
    signIn({ token: 'a-token', user });
    await expect(gateway('POST /user/user/passkeyoptions', {}, { silent: true })).rejects.toMatchObject({ code: 2 });
    expect([$session.get(), reasons]).toEqual([null, ['登录已失效，请重新登录']]);
    await expect(gateway('GET /index/index/nowtime')).rejects.toMatchObject({ code: 2 });
    expect(reasons).toEqual(['登录已失效，请重新登录', undefined]);
    signIn({ token: 'a-token', user });
    await expect(gateway('GET /index/index/nowtime', {}, { silent: true, background: true })).rejects.toMatchObject({ code: 2 });
    expect($session.get()).toBeNull();
    expect(reasons).toHaveLength(2);
  });

  it('keeps a login that another tab made while the call was under way', async () => {
    const { gateway, signIn, $session } = await load();
    signIn({ token: 'old', user });
    fetched.mockImplementation(async () => {
      signIn({ token: 'new', user });
      return new Response(JSON.stringify({ code: 2, msg: '', data: null }), {
        status: 401,
        headers: { 'content-type': 'application/json' },
      });
    });
    await expect(gateway('GET /index/index/nowtime')).rejects.toMatchObject({ code: 2 });
    expect($session.get()?.token).toBe('new');
  });
});

describe('requireSession', () => {
  it('gives the session at once, else what the dialog ends with', async () => {
    const { requireSession, signIn, signOut, $session, LOGIN_WANTED, LoginDismissed } = await load();
    signIn({ token: 'a-token', user });
    expect((await requireSession()).token).toBe('a-token');
    signOut();
    let done: (session: unknown) => void = () => {};
    page.addEventListener(LOGIN_WANTED, (event) => {
      event.preventDefault();
      done = (event as CustomEvent<{ done: typeof done }>).detail.done;
    });
    const first = requireSession('登录后收藏');
    done(null);
    await expect(first).rejects.toBeInstanceOf(LoginDismissed);
    const second = requireSession();
    signIn({ token: 'b-token', user });
    done($session.get());
    expect((await second).token).toBe('b-token');
  });
});

it('B5 knows by types which calls there are, what each takes and what it gives', () => {
  expectTypeOf<'POST /receive/request/extends'>().not.toExtend<CallName>();
  expectTypeOf<keyof CallInput<'POST /receive/request/extend'>>().toEqualTypeOf<'id' | 'days'>();
  expectTypeOf<{ days: number }>().not.toExtend<CallInput<'POST /receive/request/extend'>>();
  expectTypeOf<{ tab: 'answers' }>().not.toExtend<CallInput<'GET /receive/request/mine'>>();
  expectTypeOf<keyof CallData<'GET /receive/request/fields'>>().toEqualTypeOf<'list'>();
  expectTypeOf<'GET /upload/:key'>().toExtend<NamedCall>();
});

it('B5 knows by types what a call does not take, of what is no literal as well', () => {
  type Extend<I extends CallInput<'POST /receive/request/extend'>> = NonNullable<
    Parameters<typeof gateway<'POST /receive/request/extend', I>>[1]
  >;
  type Right = { id: number; days: number };
  type Slip = Right & { dayz: number };
  expectTypeOf<Right>().toExtend<Extend<Right>>();
  expectTypeOf<Slip>().not.toExtend<Extend<Slip>>();
});
