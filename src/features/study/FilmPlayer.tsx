import { useStore } from '@nanostores/react';
import { Check } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import {
  BEAT_S,
  type CourseQuestion,
  clockText,
  DONE_PERCENT,
  type LessonNote,
  type LessonRow,
  type LessonStart,
  mergeSections,
} from '#contract/study.ts';
import { Button } from '#ui/Button.tsx';
import { BesideFilm } from './BesideFilm.tsx';
import { NextLesson } from './NextLesson.tsx';
import type { Player } from './player.store.ts';
import { Stage, type StageHandle } from './Stage.tsx';
import type { Mark } from './StageLine.tsx';
import { useTextTrack } from './use-text-track.ts';

interface FilmPlayerProps {
  course_id: number;
  lesson: LessonRow;
  player: Player;
  start: LessonStart;
  next: string;
  next_title: string;
  poster: string;
  /** Why it plays no more here, and what to do; null: it plays. */
  stopped: ReactNode;
}

/** The film of a lesson for its learner: beats, marks, chapters, notes and questions. */
export function FilmPlayer({ course_id, lesson, player, start, next, next_title, poster, stopped }: FilmPlayerProps) {
  const film = useRef<StageHandle>(null);
  const below = useRef<HTMLDivElement>(null);
  const [ended, setEnded] = useState(false);
  const [note_at, setNoteAt] = useState<number | null>(null);
  const [notes, setNotes] = useState<LessonNote[]>([]);
  const [questions, setQuestions] = useState<CourseQuestion[]>([]);
  const { percent, done, ticked, certificate } = useStore(player.$state);
  const captions = useTextTrack(start.captions);
  const chapters = useTextTrack(start.chapters);
  const tell = useCallback(
    (leaving = false) => void player.actions.beat(film.current?.now() ?? 0, film.current?.rate() ?? 1, leaving),
    [player],
  );
  const moved = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (moved.current) tell();
      moved.current = false;
    }, BEAT_S * 1000);
    const onLeave = () => tell(true);
    addEventListener('pagehide', onLeave);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', onLeave);
    };
  }, [tell]);
  const seek = useCallback((at_s: number) => film.current?.seek(at_s), []);
  const now = useCallback(() => film.current?.now() ?? 0, []);
  const marks = useMemo((): Mark[] => {
    const said = questions.flatMap(({ at_s, former, text }) =>
      at_s === undefined || former ? [] : [{ at_s, kind: 'question' as const, text }],
    );
    const kept = notes.flatMap(({ at_s, former, text }) => (former ? [] : [{ at_s, kind: 'note' as const, text }]));
    return [...(chapters?.cues ?? []).map(({ start_s, text }) => ({ at_s: start_s, kind: 'chapter' as const, text })), ...kept, ...said];
  }, [chapters, notes, questions]);
  const tick = async () => {
    try {
      await player.actions.tick(!ticked);
      toastSuccess(ticked ? '已取消标记' : '已标记为学完；结业证书仍以实际观看为准');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
  };
  /** Somebody is writing: the page is not left under their hands. */
  const isWriting = useCallback(() => [...(below.current?.querySelectorAll('textarea') ?? [])].some((box) => box.value.trim() !== ''), []);
  const goes_on = ended && next !== '' && !stopped;
  return (
    <Stage
      ref={film}
      title={lesson.title}
      src={start.src}
      mime={start.mime}
      lines={start.lines}
      poster={poster}
      watermark={start.watermark}
      captions={captions}
      chapters={chapters}
      marks={marks}
      watched={() => mergeSections([...start.watched, ...player.log.sections()])}
      start_s={start.position_s}
      onPlaying={(at_s, end_rate) => {
        moved.current = true;
        if (!end_rate) setEnded(false);
        player.log.play(at_s, end_rate);
      }}
      onJump={player.log.close}
      onPause={() => tell()}
      onEnded={() => {
        tell();
        setEnded(true);
      }}
      onNote={(at_s) => setNoteAt(Math.floor(at_s))}
      onBroken={() => void player.actions.begin(false, film.current?.now() ?? 0)}
      cover={
        stopped ?? (goes_on ? <NextLesson href={next} title={next_title} isWriting={isWriting} onStay={() => setEnded(false)} /> : null)
      }
    >
      <div ref={below} className="grid gap-4">
        {start.replaced === 1 ? (
          <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
            讲师更换了这一课的视频，{start.done === 1 ? '已学完的仍算学完' : '需要从头学习'}；更换前的笔记与提问标有“旧视频”。
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <p className="num" role="status">
            {done ? '本课已学完' : `已看 ${percent}%${ticked ? '，已手动标记为学完' : ''}`}
            {start.position_s > 0 ? `，从 ${clockText(start.position_s)} 接着看` : ''}
          </p>
          {start.position_s > 0 ? (
            <Button size="sm" onClick={() => seek(0)}>
              从头看
            </Button>
          ) : null}
          {done ? null : (
            <Button
              size="sm"
              aria-pressed={ticked}
              title={`只记在自己的进度里，结业证书仍需看满 ${DONE_PERCENT}%`}
              icon={<Check size={16} aria-hidden="true" />}
              onClick={() => void tick()}
            >
              {ticked ? '取消标记' : '标记为学完'}
            </Button>
          )}
          <Button size="sm" aria-keyshortcuts="n" title="按 N" onClick={() => setNoteAt(Math.floor(now()))}>
            记笔记
          </Button>
          {next ? (
            <a className={ended || done ? 'btn btn-sm btn-primary' : 'btn btn-sm'} href={`${next}#play`}>
              下一课：{next_title}
            </a>
          ) : null}
        </div>
        {certificate ? (
          <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
            恭喜学完这门课程，结业证书已颁发（{certificate}）。
            <a className="underline underline-offset-2" href="/personalCenter/myClass?tab=certificates">
              查看证书
            </a>
          </p>
        ) : null}
        {chapters && chapters.cues.length > 0 ? (
          <nav aria-label="本课章节">
            <ul className="flex flex-wrap gap-2">
              {chapters.cues.map((cue) => (
                <li key={cue.start_s}>
                  <button type="button" className="chip" onClick={() => seek(cue.start_s)}>
                    <span className="num mr-1">{clockText(cue.start_s)}</span>
                    {cue.text}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <BesideFilm
          {...{ course_id, lesson_id: lesson.id, now, note_at, onNotes: setNotes, onQuestions: setQuestions }}
          onSeek={seek}
          onNoteClose={() => setNoteAt(null)}
        />
      </div>
    </Stage>
  );
}
