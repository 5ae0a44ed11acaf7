import type { Cell, CellKind, StateTone } from '#contract/admin.ts';
import { State } from '#kit/console/State.tsx';
import { classNames } from '#ui/class-names.ts';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';

interface ListCellProps {
  cell: Cell | undefined;
  kind: CellKind;
  /** What its list says of a state. */
  tone: StateTone | undefined;
  /** It names its row. */
  first: boolean;
  /** The row's own page; '': no link here. */
  href: string;
  /** A picture before it; '': room for one, null: none in this list. */
  cover: string | null;
}

/** Amounts stand under each other by their last digit. */
export const isAmount = (kind: CellKind): boolean => kind === 'number' || kind === 'money';

/** A cell for people. Nothing is a dash, so that an empty field is not taken for one that did not load. */
export function cellText(cell: Cell | undefined, kind: CellKind): string {
  if (cell === null || cell === undefined || cell === '' || (kind === 'data' && cell === '{}')) return '—';
  if (kind === 'time') return typeof cell === 'number' && cell > 0 ? timeText(cell) : '—';
  if (kind === 'money' && typeof cell === 'number') return `¥${amountText(cell)}`;
  return String(cell);
}

const LONG = /^([A-Z]{0,4}\d{8,})(\d{8})$/;

/** Whole or masked. */
const PHONE = /^1\d\d[\d*]{4}\d{4}$/;

/** Where a number that fills a phone's screen is cut; null: it is short. */
export function longNumber(text: string): { head: string; tail: string } | null {
  const [, head, tail] = LONG.exec(text) ?? [];
  return head && tail ? { head, tail } : null;
}

/** What is written down most often, in words; other names stay as the program writes them, as in the full text below the line. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ reason: '原因', amount_fen: '金额', whole: '全额', number: '号码', name: '名称', title: '标题', status: '状态', roles: '角色' },
  ...{ before: '修改前', value: '修改后', count: '数量', num: '数量', query: '条件', columns: '列', action: '操作', price: '价格' },
};

/** The JSON of a cell as names and values in one line. */
export function dataText(json: string): string {
  const written = (value: unknown) =>
    typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? '是' : '否') : JSON.stringify(value);
  const told = (name: string, value: unknown) =>
    name.endsWith('_fen') && typeof value === 'number' ? `¥${amountText(value / 100)}` : written(value);
  const data: unknown = JSON.parse(json);
  if (typeof data !== 'object' || data === null) return written(data);
  return Object.entries(data)
    .map(([name, value]) => `${NAMES[name] ?? name} ${told(name, value)}`)
    .join('，');
}

/** One cell as it is shown. A long number is shortened on a phone, by style only: what is copied and read aloud is whole. */
export function ListCell({ cell, kind, tone, first, href, cover }: ListCellProps) {
  const text = cellText(cell, kind);
  const long = longNumber(text);
  const unbroken = first || long !== null || kind === 'state' || PHONE.test(text);
  const numeric = kind === 'number' || kind === 'money' || kind === 'time';
  const shown =
    kind === 'state' && text !== '—' ? (
      <State text={text} tone={tone} />
    ) : long ? (
      <span className="long-number" title={text}>
        <span>{long.head}</span>
        {long.tail}
      </span>
    ) : (
      text
    );
  const picture = cover ? (
    <img className="row-cover shrink-0 rounded-field object-cover" src={cover} alt="" width={48} height={36} loading="lazy" />
  ) : (
    cover === '' && <span className="row-cover shrink-0 rounded-field bg-ground" />
  );
  const content = href ? (
    <a className={classNames(first ? 'link hover:text-primary' : 'line-clamp-3 hover:text-primary hover:underline')} href={href}>
      {shown}
    </a>
  ) : kind === 'data' && text !== '—' ? (
    <details className="staff-data">
      <summary className="cursor-pointer truncate underline underline-offset-4">{dataText(text)}</summary>
      <code className="mt-1 block break-all whitespace-pre-wrap">{text}</code>
    </details>
  ) : (
    <span className={unbroken ? undefined : 'line-clamp-3'}>{shown}</span>
  );
  return (
    <td
      className={classNames(
        numeric && 'num',
        numeric || unbroken ? 'whitespace-nowrap' : 'staff-words',
        !first && isAmount(kind) && 'text-right',
        (text === '—' || (isAmount(kind) && cell === 0)) && 'text-muted',
      )}
    >
      {cover === null ? (
        content
      ) : (
        <span className="flex items-center gap-3 staff-title">
          {picture}
          {content}
        </span>
      )}
    </td>
  );
}
