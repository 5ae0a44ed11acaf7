import { toastSuccess } from '#client/toast.ts';
import { NOTE_ANSWER_MAX, NOTE_QUESTION_MAX, type OfferPanel } from '#contract/offer.ts';
import type { OpenQuestion } from '#contract/outputs/offer.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import { offerActs } from './offer-acts.ts';

interface TenderNotesProps {
  panel: OfferPanel;
  /** Published ones that the page shows already. */
  shown: number;
  onChanged(): void;
}

/** What is asked about a tender: its owner answers or adds, who may bid asks. */
export function TenderNotes({ panel, shown, onChanged }: TenderNotesProps) {
  const { demand_id, is_owner, closes_at, documents_refusal, questions, notes } = panel;
  const open = closes_at * 1000 > Date.now();
  const fresh = notes.filter(({ no }) => no > shown);
  const ask = async (
    of: { title: string; about: string; verb: string; label: string; max: number },
    run: (text: string) => Promise<unknown>,
    done: string,
  ) => {
    if ((await askReason({ ...of, run })) === null) return;
    toastSuccess(done);
    onChanged();
  };
  const question = () =>
    ask(
      {
        ...{ title: '向招标提问', label: '提问', verb: '提交提问', max: NOTE_QUESTION_MAX },
        about: '发布者看不到是谁问的。答复会和提问一起公开给所有人，请不要写公司名称和联系方式。',
      },
      (text) => offerActs.ask(demand_id, text),
      '已提交，发布者答复后会通知您',
    );
  const add = () =>
    ask(
      {
        ...{ title: '发布补充公告', label: '公告', verb: '发布', max: NOTE_ANSWER_MAX },
        about: '公开给所有人，已投标和受邀的人会收到消息；发布后不能修改或删除。',
      },
      (text) => offerActs.add(demand_id, text),
      '公告已发布',
    );
  const answer = ({ id, question: about }: OpenQuestion, publishes: boolean) =>
    ask(
      publishes
        ? { title: '公开答复', about, label: '答复', verb: '公开答复', max: NOTE_ANSWER_MAX }
        : { title: '不公开答复', about, label: '原因', verb: '不答复', max: NOTE_ANSWER_MAX },
      (text) => offerActs.answer(id, text, publishes),
      publishes ? '已公开答复' : '已告诉提问的人',
    );
  const may_ask = open && !is_owner && documents_refusal === null;
  if (questions.length === 0 && fresh.length === 0 && !(open && (is_owner || may_ask))) return null;
  return (
    <section className="grid gap-3" aria-label={is_owner ? '待答复的提问' : '我的提问'}>
      {fresh.map(({ no, question: about, text }) => (
        <p key={no} className="rounded-lg bg-ground p-3 text-sm">
          <b>{about === '' ? '公告' : about}</b>
          <span className="block whitespace-pre-line">{text}</span>
        </p>
      ))}
      {questions.map((one) => (
        <div key={one.id} className="rounded-lg border border-line p-3">
          <p className="whitespace-pre-line">{one.question}</p>
          <p className="num text-xs text-muted">
            {timeText(one.at)}，{one.waits ? (is_owner ? '等您答复' : '等待答复') : `没有公开答复：${one.reason}`}
          </p>
          {is_owner && open && (
            <p className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => void answer(one, true)}>
                公开答复
              </Button>
              <Button size="sm" look="ghost" onClick={() => void answer(one, false)}>
                不答复
              </Button>
            </p>
          )}
        </div>
      ))}
      {open && (is_owner || may_ask) && (
        <p>
          {is_owner ? (
            <Button onClick={() => void add()}>发布补充公告</Button>
          ) : (
            <Button onClick={() => void question()}>向发布者提问</Button>
          )}
        </p>
      )}
    </section>
  );
}
