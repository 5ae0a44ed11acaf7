const KEYS: ReadonlyArray<readonly [keys: string, what: string]> = [
  ['Ctrl K 或 ⌘ K', '在所有列表与页面中查找'],
  ['/', '搜索当前列表；没有列表时查找全部'],
  ['↓ 或 j，↑ 或 k', '列表中上下移动'],
  ['回车', '打开所在的行'],
  ['x', '选择或取消所在的行'],
  ['Esc', '关闭对话框'],
  ['?', '显示这些按键'],
];

/** What keys the console knows. */
export function KeysHelp() {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2">
      {KEYS.map(([keys, what]) => (
        <div key={keys} className="contents">
          <dt className="num font-semibold">{keys}</dt>
          <dd className="text-muted">{what}</dd>
        </div>
      ))}
    </dl>
  );
}
