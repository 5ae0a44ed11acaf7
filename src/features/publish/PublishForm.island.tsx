import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import { CHANGE_NOTE_MAX, type ItemForm, type ItemStatus, type PublishOptions, soldFiles } from '#contract/publish.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { TwoTexts } from '#kit/SaveLine.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { DiscardChange } from './DiscardChange.tsx';
import { FieldsSection } from './FieldsSection.tsx';
import { FileSection } from './FileSection.tsx';
import { FormNotes } from './FormNotes.tsx';
import { InfoSection } from './InfoSection.tsx';
import { PicturesSection } from './PicturesSection.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { PreviewColumn } from './PreviewColumn.tsx';
import { PriceSection } from './PriceSection.tsx';
import { PublishDone } from './PublishDone.tsx';
import { createPublishForm, type KnownItem } from './publish.store.ts';
import { ScheduleSection } from './ScheduleSection.tsx';
import { VideoSection } from './VideoSection.tsx';

export interface PublishFormProps {
  kind: KindFacts;
  options: PublishOptions;
  /** Of the page, until something was submitted. */
  heading: string;
  lead: string;
}

/** The publishing form of a kind, bound to its store. `?id=` opens that draft. */
export default function PublishForm({ kind, options, heading, lead }: PublishFormProps) {
  const [{ $state, actions }] = useState(() => createPublishForm({ kind }));
  const state = useStore($state);
  const { form, errors, known, done, load } = state;
  useEffect(() => {
    const id = Number(new URLSearchParams(location.search).get('id'));
    void actions.open(Number.isSafeInteger(id) && id > 0 ? id : null);
  }, [actions]);

  const whole = state.save.kind === 'conflict' && state.save.whole;
  if (done) return <PublishDone kind={kind} done={done} title={form.title} held={options.held_for_review} />;
  const submit = async () => {
    if (!(await actions.submit())) focusFirstError();
  };
  return (
    <>
      <h1 className="text-xl font-semibold">{heading}</h1>
      <p className="mt-1 mb-6 text-muted">{lead}</p>
      {load === 'loading' && <Skeleton rows={4} row_class="h-40" />}
      {load === 'failed' && <ErrorState message="草稿没有加载出来" onRetry={() => location.reload()} />}
      {load === 'missing' && (
        <Empty title={`没有找到这${kind.measure}${kind.noun}`} hint="它可能已被删除，或不属于当前账号。">
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
            {kind.media && (
              <PicturesSection
                kind={kind}
                media={kind.media}
                pictures={state.pictures}
                form={form}
                errors={errors}
                cover={state.cover}
                cover_busy={state.cover_busy}
                actions={actions.pictures}
                onCover={(chosen) => void actions.chooseCover(chosen)}
                onChange={actions.change}
              />
            )}
            {kind.media?.video && (
              <VideoSection
                required={kind.media.video_required === true}
                video={state.video}
                captions={form.video_captions}
                upload={state.video_upload}
                errors={errors}
                onFile={(chosen) => void actions.chooseVideo(chosen)}
                onResume={actions.resumeVideo}
                onRemove={actions.removeVideo}
                onCaptions={(video_captions) => actions.change({ video_captions })}
              />
            )}
            {kind.formats.length > 0 && (
              <FileSection
                kind={kind}
                file={state.file}
                flat={state.flat !== null}
                upload={state.upload}
                form={form}
                errors={errors}
                cover={state.cover}
                cover_busy={state.cover_busy}
                pptx_supported={options.pptx_supported}
                onFile={(chosen) => void actions.chooseDocument(chosen)}
                onCancel={actions.cancelUpload}
                onResume={actions.resumeUpload}
                onShowFlat={actions.showFlat}
                onRetry={actions.retryPages}
                onCover={(chosen) => void actions.chooseCover(chosen)}
                onChange={actions.change}
              />
            )}
            <InfoSection kind={kind} form={form} errors={errors} options={options} onChange={actions.change} onLeave={actions.check} />
            <FieldsSection kind={kind} form={form} errors={errors} onChange={actions.change} onLeave={actions.check} />
            {isNewVersion(kind, known, form) && (
              <section className="panel p-5 md:p-6">
                <TextArea
                  label="更新说明"
                  required
                  rows={2}
                  maxLength={CHANGE_NOTE_MAX}
                  placeholder="如：补充了预算表，更换了第 3 页的流程图"
                  hint="文件有变化。写明这次更新了什么，买过的人会收到消息，可以免费下载新版本"
                  value={form.change_note}
                  error={errors.change_note}
                  onValue={(change_note) => actions.change({ change_note })}
                />
              </section>
            )}
            {kind.sale && (
              <PriceSection
                kind={kind}
                form={form}
                errors={errors}
                share_bp={options.publisher_share_bp}
                pool_bp={options.pool_share_bp}
                onChange={actions.change}
                onLeave={actions.check}
              />
            )}
            {!known?.was_published && (
              <ScheduleSection form={form} errors={errors} held={options.held_for_review} onChange={actions.change} />
            )}
          </div>
          <PreviewColumn kind={kind} state={state} options={options} acts={actions} onChange={actions.change}>
            <Button type="submit" look="primary" size="lg" wide busy={state.submitting}>
              {submitLabel(kind, known?.status, options.held_for_review, form.publish_at !== null)}
            </Button>
            {known && <PreviewButton id={known.id} title={form.title || kind.noun} before={actions.saveAgain} />}
            {mayDiscard(known, state.changed) && <DiscardChange onDiscard={() => void actions.discard()} />}
          </PreviewColumn>
        </Form>
      )}
    </>
  );
}

/** Buyers get another file than they did. */
const isNewVersion = (kind: KindFacts, known: KnownItem | null, form: ItemForm): boolean =>
  known !== null && known.sold.length > 0 && soldFiles(kind, form).join() !== known.sold.join();

function mayDiscard(known: KnownItem | null, changed: boolean): boolean {
  return changed && known?.was_published === true && (known.status === 'published' || known.status === 'taken_down');
}

/** What a submit leads to from here. */
function submitLabel(kind: KindFacts, status: ItemStatus | undefined, held: boolean, later: boolean): string {
  if (status === 'scheduled' || status === 'published' || status === 'reviewing') return '提交修改';
  if (status === 'taken_down') return '保存修改';
  if (status === 'rejected') return '重新提交审核';
  return held ? '提交审核' : later ? '定时发布' : `发布${kind.noun}`;
}
