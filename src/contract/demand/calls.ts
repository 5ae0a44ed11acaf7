import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { actionField, demandFormField, stepField } from '#contract/demand/fields.ts';
import { DEMAND_ACTS, DEMAND_TABS, DEMAND_WHY_MAX, type DemandTab } from '#contract/demand.ts';
import { choiceField, flagField, idField, limitField, pageField, savingFields, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import {
  demandCardOutput,
  demandLabelOutput,
  ownDemandListOutput,
  ownDemandOutput,
  ownDemandStateOutput,
  savedDemandOutput,
} from '#contract/outputs/demand.ts';
import { demandDetailOutput, relatedItemOutput } from '#contract/outputs/item.ts';

export const KIND = KINDS.demand;
const call = callsOf('demand');
const { related } = KIND.calls;
const often = { points: 120, window_s: 60 };
export const formInput = z.object({ ...demandFormField.shape, ...savingFields, action: actionField, step: stepField });
const tabField = z.enum(Object.keys(DEMAND_TABS) as [DemandTab, ...DemandTab[]], { error: '分组无效' }).default('all');
const typeField = choiceField('种类无效', [1, 2, 3] as const);
const labelOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  type: z.literal([1, 2, 3]),
  shown: z.boolean(),
  sort: z.int(),
});

export const demandCalls = {
  labels: call('GET', '/demand/index/labels', {
    summary: '需求类型：type 1 找方案、2 找供应商、3 招标',
    auth: 'none',
    output: z.strictObject({ list: z.array(demandLabelOutput), types: z.record(z.string(), z.string()) }),
  }),
  get_index_path: call('GET', '/demand/index/detail', {
    summary: '需求详情，以及当前读者的收藏与关注',
    auth: 'optional',
    open: { id: 'shown' },
    input: z.object({ id: idField }),
    output: demandDetailOutput,
  }),
  get_index_path2: call('GET', '/demand/index/recommend', {
    summary: '相似需求，翻页即换一批',
    auth: 'none',
    open: { id: 'shown' },
    input: z.object({ id: idField, page: pageField, limit: limitField(related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
  list: call('GET', '/demand/index/list', {
    summary: '公开的需求：labelId 为需求类型，sort=ends 按截止时间',
    auth: 'none',
    input: z.object({
      labelId: idField.optional(),
      sort: z.enum(['new', 'ends'], { error: '排序无效' }).default('new'),
      page: pageField,
      limit: limitField(20),
    }),
    output: z.strictObject({ list: z.array(demandCardOutput), total: z.int(), page: z.int(), limit: z.int() }),
  }),
  post_form: call('POST', '/demand/demand', {
    summary: '新建需求：action=draft 存草稿（每一步都存），action=submit 发布；同一个 draft_key 只有一份',
    limit: often,
    owned: { files: 'file' },
    open: { label_id: 'shown', from_id: 'shown' },
    input: formInput,
    output: savedDemandOutput,
  }),
  put_form: call('PUT', '/demand/demand', {
    summary: '修改自己的需求；已公开的修改会通知报价的人',
    limit: often,
    owned: { id: 'demand', files: 'file' },
    open: { label_id: 'shown', from_id: 'shown' },
    input: z.object({ ...formInput.shape, id: idField }),
    output: savedDemandOutput,
  }),
  get_form: call('GET', '/demand/demand', {
    summary: '读取自己的需求，用于编辑',
    owned: { id: 'demand' },
    input: z.object({ id: idField }),
    output: ownDemandOutput,
  }),
  draft: call('DELETE', '/demand/demand/draft', {
    summary: '删除自己从未发布过的需求草稿',
    owned: { id: 'demand' },
    input: z.object({ id: idField }),
    output: z.strictObject({ id: z.int() }),
  }),
  mine: call('GET', '/demand/demand/mine', {
    summary: '我的需求',
    input: z.object({ tab: tabField, page: pageField, limit: limitField(10) }),
    output: ownDemandListOutput,
  }),
  own: call('GET', '/demand/demand/state', {
    summary: '自己的需求的状态与每一次变更',
    owned: { id: 'demand' },
    input: z.object({ id: idField }),
    output: ownDemandStateOutput,
  }),
  act: call('PUT', '/demand/demand/act', {
    summary: '自己的需求：关闭（须写原因）、延长一次、重新开放、撤回审核',
    limit: often,
    owned: { id: 'demand' },
    input: z.object({ id: idField, act: z.enum(DEMAND_ACTS, { error: '操作无效' }), why: textField('原因', DEMAND_WHY_MAX).default('') }),
    output: savedDemandOutput,
  }),
  file: call('GET', '/demand/index/file', {
    summary: '需求附件的下载链接，十分钟内有效；招标文件须有竞标会员',
    limit: often,
    owned: { id: 'demand', file_id: 'file' },
    input: z.object({ id: idField, file_id: idField }),
    output: z.strictObject({ url: z.string(), name: z.string() }),
  }),
  get_staff_label: call('GET', '/admin/demandLabel', {
    summary: '编辑需求类型的表单；id 为 0 时为空表',
    auth: { verb: 'demand.edit' },
    input: z.object({ id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0) }),
    output: labelOutput,
  }),
  post_staff_label: call('POST', '/admin/demandLabel', {
    summary: '新建（id 为 0）或修改需求类型；页头菜单与列表随之变化',
    auth: { verb: 'demand.edit' },
    input: z.object({
      id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      name: textField('名称', 20),
      label: textField('短名', 20).default(''),
      type: typeField,
      shown: flagField.default(true),
      sort: wholeNumber('排序为 0 至 10000', 0, 10_000).default(0),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
};
