import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { $session } from '#client/session.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { PublishOptions } from '#contract/publish.ts';
import { BE_TEACHER_PAGE, MY_COURSE_PAGE } from '#contract/teaching.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { TwoTexts } from '#kit/SaveLine.tsx';
import { UploadCover } from '#kit/upload/UploadCover.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { DiscardChange } from '../publish/DiscardChange.tsx';
import { FieldsSection } from '../publish/FieldsSection.tsx';
import { FormNotes } from '../publish/FormNotes.tsx';
import { InfoSection } from '../publish/InfoSection.tsx';
import { PreviewColumn } from '../publish/PreviewColumn.tsx';
import { PriceSection } from '../publish/PriceSection.tsx';
import { PublishDone } from '../publish/PublishDone.tsx';
import { createPublishForm, type PublishState } from '../publish/publish.store.ts';
import { ScheduleSection } from '../publish/ScheduleSection.tsx';
import { OutlineSection } from './OutlineSection.tsx';
import { createOutline } from './outline.store.ts';
import { fetchApplication } from './screen-calls.ts';

export interface CourseEditorProps {
  kind: KindFacts;
  options: PublishOptions;
}

function createEditor(kind: KindFacts) {
  const form = createPublishForm({ kind });
  const outline = createOutline(async () => {
    await form.actions.saveNow();
    return form.$state.get().known?.id ?? null;
  });
  return { form, outline };
}

/** What a course is, its chapters and lessons, and the way to its readers. `?id=` opens one. */
export default function CourseEditor({ kind, options }: CourseEditorProps) {
  const [{ form: publish, outline }] = useState(() => createEditor(kind));
  const state = useStore(publish.$state);
  const shown = useStore(outline.$state);
  const { actions } = publish;
  const [may, setMay] = useState<boolean | null>(null);
  const id = state.known?.id;
  useEffect(() => {
    const asked = Number(new URLSearchParams(location.search).get('id'));
    void actions.open(Number.isSafeInteger(asked) && asked > 0 ? asked : null);
    if (!$session.get()) return;
    fetchApplication().then(
      ({ state: is }) => setMay(is === 'accepted'),
      // the form says itself that the login is over
      () => setMay(true),
    );
  }, [actions]);
  useEffect(() => {
    if (id !== undefined) void outline.actions.open(id);
  }, [id, outline]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (outline.isBusy()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [outline]);

  if (state.done) return <PublishDone kind={kind} done={state.done} title={state.form.title} held={options.held_for_review} />;
  if (state.load === 'loading' || may === null) return <Skeleton rows={4} row_class="h-40" />;
  if (state.load === 'failed') return <ErrorState message="课程没有加载出来" onRetry={() => location.reload()} />;
  if (state.load === 'missing') {
    return (
      <Empty title="没有找到这门课程" hint="它可能已被删除，或不属于当前账号。">
        <a className="btn btn-primary" href={MY_COURSE_PAGE}>
          我教的课程
        </a>
      </Empty>
    );
  }
  if (state.save.kind === 'conflict' && state.save.whole) return <TwoTexts acts={actions} />;
  if (!may) {
    return (
      <Empty title="通过讲师申请后才能创建课程" hint="填写介绍和样课，审核通过后马上可以开始。">
        <a className="btn btn-primary" href={BE_TEACHER_PAGE}>
          申请成为讲师
        </a>
      </Empty>
    );
  }
  const lessons_error = (state.errors as Readonly<Record<string, string | undefined>>)['lessons'];
  const submit = async () => {
    if (await actions.submit()) return;
    if ((publish.$state.get().errors as Readonly<Record<string, string | undefined>>)['lessons'])
      document.getElementById('outline')?.focus();
    else focusFirstError();
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <FormNotes kind={kind} known={state.known} unfinished={state.unfinished} onDismiss={actions.dismissUnfinished} />
        <InfoSection
          kind={kind}
          form={state.form}
          errors={state.errors}
          options={options}
          onChange={actions.change}
          onLeave={actions.check}
        />
        <CoverSection state={state} onCover={(file) => void actions.chooseCover(file)} />
        <FieldsSection kind={kind} form={state.form} errors={state.errors} onChange={actions.change} onLeave={actions.check} />
        <OutlineSection state={shown} actions={outline.actions} error={lessons_error} />
        <PriceSection
          kind={kind}
          form={state.form}
          errors={state.errors}
          share_bp={options.publisher_share_bp}
          pool_bp={options.pool_share_bp}
          onChange={actions.change}
          onLeave={actions.check}
        />
        {!state.known?.was_published && (
          <ScheduleSection form={state.form} errors={state.errors} held={options.held_for_review} onChange={actions.change} />
        )}
      </div>
      <PreviewColumn kind={kind} state={state} options={options} acts={actions} onChange={actions.change}>
        <p className="num text-muted">
          {shown.course ? `${shown.course.ready_num} 个课时已就绪` : '还没有课时'}
          {shown.queue.length > 0 && `，${shown.queue.length} 个文件正在上传`}
        </p>
        <Button look="primary" size="lg" wide busy={state.submitting} onClick={() => void submit()}>
          {state.known?.was_published ? '提交修改' : options.held_for_review ? '提交审核' : '发布课程'}
        </Button>
        {state.known?.was_published && state.changed && <DiscardChange onDiscard={() => void actions.discard()} />}
      </PreviewColumn>
    </div>
  );
}

function CoverSection({ state, onCover }: { state: PublishState; onCover(file: File): void }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { cover, cover_busy, errors } = state;
  return (
    <section className="panel grid gap-3 p-5 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="text-base font-semibold">
        课程封面
      </h2>
      <div ref={box} className="flex flex-wrap items-center gap-4">
        <div className="aspect-[16/10] w-56 overflow-hidden rounded-field bg-ground">
          {cover ? (
            <img src={cover.src} alt="课程封面" className="size-full object-cover" />
          ) : (
            <div className="grid size-full place-items-center text-muted">还没有封面</div>
          )}
        </div>
        <div className="grid justify-items-start gap-1">
          <UploadCover busy={cover_busy} onCover={onCover} />
          <p className="text-xs text-muted">JPG、PNG 或 WebP，16:10，最大 10 MB</p>
          <FormError tabIndex={-1} className="text-xs text-error">
            {errors.cover_page}
          </FormError>
        </div>
      </div>
    </section>
  );
}
