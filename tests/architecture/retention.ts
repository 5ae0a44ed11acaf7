import { KEPT_DAYS } from '#server/db/retention.ts';

/** How long rows of one sort stay, and what ends them. */
interface Kept {
  /** For people: what it is. */
  what: string;
  term: string;
  why: string;
  /** Days after which a job removes them; null: no time ends them. */
  days: number | null;
  /** `log`: never below 183 days. `book`: never ended by time, so never below ten years. */
  sort: 'log' | 'book' | 'other';
  /** The job that removes what is over, or: owner (deletes it, or closes the account), closing (who it was goes with the account), nothing. */
  by: string;
  /** Jobs of their own. */
  but?: Readonly<Record<string, string>>;
  tables: readonly string[];
}

const NETWORK = '《网络安全法》第二十一条';
const BOOKS = '《会计档案管理办法》第十四条、《电子商务法》第三十一条';
const SERVICE = '提供服务所必需（《个人信息保护法》第十三条、第十九条）';
const NO_PERSON = '不含个人信息，或只是平台自己的设置';

const kept = <K extends string>(rows: Readonly<Record<K, Kept>>): Readonly<Record<K, Kept>> => rows;
const words = (text: string): string[] => text.split(/\s+/);

/** Every table of the database, once. A test holds it against the database, the help page and docs/operations/retention.md. */
export const RETENTION = kept({
  logins: {
    ...{ what: '登录记录', term: '登录结束后 6 个月，注销后同样', why: NETWORK, days: KEPT_DAYS.logins, sort: 'log', by: 'identity.sweep' },
    tables: ['tokens'],
  },
  staff_log: {
    ...{ what: '工作人员与企业员工的操作记录', term: '长期保存', why: `${NETWORK}；追溯责任`, days: null, sort: 'log', by: 'nothing' },
    but: { console_views: 'owner' },
    tables: words(
      'audit_log setting_changes staff_acts console_runs console_run_rows console_views employee_acts reviewables backup_runs bill_runs bill_differences',
    ),
  },
  visits: {
    ...{ what: '访问记录', term: '默认 13 个月，不少于 6 个月', why: NETWORK, days: 396, sort: 'log', by: 'operations.months' },
    but: { track_visitors: 'tracking.roll-up-late', track_bindings: 'tracking.roll-up-late' },
    tables: ['track_events', 'track_visitors', 'track_bindings'],
  },
  books: {
    ...{
      what: '订单、支付、账目、发票与权益',
      term: '不少于 10 年，注销后不再显示您是谁',
      why: BOOKS,
      days: null,
      sort: 'book',
      by: 'nothing',
    },
    tables:
      words(`accounts ledger_transfers ledger_entries ledger_months reservations orders payments refunds order_refunds payment_claims order_uses
      invoices withdrawals tax_remits membership_terms vip_agreements vip_seat_terms vip_seat_holders user_coupons user_vouchers coupon_definitions
      coupon_batches coupon_codes point_lots point_uses pool_months pool_shares grants download_receipts contact_unlocks agreements agreement_stages
      union_bundles union_rights salon_tickets salon_ticket_kinds salon_numbers mall_redemptions draws draw_rounds draw_prizes invites task_claims
      makeup_cards ad_views vip_plans vip_specs scan_payments`),
  },
  consents: {
    ...{
      what: '您同意过的文本与版本',
      term: '长期保存，作为同意的证明',
      why: '《个人信息保护法》第十四条',
      days: null,
      sort: 'book',
      by: 'nothing',
    },
    tables: ['consents'],
  },
  works: {
    ...{
      what: '发布的作品与需求、沙龙、职位',
      term: '下架或注销后对他人不可见，买家仍可下载',
      why: '《电子商务法》第三十一条',
      days: null,
    },
    ...{ sort: 'other', by: 'owner' },
    tables:
      words(`items item_files item_media item_details item_pages item_versions item_drafts item_draft_versions series series_items shops files
      file_pages renderings demands demand_moves demand_files salons salon_choices salon_holds salon_handovers salon_seats salon_waiting salon_staff
      salon_checkins salon_recaps circulars job_refreshes teachers course_chapters course_counts lessons quizzes bulk_imports bulk_rows bulk_works
      discount_codes`),
  },
  deals: {
    ...{ what: '报价、合作、会话、应聘等与他人往来的记录', term: '对方仍在使用期间；注销后改为“已注销用户”', why: SERVICE, days: null },
    ...{ sort: 'other', by: 'closing' },
    tables:
      words(`offers offer_versions offer_boards offer_invitations tender_notes tender_judges deadline_keys requests request_answers request_history
      request_reports chat_conversations chat_members chat_messages chat_files chat_blocks chat_days chat_answers chat_cases chat_marks
      job_applications job_application_moves job_application_notes resume_views comments comment_sums comment_likes comment_reports ratings rating_sums
      opinions opinion_reports course_questions course_answers employees`),
  },
  own: {
    ...{
      what: '您自己的资料、简历、文档、收藏、学习与设置',
      term: '直到您删除或注销',
      why: SERVICE,
      days: null,
      sort: 'other',
      by: 'owner',
    },
    tables:
      words(`users passkeys user_devices wechat_identities addresses person_verifications company_verifications resumes freelancers papers
      paper_versions paper_templates planner_entries planner_feeds subscriptions notice_settings notice_marks follows collects likes
      recent_searches search_wishes cart_items library_people lesson_progress lesson_notes quiz_answers hand_ins certificates sign_ins chat_phrases
      assistant_conversations assistant_answers assistant_files assistant_instructions assistant_shared employee_links`),
  },
  infringements: {
    ...{
      what: '侵权通知、声明与处理经过',
      term: '处理结束后 3 年，之后只留处理经过；注销后不再显示您是谁',
      why: '《电子商务法》第三十一条、《民法典》第一百八十八条',
      days: KEPT_DAYS.infringements,
    },
    ...{ sort: 'other', by: 'infringements.forget' },
    tables: ['infringements'],
  },
  footprints: {
    ...{ what: '浏览足迹', term: '1 年', why: SERVICE, days: KEPT_DAYS.footprints, sort: 'other', by: 'engagement.forget' },
    tables: ['footprints'],
  },
  reports: {
    ...{
      what: '举报与反馈里的联系电话',
      term: '3 年，之后只留内容',
      why: '《民法典》第一百八十八条（诉讼时效）',
      days: KEPT_DAYS.reports,
      sort: 'other',
    },
    ...{ by: 'engagement.forget', tables: ['reports'] },
  },
  messages: {
    ...{
      what: '站内消息及其邮件、短信发送记录',
      term: '2 年',
      why: SERVICE,
      days: KEPT_DAYS.messages,
      sort: 'other',
      by: 'notices.forget',
    },
    tables: ['notices', 'notice_deliveries'],
  },
  exports: {
    ...{
      what: '数据包的申请记录',
      term: '6 个月；文件 3 天后删除',
      why: SERVICE,
      days: KEPT_DAYS.exports,
      sort: 'other',
      by: 'privacy.clean',
    },
    tables: ['data_exports'],
  },
  client_views: {
    ...{
      what: '客户链接的查看记录',
      term: '90 天；链接在到期 1 年后删除',
      why: SERVICE,
      days: 90,
      sort: 'other',
      by: 'client_links.forget',
    },
    tables: ['client_views', 'client_links'],
  },
  search_counts: {
    ...{ what: '搜索统计', term: '防重复的编号 2 天，点击次数 90 天', why: SERVICE, days: 90, sort: 'other', by: 'search.tidy' },
    tables: words('search_marks search_quotas search_queries search_query_days search_presses search_scores'),
  },
  short: {
    ...{
      what: '验证码、一次性登录码、上传中的文件等临时数据',
      term: '几分钟至 30 天',
      why: SERVICE,
      days: 30,
      sort: 'other',
      by: 'identity.sweep',
    },
    but: {
      ...{ captchas: 'captcha.forget', wechat_logins: 'wechat.forget-logins', uploads: 'publishing.resume', outbox: 'outbox.forget' },
      ...{ film_links: 'study.clean', playing_devices: 'study.clean' },
    },
    tables: words('sms_codes one_time_codes login_tries captchas wechat_logins uploads film_links playing_devices outbox'),
  },
  pool_reads: {
    ...{ what: '计算会员分成的阅读记录', term: '13 个月', why: SERVICE, days: null, sort: 'other', by: 'pool.share' },
    tables: ['pool_reads'],
  },
  counts: {
    ...{ what: '只有数字的统计与次数', term: '长期保存', why: NO_PERSON, days: null, sort: 'other', by: 'nothing' },
    tables: words(`item_view_days daily_quotas download_days track_days track_drops exposures new_readers gift_uses
      hot_searches`),
  },
  samples: {
    ...{ what: '服务器的运行记录', term: '14 天', why: NO_PERSON, days: 14, sort: 'other', by: 'operations.tidy' },
    tables: ['process_samples'],
  },
  spiders: {
    ...{ what: '搜索引擎来访的次数', term: '90 天', why: NO_PERSON, days: 90, sort: 'other', by: 'seo.forget' },
    tables: words('spider_days spider_misses seo_engine_days'),
  },
  site: {
    ...{ what: '平台自己的目录、活动与设置', term: '直到修改', why: NO_PERSON, days: null, sort: 'other', by: 'nothing' },
    but: { search_learned_words: 'search.learn-words' },
    tables: words(`terms collections collection_items demand_labels site_settings campaigns banners gifts tasks mall_goods seo_urls seo_dead
      cemao_migrations search_documents search_words search_learned_words search_judged search_judged_runs search_pins`),
  },
  sandbox: {
    ...{ what: '演示用的模拟服务', term: '正式站点没有', why: NO_PERSON, days: null, sort: 'other', by: 'nothing' },
    tables: words(`sandbox_sms sandbox_calls sandbox_mails sandbox_payments sandbox_refunds sandbox_partner_rights sandbox_payouts
      sandbox_wechat_codes`),
  },
});
