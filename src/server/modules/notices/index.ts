export { deliverNotices, failingDeliveries, givenUpDeliveries, noticeJobs } from './deliver-notices.ts';
export { type GivenUpLine, givenUpSource } from './deliveries.repo.ts';
export { noticeEvents, noticesOf, readAllNotices, readNotice, readNoticeOf, unreadCount, unreadState, worksTold } from './own-notices.ts';
export { changeMail, confirmMail, forgetNoticeWays, noticeSettings, saveNoticeSettings, wantRatingAsks } from './own-settings.ts';
export { noticeSettingRows } from './repo.ts';
export { maskMailsIn } from './rules.ts';
export { type Notice, sendEachNotice, sendNotices, sendOwnNotice, topicOf } from './send-notices.ts';
export { unsubscribe, unsubscribeUrls } from './unsubscribe.ts';
