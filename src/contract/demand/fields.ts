import { z } from 'zod';
import {
  DEMAND_FILES_MAX,
  DEMAND_NEEDS_MAX,
  DEMAND_STEPS,
  DEMAND_TITLE_MAX,
  EMPTY_DEMAND,
  VENUE_TEXT,
  type Venue,
  WHO_MAY,
  type WhoMay,
} from '#contract/demand.ts';
import { idField, textField, wholeNumber } from '#contract/input-fields.ts';

const keysOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as [K, ...K[]];

/** The form as typed: bounded, but not yet right. Whether it may be submitted is the verb's question. */
export const demandFormField = z.object({
  label_id: idField.nullable().default(null),
  title: textField('标题', DEMAND_TITLE_MAX * 2).default(''),
  event: textField('活动类型', 20).default(''),
  people: textField('人数', 12).default(''),
  event_date: textField('活动日期', 10).default(''),
  city: textField('城市', 20).default(''),
  venue: z.enum(keysOf<Venue>(VENUE_TEXT), { error: '场地无效' }).default(''),
  budget_min: textField('最低预算', 20).default(''),
  budget_max: textField('最高预算', 20).default(''),
  deposit: textField('投标保证金', 20).default(''),
  needs: textField('需求说明', DEMAND_NEEDS_MAX * 2).default(''),
  files: z.array(idField, { error: '附件无效' }).max(40, `附件最多 ${DEMAND_FILES_MAX} 个`).default([]),
  open_days: wholeNumber('请选择开放多久', 0, 365).default(EMPTY_DEMAND.open_days),
  who_may: z.enum(keysOf<WhoMay>(WHO_MAY), { error: '请选择谁可以报价' }).default('all'),
  from_kind: textField('来源', 20).default(''),
  from_id: idField.nullable().default(null),
  keyword: textField('关键词', 64).default(''),
});

/** A tab from before names a step that is gone: it saves what was typed all the same. */
export const stepField = z.enum(DEMAND_STEPS).optional().catch(undefined);
export const actionField = z.enum(['draft', 'submit'], { error: '操作无效' }).default('draft');
