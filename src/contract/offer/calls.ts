import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { DEMAND_EVENTS } from '#contract/demand.ts';
import { flagField, idField, keyField, limitField, pageField, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import {
  CRITERIA_MAX,
  CRITERION_MAX,
  MARK_MAX,
  MARK_WORD_MAX,
  MARKED_MAX,
  NOTE_ANSWER_MAX,
  NOTE_QUESTION_MAX,
  OFFER_FILES_MAX,
  OFFER_PRICE_MAX,
  OFFER_REASON_MAX,
  OFFER_TABS,
  OFFER_TEXT_MAX,
  OFFER_WORKS_MAX,
  type OfferTab,
  PURSE_MOVE_MAX,
  STAGE_ACTS,
  STAGE_TITLE_MAX,
  STAGES_MAX,
} from '#contract/offer.ts';
import {
  budgetHintOutput,
  fittingOutput,
  offerBoardOutput,
  offerPanelOutput,
  offerVersionsOutput,
  ownOffersOutput,
  purseOutput,
  ratingListOutput,
} from '#contract/outputs/offer.ts';
import { orderOutput } from '#contract/outputs/order.ts';
import { RATING_STARS_MAX, RATING_TEXT_MAX } from '#contract/rating.ts';

const call = callsOf('offer');
const often = { points: 60, window_s: 60 };
const tabs = Object.keys(OFFER_TABS) as [OfferTab, ...OfferTab[]];
const reason = textField('原因', OFFER_REASON_MAX).default('');
const typed = (label: string) => textField(label, 40).default('');
const ids = (message: string, max: number) => z.array(idField, { error: message }).max(max, message).default([]);
const done = z.null();
const purseMove = z.object({ amount: yuanField('请填写金额，最多两位小数', 0.01, PURSE_MOVE_MAX), idempotency_key: keyField });

export const offerCalls = {
  board: call('GET', '/demand/offer/board', {
    summary: '一条需求的报价数；招标另有公钥、每份密封报价的指纹与开标记录',
    auth: 'none',
    open: { id: 'asked' },
    input: z.object({ id: idField }),
    output: offerBoardOutput,
  }),
  panel: call('GET', '/demand/offer/panel', {
    summary: '一条需求中与自己有关的报价：发布者看到全部，其他人只看到自己的；不能报价的原因在 refusal',
    open: { id: 'asked' },
    input: z.object({ id: idField }),
    output: offerPanelOutput,
  }),
  offer: call('POST', '/demand/offer', {
    summary: '提交或修改自己的报价（每人每条需求一份，旧版本保留）；招标的报价密封至截止；金额为元',
    limit: often,
    body_only: true,
    owned: { files: 'file' },
    open: { id: 'asked', works: 'work' },
    input: z.object({
      id: idField,
      price: typed('报价'),
      price_max: typed('最高价'),
      days: typed('天数'),
      text: textField('说明', OFFER_TEXT_MAX * 2).default(''),
      files: ids(`附件最多 ${OFFER_FILES_MAX} 个`, OFFER_FILES_MAX),
      kept_files: z
        .array(wholeNumber('附件无效', 0, OFFER_FILES_MAX))
        .max(OFFER_FILES_MAX, `附件最多 ${OFFER_FILES_MAX} 个`)
        .default([]),
      works: ids(`作品最多 ${OFFER_WORKS_MAX} 件`, OFFER_WORKS_MAX),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  ask: call('POST', '/demand/tender/ask', {
    summary: '向招标提问：截止前，能投标的人可以问；答复前只有自己和发布者看得到，谁问的不公开',
    limit: often,
    open: { id: 'asked' },
    input: z.object({ id: idField, text: textField('提问', NOTE_QUESTION_MAX * 2) }),
    output: done,
  }),
  answer: call('POST', '/demand/tender/answer', {
    summary: '发布者：公开答复一个提问（publishes 为 1），或说明为什么不答复，只有提问的人看到',
    limit: often,
    owned: { id: 'tender_question' },
    input: z.object({ id: idField, text: textField('答复', NOTE_ANSWER_MAX * 2), publishes: flagField }),
    output: done,
  }),
  add: call('POST', '/demand/tender/add', {
    summary: '发布者：发布补充公告，所有投标人收到消息；发布后不能修改',
    limit: often,
    owned: { id: 'demand' },
    input: z.object({ id: idField, text: textField('公告', NOTE_ANSWER_MAX * 2) }),
    output: done,
  }),
  criteria: call('POST', '/demand/tender/criteria', {
    summary: '发布者：开标前设置评分项与权重（合计 100），并公告给投标人；空数组为不评分',
    limit: often,
    owned: { id: 'demand' },
    input: z.object({
      id: idField,
      criteria: z
        .array(z.strictObject({ title: textField('评分项', CRITERION_MAX, 1), weight: wholeNumber('权重应为 1 至 100 的整数', 1, 100) }))
        .max(CRITERIA_MAX, `最多 ${CRITERIA_MAX} 个评分项`),
    }),
    output: done,
  }),
  judge: call('POST', '/demand/tender/judge', {
    summary: '发布者：按手机号邀请一位评委；同一人只邀请一次',
    limit: { points: 30, window_s: 3_600 },
    owned: { id: 'demand' },
    input: z.object({ id: idField, mobile: textField('手机号', 20, 1) }),
    output: done,
  }),
  release: call('POST', '/demand/tender/release', {
    summary: '发布者解除一位还没有提交评分的评委，或评委自己退出；原因公开，不写姓名',
    limit: often,
    open: { id: 'asked', user_id: 'user' },
    input: z.object({ id: idField, user_id: idField, reason }),
    output: done,
  }),
  mark: call('POST', '/demand/tender/mark', {
    summary: '评委：保存评分草稿，或提交（hands_in 为 1，之后不能修改）；全部评委提交前谁也看不到别人的评分',
    limit: often,
    open: { id: 'asked', 'sheet.offer_id': 'offer' },
    input: z.object({
      id: idField,
      hands_in: flagField,
      sheet: z
        .array(
          z.strictObject({
            offer_id: idField,
            marks: z
              .array(z.int({ error: '分数应为整数' }).min(0, '分数最低 0').max(MARK_MAX, `分数最高 ${MARK_MAX}`).nullable())
              .max(CRITERIA_MAX),
            word: textField('评语', MARK_WORD_MAX).default(''),
          }),
        )
        .max(MARKED_MAX, `最多 ${MARKED_MAX} 份投标`),
    }),
    output: done,
  }),
  minutes: call('GET', '/demand/tender/minutes', {
    summary: '开标与评标记录（PDF）：发布者与评委看到全部，投标人看不到别人的名称与报价',
    limit: { points: 30, window_s: 60 },
    open: { id: 'asked' },
    input: z.object({ id: idField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  budgets: call('GET', '/demand/offer/budgets', {
    summary: '同类需求近两年的成交价：单数与中间一半所在的区间（元）；太少时 count 为 0',
    input: z.object({ event: z.enum(DEMAND_EVENTS, { error: '活动类型无效' }), type: wholeNumber('类型无效', 1, 3) }),
    output: budgetHintOutput,
  }),
  fitting: call('GET', '/demand/offer/fitting', {
    summary: '发布者：作品与这条需求相关、可以报价的人，最多五位',
    limit: { points: 30, window_s: 60 },
    owned: { id: 'demand' },
    input: z.object({ id: idField }),
    output: fittingOutput,
  }),
  invite: call('POST', '/demand/offer/invite', {
    summary: '发布者：邀请一个人报价；同一人同一条需求只邀请一次，另有每条需求与每日的上限',
    limit: { points: 30, window_s: 60 },
    owned: { id: 'demand' },
    open: { user_id: 'user' },
    input: z.object({ id: idField, user_id: idField }),
    output: z.strictObject({ left: z.int() }),
  }),
  versions: call('GET', '/demand/offer/versions', {
    summary: '一份报价的各个版本，新的在前；仅报价人与发布者',
    owned: { id: 'offer' },
    input: z.object({ id: idField }),
    output: offerVersionsOutput,
  }),
  mine: call('GET', '/demand/offer/mine', {
    summary: '我的报价：等自己处理的在前',
    input: z.object({ tab: z.enum(tabs, { error: '分组无效' }).default('open'), page: pageField, limit: limitField(10) }),
    output: ownOffersOutput,
  }),
  withdraw: call('POST', '/demand/offer/withdraw', {
    summary: '撤回自己的报价',
    owned: { id: 'offer' },
    input: z.object({ id: idField }),
    output: done,
  }),
  short: call('POST', '/demand/offer/short', {
    summary: '发布者：把报价放入或移出候选',
    owned: { id: 'offer' },
    input: z.object({ id: idField, on: flagField.default(true) }),
    output: done,
  }),
  decline: call('POST', '/demand/offer/decline', {
    summary: '发布者：不采用一份报价，报价人会看到原因',
    owned: { id: 'offer' },
    input: z.object({ id: idField, reason }),
    output: done,
  }),
  agree: call('POST', '/demand/offer/agree', {
    summary: '发布者：选定一份报价；version 为看到的版本，对方刚改过时返回 409；招标的理由写入公开记录',
    owned: { id: 'offer' },
    input: z.object({ id: idField, version: wholeNumber('版本无效', 1, 1_000), reason }),
    output: z.strictObject({ id: z.int() }),
  }),
  report: call('POST', '/demand/offer/report', {
    summary: '发布者：举报一份报价，此后审核员可以看到这一份',
    limit: { points: 20, window_s: 3_600 },
    owned: { id: 'offer' },
    input: z.object({ id: idField, reason }),
    output: done,
  }),
  file: call('GET', '/demand/offer/file', {
    summary: '报价的附件；地址由报价给出，一两小时内有效',
    auth: 'none',
    owned: { id: 'offer', user_id: 'user' },
    input: z.object({
      id: idField,
      version: wholeNumber('版本无效', 1, 1_000),
      no: wholeNumber('附件无效', 0, OFFER_FILES_MAX),
      user_id: idField,
      login: wholeNumber('链接无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      expires: idField,
      sign: z.string({ error: '签名无效' }).regex(/^[0-9a-f]{64}$/, '签名无效'),
    }),
    answers: 'application/octet-stream',
  }),
  stages: call('POST', '/demand/agreement/stages', {
    summary: '合作的付款阶段：替换还没有支付的，总额不超过约定价格',
    limit: { points: 60, window_s: 3_600 },
    owned: { id: 'agreement' },
    input: z.object({
      id: idField,
      stages: z
        .array(z.strictObject({ title: textField('阶段名称', STAGE_TITLE_MAX, 1), price: yuanField('金额无效', 0.01, OFFER_PRICE_MAX) }))
        .max(STAGES_MAX, `最多 ${STAGES_MAX} 个阶段`),
    }),
    output: done,
  }),
  stage_pay: call('POST', '/demand/agreement/pay', {
    summary: '支付一个阶段：款项由平台托管，同一 idempotency_key 只下一单',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'stage' },
    input: z.object({
      id: idField,
      balance: flagField.default(false),
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    output: orderOutput,
  }),
  stage_act: call('POST', '/demand/agreement/stage', {
    summary:
      '一个阶段：deliver 接单方已交付，release 发布者放款，redo 发布者请对方修改已交付的（写明 reason），back 接单方退回；可以重复调用',
    owned: { id: 'stage' },
    input: z.object({
      id: idField,
      act: z.enum(STAGE_ACTS, { error: '操作无效' }),
      reason: textField('修改意见', OFFER_REASON_MAX).default(''),
    }),
    output: done,
  }),
  done: call('POST', '/demand/agreement/done', {
    summary: '确认合作完成；双方都确认后需求即完成',
    owned: { id: 'agreement' },
    input: z.object({ id: idField }),
    output: done,
  }),
  cancel: call('POST', '/demand/agreement/cancel', {
    summary: '取消合作：双方都还没有确认完成时；需求重新进入选择',
    owned: { id: 'agreement' },
    input: z.object({ id: idField, reason }),
    output: done,
  }),
  dispute: call('POST', '/demand/agreement/dispute', {
    summary: '对合作提出争议，由平台处理',
    limit: { points: 10, window_s: 3_600 },
    owned: { id: 'agreement' },
    input: z.object({ id: idField, reason }),
    output: done,
  }),
  rate: call('POST', '/demand/agreement/rate', {
    summary: '合作完成后评价对方，一次；双方都评价后或 14 天后公开',
    owned: { id: 'agreement' },
    input: z.object({
      id: idField,
      stars: wholeNumber(`请选择 1 至 ${RATING_STARS_MAX} 星`, 1, RATING_STARS_MAX),
      text: textField('评价', RATING_TEXT_MAX).default(''),
    }),
    output: z.strictObject({ shown: z.boolean() }),
  }),
  purse: call('GET', '/user/purse', {
    summary: '我的投标保证金：总额、被自己的哪些投标占用、可取回的金额（元）',
    output: purseOutput,
  }),
  purse_fill: call('POST', '/user/purse/fill', {
    summary: '从余额转入投标保证金，不针对任何招标；同一 idempotency_key 只转一次',
    limit: often,
    input: purseMove,
    output: done,
  }),
  purse_take: call('POST', '/user/purse/take', {
    summary: '把没有被投标占用的保证金取回余额；同一 idempotency_key 只取一次',
    limit: often,
    input: purseMove,
    output: done,
  }),
  list: call('GET', '/rating/list', {
    summary: '一位用户收到的、已公开的评价',
    auth: 'none',
    open: { id: 'asked' },
    input: z.object({ id: idField, page: pageField, limit: limitField(10) }),
    output: ratingListOutput,
  }),
};
