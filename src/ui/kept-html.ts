const KEPT_MOST = 200;
const kept = new Map<string, string>();

/** The text of a part that many pages share, rendered once for each key of this process. The oldest of too many leave. */
export async function keptHtml(key: string, render: () => Promise<string>): Promise<string> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const html = await render();
  kept.set(key, html);
  const oldest = kept.size > KEPT_MOST ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return html;
}
