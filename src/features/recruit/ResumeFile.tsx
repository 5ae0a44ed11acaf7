import { FileText } from 'lucide-react';
import { useId } from 'react';
import type { Failure } from '#client/api-error.ts';
import type { OwnResume } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { sizeText } from '#ui/size-text.ts';

interface ResumeFileProps {
  pdf: OwnResume['pdf'];
  busy: boolean;
  failure: Failure | null;
  onFile(file: File): Promise<void>;
  onRemove(): Promise<void>;
}

/** The person's own PDF beside the one that the site makes. */
export function ResumeFile({ pdf, busy, failure, onFile, onRemove }: ResumeFileProps) {
  const id = useId();
  return (
    <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby={id}>
      <h2 id={id} className="text-base font-semibold">
        附件简历<span className="ml-2 text-xs font-normal text-muted">PDF，最大 10 MB，和联系方式一起给出和收回</span>
      </h2>
      {pdf && (
        <p className="flex flex-wrap items-center gap-2">
          <FileText size={16} aria-hidden="true" />
          <span className="min-w-0 break-all">{pdf.name}</span>
          <span className="num text-xs text-muted">{sizeText(pdf.size_bytes)}</span>
          <Button size="sm" look="ghost" busy={busy} onClick={() => void onRemove()}>
            移除
          </Button>
        </p>
      )}
      <label className="btn btn-sm justify-self-start">
        {busy ? '正在上传…' : pdf ? '换一份 PDF' : '上传 PDF'}
        <input
          type="file"
          accept="application/pdf,.pdf"
          className="sr-only"
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void onFile(file);
          }}
        />
      </label>
      <FormError failure={failure} />
    </section>
  );
}
