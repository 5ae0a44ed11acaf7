import type { FieldFacts } from '#contract/kinds.ts';
import { shownFields } from '#contract/shown-fields.ts';
import { useItem } from './use-item.ts';

/** Lines of what only signed-in readers see: for everybody else their names. Place it with `client:intent="signed-in"`. */
export default function ReaderFieldsIsland({ fields }: { fields: readonly FieldFacts[] }) {
  const { status, detail } = useItem();
  const { facts, texts, lists } = shownFields({ fields }, detail?.reader_fields ?? {});
  const lines = [
    ...facts.map(({ key, value }) => ({ label: key, value })),
    ...texts.map(({ label, text }) => ({ label, value: text })),
    ...lists.map(({ label, pairs }) => ({ label, value: pairs.map(({ key, value }) => `${key}：${value}`).join('\n') })),
  ];
  const words = status === 'visitor' ? '登录后可见' : status === 'failed' ? '暂时无法读取，请刷新页面' : '正在读取';
  const shown = detail ? lines : fields.map(({ label }) => ({ label, value: words }));
  return (
    <dl className="grid grid-cols-[minmax(3em,max-content)_1fr] gap-x-4 gap-y-2">
      {shown.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className={detail ? 'whitespace-pre-line break-words' : 'of-reader text-muted'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
