import type { NoticeRow } from '#contract/notice.ts';
import { classNames } from '#ui/class-names.ts';
import { timeText } from '#ui/time-text.ts';

/** One message: a press reads it and leads where it leads. One that leads nowhere is a button, or no key would reach it. */
export function NoticeLine({ row, onRead }: { row: NoticeRow; onRead(): void }) {
  const words = (
    <>
      <span className={classNames('text-base group-hover:text-primary', row.is_read === 0 && 'font-semibold')}>
        {row.is_read === 0 ? <span className="mr-2 inline-block size-2 rounded-full bg-error align-middle" /> : null}
        {row.is_read === 0 ? <span className="sr-only">未读：</span> : null}
        {row.title}
      </span>
      <span className="num mt-1 block text-xs text-muted">
        {[row.topic, row.content, timeText(row.create_time)].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  if (row.jump_type_id === 0) {
    return row.is_read === 1 ? (
      <div className="py-4">{words}</div>
    ) : (
      <button type="button" className="group block w-full cursor-pointer py-4 text-left" onClick={onRead}>
        {words}
      </button>
    );
  }
  return (
    <a
      href={row.jump_url}
      className="group block py-4"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onRead();
      }}
    >
      {words}
    </a>
  );
}
