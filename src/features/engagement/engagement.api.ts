import { gateway } from '#client/gateway.ts';

/** A kind's own call for likes and the name of the id in it. */
export interface LikeCall {
  path: string;
  how: 'toggle' | 'set';
  id: string;
}

export const collect = (rid: number, type: number) => gateway('POST /api/tools/collect', { rid, type });
export const uncollect = (rid: number, type: number) => gateway('DELETE /api/tools/collect', { rid, type });
/** Turns the like over; the answer says which it became. */
export const zan = (data_id: number, type: number) => gateway('POST /api/tools/zan', { data_id, type });
/** Likes by the call of a kind that has its own; its answer is the same. */
export const likeBy = ({ path, how, id }: LikeCall, rid: number, on: boolean) =>
  gateway(how === 'set' && !on ? 'DELETE kind/like' : 'POST kind/like', { [id]: rid }, { at: path });
export const focus = (rid: number, type: number) => gateway('POST /api/tools/focus', { rid, type });
/** Not knowing shows a plain 关注, so a failure is silent. */
export const isFollowed = (rid: number, type: number) => gateway('GET /api/tools/focus', { rid, type }, { silent: true });
export const unfocus = (rid: number, type: number) => gateway('DELETE /api/tools/focus', { rid, type });
export const share = (rid: number, type: number, url: string) => gateway('POST /api/tools/share', { rid, type, url }, { silent: true });

export interface ReportBody {
  type: number;
  rid: number;
  url: string;
  mobile: string;
  content: string;
  ruid: number;
}

/** Shown by the form itself, so silent. */
export const report = (body: ReportBody) => gateway('POST /api/tools/report', body, { silent: true });

export interface FeedbackBody {
  platform: number;
  url: string;
  mobile: string;
  content: string;
  /** Number of an uploaded picture; 0 for none. */
  image: number;
}

/** Shown by the form itself, so silent. */
export const sendFeedback = (body: FeedbackBody) => gateway('POST /api/tools/feedback', body, { silent: true });
