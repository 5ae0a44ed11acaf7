import { createDecipheriv } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import { CHAT_CALLS } from '#contract/chat.ts';
import { NOTICE_CALLS } from '#contract/notice.ts';
import { STREAM_TYPE } from '#contract/stream.ts';
import { WORKBENCH_CALLS } from '#contract/workbench.ts';
import { type Actor, type Ctx, createCtx } from '#server/app/ctx.ts';
import { MADE_BY_LOGIN, type MadeByLogin, type MadeName } from '#server/areas/made-by-login.ts';
import { listenForStreams, streamsOf } from '#server/http/streams.ts';
import { AppError } from '#server/kernel/errors.ts';
import { hmacSha256, sha256 } from '#server/kernel/ids.ts';
import { askAbout, openFile, sendMessage } from '#server/modules/chat/index.ts';
import { grantDownload, itemImages, openOriginal } from '#server/modules/downloads/index.ts';
import { signOriginal } from '#server/modules/downloads/rules.ts';
import { linkOf } from '#server/modules/employees/index.ts';
import { employee_links } from '#server/modules/employees/tables.ts';
import { authenticate, endLogins, endOtherOwnLogins, setBan, startClosing } from '#server/modules/identity/index.ts';
import { openOfferFile, signFiles } from '#server/modules/offers/offer-files.ts';
import { openExport, ownExport } from '#server/modules/privacy/index.ts';
import { data_exports } from '#server/modules/privacy/tables.ts';
import { opensPreview, previewAddress } from '#server/modules/publishing/drafts/preview.ts';
import { attachmentLink, openAttachment, openFilm, openPicture } from '#server/modules/publishing/index.ts';
import { signFilm } from '#server/modules/publishing/open-film.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { signPicture } from '#server/modules/publishing/take-picture.ts';
import { doorOf, makeDoorLink } from '#server/modules/salons/door-links.ts';
import { fileLink, openByTicket } from '#server/modules/study/film-links.ts';
import { findLesson } from '#server/modules/study/repo.ts';
import { openVerificationPicture } from '#server/modules/verification/reviews.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { codeFor, newMobile, PASSWORD, registerUser, type SignedIn } from '../support/identity.ts';
import { makeItem } from '../support/item-world.ts';
import { makePerson, type Person } from '../support/people.ts';
import { signUpload } from '../support/publishing.ts';
import { makeSalon } from '../support/salons.ts';
import { filmLesson, makeCourse } from '../support/study.ts';

const t = testApp();
let server: GatewayServer;
let wakes: ReturnType<typeof listenForStreams>;
let staff: Person;
let shop: Person;
let item: { id: number; page_keys: string[] };

beforeAll(async () => {
  server = await startGatewayServer(t.app);
  wakes = listenForStreams(t.app, t.booted.database_url);
  await wakes.ready;
  staff = await makePerson(t, { roles: ['admin'] });
  shop = await makePerson(t);
  item = await makeItem(t, { publisher_id: shop.id, price_fen: 0, pages: 3, free_pages: 1 });
});
afterAll(async () => {
  streamsOf(t.app).close();
  await server.stop();
  await wakes.stop();
});

/** Somebody with two logins: everything is made by the first, some ends come from the second. */
interface Owner {
  id: number;
  mobile: string;
  first: { token: string; ctx: Ctx; actor: Actor };
  second: { token: string; ctx: Ctx };
}

async function makeOwner(): Promise<Owner> {
  const mobile = newMobile();
  const { token, userinfo } = (await registerUser(t, mobile)).body.data;
  const again = await t.call<SignedIn>('POST', '/api/user/login', { body: { account: mobile, password: PASSWORD } });
  const asUser = async (of: string) => {
    const actor = (await authenticate(t.app, of, '10.0.0.1')) as Actor;
    return { token: of, actor, ctx: createCtx(t.app, actor, 'test') };
  };
  return { id: userinfo.id, mobile, first: await asUser(token), second: await asUser(again.body.data.token) };
}

/** Makes something by the first login and says how it is used: it resolves while it works, and is refused afterwards. */
type Maker = (owner: Owner) => Promise<() => Promise<unknown>>;

type Ending = { [Name in MadeName]: (typeof MADE_BY_LOGIN)[Name]['ends'] extends 'login' | 'user' ? Name : never }[MadeName];

const answered = async (call: Promise<{ status: number; body: { code: number; msg: string } }>) => {
  const { status, body } = await call;
  if (status !== 200 || body.code !== 0) throw new AppError(body.msg, { status });
};
const found = (one: unknown) => {
  if (one === null) throw new AppError('gone', { status: 404 });
};
/** Reached behind its signature, where this test has stored nothing. */
const past = (text: string) => (error: unknown) => {
  if (!(error instanceof AppError) || !error.message.includes(text)) throw error;
};
const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://site').searchParams);
const numbers = (url: string) =>
  Object.fromEntries(
    Object.entries(queryOf(url)).map(([name, value]) => [name, name === 'sign' || name === 'key' ? value : Number(value)]),
  );

async function storeBytes(owner_id: number, type: string): Promise<{ id: number; key: string }> {
  const [key, data] = [newStorageKey(), Buffer.from('bytes')];
  await t.app.providers.storage.putPrivate(key, data);
  const film = type === 'mp4' ? { type: 'mp4' as const, width: 640, height: 360, duration_ms: 9_000 } : null;
  const row = { owner_id, key, name: `文件.${type}`, size_bytes: data.length, sha256: sha256(data), type, film: film as never };
  const [made] = await t.app.db.insert(files).values(row).returning({ id: files.id });
  return { id: made?.id ?? 0, key };
}

const MAKERS: Record<Ending, Maker> = {
  async token({ first }) {
    return () => answered(t.call('GET', '/api/user/userinfo', { token: first.token }));
  },
  async stream({ first }) {
    const headers = { accept: STREAM_TYPE, token: first.token };
    const answer = await fetch(`${server.url}/gateway${NOTICE_CALLS.stream}?after=0`, { headers });
    expect(answer.headers.get('content-type')).toBe(STREAM_TYPE);
    let open = true;
    void (async () => {
      for await (const _ of answer.body as unknown as AsyncIterable<Uint8Array>);
    })()
      .catch(() => undefined)
      .finally(() => {
        open = false;
      });
    return async () => {
      if (!open) throw new AppError('ended');
    };
  },
  async handover({ first }) {
    const { body } = await t.call<{ code: string }>('POST', ACCOUNT_CALLS.hand_over, { token: first.token });
    return () => answered(t.call('GET', ACCOUNT_CALLS.adopt, { query: { code: body.data.code } }));
  },
  async upload({ first }) {
    const signed = await signUpload(t, first.token, 100);
    return () => answered(t.call('GET', `/upload/${signed.upload_key}`, { token: first.token }));
  },
  async download({ first }) {
    const answer = await grantDownload(first.ctx, { item_id: item.id, once_a_day: true });
    if (answer.status !== 1) throw new Error('no link');
    const aes = createDecipheriv('aes-256-cbc', answer.cipher.key, answer.cipher.iv);
    const path = aes.update(answer.download_url, 'base64', 'utf8') + aes.final('utf8');
    return async () => expectOpen(await fetch(server.url + path));
  },
  async original({ id, first }) {
    const expires_at = new Date(t.clock.now().getTime() + 600_000);
    const link = { item_id: item.id, picture_no: 1, user_id: id, token_id: tokenOf(first.actor), is_staff: false, expires_at };
    const signed = signOriginal(t.config.secrets.link, link);
    return () => openOriginal(t.ctx(), signed).catch(past('内容不存在'));
  },
  async page({ first }) {
    const { list } = await itemImages(first.ctx, { item_id: item.id, start: 2 });
    const path = /\S+ 320w/.exec(list[0]?.srcset ?? '')?.[0].replace(' 320w', '') ?? '';
    return async () => expectOpen(await fetch(server.url + path));
  },
  async attachment({ id, first }) {
    const url = attachmentLink(first.ctx, (await storeBytes(id, 'pdf')).id);
    return () => openAttachment(t.ctx(), url.split('/').at(-1) ?? '');
  },
  async draft_picture({ first }) {
    const { src } = signPicture(first.ctx, { key: item.page_keys[0] as string, width: 1440, height: 810 }, 320);
    return () => openPicture(t.ctx(), numbers(src) as never);
  },
  async draft_film({ id, first }) {
    const { key } = await storeBytes(id, 'mp4');
    const src = signFilm(first.ctx, key);
    return async () => found(await openFilm(t.ctx(), key, numbers(src) as never));
  },
  async preview({ id, first }) {
    const own = await makeItem(t, { publisher_id: id, status: 'draft' });
    const { url } = await previewAddress(first.ctx, own.id);
    return async () => found(await opensPreview(t.ctx(), own.id, queryOf(url)['preview'] ?? ''));
  },
  async lesson_file({ id, first }) {
    const course = await makeCourse(t, shop, { lessons: [filmLesson('一课', 9, { file_id: (await storeBytes(shop.id, 'mp4')).id })] });
    const lesson = (await findLesson(t.app.db, course.lessons[0] as number)) as NonNullable<Awaited<ReturnType<typeof findLesson>>>;
    const src = await fileLink(first.ctx, { lesson, user_id: id, key: 'k', scope: 'film', device: '' });
    return async () => {
      // what was looked up a moment ago is remembered for two seconds
      t.clock.advance_ms(2_001);
      found(await openByTicket(t.ctx(), src.slice('/media/'.length), 'k'));
    };
  },
  async chat_file({ id, first }) {
    const talk = await askAbout(first.ctx, { kind: 'item', id: item.id });
    const message = {
      type: 'file',
      text: '',
      file_id: (await storeBytes(id, 'pdf')).id,
      item_id: 0,
      price: null,
      confirmed: false,
    } as const;
    const sent = await sendMessage(first.ctx, { id: talk.id, client_id: `file-${id}-client`, ...message });
    return () => openFile(t.ctx(), numbers(sent.file?.src ?? '') as never);
  },
  async chat_page({ first }) {
    const { id } = await askAbout(first.ctx, { kind: 'item', id: item.id });
    const { body } = await t.call<{ url: string }>('GET', CHAT_CALLS.plain_link, { token: first.token, query: { id } });
    return async () => expectOpen(await fetch(server.url + body.data.url));
  },
  async offer_file({ id, first }) {
    const file = { name: 'a.pdf', size_bytes: 1, type: 'pdf', key: 'x', secret: '' };
    const [signed] = signFiles(first.ctx, { id: 999_999, version: 1, user_id: id }, [file]);
    return () => openOfferFile(t.ctx(), numbers(signed?.url ?? '') as never).catch(past('文件不存在'));
  },
  async verification_picture({ id, first }) {
    const ticket = { type: 'realname', id: 999_999, side: 0, staff_id: id, login: tokenOf(first.actor), expires: 4_000_000_000 };
    const sign = hmacSha256(t.config.secrets.link, `verification:${Object.values(ticket).join(':')}`);
    return () => openVerificationPicture(t.ctx(), { ...ticket, sign }).catch(past('图片已删除'));
  },
  async data_package({ id, first }) {
    const { key } = await storeBytes(id, 'zip');
    const expires_at = new Date(t.clock.now().getTime() + 3 * 86_400_000);
    await t.app.db.insert(data_exports).values({ user_id: id, state: 'ready', file_key: key, size_bytes: 5, expires_at });
    const url = (await ownExport(first.ctx))?.url ?? '';
    return () => openExport(t.ctx(), url.split('/').at(-1) ?? '');
  },
  async calendar({ first }) {
    const made = await t.call<{ url: string }>('POST', WORKBENCH_CALLS.feed, { token: first.token, body: { on: 1 } });
    const query = queryOf(made.body.data.url);
    return async () => expectOpen(await fetch(`${server.url}/gateway${WORKBENCH_CALLS.ics}?${new URLSearchParams(query)}`));
  },
  async door({ id, first }) {
    const salon = await makeSalon(t, { owner_id: id });
    const { token } = await makeDoorLink(first.ctx, { salon_id: salon.id, name: '小张', gate: 'A 口' });
    return () => doorOf(t.ctx(), token);
  },
  async company_link({ id }) {
    const [code, now] = [`company-link-of-${String(id).padStart(6, '0')}`, t.clock.now()];
    const ends_at = new Date(now.getTime() + 7 * 86_400_000);
    await t.app.db.insert(employee_links).values({ enterprise_id: id, code, seats_id: null, ends_at, created_at: now });
    return () => linkOf(t.ctx(), code);
  },
};

const tokenOf = (actor: Actor): number => (actor.kind === 'user' ? actor.token_id : 0);
async function expectOpen(answer: Response): Promise<void> {
  await answer.arrayBuffer();
  if (!answer.ok) throw new AppError('refused', { status: answer.status });
}

/** Each asks for its codes before anything is made: what is made may live for a minute only. */
const ENDS: Record<string, { all: boolean; prepare(owner: Owner): Promise<() => Promise<unknown>> }> = {
  'its logout': {
    all: false,
    prepare:
      async ({ first }) =>
      () =>
        answered(t.call('POST', '/api/user/logout', { token: first.token })),
  },
  'another login that ends it': {
    all: false,
    prepare:
      async ({ second }) =>
      () =>
        endOtherOwnLogins(second.ctx),
  },
  'a reset of the password': {
    all: true,
    async prepare({ mobile }) {
      const captcha = await codeFor(t, mobile, 'reset');
      const body = { account: mobile, captcha, password: 'another-123' };
      return () => answered(t.call('POST', '/api/user/resetPassword', { body }));
    },
  },
  'another password': {
    all: true,
    prepare:
      async ({ second }) =>
      () => {
        const body = { old_password: PASSWORD, password: 'another-123' };
        return answered(t.call('POST', '/user/user/password', { token: second.token, body }));
      },
  },
  'another phone': {
    all: true,
    async prepare({ mobile, second }) {
      const captcha = await ownCode(second.token, mobile);
      const next = newMobile();
      await answered(t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile: next, exist: 2, purpose: 'bind' } }));
      const body = { captcha, mobile: next, mobile_captcha: await newestCode(next) };
      return () => answered(t.call('POST', '/user/user/mobile', { token: second.token, body }));
    },
  },
  'a ban': {
    all: true,
    prepare:
      async ({ id }) =>
      () =>
        setBan(staffCtx(), { user_id: id, banned: true, reason: '测试' }),
  },
  'an end by staff': {
    all: true,
    prepare:
      async ({ id }) =>
      () =>
        endLogins(staffCtx(), { user_id: id, reason: '测试' }),
  },
  'a closing': {
    all: true,
    async prepare({ mobile, second }) {
      const captcha = await ownCode(second.token, mobile);
      return () => startClosing(second.ctx, captcha, async () => '');
    },
  },
  'the end of all other ways': {
    all: true,
    prepare:
      async ({ second }) =>
      () =>
        answered(t.call('DELETE', ACCOUNT_CALLS.ways, { token: second.token })),
  },
};

const staffCtx = () => createCtx(t.app, staff.actor, 'test');
const newestCode = async (mobile: string): Promise<string> => {
  const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  return body.data.list[0]?.code ?? '';
};
async function ownCode(token: string, mobile: string): Promise<string> {
  t.clock.advance_ms(60_001);
  await answered(t.call('POST', '/user/user/captcha', { token }));
  return newestCode(mobile);
}

describe('A1 A7 A12 what a login made', () => {
  for (const [ending, { all, prepare }] of Object.entries(ENDS)) {
    test(`A1 ends with ${ending}${all ? ', all of it' : ', but for what is meant to outlive a login'}`, async () => {
      const owner = await makeOwner();
      const end = await prepare(owner);
      const uses = new Map<Ending, () => Promise<unknown>>();
      for (const [name, make] of Object.entries(MAKERS) as [Ending, Maker][]) uses.set(name, await make(owner));
      for (const [name, use] of uses) await expect(use(), `${name} before`).resolves.not.toThrow();
      await end();
      for (const [name, use] of uses) {
        const made: MadeByLogin = MADE_BY_LOGIN[name];
        const over = () =>
          use().then(
            () => false,
            () => true,
          );
        await expect.poll(over, { message: `${name} after ${ending}`, timeout: 2_000 }).toBe(all || made.ends === 'login');
      }
    });
  }
});
