import type { z } from 'zod';
import { emptyBody } from '#contract/paper.ts';
import { newQuestion } from '#contract/quiz.ts';
import { teacherForm } from './teaching.ts';

type Input = Readonly<Record<string, unknown>>;

const SAID = { name: '乙公司', contact: '13800000001', content: '这份内容使用了我们拍摄的照片，没有取得授权。' };

/**
 * What a call is sent beside the ids that it declares, so that it is refused for them and not for its form: where a field is not required and
 * counts all the same, or where any value that its schema takes will not do. A function gets what is A's.
 */
export const FURTHER_INPUT: Readonly<Record<string, Input | ((things: Input) => Input)>> = {
  'POST /scheme/buy/order': ({ published: id }) => ({ id }),
  'POST /sample/buy/order': ({ published: id }) => ({ id }),
  'POST /design/buy/order': ({ published: id }) => ({ id }),
  'POST /design/buy/payFreeOrder': ({ published: id }) => ({ id }),
  'POST /scheme/ppt/order': ({ published_ppt: id }) => ({ id }),
  'POST /study/buy/order': ({ learned_course: id }) => ({ id }),
  'GET /scheme/scheme/pricelist': ({ published: id }) => ({ id }),
  'GET /user/Member/isChangeVip': ({ plan: vip_id, vip_coupon: coupon_id }) => ({ vip_id, coupon_id }),
  'POST /company/seat': { give: 1 },
  'POST /company/link': { on: 1 },
  'POST /user/Member/renewal': ({ plan: vip_id }) => ({ vip_id }),
  'POST /user/Member/addorder': ({ plan: vip_id, vip_coupon: coupon_id }) => ({ vip_id, coupon_id }),
  'POST /api/user/money': { id: 9_999 },
  'PUT /event/event/express': { receiver: '乙', address: '上海', tel: '13800000000' },
  'POST /callrecode/call_recode/callercode': { mobile: '13800000000' },
  'POST /callrecode/call_recode/updatecall': { mobile: '13800000000' },
  'GET /api/system/getsitebykey': { key: 'hot_words' },
  // following, liking and reporting are for everybody, and count: what is nobody's
  'POST /api/tools/focus': { rid: 987_654_321, type: 2 },
  'POST /comment/index/like': { id: 987_654_321 },
  'POST /comment/index/report': { id: 987_654_321 },
  'POST /opinion/report': { id: 987_654_321 },
  'POST /infringement/file': { address: '/x?id=1', as: 'holder', ...SAID, sworn: 1 },
  'POST /infringement/counter': { ...SAID, sworn: 1 },
  'POST /infringement/word': { content: SAID.content },
  'POST /api/tools/collect': { type: 3 },
  'POST /api/tools/zan': { type: 3 },
  'GET /api/tools/detail': { type: 3 },
  'POST /api/tools/share': { type: 3 },
  'PUT /user/publish/schedule': { publish_at: 0 },
  'POST /user/publish/bulk': { kind: 'scheme' },
  'GET /user/publish/pick': { kind: 'sample' },
  'GET /comment/index/list': { kind: 'article' },
  'GET /comment/index/thread': { kind: 'article' },
  'GET /comment/index/marks': { kind: 'article' },
  'POST /comment/index/add': { kind: 'article' },
  'POST /demand/offer': { price: '5', text: '用别人的附件为这条需求报价' },
  'POST /demand/offer/decline': { reason: '想要' },
  'POST /demand/offer/report': { reason: '想要' },
  'POST /demand/agreement/stages': { stages: [{ title: '首款', price: 1 }] },
  'POST /demand/agreement/stage': { act: 'back' },
  'POST /demand/agreement/cancel': { reason: '想要' },
  'POST /demand/agreement/dispute': { reason: '想要' },
  'PUT /demand/demand/act': { act: 'close', why: '想要' },
  'POST /user/address': { receiver: '乙', tel: '13800000001', province: '上海市', detail: '南京西路 2 号' },
  'POST /study/teacher/application': ({ file }) => ({ ...teacherForm(), sample_file_id: file }),
  'PUT /study/teach/quiz': {
    quiz: { pass_percent: 60, questions: [{ ...newQuestion('one', 'q1'), text: '一加一', options: ['一', '二'] }] },
  },
  'POST /api/order/invoice': { mail: 'a@example.com' },
  'PUT /user/staff/rights': { rights: ['money'] },
  'POST /api/tools/exposure': { type: 10, ids: '1' },
  'POST /salon/buy/compute': ({ salon_lines: lines }) => ({ lines }),
  'POST /salon/buy/order': ({ salon_lines: lines, salon_holders: holders }) => ({ lines, holders }),
  'POST /salon/waiting': ({ salon_kind: kind_id, salon_holders: holders }) => ({ kind_id, count: 1, holders }),
  'POST /salon/establish': ({ salon_form: form }) => ({ ...(form as object) }),
  'PUT /salon/establish/act': { act: 'cancel', why: '想要' },
  'POST /assistant/index/ask': { question: '年会怎么办' },
  'PUT /paper/save': { title: '想要', body: emptyBody('outline') },
};

/** Tried in this order: the first that a field takes. */
const VALUES: readonly unknown[] = [
  1,
  7,
  0,
  true,
  '想要',
  '一段写得够长的说明，免得太短',
  'foreign-key-1',
  '13800000001',
  '123456',
  'a@example.com',
  '2030-01-01',
  '2030-01',
  '0'.repeat(64),
  'x'.repeat(32),
  'a'.repeat(22),
  '00000000-0000-4000-8000-000000000000',
  [],
  {},
  [1],
  ['13800000000'],
  [[0, 9]],
  9_999_999_999,
  { id: 'x' },
];

/** A value that a required field takes. @throws for a field that takes none of those known here */
export function somethingFor(name: string, schema: z.ZodType): unknown {
  const choices = (schema as z.ZodType & { options?: readonly unknown[] }).options;
  for (const value of [...VALUES, ...(Array.isArray(choices) ? choices : [])]) if (schema.safeParse(value).success) return value;
  throw new Error(`no value for ${name}: add one to VALUES`);
}
