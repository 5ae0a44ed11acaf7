import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { RATING_STARS_MAX, RATING_TEXT_MAX } from '#contract/rating.ts';
import type { RequestView } from '#contract/request.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { RequestActs } from './request-acts.store.ts';

const starsText = (stars: number): string => `${'★'.repeat(stars)}${'☆'.repeat(RATING_STARS_MAX - stars)}`;

/** What the two of a settled request say of each other. */
export function RatePanel({ view, acts }: { view: RequestView; acts: RequestActs }) {
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!view.rates && !view.given && !view.received) return null;
  const submit = async () => {
    if (stars === 0) return setError(`请选择 1 至 ${RATING_STARS_MAX} 星`);
    setBusy(true);
    const wrong = await acts.actions.rate(stars, text);
    setBusy(false);
    if (wrong === null) toastSuccess('评价已提交');
    setError(wrong);
  };
  return (
    <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby="rate-title">
      <h2 id="rate-title" className="text-base font-semibold">
        互相评价
      </h2>
      {view.given && (
        <p>
          我的评价：<span className="text-gold-ink">{starsText(view.given.stars)}</span>
          <span className="sr-only">{view.given.stars} 星</span> {view.given.text}
        </p>
      )}
      {view.received && (
        <p>
          对方的评价：<span className="text-gold-ink">{starsText(view.received.stars)}</span>
          <span className="sr-only">{view.received.stars} 星</span> {view.received.text}
        </p>
      )}
      {view.given && !view.received && <p className="text-xs text-muted">对方也评价之后，或 14 天后，双方的评价一起公开。</p>}
      {view.rates && (
        <Form className="grid gap-2" onSubmit={submit}>
          <fieldset>
            <legend className="mb-1 text-sm font-semibold">给 {view.rates.nickname} 打分</legend>
            <div className="flex flex-wrap gap-3">
              {Array.from({ length: RATING_STARS_MAX }, (_, at) => at + 1).map((one) => (
                <label key={one} className="flex items-center gap-1">
                  <input type="radio" name="stars" className="radio radio-sm" checked={stars === one} onChange={() => setStars(one)} />
                  {one} 星
                </label>
              ))}
            </div>
          </fieldset>
          <TextArea label="评价" error={error} rows={3} maxLength={RATING_TEXT_MAX} value={text} onValue={setText} />
          <p>
            <Button type="submit" look="primary" busy={busy}>
              提交评价
            </Button>
          </p>
        </Form>
      )}
    </section>
  );
}
