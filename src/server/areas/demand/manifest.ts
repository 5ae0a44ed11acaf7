import type { z } from 'zod';
import { demandCalls, type formInput, KIND } from '#contract/demand/calls.ts';
import { DEMAND_STATE_TEXT, type DemandPublic, demandPath, LABEL_TYPES, type LabelType } from '#contract/demand.ts';
import type { ItemPublic } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve, serveId } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { readDetail } from '../../http/read-detail.ts';
import { getSaleItem, recommendItems } from '../../modules/catalog/index.ts';
import { BY_TIME, type StaffList, type StaffListAction, showRows, stateFilter } from '../../modules/console/index.ts';
import {
  actOnDemand,
  budgetsOfCards,
  countOpenDemands,
  type DemandLine,
  deleteDemandDraft,
  demandJobs,
  demandReview,
  demandReviewMode,
  demandSource,
  demandWorkbench,
  depositMost,
  exportedDemands,
  followItem,
  forgetDemands,
  type LabelLine,
  labelForm,
  labelSource,
  moveByStaff,
  namedFiles,
  ownDemand,
  ownDemandState,
  ownDemands,
  publicDemand,
  saveDemand,
  saveLabel,
  showLabel,
  shownLabels,
  submitDemand,
} from '../../modules/demands/index.ts';
import { blocked, paged } from '../../modules/privacy/index.ts';
import { demandCards, demandFileLink } from '../../views/demand-screen.ts';
import { relatedItems } from '../../views/item-screen.ts';
import type { Manifest } from '../manifest.ts';

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
    stateFilter(DEMAND_STATE_TEXT, { draft: 'over', review: 'waiting', closed: 'over', expired: 'over' }),
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
    { key: 'owner', title: '发布者', kind: 'person' },
  ],
  orders: BY_TIME,
  search: '编号或标题',
  found: { title: 'title', beside: ['id', 'type', 'state'] },
  actions: [
    act('close', '关闭', '从列表中移除；发布者会看到原因，修改后须重新审核。', (tx, id, reason) =>
      moveByStaff(tx, Number(id), 'closed', reason),
    ),
    act('open', '重新开放', '已关闭或过期的需求重新接受报价。', (tx, id, reason) => moveByStaff(tx, Number(id), 'open', reason)),
  ],
  show: showRows<DemandLine>(({ id, title, owner_id, state, label_type, city, closes_at, saved_at }) => ({
    id: String(id),
    href: demandPath(id),
    cells: { id, title, type: typeName(label_type), state: DEMAND_STATE_TEXT[state], city, owner: owner_id, closes_at, saved_at },
  })),
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
  show: showRows<LabelLine>(({ id, name, label, type, shown, sort, demand_num, updated_at }) => ({
    id: String(id),
    href: `/admin/demandLabel?id=${id}`,
    cells: { id, name, label, type: typeName(type), sort, num: demand_num, state: shown ? '启用' : '停用', updated_at },
  })),
};

export const demandLists: readonly StaffList[] = [demandList, labelList];

function save(ctx: Ctx, { draft_key, edition, action, step, id, ...form }: z.output<typeof formInput> & { id?: number }) {
  const input = { id, draft_key, edition, form, step };
  return action === 'draft' ? saveDemand(ctx, input) : submitDemand(ctx, input);
}

export const demandEndpoints: Endpoint[] = [
  serve(demandCalls.labels, async (ctx) => ({
    list: await shownLabels(ctx),
    types: Object.fromEntries(Object.entries(LABEL_TYPES).map(([type, { path }]) => [type, path])),
  })),
  serve(demandCalls.get_index_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(demandCalls.get_index_path2, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
    page,
    limit,
  })),
  serve(demandCalls.list, async (ctx, { labelId, ...input }) =>
    demandCards(ctx, { ...input, ...(labelId === undefined ? {} : { label_id: labelId }) }),
  ),
  serve(demandCalls.post_form, save),
  serve(demandCalls.put_form, save),
  serve(demandCalls.get_form, (ctx, { id }) => ownDemand(ctx, id)),
  serveId(demandCalls.draft, (ctx, { id }) => deleteDemandDraft(ctx, id)),
  serve(demandCalls.mine, (ctx, input) => ownDemands(ctx, input)),
  serve(demandCalls.own, (ctx, { id }) => ownDemandState(ctx, id)),
  serve(demandCalls.act, (ctx, input) => actOnDemand(ctx, input)),
  serve(demandCalls.file, (ctx, input) => demandFileLink(ctx, input)),
  serve(demandCalls.get_staff_label, (ctx, { id }) => labelForm(ctx, id)),
  serve(demandCalls.post_staff_label, async (ctx, form) => ({ id: await saveLabel(ctx, form) })),
];

/** What the detail call of a demand says beyond what all do. */
export async function demandFields(ctx: Ctx, part: ItemPublic): Promise<{ demand: DemandPublic | null }> {
  const found = await publicDemand(ctx, part.id);
  if (!found) return { demand: null };
  const { title: _title, reject_reason: _reason, ...demand } = found;
  return { demand };
}

/** Demands and tenders: what somebody wants done or supplied. */
export const demandArea: Manifest = {
  name: 'demand',
  card_words: [KINDS.demand.code, budgetsOfCards],
  endpoints: demandEndpoints,
  jobs: demandJobs,
  settings: [demandReviewMode, depositMost],
  reviewables: [demandReview],
  workbench: demandWorkbench,
  staff_lists: demandLists,
  file_uses: [(ctx, file_ids, item_ids) => namedFiles(ctx, file_ids, item_ids)],
  own_fields: { [KINDS.demand.key]: demandFields },
  on: (app, ctx) => ({
    'demand.labels': [() => purgeTags(app, [pageTags.frame])],
    // a page of a demand that is closed is shown on: it stands under its item's tag as before
    'demand.moved': [({ demand_id }) => purgeTags(app, [pageTags.item(demand_id)])],
    'item.changed': [
      async ({ item_id, what = 'status' }) => {
        if (what !== 'status' || (await getSaleItem(ctx, item_id))?.kind !== KINDS.demand.code) return;
        await inTransaction(ctx, (tx) => followItem(tx, item_id));
      },
    ],
  }),
  personal: {
    files: { 需求: paged(exportedDemands) },
    blockers: async (ctx, user_id) =>
      blocked(await countOpenDemands(ctx, user_id), (n) => `有 ${n} 条需求还在进行，请先关闭或完成`, '/personalCenter/myDemand?tab=open'),
    forget: [forgetDemands],
  },
};
