import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import type { ItemStatus, PublishOptions } from '#contract/publish.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FileSection } from './FileSection.tsx';
import { focusFirstError } from './focus-error.ts';
import { InfoSection } from './InfoSection.tsx';
import { PreviewColumn } from './PreviewColumn.tsx';
import { PriceSection } from './PriceSection.tsx';
import { PublishDone } from './PublishDone.tsx';
import {
  $cover,
  $coverBusy,
  $done,
  $errors,
  $file,
  $form,
  $known,
  $load,
  $save,
  $submitting,
  $upload,
  cancelUpload,
  changeForm,
  checkField,
  chooseCover,
  chooseDocument,
  openForm,
  resumeUpload,
  saveAgain,
  submitForm,
} from './publish.store.ts';

/** The publishing form, bound to its store. `/programme/edit?id=` opens that draft. */
export default function PublishForm({ kind, options }: { kind: KindFacts; options: PublishOptions }) {
  const load = useStore($load);
  const form = useStore($form);
  const errors = useStore($errors);
  const file = useStore($file);
  const upload = useStore($upload);
  const cover = useStore($cover);
  const cover_busy = useStore($coverBusy);
  const save = useStore($save);
  const known = useStore($known);
  const submitting = useStore($submitting);
  const done = useStore($done);
  useEffect(() => {
    const id = Number(new URLSearchParams(location.search).get('id'));
    void openForm(Number.isSafeInteger(id) && id > 0 ? id : null);
  }, []);

  if (done) return <PublishDone done={done} title={form.title} held={options.held_for_review} />;
  if (load === 'loading') return <Skeleton rows={4} row_class="h-40" />;
  if (load === 'failed') return <ErrorState message="草稿没有加载出来" onRetry={() => location.reload()} />;
  if (load === 'missing') {
    return (
      <Empty title="没有找到这份方案" hint="它可能已被删除，或不属于当前账号。">
        <a className="btn btn-primary" href="/personalCenter/myPublish">
          我的发布
        </a>
      </Empty>
    );
  }
  const submit = async () => {
    if (!(await submitForm())) focusFirstError();
  };
  return (
    <form
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_360px]"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {known?.status === 'rejected' && known.reject_reason && (
          <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
            未通过审核：{known.reject_reason}。修改后重新提交即可。
          </p>
        )}
        {known?.waiting && (
          <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
            上次提交的文件正在生成页面，完成后按提交时的内容生效；之后的修改请再次提交。
          </p>
        )}
        <FileSection
          file={file}
          upload={upload}
          form={form}
          errors={errors}
          cover={cover}
          cover_busy={cover_busy}
          pptx_supported={options.pptx_supported}
          onFile={(chosen) => void chooseDocument(chosen)}
          onCancel={cancelUpload}
          onResume={resumeUpload}
          onCover={(chosen) => void chooseCover(chosen)}
          onChange={changeForm}
        />
        <InfoSection kind={kind} form={form} errors={errors} options={options} onChange={changeForm} onLeave={checkField} />
        <PriceSection form={form} errors={errors} share_bp={options.publisher_share_bp} onChange={changeForm} onLeave={checkField} />
      </div>
      <PreviewColumn form={form} options={options} file={file} upload={upload} cover={cover} save={save} onSave={() => void saveAgain()}>
        <Button type="submit" look="primary" size="lg" wide busy={submitting}>
          {submitLabel(known?.status, options.held_for_review)}
        </Button>
      </PreviewColumn>
    </form>
  );
}

/** What a submit leads to from here. */
function submitLabel(status: ItemStatus | undefined, held: boolean): string {
  if (status === 'published' || status === 'reviewing') return '提交修改';
  if (status === 'taken_down') return '保存修改';
  if (status === 'rejected') return '重新提交审核';
  return held ? '提交审核' : '发布方案';
}
