import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  OPINION_ANSWER_MAX,
  OPINION_EVENT_MAX,
  OPINION_PEOPLE_MAX,
  OPINION_REASON_MAX,
  OPINION_STARS_MAX,
  OPINION_TEXT_MAX,
} from '#contract/opinion.ts';
import { ownPageOutput } from '#contract/outputs/center.ts';
import { opinionListOutput, ownOpinionOutput, receivedOpinionOutput } from '#contract/outputs/opinion.ts';

const call = callsOf('opinion');
const seldom = { points: 20, window_s: 300 };

export const opinionCalls = {
  list: call('GET', '/opinion/list', {
    summary: '作品的评价，最新的在前，before 之后的十条；stars 只看一种星级',
    auth: 'none',
    limit: { points: 120, window_s: 60 },
    open: { id: 'learned_course' },
    input: z.object({
      id: idField,
      stars: wholeNumber('星级无效', 0, OPINION_STARS_MAX).default(0),
      before: wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER).default(0),
    }),
    output: opinionListOutput,
  }),
  own: call('GET', '/opinion/own', {
    summary: '我对一个作品的评价，以及现在能不能评价',
    open: { id: 'learned_course' },
    input: z.object({ id: idField }),
    output: ownOpinionOutput,
  }),
  save: call('POST', '/opinion/save', {
    summary: '评价买过、兑换过或解锁过的作品，再次提交即修改；课程须学习过',
    limit: seldom,
    owned: { id: 'learned_course' },
    input: z.object({
      id: idField,
      stars: wholeNumber('请选择 1 至 5 星', 1, OPINION_STARS_MAX),
      text: textField('评价', OPINION_TEXT_MAX).default(''),
      event: textField('用途', OPINION_EVENT_MAX).default(''),
      people: wholeNumber('人数无效', 0, OPINION_PEOPLE_MAX).default(0),
    }),
    output: z.null(),
  }),
  remove: call('DELETE', '/opinion/remove', {
    summary: '删除我对一个作品的评价',
    limit: seldom,
    owned: { id: 'learned_course' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  received: call('GET', '/opinion/received', {
    summary: '我的作品收到的评价；waiting 为 1 时只看还没有回复的',
    input: z.object({ waiting: wholeNumber('筛选无效', 0, 1).default(0), page: pageField, limit: limitField(20) }),
    output: ownPageOutput(receivedOpinionOutput),
  }),
  answer: call('POST', '/opinion/answer', {
    summary: '回复我的作品收到的一条评价，再次提交即修改，留空即删除',
    limit: seldom,
    owned: { id: 'opinion' },
    input: z.object({ id: idField, text: textField('回复', OPINION_ANSWER_MAX).default('') }),
    output: z.null(),
  }),
  report: call('POST', '/opinion/report', {
    summary: '举报一条评价',
    limit: { points: 20, window_s: 3_600 },
    open: { id: 'opinion' },
    input: z.object({ id: idField, reason: textField('原因', OPINION_REASON_MAX, 1) }),
    output: z.null(),
  }),
};
