export { noticesOf, readAllNotices, readNotice, unreadCount, worksTold } from './own-notices.ts';
export { type Notice, sendNotices } from './send-notices.ts';
