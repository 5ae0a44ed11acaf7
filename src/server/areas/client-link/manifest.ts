import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { clientLinkCalls } from '#contract/client-link/calls.ts';
import { clientPath } from '#contract/client-link.ts';
import { detailPath } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { deviceName } from '../../http/device-name.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { itemsById, kindOf } from '../../modules/catalog/index.ts';
import {
  clientLinkJobs,
  forgetLinks,
  type LinkLine,
  linkRows,
  linkSource,
  lookOneself,
  meetLink,
  openLink,
  ownLinks,
  ownViews,
  revokeLink,
  saveLink,
  shareTalk,
  shownPage,
  stopLink,
  talkLink,
  viewRows,
} from '../../modules/client-links/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';
import { clientPage, refusedPage } from './client-page.ts';

/** Of one link alone: names a browser to it, and to nothing else of the site. */
const COOKIE = 'cemao_client';
const COOKIE_S = 90 * 86_400;

const codeOf = (c: Context): string => c.req.param('code') ?? '';
const tokenOf = (c: Context): string => /^[\w-]{43}$/.exec(getCookie(c, COOKIE) ?? '')?.[0] ?? '';
const addressOf = ({ actor }: Ctx): string => (actor.kind === 'visitor' ? actor.address : '');

function rememberBrowser(ctx: Ctx, c: Context, code: string, token: string): void {
  const secure = ctx.app.config.site_url.startsWith('https://');
  setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: clientPath(code), maxAge: COOKIE_S, secure });
}

/** Whatever is refused here is read by people. */
async function asPage(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusedPage(error.status, error.message);
  }
}

const endpoints: readonly Endpoint[] = [
  serve(clientLinkCalls.list, (ctx, input) => ownLinks(ctx, input)),
  serve(clientLinkCalls.save, (ctx, input) => saveLink(ctx, input)),
  serve(clientLinkCalls.talk, (ctx, { conversation_id }) => talkLink(ctx, conversation_id)),
  serve(clientLinkCalls.share, (ctx, { conversation_id, answer_id, days }) => shareTalk(ctx, { conversation_id, answer_id, days })),
  serve(clientLinkCalls.revoke, (ctx, { id, revoked }) => revokeLink(ctx, id, revoked)),
  serve(clientLinkCalls.views, (ctx, { id }) => ownViews(ctx, id)),
  serve(clientLinkCalls.preview, async (ctx, { id }, c) => {
    const { code, token } = await lookOneself(ctx, id);
    rememberBrowser(ctx, c, code, token);
    return { url: clientPath(code) };
  }),
  serve(clientLinkCalls.page, (ctx, _input, c) => asPage(async () => clientPage(ctx, await meetLink(ctx, codeOf(c), tokenOf(c))))),
  serve(clientLinkCalls.open, (ctx, { password }, c) =>
    asPage(async () => {
      const [code, token] = [codeOf(c), tokenOf(c)];
      const device = deviceName(c.req.header('user-agent'));
      const opened = await openLink(ctx, { code, password, token, device, address: addressOf(ctx) });
      if (opened.is !== 'open') {
        const wrong = password === '' ? '请输入查看密码' : '密码不正确，请重新输入';
        return clientPage(ctx, await meetLink(ctx, code, token), opened.is === 'wrong' ? { wrong, status: 403 } : {});
      }
      rememberBrowser(ctx, c, code, opened.token);
      c.header('cache-control', 'no-store');
      return c.redirect(clientPath(code), 303);
    }),
  ),
  serve(clientLinkCalls.picture, async (ctx, { w }, c) => {
    const page_no = Number(/^[1-9]\d{0,3}$/.exec(c.req.param('page') ?? '')?.[0] ?? 0);
    if (page_no === 0) throw notFound('图片不存在');
    const bytes = await shownPage(ctx, { code: codeOf(c), token: tokenOf(c), page_no, width: w });
    const headers = { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=600', 'x-robots-tag': 'noindex' };
    return c.body(new Uint8Array(bytes), 200, headers);
  }),
];

const STATES = { open: '未停用', revoked: '已撤回', stopped: '已停用' } as const;
const act = actsOf('review.decide');

/** Links by which people show works and conversations to others: staff stop one, or let it go on. */
const clientLinkList: StaffList = {
  key: 'clientLinks',
  title: '客户链接',
  verb: 'review.see',
  source: linkSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'work', title: '作品' },
    { key: 'user', title: '用户' },
    { key: 'name', title: '署名' },
    { key: 'note', title: '留言', hidden: true },
    { key: 'views', title: '人次', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'ends_at', title: '到期', kind: 'time' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [stateFilter(STATES, { revoked: 'over', stopped: 'failed' }), { key: 'work', title: '作品编号', kind: 'number' }, ...BY_DAY],
  orders: BY_TIME,
  search: '编号、链接地址、用户编号或手机号',
  people: holderOf,
  actions: [
    act('stop', '停用', '客户不能再打开，原因会告诉发送人。', (tx, id, reason) => stopLink(tx, Number(id), reason, true)),
    act('resume', '恢复', '客户可以重新打开。', (tx, id, reason) => stopLink(tx, Number(id), reason, false)),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly LinkLine[];
    const works = await itemsById(
      ctx,
      lines.flatMap(({ item_id }) => item_id ?? []),
    );
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, item_id, is_talk, user_id, title, name, note, view_num, state, ends_at, created_at }) => {
      const work = item_id === null ? undefined : works.get(item_id);
      return {
        id: String(id),
        href: work ? detailPath(kindOf(work.kind), work.id) : '',
        ...(item_id === null ? {} : { item: item_id }),
        cells: {
          ...{ id, title, name, note, ends_at, created_at, views: view_num, state: STATES[state] },
          work: is_talk ? '助手对话' : item_id === null ? '文档' : (work?.title ?? String(item_id)),
          user: people.get(user_id).nickname,
        },
      };
    });
  },
};

/** Works shown to clients by links. */
export const clientLinkArea: Manifest = {
  name: 'client-link',
  endpoints,
  jobs: clientLinkJobs,
  staff_lists: [clientLinkList],
  personal: { files: { 客户链接: linkRows, 客户链接的查看记录: viewRows }, forget: [forgetLinks] },
};
