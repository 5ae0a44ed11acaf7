import { beforeAll, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { createUser } from '#server/modules/identity/index.ts';
import { forgetOwn } from '#server/modules/privacy/closing.ts';
import { forgetTraces } from '#server/modules/privacy/index.ts';
import { allPersonal, jsonText } from '#server/modules/privacy/personal.ts';
import { testApp } from '../support/app.ts';
import { fillTable } from '../support/many-rows.ts';

/** What becomes of a table's rows of somebody: the file of their package, or why there is none; what closing the account leaves, or 'gone'. */
type Fate = readonly [file: string, closing: string];
// items, demands and salons are drafts here: what was published is taken down before, and stays with those who bought it

const NO_FILE = {
  staff: '— acts of staff, told by the audit log',
  counter: '— a counter of ours, made of rows that are in the package',
  secret: '— a secret or a name of a browser, good for minutes or for one machine',
  within: '— part of what another file tells',
  others: '— belongs to the other side',
};
const KEPT = {
  staff: 'kept: accounts of staff are not closed before their roles end',
  books: 'kept: books of money and points, which name a number without a name',
  number: 'kept: a number without a name, so that counts and rules stay right',
  works: 'kept: works are taken down before; what was bought of them stays with its buyers',
  deal: 'kept: the other side’s papers; who it was is told by 已注销用户',
  emptied: 'kept: emptied of what says who it was',
  ends: 'kept: goes by itself after its days',
};

const FATES: Readonly<Record<string, Fate>> = {
  freelancers: ['档期', 'gone'],
  accounts: ['账户余额', KEPT.books],
  ad_views: ['看广告获得的内容', KEPT.number],
  addresses: ['收货地址', 'gone'],
  agreements: ['需求合作', KEPT.deal],
  assistant_answers: ['助手问答', KEPT.emptied],
  assistant_conversations: ['助手问答', KEPT.emptied],
  assistant_files: ['助手读过的文件', 'gone'],
  assistant_instructions: ['助手回答要求', 'gone'],
  assistant_shared: ['助手分享的对话', 'gone'],
  audit_log: [NO_FILE.staff, KEPT.staff],
  backup_runs: [NO_FILE.staff, KEPT.staff],
  bill_differences: [NO_FILE.staff, KEPT.staff],
  bulk_imports: [NO_FILE.within, KEPT.works],
  bulk_works: [NO_FILE.within, KEPT.works],
  certificates: ['课程学习', 'gone'],
  cart_items: ['购物车', 'gone'],
  chat_answers: [NO_FILE.counter, 'gone'],
  chat_blocks: ['拉黑的用户', 'gone'],
  chat_cases: [NO_FILE.others, KEPT.deal],
  chat_conversations: [NO_FILE.within, KEPT.deal],
  chat_days: [NO_FILE.counter, 'gone'],
  chat_files: [NO_FILE.within, KEPT.deal],
  chat_marks: [NO_FILE.counter, KEPT.number],
  chat_members: [NO_FILE.within, KEPT.deal],
  chat_messages: ['会话里发送的消息', KEPT.emptied],
  chat_phrases: ['会话常用语', 'gone'],
  circulars: ['群发的通知', KEPT.works],
  client_links: ['客户链接', 'gone'],
  collects: ['收藏', KEPT.number],
  comment_likes: ['评论点赞', 'gone'],
  comment_reports: ['评论举报', KEPT.number],
  comments: ['我写的评论', KEPT.emptied],
  company_verifications: ['企业认证', 'gone'],
  console_runs: [NO_FILE.staff, KEPT.staff],
  console_views: [NO_FILE.staff, KEPT.staff],
  consents: ['同意记录', KEPT.books],
  contact_unlocks: ['联系方式解锁', KEPT.books],
  coupon_batches: [NO_FILE.staff, KEPT.staff],
  coupon_codes: [NO_FILE.within, KEPT.books],
  course_answers: ['课程回答', KEPT.works],
  course_questions: ['课程学习', KEPT.emptied],
  daily_quotas: [NO_FILE.counter, KEPT.number],
  data_exports: [NO_FILE.within, KEPT.ends],
  demand_moves: [NO_FILE.within, 'gone'],
  demands: ['需求', 'gone'],
  discount_codes: ['发布者优惠码', 'gone'],
  download_days: [NO_FILE.counter, KEPT.number],
  download_receipts: ['下载记录', KEPT.books],
  draws: ['抽奖', KEPT.emptied],
  employee_acts: ['任职的企业', KEPT.deal],
  employee_links: [NO_FILE.secret, 'gone'],
  employees: ['任职的企业', KEPT.emptied],
  files: ['上传的文件', KEPT.works],
  film_links: [NO_FILE.secret, 'gone'],
  follows: ['关注', KEPT.number],
  footprints: ['浏览足迹', 'gone'],
  gift_uses: [NO_FILE.secret, KEPT.number],
  grants: ['已获得的内容', KEPT.books],
  hand_ins: ['课程作业', 'gone'],
  infringements: ['侵权通知', KEPT.emptied],
  invites: ['邀请', KEPT.books],
  invoices: ['发票', KEPT.books],
  item_drafts: ['作品草稿', KEPT.works],
  items: ['我的作品', 'gone'],
  job_application_moves: [NO_FILE.others, KEPT.deal],
  job_application_notes: [NO_FILE.others, KEPT.deal],
  job_applications: ['求职投递', KEPT.emptied],
  ledger_months: [NO_FILE.staff, KEPT.staff],
  lesson_notes: ['课程学习', 'gone'],
  lesson_progress: ['课程学习', 'gone'],
  likes: ['点赞', KEPT.number],
  library_people: [NO_FILE.within, 'gone'],
  makeup_cards: ['补签卡', KEPT.books],
  mall_redemptions: ['积分兑换', KEPT.emptied],
  membership_terms: ['会员', KEPT.books],
  new_readers: [NO_FILE.counter, KEPT.number],
  notice_deliveries: [NO_FILE.within, KEPT.ends],
  notice_marks: [NO_FILE.counter, KEPT.number],
  notice_settings: ['通知设置', 'gone'],
  notices: ['消息', KEPT.ends],
  offer_invitations: ['收到的报价邀请', 'gone'],
  offers: ['我的报价', KEPT.deal],
  one_time_codes: [NO_FILE.secret, 'gone'],
  opinion_reports: ['评价举报', KEPT.number],
  opinions: ['作品评价', KEPT.emptied],
  orders: ['订单', KEPT.books],
  passkeys: ['通行密钥', 'gone'],
  person_verifications: ['实名认证', 'gone'],
  paper_templates: ['文档的导出模板', 'gone'],
  papers: ['文档', 'gone'],
  planner_entries: ['待办与日程', 'gone'],
  planner_feeds: [NO_FILE.secret, 'gone'],
  playing_devices: [NO_FILE.secret, 'gone'],
  point_lots: ['积分', KEPT.books],
  point_uses: ['积分', KEPT.books],
  pool_reads: ['会员阅读记录', KEPT.ends],
  pool_shares: ['会员分成', KEPT.books],
  quiz_answers: ['课程测验', 'gone'],
  ratings: ['我写的评价', KEPT.emptied],
  rating_sums: [NO_FILE.counter, KEPT.number],
  recent_searches: ['搜索记录', 'gone'],
  reports: ['举报与反馈', KEPT.number],
  request_answers: ['我的接单', KEPT.deal],
  request_reports: ['求单举报', 'gone'],
  requests: ['我的求单', KEPT.emptied],
  reservations: [NO_FILE.within, KEPT.books],
  resume_views: [NO_FILE.others, 'gone'],
  resumes: ['简历', 'gone'],
  reviewables: [NO_FILE.staff, KEPT.staff],
  salon_checkins: ['沙龙签到', KEPT.number],
  salon_choices: [NO_FILE.within, 'gone'],
  salon_handovers: ['沙龙门票转让', 'gone'],
  salon_holds: [NO_FILE.within, KEPT.emptied],
  salon_tickets: ['沙龙门票', KEPT.emptied],
  salon_waiting: ['沙龙候补', KEPT.emptied],
  salons: ['沙龙', 'gone'],
  search_judged: [NO_FILE.staff, KEPT.staff],
  search_pins: [NO_FILE.staff, KEPT.staff],
  search_wishes: ['登记的需求', KEPT.number],
  series: ['作品系列', KEPT.works],
  setting_changes: [NO_FILE.staff, KEPT.staff],
  shops: ['店铺', KEPT.works],
  sign_ins: ['签到', KEPT.number],
  site_settings: [NO_FILE.staff, KEPT.staff],
  staff_acts: [NO_FILE.staff, KEPT.staff],
  subscriptions: ['订阅', 'gone'],
  task_claims: ['积分任务', KEPT.books],
  teachers: ['讲师申请', 'gone'],
  tender_judges: ['我的评标', KEPT.deal],
  tender_notes: ['向招标的提问', 'gone'],
  tokens: ['登录设备', KEPT.ends],
  track_bindings: [NO_FILE.secret, KEPT.number],
  track_events: [NO_FILE.secret, KEPT.ends],
  union_rights: ['联合会员权益', KEPT.books],
  uploads: [NO_FILE.within, KEPT.ends],
  user_coupons: ['优惠券与下载券', KEPT.books],
  user_devices: ['登录设备', 'gone'],
  user_vouchers: ['优惠券与下载券', KEPT.books],
  users: ['账号资料', KEPT.emptied],
  vip_agreements: ['自动续费', KEPT.books],
  vip_seat_holders: ['企业席位', KEPT.number],
  vip_seat_terms: ['企业席位', KEPT.books],
  wechat_identities: ['微信绑定', 'gone'],
  wechat_logins: [NO_FILE.secret, KEPT.ends],
  withdrawals: ['提现', KEPT.books],
};

const PEOPLE =
  /^(user|owner|buyer|sender|writer|publisher|reader|actor|asker|accused|reporter|starter|from|to|low|high|waiting|invitor|answers_user|teacher|other|blocked|by|by_user|answered|confirmed|decided|noted|asked|started|ended|created|changed|updated|link_user|planner|enterprise|company|staff)_(id|by)$/;
/** Columns that name a thing. One that is neither here nor above is looked at by whoever adds it. */
const THINGS = new Set([
  ...['item_id', 'film_item_id', 'demand_id', 'offer_id', 'conversation_id', 'file_id', 'import_id', 'subject_id', 'collection_id'],
  ...[
    'comment_id',
    'root_id',
    'answers_id',
    'run_id',
    'coupon_id',
    'code_id',
    'definition_id',
    'batch_id',
    'question_id',
    'lesson_id',
    'term_id',
  ],
  ...['label_id', 'round_id', 'order_id', 'target_id', 'source_id', 'shop_id', 'category_id', 'category_sub_id', 'application_id'],
  ...[
    'resume_id',
    'transfer_id',
    'account_id',
    'chapter_id',
    'trial_file_id',
    'low_file_id',
    'mid_file_id',
    'goods_id',
    'closed_for_id',
    'notice_id',
    'lot_id',
  ],
  ...['payment_id', 'reviewable_id', 'request_id', 'salon_id', 'ticket_id', 'kind_id', 'offer_order_id', 'sandbox_payment_id', 'series_id'],
  'agreement_id',
  ...['link_id', 'opinion_id', 'task_id', 'sample_file_id', 'parent_id', 'bundle_id', 'plan_id', 'by_staff', 'activity_id', 'spec_id'],
  ...['line_id', 'seats_id', 'hold_id', 'paper_id', 'answer_id', 'upload_id', 'first_id'],
  // the place in a waiting list, the login of its user
  'salon_holds.waiting_id',
  'one_time_codes.token_id',
  'invoices.replaces_id',
]);
/** Files that show what is alive: a work that can be seen, an order of a known subject, a term that runs, a login that is open. */
const NEEDS_MORE = new Set(['收藏', '会员', '订单', '登录设备']);

const t = testApp();
let user_id: number;
/** Tables with a column that names a person, and those columns. */
const people = new Map<string, string[]>();
const unknown: string[] = [];
beforeAll(async () => {
  const { pool } = t.booted.pool;
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.atttypid = 'bigint'::regtype and a.attname ~ '_(id|by)$|^by_' order by 1, 2`,
  );
  for (const { table, column } of rows) {
    if (THINGS.has(column) || THINGS.has(`${table}.${column}`)) continue;
    if (PEOPLE.test(column)) people.set(table, [...(people.get(table) ?? []), column]);
    else unknown.push(`${table}.${column}`);
  }
  const client = createCtx(t.app, { kind: 'job', name: 'test' }, 'test');
  user_id = await createUser(client, { mobile: '13900000001', password: null, nickname: '林深' });
  const tables = new Set([...people.keys(), ...['course_counts', 'lessons', 'terms', 'chat_conversations', 'offer_versions']]);
  tables.delete('users');
  for (const table of tables) {
    const { rows: there } = await pool.query(`select 1 from ${table} limit 1`);
    if (there.length === 0) await fillTable(pool, table, { rows: 1, seldom: 20, rare: 50 });
  }
  const writer = await pool.connect();
  // books and the audit log never change, but for a test that makes them
  await writer.query('set session_replication_role = replica');
  for (const [table, columns] of people) {
    if (table !== 'users') await writer.query(`update ${table} set ${columns.map((column) => `${column} = ${user_id}`)}`);
  }
  // an offer that waits would be taken back from a demand that went with its owner
  await writer.query(`update offers set state = 'withdrawn'`);
  await writer.query('reset all');
  // one row of each table names rows that are not there
  const { rows: keys } = await pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f' and conparentid = 0`,
  );
  for (const { table, name } of keys) await pool.query(`alter table ${table} drop constraint "${name}"`);
  const { rows: counted } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of counted) await pool.query('select setval($1::regclass, 1000)', [name]);
  writer.release();
}, 120_000);

const as = () => createCtx(t.app, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }, 'test');
async function countRows(table: string): Promise<number> {
  const own = table === 'users' ? `id = ${user_id}` : (people.get(table) ?? []).map((column) => `${column} = ${user_id}`).join(' or ');
  const { rows } = await t.booted.pool.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${own}`);
  return rows[0]?.n ?? 0;
}

it('every column that names a person is known, and every table with one says what becomes of it', () => {
  expect(unknown).toEqual([]);
  expect([...people.keys()].toSorted()).toEqual(Object.keys(FATES).toSorted());
});

it('the package holds what it says', async () => {
  const found: Record<string, number | string> = {};
  for (const [name, rows] of allPersonal().flatMap(({ files = {} }) => Object.entries(files))) {
    try {
      let text = '';
      for await (const part of jsonText(rows(as(), user_id))) text += part;
      found[name] = (JSON.parse(text) as unknown[]).length;
    } catch (error) {
      found[name] = (error as Error).stack ?? '';
    }
  }
  const promised = [...new Set(Object.values(FATES).map(([file]) => file))].filter(
    (file) => !file.startsWith('—') && !NEEDS_MORE.has(file),
  );
  expect(promised.filter((file) => typeof found[file] !== 'number' || found[file] === 0).map((file) => `${file}: ${found[file]}`)).toEqual(
    [],
  );
});

it('closing the account leaves what it says', async () => {
  const before = new Map<string, number>();
  for (const table of people.keys()) before.set(table, await countRows(table));
  expect([...before].filter(([, n]) => n === 0).map(([table]) => table)).toEqual([]);
  const { eraseUser } = await import('#server/modules/identity/devices.repo.ts');
  await inTransaction(as(), async (tx) => {
    await eraseUser(tx.db, user_id, t.clock.now(), '13900000001');
    await forgetOwn(tx, user_id);
  });
  await forgetTraces(t.ctx(), user_id);
  const wrong: string[] = [];
  for (const [table, [, closing]] of Object.entries(FATES)) {
    const left = await countRows(table);
    if ((left === 0) !== (closing === 'gone')) wrong.push(`${table}: ${left} rows, said to be ${closing}`);
  }
  expect(wrong).toEqual([]);
});
