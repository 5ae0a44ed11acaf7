import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import { type CourseReview, type Learner, REVIEW_TEXT_MAX, STARS_MAX } from '#contract/study.ts';
import { Button } from '#ui/Button.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchLearner, fetchReviews, postReview } from './screen-calls.ts';

interface ReviewsProps {
  id: number;
  /** Those that the page shows. */
  first: CourseReview[];
}

/** Reviews of a course; who learned it may write theirs. */
export default function Reviews({ id, first }: ReviewsProps) {
  const [list, setList] = useState(first);
  const [more, setMore] = useState(first.length >= 10);
  const [learner, setLearner] = useState<Learner | null>(null);
  const [writing, setWriting] = useState(false);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (signed_in) fetchLearner(id).then(setLearner, told);
  }, [signed_in, id]);
  const older = async () => {
    const { list: rows } = await fetchReviews(id, list.at(-1)?.id ?? 0);
    setList([...list, ...rows]);
    setMore(rows.length >= 10);
  };
  const write = async () => {
    try {
      await requireSession('登录后即可评价');
    } catch (error) {
      if (error instanceof LoginDismissed) return;
      throw error;
    }
    const known = await fetchLearner(id);
    setLearner(known);
    if (known.may_review === 1) setWriting(true);
    else toastError('学习过这门课程后才能评价');
  };
  return (
    <div className="grid gap-4">
      {writing && learner ? (
        <ReviewForm
          id={id}
          before={learner.review}
          onDone={async (saved) => {
            setWriting(false);
            if (saved) setList((await fetchReviews(id, 0)).list);
          }}
        />
      ) : (
        <div>
          <Button size="sm" onClick={() => void write().catch(told)}>
            {learner?.review ? '修改我的评价' : '写评价'}
          </Button>
        </div>
      )}
      {list.length === 0 ? <p className="text-muted">还没有评价。</p> : null}
      <ul className="grid gap-3">
        {list.map((review) => (
          <li key={review.id} className="grid gap-1 rounded-box bg-ground p-4">
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="font-semibold">{review.nickname}</span>
              <span className="num text-xs text-muted">
                {review.stars} 星 · {timeText(review.at)}
              </span>
            </p>
            {review.text ? <p className="break-words whitespace-pre-line">{review.text}</p> : null}
          </li>
        ))}
      </ul>
      {more ? (
        <div>
          <Button size="sm" onClick={() => void older().catch(told)}>
            更多评价
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function ReviewForm({ id, before, onDone }: { id: number; before: Learner['review']; onDone: (saved: boolean) => void }) {
  const [stars, setStars] = useState(before?.stars ?? STARS_MAX);
  const [text, setText] = useState(before?.text ?? '');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await postReview(id, stars, text);
      toastSuccess('评价已发布');
      onDone(true);
    } catch (error) {
      told(error);
      setBusy(false);
    }
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset className="flex flex-wrap gap-3">
        <legend className="mb-1 text-sm font-semibold">评分</legend>
        {Array.from({ length: STARS_MAX }, (_, at) => STARS_MAX - at).map((value) => (
          <label key={value} className="flex items-center gap-1">
            <input type="radio" className="radio radio-sm" name="stars" checked={stars === value} onChange={() => setStars(value)} />
            {value} 星
          </label>
        ))}
      </fieldset>
      <label className="text-sm font-semibold" htmlFor="review-text">
        评价
      </label>
      <TextBox id="review-text" rows={3} maxLength={REVIEW_TEXT_MAX} placeholder="学到了什么，适合谁" value={text} onValue={setText} />
      <div className="flex gap-2">
        <Button look="primary" size="sm" type="submit" busy={busy}>
          发布评价
        </Button>
        <Button size="sm" onClick={() => onDone(false)}>
          取消
        </Button>
      </div>
    </form>
  );
}

function told(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  toastError(error.msg);
}
