import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type ArticleDoc, type DraftVersionBody, docPictures, EMPTY_DOC, isDoc } from '#contract/article.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { PublishOptions } from '#contract/publish.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { TwoTexts } from '#kit/SaveLine.tsx';
import { UploadCover } from '#kit/upload/UploadCover.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { DiscardChange } from '../publish/DiscardChange.tsx';
import { FormNotes } from '../publish/FormNotes.tsx';
import { InfoSection } from '../publish/InfoSection.tsx';
import { PreviewButton } from '../publish/PreviewButton.tsx';
import { PreviewColumn } from '../publish/PreviewColumn.tsx';
import { PublishDone } from '../publish/PublishDone.tsx';
import { createPublishForm, type PublishState } from '../publish/publish.store.ts';
import { ScheduleSection } from '../publish/ScheduleSection.tsx';
import { ArticleEditor } from './ArticleEditor.tsx';
import type { ArticleEditor as EditorHandle } from './editor.ts';
import type { PictureSources } from './editor-nodes.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

export interface ArticleFormProps {
  kind: KindFacts;
  options: PublishOptions;
  /** Names of the kinds whose works may be embedded. */
  nouns: Readonly<Record<string, string>>;
  heading: string;
}

/** Writing an article: what it is called, its text, its cover. `?id=` opens that draft; what is typed is saved automatically. */
export default function ArticleForm({ kind, options, nouns, heading }: ArticleFormProps) {
  const [{ $state, actions }] = useState(() => createPublishForm({ kind }));
  const [sources] = useState<PictureSources>(() => new Map());
  const [uploads, setUploads] = useState(0);
  const [waits, setWaits] = useState('');
  const editor = useRef<EditorHandle | null>(null);
  const state = useStore($state);
  const { form, errors, known, done, load } = state;
  useEffect(() => {
    const id = Number(new URLSearchParams(location.search).get('id'));
    void actions.open(Number.isSafeInteger(id) && id > 0 ? id : null);
  }, [actions]);
  for (const { file_id, src } of state.pictures.list) if (file_id !== null && !sources.has(file_id)) sources.set(file_id, src);

  const whole = state.save.kind === 'conflict' && state.save.whole;
  if (done) return <PublishDone kind={kind} done={done} title={form.title} held={options.held_for_review} />;
  const doc = isDoc(form.fields['body']) ? form.fields['body'] : EMPTY_DOC;
  const write = (body: ArticleDoc) => actions.change({ fields: { ...form.fields, body }, pictures: docPictures(body) });
  /** The editor has a text of its own: another one is handed to it. */
  const showBody = () => {
    const { body } = $state.get().form.fields;
    if (isDoc(body)) editor.current?.replace(body);
  };
  const acts = { ...actions, takeStored: () => actions.takeStored().then(showBody) };
  const submit = async () => {
    if (uploads > 0) return setWaits('图片还在上传，请稍候再提交');
    setWaits('');
    if (!(await actions.submit())) focusFirstError();
  };
  const showVersions = async () => {
    if (!known) return;
    await actions.saveAgain();
    const version = await openDialog<DraftVersionBody | null>((close) => <VersionsDialog id={known.id} onClose={close} />);
    if (!version) return;
    for (const { file_id, src } of version.pictures) sources.set(file_id, src);
    actions.change({ title: version.title, introduction: version.introduction });
    editor.current?.replace(version.body);
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{heading}</h1>
        {known && load === 'ready' ? (
          <button type="button" className="btn btn-sm" onClick={() => void showVersions()}>
            历史版本
          </button>
        ) : null}
      </div>
      {load === 'loading' && <Skeleton rows={4} row_class="h-40" />}
      {load === 'failed' && <ErrorState message="草稿没有加载出来" onRetry={() => location.reload()} />}
      {load === 'missing' && (
        <Empty title="没有找到这篇文章" hint="它可能已被删除，或不属于当前账号。">
          <a className="btn btn-primary" href="/personalCenter/myPublish">
            我的发布
          </a>
        </Empty>
      )}
      {load === 'ready' && whole && <TwoTexts acts={actions} />}
      {load === 'ready' && !whole && (
        <Form
          className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_360px]"
          onSubmit={submit}
        >
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <FormNotes kind={kind} known={known} unfinished={state.unfinished} onDismiss={actions.dismissUnfinished} />
            <InfoSection kind={kind} form={form} errors={errors} options={options} onChange={actions.change} onLeave={actions.check} />
            <ArticleEditor
              doc={doc}
              sources={sources}
              nouns={nouns}
              error={errors['field.body'] ?? errors.pictures ?? ''}
              handle={editor}
              onChange={write}
              onUploads={setUploads}
            />
            <CoverSection state={state} sources={sources} actions={actions} />
            {!known?.was_published && (
              <ScheduleSection form={form} errors={errors} held={options.held_for_review} onChange={actions.change} />
            )}
          </div>
          <PreviewColumn kind={kind} state={withSources(state, sources)} options={options} acts={acts} onChange={actions.change}>
            <Button type="submit" look="primary" size="lg" wide busy={state.submitting}>
              {submitLabel(known?.was_published ?? false, options.held_for_review, form.publish_at !== null)}
            </Button>
            {waits && uploads > 0 ? <FormError className="text-center text-xs text-error">{waits}</FormError> : null}
            {known && <PreviewButton id={known.id} title={form.title || kind.noun} before={actions.saveAgain} />}
            {state.changed && known?.was_published && (known.status === 'published' || known.status === 'taken_down') ? (
              <DiscardChange onDiscard={() => void actions.discard().then(showBody)} />
            ) : null}
          </PreviewColumn>
        </Form>
      )}
    </>
  );
}

function submitLabel(was_published: boolean, held: boolean, later: boolean): string {
  if (was_published) return '提交修改';
  return held ? '提交审核' : later ? '定时发布' : '发布文章';
}

/** The pictures of the text stand where the preview looks for them. */
function withSources(state: PublishState, sources: PictureSources): PublishState {
  const list = state.form.pictures.map((file_id) => ({
    ...{ key: `file-${file_id}`, name: '', src: sources.get(file_id) ?? '', size_bytes: 0, file_id, state: 'stored' as const },
    ...{ percent: 100, message: '', can_resume: false, alike: '', fresh: false },
  }));
  return { ...state, pictures: { ...state.pictures, list } };
}

interface CoverSectionProps {
  state: PublishState;
  sources: PictureSources;
  actions: ReturnType<typeof createPublishForm>['actions'];
}

/** The first picture of the text, or one of its own. */
function CoverSection({ state: { form, errors, cover, cover_busy }, sources, actions }: CoverSectionProps) {
  const first = form.pictures[0];
  const own = form.cover_file_id !== null;
  const src = own ? cover?.src : first === undefined ? undefined : sources.get(first);
  return (
    <section className="panel grid gap-3 p-5 md:p-6" aria-labelledby="cover-title">
      <h2 id="cover-title" className="text-base font-semibold">
        封面
      </h2>
      <p className="text-muted">{own ? '正在使用单独上传的封面。' : '默认用正文里的第一张图片；没有图片时请上传一张。'}</p>
      {src ? <img src={src} alt="" className="aspect-[16/10] w-60 rounded-field bg-ground object-cover" /> : null}
      <p className="flex flex-wrap gap-2">
        <UploadCover busy={cover_busy} onCover={(file) => void actions.chooseCover(file)} />
        {own ? (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => actions.change({ cover_file_id: null, cover_page: 1 })}>
            改用正文的第一张图片
          </button>
        ) : null}
      </p>
      {errors.cover_page ? <FormError className="text-xs text-error">{errors.cover_page}</FormError> : null}
    </section>
  );
}
