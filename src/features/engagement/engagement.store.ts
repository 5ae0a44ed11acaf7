import { map } from 'nanostores';
import { gateway } from '#client/gateway.ts';
import { $session, requireSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { FOCUS_USER } from '#contract/focus.ts';
import { MARK_TEXTS } from '#contract/mark-texts.ts';
import { countText } from '#ui/price-text.ts';

/** A kind's own call for likes and the name of the id in it. */
export interface LikeCall {
  path: string;
  how: 'toggle' | 'set';
  id: string;
}

export const collectMark = (type: number, rid: number) => `collect:${type}:${rid}`;
export const likeMark = (type: number, rid: number) => `like:${type}:${rid}`;
export const followMark = (rid: number, type: number = FOCUS_USER) => `follow:${type}:${rid}`;

/** What this reader has collected and liked and whom they follow, by mark, as far as the page knows; absent: not, or not known yet. */
export function createMarks() {
  const $state = map<Record<string, boolean>>({});
  const running = new Map<string, Promise<unknown>>();

  /** Collects or takes back; a visitor signs in first, and the press then means to collect. @throws LoginDismissed */
  async function toggleCollect(rid: number, type: number): Promise<void> {
    const next = await pressed(collectMark(type, rid), '登录后即可收藏', (on) =>
      on ? gateway('POST /api/tools/collect', { rid, type }) : gateway('DELETE /api/tools/collect', { rid, type }),
    );
    if (next !== null) toastSuccess(next ? MARK_TEXTS.collected : MARK_TEXTS.uncollected);
  }

  /**
   * Likes or takes back; the same rules. The call turns the mark over by itself and says which it became: should another tab have been
   * first, the screen follows the answer. `call`: of a kind that has its own. @throws LoginDismissed
   */
  async function toggleLike(rid: number, type: number, call?: LikeCall): Promise<void> {
    const mark = likeMark(type, rid);
    let became: boolean | null = null;
    const next = await pressed(mark, '登录后即可点赞', async (on) => {
      // turns the like over; the answer says which it became
      // likes by the call of a kind that has its own; its answer is the same
      became =
        (
          await (call
            ? gateway(call.how === 'set' && !on ? 'DELETE kind/like' : 'POST kind/like', { [call.id]: rid }, { at: call.path })
            : gateway('POST /api/tools/zan', { data_id: rid, type }))
        ).zan === 1;
    });
    if (next === null || became === null) return;
    $state.setKey(mark, became);
    toastSuccess(became ? MARK_TEXTS.liked : MARK_TEXTS.unliked);
  }

  /** Follows a publisher or a shop (`type`), or stops; the same rules. @throws LoginDismissed */
  async function toggleFollow(rid: number, type: number = FOCUS_USER): Promise<void> {
    const next = await pressed(followMark(rid, type), '登录后即可关注', async (on) => {
      const { follow_num } = await (on
        ? gateway('POST /api/tools/focus', { rid, type })
        : gateway('DELETE /api/tools/focus', { rid, type }));
      // numbers that the server drew, wherever they stand
      for (const number of document.querySelectorAll(`[data-followers="${type}:${rid}"]`)) number.textContent = countText(follow_num);
    });
    if (next !== null) toastSuccess(next ? '关注成功' : '取消关注成功');
  }

  /** Asks whether this reader follows a publisher or a shop, where no other answer of the page says so. */
  async function knowFollowed(rid: number, type: number = FOCUS_USER): Promise<void> {
    const mark = followMark(rid, type);
    const learn = answerFor();
    // not knowing shows a plain 关注, so a failure is silent
    const answer = await gateway('GET /api/tools/focus', { rid, type }, { silent: true }).catch(() => null);
    if (answer) learn(mark, answer.is_follow === 1);
  }

  /**
   * To be called before the reader's marks are asked for; what it gives takes the answer. False: a press was under way beside it, is newer,
   * and the numbers of that answer may count it or not.
   */
  function answerFor(): (mark: string, on: boolean) => boolean {
    const [before, pressed_before] = [$state.get(), new Set(running.keys())];
    return (mark, on) => {
      if (pressed_before.has(mark) || running.has(mark) || $state.get()[mark] !== before[mark]) return false;
      $state.setKey(mark, on);
      return true;
    };
  }

  /** When the calls of all presses have ended. */
  const settled = (): Promise<unknown> => Promise.allSettled(running.values());

  /**
   * Turns a mark over: at once on the screen, then on the server; a refusal turns it back (the gateway caller has shown why). Presses while a
   * call is under way are let go, so that screen and server never part. Null: nothing changed.
   */
  async function pressed(mark: string, reason: string, send: (on: boolean) => Promise<unknown>): Promise<boolean | null> {
    const was_visitor = $session.get() === null;
    await requireSession(reason);
    if (running.has(mark)) return null;
    const before = $state.get()[mark] === true;
    const next = was_visitor || !before;
    $state.setKey(mark, next);
    try {
      const call = send(next);
      running.set(mark, call);
      await call;
      return next;
    } catch {
      $state.setKey(mark, before);
      return null;
    } finally {
      running.delete(mark);
    }
  }

  return { $state, actions: { toggleCollect, toggleLike, toggleFollow, knowFollowed, answerFor, settled } };
}

/** One for the page: its buttons stand in several places. */
export const marks = createMarks();
