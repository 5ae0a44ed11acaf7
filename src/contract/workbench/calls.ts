import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, textField, wholeNumber } from '#contract/input-fields.ts';
import { calendarFeedOutput, plannerEntryOutput, workbenchOutput } from '#contract/outputs/workbench.ts';
import { PLANNER_MAX } from '#contract/workbench.ts';

const call = callsOf('workbench');
/** Of a year that people plan for. */
const LATEST_S = 4_102_444_800;

export const workbenchCalls = {
  board: call('GET', '/user/workbench', {
    summary: '我的工作台：需求、报价、求单、招聘等进行中的事，与自己的待办和日程',
    output: workbenchOutput,
  }),
  post_entry: call('POST', '/user/workbench/entry', {
    summary: '新建（id 为 0）或修改一条待办；at 为时间，0 为没有时间；all_day 为全天',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'entry' },
    input: z.object({
      /** 0: a new one. */
      id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      title: textField('待办', PLANNER_MAX.title, 1),
      note: textField('备注', PLANNER_MAX.note).default(''),
      /** Unix seconds; 0: without a time. */
      at: wholeNumber('时间无效', 0, LATEST_S).default(0),
      all_day: flagField.default(false),
      /** Path on this site; empty: none. */
      link: textField('链接', PLANNER_MAX.link).default(''),
    }),
    output: plannerEntryOutput,
  }),
  done: call('PUT', '/user/workbench/done', {
    summary: '完成一条待办，或取消完成',
    owned: { id: 'entry' },
    input: z.object({ id: idField, done: flagField }),
    output: plannerEntryOutput,
  }),
  delete_entry: call('DELETE', '/user/workbench/entry', {
    summary: '删除一条待办',
    owned: { id: 'entry' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  get_feed: call('GET', '/user/workbench/feed', {
    summary: '我的日历订阅地址；空为没有生成',
    output: calendarFeedOutput,
  }),
  post_feed: call('POST', '/user/workbench/feed', {
    summary: '生成新的日历订阅地址，或停用；此前的地址随即失效',
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ on: flagField.default(true) }),
    output: calendarFeedOutput,
  }),
  ics: call('GET', '/user/workbench/calendar.ics', {
    summary: '日历文件（iCalendar），供日历程序按订阅地址读取',
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    lenient: true,
    input: z.object({ u: idField, v: idField, s: textField('签名', 64, 1) }),
    answers: 'text/calendar',
  }),
};
