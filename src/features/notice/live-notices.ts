import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { followStream } from '#client/stream.ts';
import { NOTICE_CALLS, type NoticeEvent } from '#contract/notice.ts';
import { tellUnread } from './tell-unread.ts';

/**
 * Follows the reader's messages as they come, from now on: the number in the header goes along, and `onEvent` receives each change. Returns what
 * ends it.
 */
export function followNotices(onEvent: (event: NoticeEvent) => void = () => undefined): () => void {
  let stop: (() => void) | null = null;
  let over = false;
  gateway('GET /user/message/num', {}, { silent: true }).then(
    ({ num, seq }) => {
      if (over) return;
      tellUnread({ num });
      stop = followStream<NoticeEvent>({
        path: NOTICE_CALLS.stream,
        after: seq,
        onEvent({ data }) {
          tellUnread(data);
          onEvent(data);
        },
      });
    },
    (error: unknown) => {
      // the list on the page says what is wrong; without a place nothing can be followed
      if (!(error instanceof ApiError)) throw error;
    },
  );
  return () => {
    over = true;
    stop?.();
  };
}
