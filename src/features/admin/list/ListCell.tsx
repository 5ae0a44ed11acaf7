import type { Cell, CellKind } from '#contract/admin.ts';
import { cellText, dataText, longNumber } from './cell-text.ts';

interface ListCellProps {
  cell: Cell | undefined;
  kind: CellKind;
  /** It names its row. */
  first: boolean;
  /** The row's own page; '': no link here. */
  href: string;
}

/** One cell as it is shown. A long number is shortened on a phone, by style only: what is copied and read aloud is whole. */
export function ListCell({ cell, kind, first, href }: ListCellProps) {
  const text = cellText(cell, kind);
  const long = longNumber(text);
  const unbroken = first || long !== null || kind === 'state';
  const numeric = kind === 'number' || kind === 'money' || kind === 'time';
  const shown = long ? (
    <span className="long-number" title={text}>
      <span>{long.head}</span>
      {long.tail}
    </span>
  ) : (
    text
  );
  return (
    <td className={numeric ? 'num whitespace-nowrap' : unbroken ? 'whitespace-nowrap' : 'max-sm:min-w-28'}>
      {href ? (
        <a className="text-primary hover:underline" href={href}>
          {shown}
        </a>
      ) : kind === 'data' && text !== '—' ? (
        <details className="w-56 sm:w-72">
          <summary className="cursor-pointer truncate underline decoration-dotted underline-offset-4">{dataText(text)}</summary>
          <code className="mt-1 block break-all whitespace-pre-wrap">{text}</code>
        </details>
      ) : (
        <span className={unbroken ? undefined : 'line-clamp-3'}>{shown}</span>
      )}
    </td>
  );
}
