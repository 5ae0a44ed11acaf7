import { useEffect } from 'react';

/** The page's heading says whether its record is new. `id` 0: it is; null: not known yet. */
export function useRecordHeading(title: string, id: number | null): void {
  useEffect(() => {
    const heading = document.querySelector('h1');
    if (id === null || !heading) return;
    const text = `${id > 0 ? '编辑' : '新建'}${title}`;
    document.title = document.title.replace(heading.textContent, text);
    heading.textContent = text;
  }, [title, id]);
}
