import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { type Criterion, MARK_MAX, MARK_WORD_MAX, type MarkedOffer, offerPriceText } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { OfferFiles, OfferWorks } from './OfferParts.tsx';
import { offerActs } from './offer-acts.ts';

interface Marking {
  demand_id: number;
  criteria: readonly Criterion[];
  offers: readonly Offer[];
  /** As far as it was given before. */
  sheet: readonly MarkedOffer[];
}

/** Asks a judge for their marks. True: something was saved. */
export const showMarks = (marking: Marking): Promise<boolean> =>
  openDialog<boolean>((close) => <MarksDialog {...marking} onClose={close} />);

function MarksDialog({ demand_id, criteria, offers, sheet, onClose }: Marking & { onClose(saved: boolean): void }) {
  const [rows, setRows] = useState(() =>
    offers.map(({ id }) => {
      const before = sheet.find(({ offer_id }) => offer_id === id);
      return { offer_id: id, marks: criteria.map((_, at) => before?.marks[at]?.toString() ?? ''), word: before?.word ?? '' };
    }),
  );
  const [typed, setTyped] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (id: number, next: Partial<(typeof rows)[number]>) => {
    setRows(rows.map((row) => (row.offer_id === id ? { ...row, ...next } : row)));
    setTyped(true);
    setError('');
  };
  const send = async (hands_in: boolean) => {
    const given = rows.map((row) => ({
      ...row,
      marks: row.marks.map((mark) => (mark.trim() === '' ? null : Number(mark.normalize('NFKC')))),
    }));
    const marks = given.flatMap((row) => row.marks);
    if (marks.some((mark) => mark !== null && !(Number.isInteger(mark) && mark >= 0 && mark <= MARK_MAX)))
      return setError(`分数应为 0 至 ${MARK_MAX} 的整数`);
    if (hands_in && marks.includes(null)) return setError('还有没填的分数；没评完可以先保存草稿');
    const sure = { title: '提交评分？', about: '提交后不能再修改，全部评委提交后公开给发布者与评委。', verb: '提交评分' };
    if (hands_in && !(await askSure(sure))) return;
    setBusy(true);
    try {
      await offerActs.mark(demand_id, given, hands_in);
      toastSuccess(hands_in ? '评分已提交' : '草稿已保存');
      onClose(true);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.msg : '没有保存成功，请再试一次');
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (busy) return;
    const about = '这次填写的分数和评语会丢失；没评完可以先保存草稿。';
    if (!typed || (await askSure({ title: '放弃未保存的评分？', about, verb: '放弃', back: '继续评分' }))) onClose(false);
  };
  return (
    <Dialog open title="评分" width={640} modal_only onClose={() => void leave()}>
      <Form className="grid gap-4" onSubmit={() => send(true)}>
        <p className="num text-sm text-muted">每项 0 至 {MARK_MAX} 分，按权重合计。全部评委提交前，谁也看不到别人的评分。</p>
        {offers.map(({ id, person, now }, at) => (
          <fieldset key={id} className="grid gap-2 rounded-box border border-line p-3">
            <legend className="px-1 font-semibold">
              {person.nickname}，<span className="num text-primary">{offerPriceText(now.price, now.price_max)}</span>
            </legend>
            <p className="text-sm whitespace-pre-line">{now.text}</p>
            <OfferFiles files={now.files} />
            <OfferWorks works={now.works} />
            <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
              {criteria.map(({ title, weight }, n) => (
                <Field
                  key={title}
                  label={`${title}（${weight}%）`}
                  inputMode="numeric"
                  maxLength={3}
                  value={rows[at]?.marks[n] ?? ''}
                  onValue={(mark) => change(id, { marks: (rows[at]?.marks ?? []).map((one, of) => (of === n ? mark : one)) })}
                />
              ))}
            </div>
            <TextArea
              label="评语"
              rows={2}
              maxLength={MARK_WORD_MAX}
              value={rows[at]?.word ?? ''}
              onValue={(word) => change(id, { word })}
            />
          </fieldset>
        ))}
        {error && <FormError className="text-error">{error}</FormError>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={busy} onClick={() => void leave()}>
            取消
          </Button>
          <Button busy={busy} onClick={() => void send(false)}>
            保存草稿
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            提交评分
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
