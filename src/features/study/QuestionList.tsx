import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import { playerPath } from '#contract/player-path.ts';
import { type CourseQuestion, clockText, QUESTION_TEXT_MAX } from '#contract/study.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { Moment } from './Moment.tsx';
import { fetchQuestions, postAnswer, postQuestion, takeBack } from './screen-calls.ts';

interface QuestionListProps {
  id: number;
  /** Those that the page shows. */
  first: CourseQuestion[];
  /** The lesson beside whose film they stand: those of it alone, each at its second. */
  lesson?: { id: number; now: () => number | null; onSeek: (at_s: number) => void; onList: (list: CourseQuestion[]) => void };
}

/** Questions about a course with their answers; everybody who signed in may ask, who learns it may answer. */
export function QuestionList({ id, first, lesson }: QuestionListProps) {
  const root = useRef<HTMLDivElement>(null);
  const [list, setList] = useState(first);
  const [more, setMore] = useState(first.length >= 10);
  const [state, setState] = useState<'reading' | 'read' | 'failed'>(lesson ? 'reading' : 'read');
  const [busy, setBusy] = useState(false);
  /** 0: a question is written; an id: an answer to it; null: nothing. */
  const [writing, setWriting] = useState<number | null>(null);
  /** The second at which it was begun; null: none. */
  const [at_s, setAt] = useState<number | null>(null);
  const reload = async () => {
    const { list: rows } = await fetchQuestions(id, 0, lesson?.id);
    setList(rows);
    setMore(rows.length >= 10);
    setState('read');
  };
  const load = () =>
    reload().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setState('failed');
    });
  const loadFirst = useEffectEvent(load);
  const lesson_id = lesson?.id;
  const signed_in = useSession() !== null;
  useEffect(() => {
    // the page is the same for everybody: what is one's own comes with the call
    if (lesson_id !== undefined || signed_in) void loadFirst();
  }, [lesson_id, signed_in]);
  const onList = lesson?.onList;
  useEffect(() => onList?.(list), [list, onList]);
  const begin = async (target: number) => {
    try {
      await requireSession(target === 0 ? '登录后即可提问' : '登录后即可回答');
      const at = lesson?.now() ?? null;
      setAt(at === null ? null : Math.floor(at));
      setWriting(target);
    } catch (error) {
      if (!(error instanceof LoginDismissed)) throw error;
    }
  };
  /** The field goes, and the focus back to the button that opened it. */
  const close = () => {
    const button = `[data-talk='${writing}']`;
    setWriting(null);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(button)?.focus());
  };
  const send = async (text: string, timed: boolean): Promise<boolean> => {
    try {
      const moment = timed && at_s !== null ? { at_s } : {};
      if (writing === 0) await postQuestion(id, text, { ...(lesson ? { lesson: lesson.id } : {}), ...moment });
      else await postAnswer(writing ?? 0, text, moment);
      toastSuccess(writing === 0 ? '已提问，讲师会收到通知' : '已回答');
      close();
      // not waited for: who opens the field meanwhile finds it empty
      void load();
      return true;
    } catch (error) {
      told(error);
      return false;
    }
  };
  const drop = async (what: 'question' | 'answer', of: number) => {
    if (!(await askSure({ title: `删除这条${TALK_TEXT[what]}？`, about: '删除后不能恢复。', verb: '删除' }))) return;
    await takeBack(what, of).then(reload).catch(told);
  };
  const older = async () => {
    setBusy(true);
    const { list: rows } = await fetchQuestions(id, list.at(-1)?.id ?? 0, lesson?.id);
    setList([...list, ...rows]);
    setMore(rows.length >= 10);
  };
  const momentOf = ({ lesson_id: of_lesson }: CourseQuestion, { at_s: said_at, former }: Pick<CourseQuestion, 'at_s' | 'former'>) =>
    said_at === undefined ? null : (
      <Moment at_s={said_at} former={former} href={`${playerPath(id, of_lesson)}#t=${said_at}`} onSeek={lesson?.onSeek} />
    );
  return (
    <div ref={root} className="grid gap-4">
      {writing === 0 ? (
        <TextForm name={`question-${id}-${lesson?.id ?? 0}`} label="提问" at_s={at_s} onSend={send} onCancel={close} />
      ) : (
        <div>
          <Button size="sm" data-talk={0} disabled={writing !== null} onClick={() => void begin(0)}>
            我要提问
          </Button>
        </div>
      )}
      {state === 'reading' ? <Skeleton rows={2} label="正在读取问答" /> : null}
      {state === 'failed' ? (
        <div>
          <Button size="sm" onClick={() => void load()}>
            问答没有加载出来，重试
          </Button>
        </div>
      ) : null}
      {state === 'read' && list.length === 0 ? <p className="text-muted">{lesson ? '这一课还没有提问。' : '还没有提问。'}</p> : null}
      <ul className="grid gap-3">
        {list.map((question) => (
          <li key={question.id} className={`grid gap-2 rounded-box p-4 ${lesson ? 'bg-base-100' : 'bg-ground'}`}>
            <p className="flex flex-wrap items-baseline justify-between gap-2 text-xs text-muted">
              <span>
                {question.nickname}
                {question.lesson && !lesson ? ` · ${question.lesson}` : ''} {momentOf(question, question)}
              </span>
              <span className="num">{timeText(question.at)}</span>
            </p>
            <p className="font-semibold break-words whitespace-pre-line">{question.text}</p>
            {question.answers.map((answer) => (
              <div key={answer.id} className="grid gap-1 border-l-2 border-line pl-3">
                <p className="text-xs text-muted">
                  {answer.nickname}
                  {answer.teacher === 1 ? ' · 讲师' : ''} · <span className="num">{timeText(answer.at)}</span> {momentOf(question, answer)}
                </p>
                <p className="break-words whitespace-pre-line">{answer.text}</p>
                {answer.own === 1 ? <Drop what="answer" text={answer.text} onDrop={() => void drop('answer', answer.id)} /> : null}
              </div>
            ))}
            {writing === question.id ? (
              <TextForm
                name={`answer-${question.id}`}
                label="回答"
                at_s={question.lesson_id === 0 ? null : at_s}
                onSend={send}
                onCancel={close}
              />
            ) : (
              <div className="flex gap-2">
                <Button size="sm" look="ghost" data-talk={question.id} disabled={writing !== null} onClick={() => void begin(question.id)}>
                  回答
                </Button>
                {question.own === 1 && question.answers.every(({ own }) => own === 1) ? (
                  <Drop what="question" text={question.text} onDrop={() => void drop('question', question.id)} />
                ) : null}
              </div>
            )}
          </li>
        ))}
      </ul>
      {more ? (
        <div>
          <Button
            size="sm"
            busy={busy}
            onClick={() =>
              void older()
                .catch(told)
                .finally(() => setBusy(false))
            }
          >
            更多问答
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const TALK_TEXT = { question: '提问', answer: '回答' } as const;

function Drop({ what, text, onDrop }: { what: keyof typeof TALK_TEXT; text: string; onDrop: () => void }) {
  return (
    <Button
      size="sm"
      look="ghost"
      className="justify-self-start"
      aria-label={`删除我的${TALK_TEXT[what]}：${text.slice(0, 20)}`}
      onClick={onDrop}
    >
      删除
    </Button>
  );
}

interface TextFormProps {
  name: string;
  label: string;
  /** Second that may go with it. */
  at_s: number | null;
  /** True: it arrived. */
  onSend: (text: string, timed: boolean) => Promise<boolean>;
  onCancel: () => void;
}

function TextForm({ name, label, at_s, onSend, onCancel }: TextFormProps) {
  const [timed, setTimed] = useState(true);
  const [text, setText] = useTyped(name);
  const [busy, setBusy] = useState(false);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void onSend(text, timed)
          .then((arrived) => arrived && setText(''))
          .finally(() => setBusy(false));
      }}
    >
      <label className="grid gap-1">
        <span className="text-sm font-semibold">{label}</span>
        <TextBox rows={3} required autoFocus maxLength={QUESTION_TEXT_MAX} value={text} onValue={setText} />
      </label>
      {at_s === null ? null : (
        <label className="flex items-center gap-2">
          <input type="checkbox" className="checkbox checkbox-sm" checked={timed} onChange={({ target }) => setTimed(target.checked)} />
          <span>
            关于 <span className="num">{clockText(at_s)}</span> 处
          </span>
        </label>
      )}
      <div className="flex gap-2">
        <Button look="primary" size="sm" type="submit" busy={busy}>
          提交
        </Button>
        <Button size="sm" onClick={onCancel}>
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
