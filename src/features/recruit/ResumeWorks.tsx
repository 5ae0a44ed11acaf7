import { useState } from 'react';
import type { ResumeParts } from '#contract/recruit.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { fetchOwnWorks } from './own-works.ts';

type Works = ResumeParts['works'];

/** Works of one's own on this site that stand in the resume. */
export function ResumeWorks({ works, onChange }: { works: Works; onChange(works: Works): void }) {
  const { data } = useOwnPage(fetchOwnWorks);
  const [chosen, setChosen] = useState('');
  const others = data?.list.filter(({ id }) => !works.some((work) => work.id === id)) ?? [];
  const add = () => {
    const work = others.find(({ id }) => String(id) === chosen);
    if (work) onChange([...works, { id: work.id, title: work.title, kind: work.kind }]);
    setChosen('');
  };
  return (
    <section className="panel grid gap-3 p-4 sm:p-6">
      <h2 className="text-base font-semibold">
        我的作品<span className="ml-2 text-xs font-normal text-muted">选用已在本站发布的作品</span>
      </h2>
      <ul className="grid gap-2">
        {works.map((work) => (
          <li key={work.id} className="flex items-center justify-between gap-3 rounded-lg bg-ground p-3">
            <span className="min-w-0 truncate">{work.title}</span>
            <Button
              size="sm"
              look="ghost"
              aria-label={`移除 ${work.title}`}
              onClick={() => onChange(works.filter(({ id }) => id !== work.id))}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      {data && data.list.length === 0 && <p className="text-muted">您还没有已发布的作品。</p>}
      {others.length > 0 && (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Select
              label="添加作品"
              value={chosen}
              onValue={setChosen}
              none="请选择"
              options={others.map((work) => [work.id, work.title])}
            />
          </div>
          <Button className="mt-6" disabled={chosen === ''} onClick={add}>
            添加
          </Button>
        </div>
      )}
    </section>
  );
}
