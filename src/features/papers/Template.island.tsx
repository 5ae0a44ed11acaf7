import { useOwnSession } from '#client/use-session.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TemplateForm } from './TemplateForm.tsx';

/** 导出模板 in the personal centre. */
export default function TemplateIsland() {
  const signed_in = useOwnSession() !== null;
  return (
    <div className="panel max-w-2xl p-4 sm:p-6">
      {signed_in ? <TemplateForm /> : <Skeleton rows={4} row_class="h-12" label="正在打开导出模板" />}
    </div>
  );
}
