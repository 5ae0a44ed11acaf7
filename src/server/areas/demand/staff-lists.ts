import { DEMAND_STATE_TEXT, DEMAND_STATES, demandPath, LABEL_TYPES, type LabelType } from '#contract/demand.ts';
import { BY_TIME, type StaffList, type StaffListAction } from '../../modules/console/index.ts';
import { type DemandLine, demandSource, type LabelLine, labelSource, moveByStaff, showLabel } from '../../modules/demands/index.ts';

const VERB = 'demand.edit';
const act = (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
  ...{ name, title, about, verb: VERB, needs_reason: true, run },
});

const typeName = (type: number) => LABEL_TYPES[type as LabelType]?.noun ?? '';

const demandList: StaffList = {
  key: 'demands',
  title: '需求',
  verb: 'demand.see',
  source: demandSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'type', title: '类型' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'city', title: '城市' },
    { key: 'owner', title: '发布者', kind: 'number' },
    { key: 'closes_at', title: '截止', kind: 'time' },
    { key: 'saved_at', title: '修改时间', kind: 'time' },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: DEMAND_STATES.map((state) => ({ value: state, title: DEMAND_STATE_TEXT[state] })),
    },
    {
      key: 'type',
      title: '类型',
      kind: 'choice',
      options: [
        { value: '1', title: '找方案' },
        { value: '2', title: '找供应商' },
        { value: '3', title: '招标' },
      ],
    },
    { key: 'owner', title: '发布者编号', kind: 'number' },
  ],
  orders: BY_TIME,
  search: '编号或标题开头',
  found: { title: 'title', beside: ['id', 'type', 'state'] },
  actions: [
    act('close', '关闭', '从列表中移除；发布者会看到原因，修改后须重新审核。', (tx, id, reason) =>
      moveByStaff(tx, Number(id), 'closed', reason),
    ),
    act('open', '重新开放', '已关闭或过期的需求重新接受报价。', (tx, id, reason) => moveByStaff(tx, Number(id), 'open', reason)),
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly DemandLine[]).map(({ id, title, owner_id, state, label_type, city, closes_at, saved_at }) => ({
        id: String(id),
        href: demandPath(id),
        cells: { id, title, type: typeName(label_type), state: DEMAND_STATE_TEXT[state], city, owner: owner_id, closes_at, saved_at },
      })),
    ),
};

const labelList: StaffList = {
  key: 'demandLabels',
  add: { title: '新建类型', route: '/admin/demandLabel' },
  title: '需求类型',
  verb: VERB,
  source: labelSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'name', title: '名称' },
    { key: 'label', title: '短名' },
    { key: 'type', title: '种类' },
    { key: 'sort', title: '顺序', kind: 'number' },
    { key: 'num', title: '进行中的需求', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [
    {
      key: 'shown',
      title: '状态',
      kind: 'choice',
      options: [
        { value: 'on', title: '启用' },
        { value: 'off', title: '停用' },
      ],
    },
  ],
  orders: BY_TIME,
  search: '',
  actions: [
    act('on', '启用', '出现在页头菜单与发布表单中。', (tx, id, reason) => showLabel(tx, Number(id), true, reason)),
    act('off', '停用', '不再出现在菜单与发布表单中；已有的需求不受影响。', (tx, id, reason) => showLabel(tx, Number(id), false, reason)),
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly LabelLine[]).map(({ id, name, label, type, shown, sort, demand_num, updated_at }) => ({
        id: String(id),
        href: `/admin/demandLabel?id=${id}`,
        cells: { id, name, label, type: typeName(type), sort, num: demand_num, state: shown ? '启用' : '停用', updated_at },
      })),
    ),
};

export const demandLists: readonly StaffList[] = [demandList, labelList];
