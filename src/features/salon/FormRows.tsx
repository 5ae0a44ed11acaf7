import type { ReactNode } from 'react';
import type { SalonAgendaLine, SalonGuest } from '#contract/outputs/salon.ts';
import { SALON_AGENDA_MAX, SALON_GUESTS_MAX } from '#contract/salon.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';

interface RowsProps<Row> {
  rows: readonly Row[];
  error: string | null;
  onChange(rows: Row[]): void;
}

const put = <Row extends object>(rows: readonly Row[], at: number, patch: Partial<Row>): Row[] =>
  rows.map((row, n) => (n === at ? { ...row, ...patch } : row));
const without = <Row,>(rows: readonly Row[], at: number): Row[] => rows.filter((_row, n) => n !== at);

export function AgendaRows({ rows, error, onChange }: RowsProps<SalonAgendaLine>) {
  return (
    <section className="panel grid gap-2 p-5" aria-labelledby="salon-agenda">
      <h2 id="salon-agenda" className="text-base font-semibold">
        议程
      </h2>
      <FormError className="text-xs text-error empty:hidden">{error}</FormError>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own and keep their places
        <div key={at} className="grid items-start gap-x-3 sm:grid-cols-[120px_minmax(0,1fr)_160px_auto]">
          <Field label="时间" type="time" value={row.at} onValue={(text) => onChange(put(rows, at, { at: text }))} />
          <Field label="内容" maxLength={80} value={row.title} onValue={(text) => onChange(put(rows, at, { title: text }))} />
          <Field label="讲者" maxLength={40} value={row.speaker} onValue={(text) => onChange(put(rows, at, { speaker: text }))} />
          <Button
            size="sm"
            look="ghost"
            className="sm:mt-7"
            aria-label={`删除第 ${at + 1} 项议程`}
            onClick={() => onChange(without(rows, at))}
          >
            删除
          </Button>
        </div>
      ))}
      {rows.length < SALON_AGENDA_MAX && (
        <p>
          <Button size="sm" onClick={() => onChange([...rows, { at: rows.at(-1)?.at ?? '14:00', title: '', speaker: '' }])}>
            添加议程
          </Button>
        </p>
      )}
    </section>
  );
}

interface GuestRowsProps extends RowsProps<SalonGuest> {
  picture(at: number): ReactNode;
  /** A picture is on its way to one of the rows. */
  is_fixed: boolean;
}

export function GuestRows({ rows, error, onChange, picture, is_fixed }: GuestRowsProps) {
  return (
    <section className="panel grid gap-2 p-5" aria-labelledby="salon-guests">
      <h2 id="salon-guests" className="text-base font-semibold">
        嘉宾
      </h2>
      <FormError className="text-xs text-error empty:hidden">{error}</FormError>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own and keep their places
        <div key={at} className="grid items-start gap-x-3 sm:grid-cols-[140px_200px_minmax(0,1fr)_auto]">
          <div className="mb-2 sm:col-span-4">{picture(at)}</div>
          <Field label="姓名" maxLength={20} value={row.name} onValue={(text) => onChange(put(rows, at, { name: text }))} />
          <Field label="头衔" maxLength={60} value={row.title} onValue={(text) => onChange(put(rows, at, { title: text }))} />
          <Field label="介绍" maxLength={300} value={row.about} onValue={(text) => onChange(put(rows, at, { about: text }))} />
          <Button
            size="sm"
            look="ghost"
            className="sm:mt-7"
            disabled={is_fixed}
            aria-label={`删除第 ${at + 1} 位嘉宾`}
            onClick={() => onChange(without(rows, at))}
          >
            删除
          </Button>
        </div>
      ))}
      {rows.length < SALON_GUESTS_MAX && (
        <p>
          <Button size="sm" onClick={() => onChange([...rows, { name: '', title: '', about: '' }])}>
            添加嘉宾
          </Button>
        </p>
      )}
    </section>
  );
}
