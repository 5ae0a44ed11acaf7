import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { isComposing } from '#client/is-composing.ts';
import { toastError } from '#client/toast.ts';
import { clockText, type LessonNote, NOTE_TEXT_MAX } from '#contract/study.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { Moment } from './Moment.tsx';
import { deleteNote, fetchNotes, postNote, putNote } from './screen-calls.ts';

interface NotesProps {
  lesson_id: number;
  /** Second of the note that is being written; null: none is. */
  at_s: number | null;
  onSeek: (at_s: number) => void;
  onClose: () => void;
  /** What there is, for the line of the film. */
  onList: (notes: LessonNote[]) => void;
}

/** One's own notes of a lesson, at their time; a press on the time seeks there. */
export function Notes({ lesson_id, at_s, onSeek, onClose, onList }: NotesProps) {
  const [notes, setNotes] = useState<LessonNote[]>([]);
  const [state, setState] = useState<'reading' | 'read' | 'failed'>('reading');
  const [busy, setBusy] = useState(false);
  /** The note that is being changed; null: a new one is written, or none. */
  const [changed, setChanged] = useState<LessonNote | null>(null);
  const read = useCallback(async () => {
    try {
      setNotes((await fetchNotes(lesson_id)).list);
      setState('read');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // no reason to stop a film: what was there stays
      setState('failed');
    }
  }, [lesson_id]);
  useEffect(() => void read(), [read]);
  useEffect(() => onList(notes), [notes, onList]);
  const close = () => {
    setChanged(null);
    onClose();
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
    setBusy(false);
  };
  const drop = async ({ id, at_s: at }: LessonNote) => {
    if (await askSure({ title: `删除 ${clockText(at)} 的笔记？`, about: '删除后无法恢复。', verb: '删除' }))
      await run(() => deleteNote(id));
  };
  const save = (text: string, forget: () => void) =>
    run(async () => {
      if (changed) await putNote(changed.id, text);
      else await postNote(lesson_id, at_s ?? 0, text);
      forget();
      close();
    });
  return (
    <section className="grid gap-3" aria-labelledby="notes-title">
      <h2 id="notes-title" className="text-base font-semibold">
        我的笔记
      </h2>
      {at_s === null && changed === null ? null : (
        <NoteForm
          key={changed?.id ?? `at-${at_s}`}
          name={changed ? `note-${changed.id}` : `note-of-${lesson_id}`}
          at_s={changed?.at_s ?? at_s ?? 0}
          first={changed?.text ?? ''}
          busy={busy}
          onSave={save}
          onCancel={close}
        />
      )}
      {state === 'read' && notes.length === 0 ? <p className="text-muted">还没有笔记，播放时按 N 就能记下此刻的想法。</p> : null}
      {state === 'failed' ? (
        <div>
          <Button size="sm" onClick={() => void read()}>
            笔记没有加载出来，重试
          </Button>
        </div>
      ) : null}
      <ul className="grid gap-2">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-3 rounded-box bg-base-100 p-3">
            <Moment {...note} onSeek={onSeek} />
            <p className="min-w-0 flex-1 break-words whitespace-pre-line">{note.text}</p>
            <button
              type="button"
              className="btn btn-xs btn-ghost max-sm:min-h-10"
              disabled={at_s !== null || changed !== null}
              aria-label={`修改 ${clockText(note.at_s)} 的笔记`}
              onClick={() => setChanged(note)}
            >
              修改
            </button>
            <button
              type="button"
              className="btn btn-xs btn-ghost max-sm:min-h-10"
              aria-label={`删除 ${clockText(note.at_s)} 的笔记`}
              onClick={() => void drop(note)}
            >
              删除
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NoteFormProps {
  name: string;
  at_s: number;
  first: string;
  busy: boolean;
  onSave: (text: string, forget: () => void) => Promise<void>;
  onCancel: () => void;
}

function NoteForm({ name, at_s, first, busy, onSave, onCancel }: NoteFormProps) {
  const [text, setText] = useTyped(name, first);
  const forget = () => setText(first);
  const cancel = () => {
    forget();
    onCancel();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(text, forget);
      }}
    >
      <label className="num text-sm" htmlFor="note-text">
        {clockText(at_s)} 的笔记
      </label>
      <TextBox
        autoFocus
        id="note-text"
        rows={3}
        maxLength={NOTE_TEXT_MAX}
        required
        value={text}
        onValue={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text.trim() === first && !isComposing(event)) cancel();
        }}
      />
      <div className="flex gap-2">
        <Button size="sm" look="primary" type="submit" busy={busy}>
          保存
        </Button>
        <Button size="sm" onClick={cancel}>
          取消
        </Button>
      </div>
    </form>
  );
}
