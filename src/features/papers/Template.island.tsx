import { useOwnSession, useReaderKey } from '#client/use-session.ts';
import { TemplateForm } from './TemplateForm.tsx';

/** 导出模板 in the personal centre. */
export default function TemplateIsland() {
  useOwnSession();
  return (
    <div className="panel max-w-2xl p-4 sm:p-6">
      <TemplateForm key={useReaderKey()} />
    </div>
  );
}
