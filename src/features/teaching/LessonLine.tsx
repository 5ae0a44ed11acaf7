import { ChevronDown, ChevronUp, CircleHelp, ClipboardPen, File, FileText, Film, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { EXERCISE_MAX, LESSON_TYPE_TEXT, lengthText } from '#contract/study.ts';
import { LESSON_FILES, LESSON_STATE_TEXT, LESSON_TITLE_MAX, type OwnLesson } from '#contract/teaching.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { sizeText } from '#ui/size-text.ts';
import { askTitle } from './ask.tsx';
import type { OutlineActions } from './outline.store.ts';
import { editQuiz } from './QuizDialog.tsx';
import { editTracks } from './TrackDialog.tsx';

const ICONS = { video: Film, pdf: FileText, quiz: CircleHelp, file: File, exercise: ClipboardPen };

export interface LessonLineProps {
  lesson: OwnLesson;
  /** What becomes of its new file; undefined: none is on its way. */
  replacing: string | undefined;
  actions: OutlineActions;
  onStep(by: -1 | 1): void;
  onDrag(lesson: number | null): void;
  onDrop(): void;
}

/** A lesson in its chapter. */
export function LessonLine({ lesson, replacing, actions, onStep, onDrag, onDrop }: LessonLineProps) {
  const input = useRef<HTMLInputElement>(null);
  const { title, type, state } = lesson;
  const Icon = ICONS[type];
  const rename = () =>
    askTitle({ heading: '修改课时名称', label: '课时名称', max: LESSON_TITLE_MAX, value: title }, (said) =>
      actions.renameLesson(lesson.id, said),
    );
  const writeTask = () =>
    askTitle({ heading: `编辑作业：${title}`, label: '作业要求', max: EXERCISE_MAX.task, value: lesson.task, rows: 10 }, (task) =>
      actions.saveTracks(lesson.id, { task }),
    );
  const chooseFile = async () => {
    const is_film = type === 'video' && lesson.file;
    const lost = '这个课时的字幕和章节会一起清空，还没学完的学员要从头看起；已学完的不受影响。';
    if (!is_film || (await askSure({ title: `更换“${title}”的视频？`, about: lost, verb: '选择新视频' }))) input.current?.click();
  };
  const remove = async () => {
    if (await askSure({ title: `删除课时“${title}”？`, about: '文件和设置会一起删除，无法恢复。', verb: '删除' }))
      await actions.removeLesson(lesson.id);
  };
  return (
    <li
      className="rounded-field bg-ground p-3"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', title);
        onDrag(lesson.id);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) return;
        event.preventDefault();
        event.stopPropagation();
        onDrop();
      }}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <GripVertical size={16} className="cursor-grab text-muted max-sm:hidden" aria-hidden="true" />
        <Icon size={18} className="text-primary" aria-hidden="true" />
        <p className="min-w-0 flex-1 basis-40 break-words">
          {title}
          <span className="num ml-2 text-xs text-muted">{factsOf(lesson)}</span>
        </p>
        <span className={state === 'ready' ? 'text-xs text-success' : state === 'refused' ? 'text-xs text-error' : 'text-xs text-muted'}>
          {replacing ?? LESSON_STATE_TEXT[state]}
        </span>
        <span className="flex">
          <IconButton label={`上移课时 ${title}`} onPress={() => onStep(-1)}>
            <ChevronUp size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`下移课时 ${title}`} onPress={() => onStep(1)}>
            <ChevronDown size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`改名课时 ${title}`} onPress={() => void rename()}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`删除课时 ${title}`} onPress={() => void remove()}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {lesson.lines.length > 0 && (
        <p className="num mt-1 text-xs text-muted">清晰度：原画、{lesson.lines.map((one) => `${one}P`).join('、')}</p>
      )}
      {lesson.narrow_note && <p className="mt-1 text-xs text-muted">没有生成其他清晰度：{lesson.narrow_note}</p>}
      {lesson.refusal && <p className="mt-1 text-xs text-error">{lesson.refusal}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Check label="免费试看" checked={lesson.free} onChange={(on) => void actions.changeLesson(lesson.id, { free: on ? 1 : 0 })} />
        <Check label="对学员显示" checked={lesson.shown} onChange={(on) => void actions.changeLesson(lesson.id, { shown: on ? 1 : 0 })} />
        {type === 'quiz' ? (
          <Button size="sm" onClick={() => void editQuiz(lesson, actions)}>
            编辑题目
          </Button>
        ) : (
          <Button size="sm" disabled={replacing !== undefined} onClick={() => void chooseFile()}>
            {lesson.file ? '更换文件' : type === 'exercise' ? '附一份资料' : '上传文件'}
          </Button>
        )}
        {type === 'exercise' && (
          <Button size="sm" onClick={() => void writeTask()}>
            编辑作业要求
          </Button>
        )}
        {type === 'video' && (
          <Button size="sm" onClick={() => void editTracks(lesson, actions)}>
            字幕与章节
          </Button>
        )}
      </div>
      {type !== 'quiz' && (
        <input
          ref={input}
          type="file"
          accept={LESSON_FILES[type === 'exercise' ? 'file' : type].accept.map((ending) => `.${ending}`).join(',')}
          className="hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) actions.replaceFile(lesson, file);
            event.target.value = '';
          }}
        />
      )}
    </li>
  );
}

function factsOf({ type, file, duration_s, question_num, captions_vtt, chapters_vtt }: OwnLesson): string {
  const facts = [
    LESSON_TYPE_TEXT[type],
    duration_s > 0 && lengthText(duration_s),
    file && sizeText(file.size_bytes),
    type === 'quiz' && `${question_num} 题`,
    captions_vtt && '有字幕',
    chapters_vtt && '有章节',
  ];
  return facts.filter(Boolean).join(' · ');
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange(on: boolean): void }) {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" className="checkbox checkbox-sm" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
