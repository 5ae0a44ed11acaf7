import { z } from 'zod';
import { idField, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  EMPTY_SALON,
  GIVE_KEYS,
  MODE_KEYS,
  ORDER_TICKETS_MAX,
  SALON_ABOUT_MAX,
  SALON_AGENDA_MAX,
  SALON_GUESTS_MAX,
  SALON_KINDS_MAX,
  SALON_QUESTIONS_MAX,
  SALON_TITLE_MAX,
} from '#contract/salon.ts';
import { BLOCK_NAME_MAX, BLOCK_ROWS_MAX, BLOCK_SHAPES, PLAN_BLOCKS_MAX, PLAN_SEATS_MAX, ROW_CHAIRS_MAX } from '#contract/seats.ts';

const short = (label: string, max: number) => textField(label, max).default('');
const keyName = z.string({ error: '编号无效' }).regex(/^[a-z0-9]{1,12}$/, '编号无效');

const questionField = z.strictObject({
  key: keyName,
  label: short('问题', 60),
  required: z.boolean({ error: '是否必填无效' }).default(false),
  options: z.array(textField('选项', 40), { error: '选项应为列表' }).max(12, '选项最多 12 个').default([]),
});

const kindField = z.strictObject({
  key: keyName,
  name: short('票种名称', 20),
  about: short('票种说明', 100),
  price: short('价格', 12),
  early_price: short('早鸟价', 12),
  early_until: short('早鸟截止日期', 10),
  member_price: short('会员价', 12),
  capacity: short('名额', 8),
  questions: z
    .array(questionField, { error: '问题应为列表' })
    .max(SALON_QUESTIONS_MAX, `每种票最多 ${SALON_QUESTIONS_MAX} 个问题`)
    .default([]),
  online: z.boolean({ error: '票种的参加方式无效' }).default(false),
});

const blockField = z.strictObject({
  key: keyName,
  kind: keyName,
  name: short('区域名称', BLOCK_NAME_MAX),
  shape: z.enum(BLOCK_SHAPES, { error: '排列方式无效' }),
  rows: wholeNumber('排数或桌数无效', 0, BLOCK_ROWS_MAX),
  chairs: wholeNumber('每排或每桌的座位数无效', 0, ROW_CHAIRS_MAX),
  aisle: wholeNumber('过道无效', 0, ROW_CHAIRS_MAX).default(0),
  closed: z
    .array(z.string({ error: '座位无效' }).regex(/^\d{1,3}-\d{1,3}$/, '座位无效'), { error: '停用的座位应为列表' })
    .max(PLAN_SEATS_MAX, `停用的座位最多 ${PLAN_SEATS_MAX} 个`)
    .default([]),
});

/** The form as typed: bounded, but not yet right. Whether it may be submitted is the verb's question. */
export const salonFormField = z.strictObject({
  title: short('标题', SALON_TITLE_MAX * 2),
  cover: idField.optional(),
  about: short('介绍', SALON_ABOUT_MAX * 2),
  organiser: short('主办方', 60),
  date: short('日期', 10),
  from: short('开始时间', 5),
  to: short('结束时间', 5),
  city: short('城市', 20),
  venue: short('场地', 60),
  address: short('地址', 120),
  lat: short('纬度', 12),
  lng: short('经度', 12),
  agenda: z
    .array(z.strictObject({ at: short('时间', 5), title: short('内容', 80), speaker: short('讲者', 40) }), { error: '议程应为列表' })
    .max(SALON_AGENDA_MAX, `议程最多 ${SALON_AGENDA_MAX} 项`)
    .default([]),
  guests: z
    .array(z.strictObject({ name: short('姓名', 20), title: short('头衔', 60), about: short('介绍', 300), picture: idField.optional() }), {
      error: '嘉宾应为列表',
    })
    .max(SALON_GUESTS_MAX, `嘉宾最多 ${SALON_GUESTS_MAX} 位`)
    .default([]),
  kinds: z.array(kindField, { error: '票种应为列表' }).max(SALON_KINDS_MAX, `票种最多 ${SALON_KINDS_MAX} 种`).default(EMPTY_SALON.kinds),
  give: z.enum(GIVE_KEYS, { error: '转让规则无效' }).default('0'),
  plan: z.array(blockField, { error: '座位图应为列表' }).max(PLAN_BLOCKS_MAX, `座位图最多 ${PLAN_BLOCKS_MAX} 个区域`).optional(),
  mode: z.enum(MODE_KEYS, { error: '举办方式无效' }).default('here'),
  certificate: z.boolean({ error: '参加证明的选择无效' }).default(true),
});

export const secretField = z.string({ error: '门票无效' }).regex(/^[\w-]{20,64}$/, '门票无效');
export const countField = wholeNumber(`张数为 0 至 ${ORDER_TICKETS_MAX}`, 0, ORDER_TICKETS_MAX);
export const linesField = z
  .array(z.object({ kind_id: idField, count: countField }), { error: '请选择门票' })
  .max(SALON_KINDS_MAX, `票种最多 ${SALON_KINDS_MAX} 种`);
const holder = {
  name: textField('姓名', 20).default(''),
  phone: textField('手机号', 20).default(''),
};
export const answersField = z.record(z.string().max(12), textField('回答', 100)).default({});
export const personField = z.strictObject(holder);
export const holdersField = z
  .array(
    z.strictObject({
      kind_id: idField,
      seat_id: idField.optional(),
      ...holder,
      answers: answersField,
    }),
    { error: '请填写每一位参加者' },
  )
  .max(ORDER_TICKETS_MAX, `一次最多 ${ORDER_TICKETS_MAX} 位`);
