import { useStore } from '@nanostores/react';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { createShipFile } from './staff-redemption.store.ts';

/** Export of what waits to be sent, and import of what was sent. */
export default function ShipFileIsland() {
  const [file] = useState(createShipFile);
  const { busy, report, failure } = useStore(file.$state);
  const input = useRef<HTMLInputElement>(null);
  if (!rolesMay(useSession()?.user.roles ?? [], 'mall.ship')) return null;
  return (
    <section className="mb-4 grid gap-2" aria-label="批量寄出">
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} icon={<Download size={16} aria-hidden="true" />} onClick={() => void file.actions.save()}>
          导出待寄出
        </Button>
        <Button busy={busy} icon={<Upload size={16} aria-hidden="true" />} onClick={() => input.current?.click()}>
          导入快递单号
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className="hidden"
          aria-label="快递单号文件"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen) void file.actions.read(chosen);
          }}
        />
      </div>
      <p className="text-xs text-muted">导出的文件填好最后两列（快递公司、快递单号）后即可导入；留空的行不处理。</p>
      <div role="status">
        {failure && (
          <p className="text-error">
            <FailureText failure={failure} />
          </p>
        )}
        {report && (
          <>
            <p className="num">
              已寄出 <b>{report.shipped}</b> 件{report.faults.length > 0 && `，${report.faults.length} 行没有处理：`}
            </p>
            <ul className="num list-inside list-disc text-error">
              {report.faults.map(({ line, fault }) => (
                <li key={line}>
                  {line}：{fault}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
