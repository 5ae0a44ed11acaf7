import { ChevronDown, ChevronUp, Pencil, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { OwnChapter } from '#contract/outputs/teaching.ts';
import { LESSON_TYPE_TEXT, type LessonType } from '#contract/study.ts';
import { CHAPTER_TITLE_MAX, LESSON_FILES, LESSON_TITLE_MAX } from '#contract/teaching.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { sizeText } from '#ui/size-text.ts';
import { askTitle } from './ask.tsx';
import { LessonLine } from './LessonLine.tsx';
import { type OrderChapter, type OutlineActions, type OutlineState, placeLesson, stepChapter, stepLesson } from './outline.store.ts';
import type { QueuedFile } from './upload-queue.ts';

/** Files on their way into a chapter, each with its progress. */
export function QueueList({ queue, actions }: { queue: readonly QueuedFile[]; actions: OutlineActions }) {
  if (queue.length === 0) return null;
  return (
    <ul className="mt-2 grid grid-cols-1 gap-2" aria-label="正在上传的文件">
      {queue.map((entry) => (
        <li key={entry.key} className="grid gap-1 rounded-field border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 basis-40 truncate">{entry.name}</p>
            <span className="num text-xs text-muted">{statusText(entry)}</span>
            {(entry.state === 'sending' || entry.state === 'waiting') && (
              <Button size="sm" aria-label={`暂停 ${entry.name}`} onClick={() => actions.pause(entry.key)}>
                暂停
              </Button>
            )}
            {(entry.state === 'paused' || (entry.state === 'stopped' && entry.can_resume)) && (
              <Button size="sm" look="primary" aria-label={`继续 ${entry.name}`} onClick={() => actions.resume(entry.key)}>
                继续
              </Button>
            )}
            <Button size="sm" look="ghost" aria-label={`移除 ${entry.name}`} onClick={() => actions.drop(entry.key)}>
              移除
            </Button>
          </div>
          {entry.state !== 'stopped' && (
            <progress className="progress progress-primary w-full" value={entry.percent} max={100} aria-label={`${entry.name} 上传进度`} />
          )}
          {entry.message && <FormError className="text-xs text-error">{entry.message}</FormError>}
        </li>
      ))}
    </ul>
  );
}

function statusText({ state, percent, checking, size_bytes }: QueuedFile): string {
  if (state === 'waiting') return `等待上传 · ${sizeText(size_bytes)}`;
  if (state === 'stored') return '已上传，按顺序加入';
  if (state === 'paused') return `已暂停 ${percent}%`;
  if (state === 'stopped') return '未完成';
  return checking ? '正在检查文件' : `${percent}% · ${sizeText(size_bytes)}`;
}

export interface OutlineSectionProps {
  state: OutlineState;
  actions: OutlineActions;
  error: string | undefined;
}

const orderOf = (chapters: readonly OwnChapter[]): OrderChapter[] =>
  chapters.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => lesson.id) }));

/** Chapters and lessons: added, renamed, moved by drag or by buttons, removed. Every change is saved at once. */
export function OutlineSection({ state, actions, error }: OutlineSectionProps) {
  const id = useId();
  const { course, unfinished, failure } = state;
  const [dragged, setDragged] = useState<number | null>(null);
  // a course with a few lessons needs no chapter
  const chapters = course?.chapters.length ? course.chapters : [{ id: 0, title: '', lessons: [] }];
  const order = orderOf(chapters);
  const drop = (chapter: number, at: number) => {
    if (dragged !== null) void actions.order(placeLesson(order, dragged, chapter, at));
    setDragged(null);
  };
  const add = () => askTitle({ heading: '添加章节', label: '章节名称', max: CHAPTER_TITLE_MAX, value: '' }, actions.addChapter);
  return (
    <section
      id="outline"
      tabIndex={-1}
      className="panel grid grid-cols-1 gap-4 p-5 md:p-6"
      aria-labelledby={id}
      aria-busy={state.busy || undefined}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-base font-semibold">
          章节与课时
          <span className="ml-2 text-xs font-normal text-muted">
            {course?.was_published ? '改动立即生效，学员的进度会保留；更换视频的课时除外' : '改动自动保存'}
          </span>
        </h2>
        <Button size="sm" onClick={() => void add()}>
          添加章节
        </Button>
      </div>
      {error && <FormError className="text-error">{error}</FormError>}
      {failure && <FormError className="text-error" failure={failure} />}
      {unfinished.length > 0 && (
        <p role="status" className="rounded-box bg-gold-tint p-3 text-gold-ink">
          上次有 {unfinished.length} 个文件没有传完：{unfinished.join('、')}。在章节里再次选择它们，会从中断的地方接着上传。
        </p>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {chapters.map((chapter, at) => (
          <Chapter
            key={chapter.id}
            chapter={chapter}
            number={at + 1}
            last={at === chapters.length - 1}
            state={state}
            actions={actions}
            onStep={(by) => void actions.order(stepChapter(order, chapter.id, by))}
            onStepLesson={(lesson, by) => void actions.order(stepLesson(order, lesson, by))}
            onDrag={setDragged}
            onDrop={(place) => drop(chapter.id, place)}
          />
        ))}
      </ol>
    </section>
  );
}

interface ChapterProps {
  chapter: OwnChapter;
  number: number;
  last: boolean;
  state: OutlineState;
  actions: OutlineActions;
  onStep(by: -1 | 1): void;
  onStepLesson(lesson: number, by: -1 | 1): void;
  onDrag(lesson: number | null): void;
  onDrop(at: number): void;
}

const ACCEPT = [...new Set(Object.values(LESSON_FILES).flatMap(({ accept }) => accept))].map((ending) => `.${ending}`).join(',');

function Chapter({ chapter, number, last, state, actions, onStep, onStepLesson, onDrag, onDrop }: ChapterProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const bare = chapter.id === 0;
  const rename = () =>
    askTitle({ heading: '修改章节名称', label: '章节名称', max: CHAPTER_TITLE_MAX, value: chapter.title }, (title) =>
      actions.renameChapter(chapter.id, title),
    );
  const remove = async () => {
    const more = chapter.lessons.length > 0 ? `其中的 ${chapter.lessons.length} 个课时会一起删除。` : '';
    if (await askSure({ title: `删除章节“${chapter.title}”？`, about: `${more}删除后无法恢复。`, verb: '删除' }))
      await actions.removeChapter(chapter.id);
  };
  const addLesson = (type: LessonType) =>
    askTitle({ heading: `添加${LESSON_TYPE_TEXT[type]}`, label: '课时名称', max: LESSON_TITLE_MAX, value: '' }, (title) =>
      actions.addLesson(chapter.id, type, title),
    );
  return (
    <li
      className={over ? 'rounded-box border border-primary bg-tint p-3' : 'rounded-box border border-line p-3'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) actions.addFiles(chapter.id, files);
        else onDrop(chapter.lessons.length);
      }}
    >
      {bare ? (
        <p className="text-muted">课时不多时可以不分章。添加第一章后，这里的课时归入其中。</p>
      ) : (
        <div className="flex flex-wrap items-center gap-1">
          <h3 className="min-w-0 flex-1 font-semibold break-words">
            <span className="num mr-2 text-muted">第 {number} 章</span>
            {chapter.title}
          </h3>
          <IconButton label={`上移章节 ${chapter.title}`} disabled={number === 1} onPress={() => onStep(-1)}>
            <ChevronUp size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`下移章节 ${chapter.title}`} disabled={last} onPress={() => onStep(1)}>
            <ChevronDown size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`改名章节 ${chapter.title}`} onPress={() => void rename()}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`删除章节 ${chapter.title}`} onPress={() => void remove()}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <ul className="mt-2 grid grid-cols-1 gap-2">
        {chapter.lessons.map((lesson, at) => (
          <LessonLine
            key={lesson.id}
            lesson={lesson}
            replacing={state.replacing[lesson.id]}
            actions={actions}
            onStep={(by) => onStepLesson(lesson.id, by)}
            onDrag={onDrag}
            onDrop={() => onDrop(at)}
          />
        ))}
      </ul>
      <QueueList queue={state.queue.filter((one) => one.chapter === chapter.id)} actions={actions} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => input.current?.click()}>
          上传课时文件
        </Button>
        <Button size="sm" onClick={() => void addLesson('quiz')}>
          添加测验
        </Button>
        <Button size="sm" onClick={() => void addLesson('exercise')}>
          添加作业
        </Button>
        <span className="text-xs text-muted">可一次选多个：MP4、WebM 视频，PDF 讲义，Office 文档或 ZIP 资料</span>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-testid={`files-${number}`}
        onChange={(event) => {
          actions.addFiles(chapter.id, [...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </li>
  );
}
