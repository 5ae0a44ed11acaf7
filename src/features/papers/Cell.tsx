import { type KeyboardEvent, useState } from 'react';
import { yuanText } from '#contract/assistant-text.ts';
import type { PaperCell, PaperColumn } from '#contract/paper.ts';
import { SelectBox } from '#ui/Select.tsx';
import { TextBox } from '#ui/TextArea.tsx';

interface Props {
  column: PaperColumn;
  value: PaperCell;
  /** 第 3 行 单价 */
  name: string;
  at: number;
  onValue(value: PaperCell): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** The amount or number that a text says, or null. Yuan with at most two decimals are fen. */
export function numberOf({ is, max }: PaperColumn, text: string): number | null {
  const typed = text.replace(/[,，\s¥]/g, '');
  const match = is === 'fen' ? /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(typed) : /^(\d{1,7})$/.exec(typed);
  if (!match) return null;
  const value = is === 'fen' ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number(match[1]);
  return value >= (is === 'fen' ? 0 : 1) && value <= max ? value : null;
}

/** One field of a row. */
export function Cell({ column, value, name, at, onValue, onKeyDown }: Props) {
  const common = { 'aria-label': name, 'data-cell': at, onKeyDown };
  if (column.is === 'text') {
    return (
      <TextBox
        {...common}
        className="paper-field"
        rows={1}
        maxLength={column.max}
        value={String(value)}
        // a row is a line: what is pasted in several becomes one
        onValue={(text) => onValue(text.replace(/\s*\n\s*/g, ' '))}
      />
    );
  }
  if (column.is === 'choice')
    return <SelectBox {...common} className="paper-field" options={column.options ?? []} value={String(value)} onValue={onValue} />;
  return <NumberCell {...{ column, value, name, at, onValue, onKeyDown }} />;
}

/** What is typed stands as it is until it is left; only what is a number counts. */
function NumberCell({ column, value, name, at, onValue, onKeyDown }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const said = column.is === 'fen' ? yuanText(Number(value)) : String(value);
  const wrong = typed !== null && numberOf(column, typed) === null;
  return (
    <input
      className="paper-field num text-right"
      aria-label={column.is === 'fen' ? `${name}（元）` : name}
      aria-invalid={wrong}
      data-cell={at}
      inputMode={column.is === 'fen' ? 'decimal' : 'numeric'}
      maxLength={16}
      value={typed ?? said}
      title={wrong ? '请填数，未填对时按原来的数计算' : undefined}
      onFocus={({ target }) => target.select()}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = numberOf(column, target.value);
        if (number !== null && number !== value) onValue(number);
      }}
    />
  );
}
