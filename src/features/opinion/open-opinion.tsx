import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { REPORT_REASONS } from '#contract/comment.ts';
import { OPINION_EVENT_MAX, OPINION_REASON_MAX, OPINION_STARS_MAX, OPINION_TEXT_MAX, type OwnOpinion } from '#contract/opinion.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { dropOpinion, loadOwnOpinion, saveOpinion, sendReport } from './opinion-calls.ts';

/** Opens the form for a work; says in a toast why it cannot be rated. @returns whether something was written or deleted */
export async function openOpinion({ id, title }: { id: number; title: string }): Promise<boolean> {
  const own = await loadOwnOpinion(id);
  if (own.may === 0 && !own.opinion) {
    toastError(own.why);
    return false;
  }
  return openDialog<boolean>((close) => <OpinionForm id={id} title={title} own={own} close={close} />);
}

/** Opens the form that reports one. */
export function reportOpinion(id: number): Promise<void> {
  return openDialog<void>((close) => (
    <ReasonDialog
      title="举报评价"
      verb="提交举报"
      max={OPINION_REASON_MAX}
      reasons={REPORT_REASONS}
      onClose={() => close()}
      onDo={async (reason) => {
        const wrong = await sendReport(id, reason);
        if (wrong === null) toastSuccess('感谢您的举报，我们会尽快处理');
        return wrong;
      }}
    />
  ));
}

interface FormProps {
  id: number;
  title: string;
  own: OwnOpinion;
  close(changed: boolean): void;
}

function OpinionForm({ id, title, own: { opinion: before, may, why }, close }: FormProps) {
  const [stars, setStars] = useState(before?.stars ?? 0);
  const [text, setText] = useState(before?.text ?? '');
  const [event, setEvent] = useState(before?.event ?? '');
  const [people, setPeople] = useState(before && before.people > 0 ? String(before.people) : '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setErrors({});
    try {
      await act();
      toastSuccess(done);
      close(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.keys(error.fields).length > 0 ? error.fields : { form: error.msg });
      setBusy(false);
    }
  };
  const choose = (value: number) => {
    setStars(value);
    setErrors({});
  };
  const save = async () => {
    if (stars === 0) return setErrors({ stars: '请选择 1 至 5 星' });
    const input = { id, stars, text, event, people: people.trim() === '' ? 0 : people.trim() };
    await run(() => saveOpinion(input), '评价已发布');
  };
  const drop = async () => {
    const about = '评分、文字和发布者的回复会一起删除，之后可以重新评价。';
    if (await askSure({ title: '删除这条评价？', subject: title, about, verb: '删除' })) await run(() => dropOpinion(id), '评价已删除');
  };
  return (
    <Dialog open title={before ? '修改评价' : '写评价'} width={480} onClose={() => close(false)}>
      <Form className="grid gap-3" onSubmit={() => void save()}>
        <p className="font-semibold">{title}</p>
        {before?.hidden === 1 && <p className="text-error">这条评价已被平台隐藏，别人看不到。</p>}
        {may === 0 && <p className="text-muted">{why}</p>}
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">评分</legend>
          <div className="flex flex-wrap gap-2">
            {Array.from({ length: OPINION_STARS_MAX }, (_, at) => OPINION_STARS_MAX - at).map((value) => (
              <label key={value} className="chip has-checked:border-primary has-checked:bg-tint has-checked:text-primary">
                <input type="radio" className="sr-only" name="stars" checked={stars === value} onChange={() => choose(value)} />
                {value} 星
              </label>
            ))}
          </div>
          {errors['stars'] && <FormError className="mt-1 text-xs text-error">{errors['stars']}</FormError>}
        </fieldset>
        <TextArea
          label="评价"
          rows={3}
          maxLength={OPINION_TEXT_MAX}
          placeholder="哪里好用，哪里要改，适合谁"
          value={text}
          error={errors['text']}
          onValue={setText}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label="用在什么活动"
            maxLength={OPINION_EVENT_MAX}
            placeholder="如：公司年会"
            value={event}
            error={errors['event']}
            onValue={setEvent}
          />
          <Field
            label="多少人"
            inputMode="numeric"
            maxLength={7}
            placeholder="如：300"
            value={people}
            error={errors['people']}
            onValue={setPeople}
          />
        </div>
        {errors['form'] && <FormError className="text-error">{errors['form']}</FormError>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy} disabled={may === 0}>
            {before ? '保存' : '发布评价'}
          </Button>
          {before && before.hidden === 0 && (
            <Button busy={busy} onClick={() => void drop()}>
              删除评价
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
