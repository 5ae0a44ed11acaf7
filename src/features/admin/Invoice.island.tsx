import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { saveBlob } from '#client/fetch-csv.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { INVOICE_STATES, type Invoice } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Field, FieldShell } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { Ask } from './Ask.tsx';
import { fetchInvoice, fetchInvoiceFile, postInvoiceFile, postRefuse } from './bills.api.ts';
import { Facts, Panel } from './Panel.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import { createScreen } from './screen.store.ts';

const time = (at: number) => (at > 0 ? timeText(at) : '—');
const idOfAddress = () => Number(new URLSearchParams(location.search).get('id'));

/** The invoice of the address: who it is for, and what staff do with it. */
export default function InvoiceIsland() {
  const [screen] = useState(() => createScreen(() => fetchInvoice(idOfAddress())));
  const state = useStore(screen.$state);
  const [asking, setAsking] = useState<'issue' | 'reverse' | 'refuse' | null>(null);
  useEffect(() => void screen.actions.open(), [screen]);
  const done = (text: string, work: () => Promise<unknown>) =>
    screen.actions.act(async () => {
      await work();
      toastSuccess(text);
    });
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(invoice) => (
        <>
          <InvoiceFacts invoice={invoice} onAsk={setAsking} />
          {asking === 'refuse' && (
            <Ask
              title="不予开票"
              verb="确认"
              about="原因会告诉申请人，之后可以重新申请。"
              onClose={() => setAsking(null)}
              onDo={(reason) => done('已记录', () => postRefuse(invoice.id, reason))}
            />
          )}
          {(asking === 'issue' || asking === 'reverse') && (
            <FileAsk
              red={asking === 'reverse'}
              onClose={() => setAsking(null)}
              onDo={(number, file) =>
                done(asking === 'reverse' ? '已红冲' : '已开票', () => postInvoiceFile(asking === 'reverse', invoice.id, number, file))
              }
            />
          )}
        </>
      )}
    </ScreenFrame>
  );
}

function InvoiceFacts({ invoice, onAsk }: { invoice: Invoice; onAsk(what: 'issue' | 'reverse' | 'refuse'): void }) {
  const { id, status, holder, orderid } = invoice;
  const save = async (red: boolean) => {
    try {
      saveBlob(await fetchInvoiceFile(id, red), `${red ? '红字发票' : '发票'}-${orderid}.pdf`);
    } catch (error) {
      toastError(error instanceof ApiError ? error.msg : '下载失败，请稍后再试');
    }
  };
  return (
    <Panel
      title={invoice.title}
      side={
        <div className="flex flex-wrap gap-2">
          {status === 'asked' && (
            <>
              <Button size="sm" onClick={() => onAsk('refuse')}>
                不予开票
              </Button>
              <Button size="sm" look="primary" onClick={() => onAsk('issue')}>
                上传发票
              </Button>
            </>
          )}
          {status === 'red_due' && (
            <Button size="sm" look="primary" onClick={() => onAsk('reverse')}>
              上传红字发票
            </Button>
          )}
          {invoice.has_file && (
            <Button size="sm" onClick={() => void save(false)}>
              下载发票
            </Button>
          )}
          {invoice.has_red_file && (
            <Button size="sm" onClick={() => void save(true)}>
              下载红字发票
            </Button>
          )}
        </div>
      }
    >
      <Facts
        facts={[
          ['状态', `${INVOICE_STATES[status]}${invoice.reason ? `（${invoice.reason}）` : ''}`],
          ['类型', holder === 'company' ? '单位' : '个人'],
          ['税号', invoice.tax_no || '—'],
          ['金额', `¥${amountText(invoice.price)}`],
          ['项目', invoice.content],
          ['接收邮箱', invoice.mail],
          [
            '订单',
            <a key="order" className="text-primary hover:underline" href={paths.admin('order', { orderid })}>
              {orderid}
            </a>,
          ],
          ['申请号', invoice.invoice_no],
          ['申请时间', time(invoice.created_at)],
          ['发票号码', invoice.number || '—'],
          ['开票时间', time(invoice.issued_at)],
          ['红字发票号码', invoice.red_number || '—'],
          ['红冲时间', time(invoice.red_at)],
        ]}
      />
    </Panel>
  );
}

interface FileAskProps {
  red: boolean;
  onClose(): void;
  onDo(number: string, file: File): Promise<string | null>;
}

function FileAsk({ red, onClose, onDo }: FileAskProps) {
  const [number, setNumber] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const submit = async () => {
    if (!/^\d{8,20}$/.test(number)) return '发票号码应为 8 至 20 位数字';
    return file ? onDo(number, file) : '请选择 PDF 文件';
  };
  return (
    <Ask
      title={red ? '上传红字发票' : '上传发票'}
      verb="上传"
      needs_reason={false}
      onClose={onClose}
      onDo={submit}
      fields={
        <>
          <Field
            label="发票号码"
            required
            inputMode="numeric"
            maxLength={20}
            value={number}
            onChange={(event) => setNumber(event.target.value.trim())}
          />
          <FieldShell label="PDF 文件" required hint="不超过 5 MB，申请人可以下载">
            {(control) => (
              <input
                {...control}
                type="file"
                accept="application/pdf"
                className="file-input w-full"
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            )}
          </FieldShell>
        </>
      }
    />
  );
}
