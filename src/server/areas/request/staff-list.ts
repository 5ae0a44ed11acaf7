import { budgetText, REQUEST_STATES, requestPath } from '#contract/request.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { closeByStaff, openByStaff, type RequestLine, requestFields, requestSource } from '../../modules/requests/index.ts';

const VERB = 'request.judge';
const act = actsOf(VERB);

/** Requests of the receive-order hall. */
export const requestStaffList: StaffList = {
  key: 'requests',
  title: '求单',
  verb: VERB,
  source: requestSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'field', title: '领域' },
    { key: 'asker', title: '发布者' },
    { key: 'budget', title: '预算' },
    { key: 'planners', title: '接单' },
    { key: 'reports', title: '举报', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '发布时间', kind: 'time' },
    { key: 'closes_at', title: '截止时间', kind: 'time', hidden: true },
  ],
  filters: [
    stateFilter(REQUEST_STATES),
    choiceFilter('reported', '举报', { yes: '有举报' }),
    { key: 'asker', title: '发布者编号', kind: 'number' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号或标题里的词',
  found: { title: 'title', beside: ['id', 'asker', 'state'] },
  actions: [
    act('open', '通过审核', '等待审核的求单出现在大厅。', (tx, id, reason) => openByStaff(tx, Number(id), reason)),
    act('close', '关闭', '不再接受接单，原因会告诉发布者，接单人收到通知。', (tx, id, reason) => closeByStaff(tx, Number(id), reason)),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly RequestLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ asker_id }) => asker_id),
    );
    const fields = new Map((await requestFields(ctx)).map(({ key, name }) => [key, name]));
    return lines.map(({ id, title, field, asker_id, budget_fen, planners_num, planners_max, reports, state, created_at, closes_at }) => ({
      id: String(id),
      href: requestPath(id),
      cells: {
        ...{ id, title, reports, created_at, closes_at, state: REQUEST_STATES[state] },
        field: fields.get(field) ?? '其他',
        asker: people.get(asker_id).nickname,
        budget: budgetText((budget_fen ?? 0) / 100),
        planners: `${planners_num}/${planners_max}`,
      },
    }));
  },
};
