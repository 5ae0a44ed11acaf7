import { detailPath, KINDS, type KindFacts } from '#contract/kinds.ts';
import { ITEM_STATUS_TEXT } from '#contract/publish.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { kindOf, lockItem, type WorkLine, workSource } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { retryByStaff, showAgain, takeDownByStaff, whyNotAgain } from '../../modules/publishing/index.ts';
import { worksWithWords } from '../../modules/search/index.ts';
import { recordAudit } from '../../outbox/outbox.ts';

const act = actsOf('work.close');
const actOnFile = actsOf('work.retry');
const kinds: readonly KindFacts[] = Object.values(KINDS);

const TAKE_DOWN =
  '读者不再看到，已购买的人照常使用；发布者看到原因，重新上架要经过审核。沙龙则取消并退款，票款全额退回；需求则关闭，合作随之取消。';

/** Where staff look at one: the queue while it waits there, else its page; what readers cannot open yet has none. */
function hrefOf({ id, kind, status }: WorkLine): string {
  if (status === 'reviewing') return '/admin/review?type=work';
  const facts = kinds.find(({ code }) => code === kind);
  return facts && (status === 'published' || status === 'taken_down') ? detailPath(facts, Number(id)) : '';
}

/** Works of every kind and status. */
export const workList: StaffList = {
  key: 'works',
  title: '作品',
  verb: 'review.see',
  source: workSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'kind', title: '类型' },
    { key: 'publisher', title: '发布者' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'price', title: '价格', kind: 'money' },
    { key: 'view_num', title: '浏览', kind: 'number' },
    { key: 'sale_num', title: '成交', kind: 'number' },
    { key: 'created_at', title: '创建时间', kind: 'time', hidden: true },
    { key: 'published_at', title: '发布时间', kind: 'time' },
  ],
  filters: [
    choiceFilter('kind', '类型', Object.fromEntries(kinds.map(({ key, noun }) => [key, noun]))),
    stateFilter(ITEM_STATUS_TEXT, {
      ...{ draft: 'over', rendering: 'waiting', reviewing: 'waiting', rejected: 'failed', taken_down: 'over', failed: 'failed' },
    }),
    { key: 'publisher', title: '发布者', kind: 'person' },
    ...BY_DAY,
    { key: 'published', title: '发布日', kind: 'day' },
  ],
  orders: BY_TIME,
  search: '编号或标题',
  actions: [
    act('take_down', '下架', TAKE_DOWN, async (tx, id, reason) => {
      const item = await lockItem(tx, Number(id));
      if (!item) throw notFound('作品不存在');
      if (item.status !== 'published') throw conflict('只有已发布的作品可以下架');
      await takeDownByStaff(tx, item, reason);
      await recordAudit(tx, 'work.take_down', `item:${id}`, { reason });
    }),
    act('show', '恢复', '由工作人员下架的作品重新展示，发布时间不变；已取消的沙龙不能恢复。', async (tx, id, reason) => {
      const item = await lockItem(tx, Number(id));
      if (!item) throw notFound('作品不存在');
      const never = await whyNotAgain(tx, kindOf(item.kind), item.id);
      if (never !== null) throw conflict(never);
      if (!(await showAgain(tx, item))) throw conflict('只有由工作人员下架的作品可以恢复');
      await recordAudit(tx, 'work.show', `item:${id}`, { reason });
    }),
    actOnFile('retry', '重试', '没有生成页面的文件重新处理一次；处理好后作品按发布者的提交继续发布或送审。', (tx, id, reason) =>
      retryByStaff(tx, Number(id), reason),
    ),
  ],
  found: {
    title: 'title',
    beside: ['id', 'kind', 'publisher', 'state'],
    general: true,
    // a number is the work's own, not one that stands in its text
    more: async (ctx, words, most) => (/^\d+$/.test(words) ? [] : (await worksWithWords(ctx, words, most)).map(String)),
  },
  async show(ctx, rows) {
    const lines = rows as readonly WorkLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ publisher_id }) => Number(publisher_id)),
    );
    return lines.map((line) => ({
      id: String(line.id),
      item: Number(line.id),
      href: hrefOf(line),
      cells: {
        id: Number(line.id),
        title: line.title || '未命名',
        kind: kinds.find(({ code }) => code === line.kind)?.noun ?? '',
        publisher: people.get(Number(line.publisher_id)).nickname,
        state: ITEM_STATUS_TEXT[line.status],
        price: Number(line.price_fen) / 100,
        view_num: Number(line.view_num),
        sale_num: Number(line.sale_num),
        created_at: Number(line.created_at),
        published_at: Number(line.published_at ?? 0),
      },
    }));
  },
};
