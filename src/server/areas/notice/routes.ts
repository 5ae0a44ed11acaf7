import { noticeCalls } from '#contract/notice/calls.ts';
import { TOPIC_OF_TYPE } from '#contract/notice.ts';
import { requireUser } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { answerEvents } from '../../http/streams.ts';
import {
  changeMail,
  confirmMail,
  noticeEvents,
  noticeSettings,
  noticesOf,
  readAllNotices,
  readNotice,
  saveNoticeSettings,
  topicOf,
  unreadState,
  unsubscribe,
} from '../../modules/notices/index.ts';

/** The specification names the fields of these calls and no address; `p` is its name of the page. */
export const noticeEndpoints = [
  serve(noticeCalls.list, (ctx, { type, p, limit, is_read }) =>
    noticesOf(ctx, { only_unread: is_read === 0, topic: TOPIC_OF_TYPE[type - 1], page: p, limit }),
  ),
  serve(noticeCalls.num, (ctx) => unreadState(ctx)),
  serve(noticeCalls.read, (ctx, { id }) => readNotice(ctx, id)),
  serve(noticeCalls.all, (ctx, { topic }) => readAllNotices(ctx, topic)),
  serve(noticeCalls.stream, async (ctx, { after }, c) => {
    const source = {
      topics: [topicOf(requireUser(ctx))],
      read: (from: number, limit: number) => noticeEvents(ctx, from, limit),
    };
    return (await answerEvents(ctx, c, after, source)) as Response;
  }),
  serve(noticeCalls.get_settings, (ctx) => noticeSettings(ctx)),
  serve(noticeCalls.put_settings, (ctx, input) => saveNoticeSettings(ctx, input)),
  serve(noticeCalls.mail, (ctx, { mail }) => changeMail(ctx, mail)),
  serve(noticeCalls.confirm_mail, (ctx, { code }) => confirmMail(ctx, code)),
  serve(noticeCalls.unsubscribe, (ctx, input) => unsubscribe(ctx, input)),
];
