import { type App, createCtx } from '../app/ctx.ts';
import type { JobDefinition } from '../db/jobs.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { registerCardShops, registerCardWords, registerKeptOff } from '../modules/catalog/index.ts';
import { registerChatSubject } from '../modules/chat/index.ts';
import { registerStaffList } from '../modules/console/index.ts';
import { refuseOwn } from '../modules/countersign/index.ts';
import { registerOpenedTenders } from '../modules/demands/index.ts';
import { registerEmploymentHook } from '../modules/employees/index.ts';
import { refuseStaffData, registerLastingEnd, registerTraceSource, registerWelcome } from '../modules/identity/index.ts';
import { registerMonthTable } from '../modules/operations/index.ts';
import { registerRefundHook, registerSubject } from '../modules/orders/index.ts';
import { registerWorkbench } from '../modules/planner/index.ts';
import { registerPersonal } from '../modules/privacy/index.ts';
import { registerFileUse, registerPublishGate, registerWhyNotAgain } from '../modules/publishing/index.ts';
import { registerPeopleRules, registerReviewable } from '../modules/review/index.ts';
import { registerSettings } from '../modules/settings/index.ts';
import { registerTaskEvent } from '../modules/tasks/index.ts';
import type { OutboxEvents, OutboxHandlers } from '../outbox/outbox.ts';
import { registerOwnFields, registerReaderPart } from '../views/library.ts';
import { registerToday } from '../views/today-cards.ts';
import { accountArea } from './account/manifest.ts';
import { activeArea } from './active/manifest.ts';
import { adArea } from './ad/manifest.ts';
import { adminArea } from './admin/manifest.ts';
import { articleArea } from './article/manifest.ts';
import { assistantArea } from './assistant/manifest.ts';
import { bigcaseArea } from './bigcase/manifest.ts';
import { billsArea } from './bills/manifest.ts';
import { catalogArea } from './catalog/manifest.ts';
import { centerArea } from './center/manifest.ts';
import { chatArea } from './chat/manifest.ts';
import { clientLinkArea } from './client-link/manifest.ts';
import { commentArea } from './comment/manifest.ts';
import { companyArea } from './company/manifest.ts';
import { contactArea } from './contact/manifest.ts';
import { couponArea } from './coupon/manifest.ts';
import { demandArea } from './demand/manifest.ts';
import { designArea } from './design/manifest.ts';
import { discountArea } from './discount/manifest.ts';
import { downloadsArea } from './downloads/manifest.ts';
import { employeesArea } from './employees/manifest.ts';
import { engagementArea } from './engagement/manifest.ts';
import { identityArea } from './identity/manifest.ts';
import { infringementArea } from './infringement/manifest.ts';
import { lastingEnds } from './made-by-login.ts';
import { mallArea } from './mall/manifest.ts';
import type { Manifest } from './manifest.ts';
import { membershipArea } from './membership/manifest.ts';
import { noticeArea } from './notice/manifest.ts';
import { offerArea } from './offer/manifest.ts';
import { operationsArea } from './operations/manifest.ts';
import { opinionArea } from './opinion/manifest.ts';
import { organiseArea } from './organise/manifest.ts';
import { paperArea } from './paper/manifest.ts';
import { pointsArea } from './points/manifest.ts';
import { poolArea } from './pool/manifest.ts';
import { pptArea } from './ppt/manifest.ts';
import { promotionArea } from './promotion/manifest.ts';
import { publishingArea } from './publishing/manifest.ts';
import { recruitArea } from './recruit/manifest.ts';
import { requestArea } from './request/manifest.ts';
import { resourceArea } from './resource/manifest.ts';
import { reviewArea } from './review/manifest.ts';
import { salesArea } from './sales/manifest.ts';
import { salonArea } from './salon/manifest.ts';
import { sandboxArea } from './sandbox/manifest.ts';
import { schemeArea } from './scheme/manifest.ts';
import { searchArea } from './search/manifest.ts';
import { seoArea } from './seo/manifest.ts';
import { shopArea } from './shop/manifest.ts';
import { siteArea } from './site/manifest.ts';
import { studyArea } from './study/manifest.ts';
import { subscriptionArea } from './subscription/manifest.ts';
import { talkArea } from './talk/manifest.ts';
import { teachingArea } from './teaching/manifest.ts';
import { trackingArea } from './tracking/manifest.ts';
import { unionArea } from './union/manifest.ts';
import { verificationArea } from './verification/manifest.ts';
import { walletArea } from './wallet/manifest.ts';
import { workbenchArea } from './workbench/manifest.ts';

/** Every area, one line each. Search stands before catalog: a page that is rendered again must find the changed index. */
export const areas: readonly Manifest[] = [
  siteArea,
  identityArea,
  accountArea,
  sandboxArea,
  walletArea,
  salesArea,
  membershipArea,
  couponArea,
  unionArea,
  activeArea,
  searchArea,
  catalogArea,
  schemeArea,
  pptArea,
  bigcaseArea,
  designArea,
  articleArea,
  shopArea,
  resourceArea,
  contactArea,
  downloadsArea,
  promotionArea,
  adArea,
  centerArea,
  noticeArea,
  subscriptionArea,
  publishingArea,
  engagementArea,
  verificationArea,
  employeesArea,
  companyArea,
  recruitArea,
  studyArea,
  offerArea,
  reviewArea,
  adminArea,
  billsArea,
  operationsArea,
  trackingArea,
  pointsArea,
  poolArea,
  mallArea,
  seoArea,
  requestArea,
  workbenchArea,
  demandArea,
  commentArea,
  opinionArea,
  infringementArea,
  clientLinkArea,
  discountArea,
  teachingArea,
  salonArea,
  talkArea,
  organiseArea,
  chatArea,
  assistantArea,
  paperArea,
];

/** Every call of the gateway. */
export const endpoints: readonly Endpoint[] = areas.flatMap((area) => area.endpoints ?? []);

registerPeopleRules({ own: refuseOwn, data: refuseStaffData });

// every process and tool boots by this file, so none meets an order, a review or a setting that it does not know
for (const end of lastingEnds) registerLastingEnd(end);
for (const area of areas) {
  registerSettings(area.settings ?? []);
  for (const subject of area.subjects ?? []) registerSubject(subject);
  if (area.on_refund) registerRefundHook(area.on_refund);
  if (area.employments) registerEmploymentHook(area.employments);
  if (area.workbench) registerWorkbench(area.name, area.workbench);
  if (area.today) registerToday(area.name, area.today);
  if (area.personal) registerPersonal(area.personal);
  for (const list of area.staff_lists ?? []) registerStaffList(list);
  for (const table of area.months ?? []) registerMonthTable(table);
  for (const event of area.task_events ?? []) registerTaskEvent(event);
  for (const use of area.file_uses ?? []) registerFileUse(use);
  for (const subject of area.chat_subjects ?? []) registerChatSubject(subject);
  for (const welcome of area.welcomes ?? []) registerWelcome(welcome);
  for (const reviewable of area.reviewables ?? []) registerReviewable(reviewable);
  for (const [kind, source] of area.account_traces ?? []) registerTraceSource(kind, source);
  if (area.opened_tenders) registerOpenedTenders(area.opened_tenders);
  if (area.card_shops) registerCardShops(area.card_shops);
  if (area.card_words) registerCardWords(...area.card_words);
  if (area.kept_off) registerKeptOff(area.kept_off);
  for (const gate of area.publish_gates ?? []) registerPublishGate(gate);
  for (const [key, why] of Object.entries(area.why_not_again ?? {})) registerWhyNotAgain(key, why);
  for (const [key, fields] of Object.entries(area.own_fields ?? {})) registerOwnFields(key, fields);
  for (const [key, fields] of Object.entries(area.reader_parts ?? {})) registerReaderPart(key, fields);
}

/** Background work of all areas. */
export function jobDefinitions(app: App): JobDefinition[] {
  return areas.flatMap((area) => area.jobs?.(app) ?? []);
}

/** Who reacts to which event of the outbox. */
export function outboxHandlers(app: App): OutboxHandlers {
  const ctx = createCtx(app, { kind: 'job', name: 'outbox' }, 'outbox');
  const all: OutboxHandlers = {};
  const add = <T extends keyof OutboxEvents>(topic: T, handlers: OutboxHandlers[T]) => {
    const before: NonNullable<OutboxHandlers[T]> = all[topic] ?? [];
    Object.assign(all, { [topic]: before.concat(handlers ?? []) });
  };
  for (const area of areas) {
    const handlers = area.on?.(app, ctx) ?? {};
    for (const topic of Object.keys(handlers) as Array<keyof OutboxEvents>) add(topic, handlers[topic]);
  }
  return all;
}
