import { ChevronLeft, ChevronRight, Paperclip, Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { type AssistantTurn, isOpen, QUESTION_MAX } from '#contract/assistant.ts';
import { Button } from '#ui/Button.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { AnswerCard } from './AnswerCard.tsx';
import type { AssistantTalkStore } from './talk.store.ts';

interface TurnProps {
  turn: AssistantTurn;
  /** All at its place, itself among them. */
  beside: readonly AssistantTurn[];
  actions: AssistantTalkStore['actions'];
  /** A question is on its way. */
  asking: boolean;
  /** Asks at its place: the same, or in other words. @returns whether it was taken */
  onAsk(turn: AssistantTurn, question: string): Promise<boolean>;
  /** Absent: something was asked after it. */
  onGoOn: ((turn: AssistantTurn) => void) | undefined;
  onStep(turn: AssistantTurn, by: 1 | -1): void;
}

/** A question with its answer, and what stands beside them. */
export function TalkTurn({ turn, beside, actions, asking, onAsk, onGoOn, onStep }: TurnProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    setDraft(null);
    // once the button is there again
    requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <div data-turn={turn.id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {draft === null ? (
        <p className="chat-text chat-text-own max-w-[85%] justify-self-end">{turn.question}</p>
      ) : (
        <EditedQuestion
          draft={draft}
          busy={asking}
          onChange={setDraft}
          onClose={close}
          onAsk={() => void onAsk(turn, draft).then((taken) => taken && close())}
        />
      )}
      {turn.company_id > 0 && <p className="text-right text-xs text-muted">只根据企业已发布的作品</p>}
      {turn.files.length > 0 && (
        <ul aria-label="问题里的文件" className="flex flex-wrap justify-end gap-2 text-xs text-muted">
          {turn.files.map(({ id, name }) => (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-full bg-tint px-2 py-0.5">
              <Paperclip size={12} className="shrink-0" aria-hidden="true" />
              <span className="truncate">{name}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-end gap-1">
        {beside.length > 1 && <Steps turn={turn} beside={beside} onStep={(by) => onStep(turn, by)} />}
        {draft === null && (
          <Button
            ref={pencil}
            look="ghost"
            size="sm"
            icon={<Pencil size={14} aria-hidden="true" />}
            onClick={() => setDraft(turn.question)}
          >
            修改问题
          </Button>
        )}
      </div>
      <AnswerCard
        key={turn.id}
        turn={turn}
        actions={actions}
        onGoOn={asking || !onGoOn ? undefined : () => onGoOn(turn)}
        onAgain={isOpen(turn.state) || asking ? undefined : () => void onAsk(turn, '')}
      />
    </div>
  );
}

/** ‹ 2/3 ›: by buttons, and by the arrow keys on either. */
function Steps({ turn, beside, onStep }: { turn: AssistantTurn; beside: readonly AssistantTurn[]; onStep(by: 1 | -1): void }) {
  const at = beside.findIndex(({ id }) => id === turn.id) + 1;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onStep(event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say that something is filled in
    <span role="group" aria-label="不同的回答" className="flex items-center" onKeyDown={press}>
      <Button look="ghost" size="sm" aria-label="上一个回答" onClick={() => onStep(-1)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </Button>
      <span role="status" className="num text-xs text-muted">
        <span className="sr-only">第 </span>
        {at}/{beside.length}
        <span className="sr-only"> 个回答</span>
      </span>
      <Button look="ghost" size="sm" aria-label="下一个回答" onClick={() => onStep(1)}>
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}

interface EditedProps {
  draft: string;
  busy: boolean;
  onChange(text: string): void;
  onClose(): void;
  onAsk(): void;
}

function EditedQuestion({ draft, busy, onChange, onClose, onAsk }: EditedProps) {
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    if (draft.trim() !== '') onAsk();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <TextBox
        className="textarea w-full"
        aria-label="修改问题"
        rows={2}
        autoFocus
        maxLength={QUESTION_MAX}
        value={draft}
        onValue={onChange}
        onKeyDown={press}
      />
      <p className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-xs text-muted">原来的问答会保留，可以随时切回去。</span>
        <Button size="sm" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" look="primary" size="sm" busy={busy} disabled={draft.trim() === ''}>
          重新提问
        </Button>
      </p>
    </form>
  );
}
