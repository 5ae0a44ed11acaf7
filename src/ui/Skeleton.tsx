/** Grey lines of the size of what is on its way; the label announces it to screen readers. */
export function Skeleton({ rows = 3, row_class = 'h-20', label = '正在加载' }: { rows?: number; row_class?: string; label?: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, at) => `row-${at}`).map((key) => (
        <div key={key} className={`skeleton w-full ${row_class}`} aria-hidden="true" />
      ))}
    </div>
  );
}
