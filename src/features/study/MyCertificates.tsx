import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import { certificatePath, type MyCertificate, STUDY_PATHS } from '#contract/study.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchCertificates, saveCertificate } from './screen-calls.ts';

/** Certificates of finished courses, each as a PDF. */
export function MyCertificates() {
  const { data, failure, actions } = useOwnPage(fetchCertificates);
  const [busy, setBusy] = useState(0);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={2} row_class="h-24" label="正在加载证书" />;
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有证书" hint="学完一门课程的全部课时后，结业证书会出现在这里。">
          <a className="btn btn-primary" href={STUDY_PATHS.list}>
            去选课程
          </a>
        </Empty>
      </div>
    );
  }
  const save = async (certificate: MyCertificate) => {
    setBusy(certificate.id);
    try {
      await saveCertificate(certificate);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toastError(error instanceof ApiError ? error.msg : error.message);
    }
    setBusy(0);
  };
  return (
    <ul className="grid gap-4">
      {data.list.map((certificate) => (
        <li key={certificate.id} className="panel flex flex-wrap items-center justify-between gap-4 p-4">
          <div className="grid gap-1">
            <h2 className="text-base font-semibold break-words">
              {certificate.path === 1 ? '学习路径：' : ''}
              {certificate.title}
            </h2>
            <p className="num text-xs text-muted">
              讲师 {certificate.teacher} · {timeText(certificate.at)} · 编号 {certificate.no}
            </p>
          </div>
          <span className="flex flex-wrap gap-2">
            <a className="btn btn-sm" href={certificatePath(certificate.no)}>
              验证页
            </a>
            <Button look="primary" size="sm" busy={busy === certificate.id} onClick={() => void save(certificate)}>
              下载 PDF
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
