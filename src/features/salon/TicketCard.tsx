import { type OwnTicket, SALON_CALLS, salonPath, TICKET_STATE_TEXT } from '#contract/salon.ts';
import { whenText } from '#contract/salon-time.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { QrCode } from '#ui/QrCode.tsx';

interface Props {
  ticket: OwnTicket;
  /** Shows the code beside it. */
  code?: boolean;
  busy?: boolean;
  onRefund?(ticket: OwnTicket): void;
  onHolder?(ticket: OwnTicket, act: 'give' | 'answer'): void;
}

const ACT_TEXT = { give: '转让', answer: '修改回答' } as const;

/** One own ticket: what for, who, and what can be done with it. */
export function TicketCard({ ticket, code = false, busy = false, onRefund, onHolder }: Props) {
  const { salon_id, title, starts_at, ends_at, city, venue, kind_name, holder_name, seat, seq, state, path, refund, refund_percent, paid } =
    ticket;
  const secret = path.split('s=')[1] ?? '';
  const no = String(seq).padStart(3, '0');
  const refund_text = refund_percent < 100 ? `退票（退 ${refund_percent}%）` : '退票';
  const good = state === 'valid' || state === 'used';
  const show = ticket.online ? '进入线上会场' : '出示门票';
  return (
    <article className="num flex flex-wrap items-center gap-4">
      {code && good && (
        <div className="size-28 shrink-0 rounded-box border border-line">
          <QrCode text={`${location.origin}${path}`} label={`门票 ${no} 的二维码`} />
        </div>
      )}
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p className="flex flex-wrap gap-2 text-xs text-muted">
          <span
            className={state === 'valid' ? 'rounded-field bg-gold-tint px-2 py-0.5 text-gold-ink' : 'rounded-field bg-ground px-2 py-0.5'}
          >
            {ticket.online && state === 'used' ? '已参加' : TICKET_STATE_TEXT[state]}
          </span>
          <span>
            {kind_name} · No.{no}
          </span>
          {ticket.given && <span>他人转让或赠送给您</span>}
          {paid > 0 && <span>¥{amountText(paid)}</span>}
          {ticket.refunded > 0 && <span>已退 ¥{amountText(ticket.refunded)}</span>}
        </p>
        <p className="font-semibold">
          <a className="hover:text-primary" href={salonPath(salon_id)}>
            {title}
          </a>
        </p>
        <p className="text-muted">
          {whenText(starts_at, ends_at)} · {city} {venue}
        </p>
        <p className="num text-muted">
          参加者 {holder_name}
          {seat && ` · 座位 ${seat}`}
        </p>
      </div>
      {!good && (
        <a className="btn btn-ghost btn-sm" href={`/gateway${SALON_CALLS.ics}?s=${secret}`} aria-label={`把 ${title} 从日历移除`}>
          从日历移除
        </a>
      )}
      {good && (
        <div className="flex flex-wrap gap-2">
          <a className="btn btn-sm" href={path} aria-label={`${show} ${no}`}>
            {show}
          </a>
          {ticket.acts.includes('certificate') && (
            <a className="btn btn-sm" href={`/gateway${SALON_CALLS.certificate}?s=${secret}`} aria-label={`下载 ${title} 的参加证明`}>
              参加证明
            </a>
          )}
          <a className="btn btn-ghost btn-sm" href={`/gateway${SALON_CALLS.pdf}?s=${secret}`} aria-label={`下载门票 ${no} 的 PDF`}>
            PDF
          </a>
          <a className="btn btn-ghost btn-sm" href={`/gateway${SALON_CALLS.ics}?s=${secret}`} aria-label={`把 ${title} 加入日历`}>
            加入日历
          </a>
          {onHolder &&
            (['give', 'answer'] as const)
              .filter((act) => ticket.acts.includes(act))
              .map((act) => (
                <Button
                  key={act}
                  size="sm"
                  look="ghost"
                  busy={busy}
                  aria-label={`${ACT_TEXT[act]} ${no}`}
                  onClick={() => onHolder(ticket, act)}
                >
                  {ACT_TEXT[act]}
                </Button>
              ))}
          {onRefund && state === 'valid' && refund >= 0 && (
            <Button size="sm" look="ghost" busy={busy} aria-label={`${refund_text} ${no}`} onClick={() => onRefund(ticket)}>
              {refund_text}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
