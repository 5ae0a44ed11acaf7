import { useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { type InvoiceWish, wishFaults } from '#contract/invoice-wish.ts';
import { type Invoice, invoiceState } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { rolesMay } from '#contract/staff.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Field, FieldShell } from '#ui/Field.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { InvoiceWishFields, sentWish, type WishErrors } from '../order/InvoiceWishFields.tsx';
import type { InvoicePaper } from './bills.api.ts';

const HOLDERS = { company: '单位', personal: '个人' };
const time = (at: number) => (at > 0 ? timeText(at) : '—');

export interface InvoiceFactsProps {
  invoice: Invoice;
  acts: {
    refuse(reason: string): Promise<string | null>;
    correct(wish: InvoiceWish, reason: string): Promise<string | null>;
    keep(reason: string): Promise<string | null>;
    putFile(paper: InvoicePaper): Promise<string | null>;
  };
  onSave(red: boolean): void;
}

type Asking = 'issue' | 'reverse' | 'refuse' | 'correct' | 'keep' | 'refile' | 'refile_red';

/** Who an invoice is for and what became of it; staff hand its file over, reverse it, correct it or refuse it. */
export function InvoiceFacts({ invoice, acts, onSave }: InvoiceFactsProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Shown invoice={invoice} onAsk={setAsking} onSave={onSave} />
      {asking === 'refuse' && (
        <Ask title="不予开票" verb="确认" about="原因会告诉申请人，之后可以重新申请。" onClose={close} onDo={acts.refuse} />
      )}
      {asking === 'keep' && (
        <Ask title="不予换开" verb="确认" about="原发票继续有效，原因会告诉申请人。" onClose={close} onDo={acts.keep} />
      )}
      {asking === 'correct' && <CorrectAsk invoice={invoice} onClose={close} onDo={acts.correct} />}
      {(asking === 'issue' || asking === 'reverse') && (
        <FileAsk red={asking === 'reverse'} again={false} onClose={close} onDo={acts.putFile} />
      )}
      {(asking === 'refile' || asking === 'refile_red') && (
        <FileAsk red={asking === 'refile_red'} again onClose={close} onDo={acts.putFile} />
      )}
    </>
  );
}

interface ShownProps extends Pick<InvoiceFactsProps, 'invoice' | 'onSave'> {
  onAsk(what: Asking): void;
}

function Shown({ invoice, onAsk, onSave }: ShownProps) {
  const { status, orderid, correction, replaces_id } = invoice;
  const may_correct = rolesMay(useSession()?.user.roles ?? [], 'invoice.correct');
  return (
    <Panel
      title={invoice.title}
      side={
        <div className="flex flex-wrap gap-2">
          {status === 'asked' && (
            <Button size="sm" onClick={() => onAsk('refuse')}>
              {'不予开票'}
            </Button>
          )}
          {status === 'asked' && (
            <Button size="sm" look="primary" onClick={() => onAsk('issue')}>
              {'上传发票'}
            </Button>
          )}
          {status === 'red_due' && correction && (
            <Button size="sm" onClick={() => onAsk('keep')}>
              {'不予换开'}
            </Button>
          )}
          {status === 'red_due' && (
            <Button size="sm" look="primary" onClick={() => onAsk('reverse')}>
              {'上传红字发票'}
            </Button>
          )}
          {status === 'issued' && may_correct && (
            <Button size="sm" onClick={() => onAsk('correct')}>
              {'更正抬头'}
            </Button>
          )}
          {invoice.has_file && (
            <Button size="sm" onClick={() => onAsk('refile')}>
              {'更正发票文件'}
            </Button>
          )}
          {invoice.has_red_file && (
            <Button size="sm" onClick={() => onAsk('refile_red')}>
              {'更正红字文件'}
            </Button>
          )}
          {invoice.has_file && (
            <Button size="sm" onClick={() => onSave(false)}>
              {'下载发票'}
            </Button>
          )}
          {invoice.has_red_file && (
            <Button size="sm" onClick={() => onSave(true)}>
              {'下载红字发票'}
            </Button>
          )}
        </div>
      }
    >
      <Facts
        facts={[
          ['状态', `${invoiceState(invoice)}${invoice.reason ? `（${invoice.reason}）` : ''}`],
          ['类型', HOLDERS[invoice.holder]],
          ['税号', invoice.tax_no || '—'],
          ['金额', `¥${amountText(invoice.price)}`],
          ['项目', invoice.content],
          ['接收邮箱', invoice.mail],
          [
            '订单',
            <a key="order" className="link" href={paths.admin('order', { orderid })}>
              {orderid}
            </a>,
          ],
          ['申请号', invoice.invoice_no],
          ['申请时间', time(invoice.created_at)],
          ['发票号码', invoice.number || '—'],
          ['开票时间', time(invoice.issued_at)],
          ['红字发票号码', invoice.red_number || '—'],
          ['红冲时间', time(invoice.red_at)],
          ...(correction ? [['换开为', correctionText(correction)] as const] : []),
          ...(replaces_id > 0
            ? ([
                [
                  '换开自',
                  <a key="replaces" className="link" href={paths.admin('invoice', { id: replaces_id })}>
                    被红冲的发票
                  </a>,
                ],
              ] as const)
            : []),
          ...invoice.past_files.map(
            ({ red, number, reason, at }) => [`${red ? '红字' : '发票'}更正`, `${time(at)} 之前登记为 ${number}（${reason}）`] as const,
          ),
        ]}
      />
    </Panel>
  );
}

const correctionText = ({ holder, title, tax_no, mail, reason, by_staff }: NonNullable<Invoice['correction']>): string =>
  `${HOLDERS[holder]}「${title}」${tax_no && `，税号 ${tax_no}`}，邮箱 ${mail}；${by_staff ? '工作人员' : '买家'}：${reason}`;

interface CorrectAskProps {
  invoice: Invoice;
  onClose(): void;
  onDo(wish: InvoiceWish, reason: string): Promise<string | null>;
}

function CorrectAsk({ invoice, onClose, onDo }: CorrectAskProps) {
  const [wish, setWish] = useState<InvoiceWish>(invoice);
  const [errors, setErrors] = useState<WishErrors>({});
  const submit = async (reason: string) => {
    const sent = sentWish(wish);
    const wrong = wishFaults(sent);
    if (!wrong) return onDo(sent, reason);
    setErrors(wrong);
    return '请先改正上面的内容';
  };
  return (
    <Ask
      title="更正抬头"
      verb="提交"
      about="由另一位同事在审核台确认后，原发票转为待红冲；上传红字发票后，按下面的内容生成新的开票申请。买家会收到消息。"
      onClose={onClose}
      onDo={submit}
      fields={
        <InvoiceWishFields
          wish={wish}
          errors={errors}
          mailed={false}
          onChange={(change) => {
            setWish({ ...wish, ...change });
            setErrors({});
          }}
        />
      }
    />
  );
}

interface FileAskProps {
  red: boolean;
  /** It takes the place of what was recorded by mistake. */
  again: boolean;
  onClose(): void;
  onDo(paper: InvoicePaper): Promise<string | null>;
}

function FileAsk({ red, again, onClose, onDo }: FileAskProps) {
  const [number, setNumber] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const submit = async (reason: string) => {
    if (!/^\d{8,20}$/.test(number)) return '发票号码应为 8 至 20 位数字';
    return file ? onDo({ red, number, file, ...(again ? { reason } : {}) }) : '请选择 PDF 文件';
  };
  return (
    <Ask
      title={`${again ? '更正' : '上传'}${red ? '红字发票' : '发票'}`}
      verb={again ? '更正' : '上传'}
      {...(again ? { about: '号码或文件登记错了、税务系统里的发票本身没有错时用它；原文件留作记录，买家会收到消息和新文件。' } : {})}
      needs_reason={again}
      onClose={onClose}
      onDo={submit}
      fields={
        <>
          <Field label="发票号码" required inputMode="numeric" maxLength={20} value={number} onValue={(text) => setNumber(text.trim())} />
          <FieldShell label="PDF 文件" required hint="不超过 5 MB，申请人可以下载">
            {(control) => (
              <FilePicker {...control} accept="application/pdf" chosen={file?.name} onFiles={([chosen]) => setFile(chosen ?? null)} />
            )}
          </FieldShell>
        </>
      }
    />
  );
}
