import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { PREVIEW_QUERIES, WORD_LISTS, type WordChange, type WordList } from '#contract/search-console.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { PreviewParts } from './PreviewParts.tsx';
import { createPreview } from './preview.store.ts';

const ACTS: ReadonlyArray<[WordList, string]> = [
  ['synonyms', '加同义词'],
  ['quiet', '忽略一个词'],
  ['trade', '加为行业词'],
];

/** Lines of a text field, each once, without empty ones. */
export const linesOf = (text: string): string[] => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');

/** What has to come and go so that a list says what was written. Null: nothing. */
export function changeOf(list: WordList, before: readonly string[], text: string): WordChange | null {
  const after = linesOf(text);
  const add = after.filter((line) => !before.includes(line));
  const remove = before.filter((line) => !after.includes(line));
  return add.length + remove.length > 0 ? { list, add, remove } : null;
}

/** Queries of a preview, as many as it takes. */
export const previewQueries = (text: string): string[] => linesOf(text).slice(0, PREVIEW_QUERIES);

/** One more line for a list of words, tried on this query and others first. */
export function WordAdd({ keyword, kind, onSaved }: { keyword: string; kind: string; onSaved(): void }) {
  const [{ $state, actions }] = useState(createPreview);
  const state = useStore($state);
  const [list, setList] = useState<WordList>('synonyms');
  const [line, setLine] = useState(`${keyword} = `);
  const [queries, setQueries] = useState(keyword);
  const change = { list, add: [line.trim()], remove: [] };
  return (
    <Panel title="用词">
      <div className="flex flex-wrap gap-2" role="radiogroup" aria-label="要做什么">
        {ACTS.map(([of, title]) => (
          <label key={of} className="chip has-checked:border-primary has-checked:text-primary">
            <input
              type="radio"
              name="list"
              className="sr-only"
              checked={list === of}
              onChange={() => {
                setList(of);
                setLine(of === 'synonyms' ? `${keyword} = ` : keyword.slice(0, WORD_LISTS[of].line_max));
              }}
            />
            {title}
          </label>
        ))}
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        <label className="grid gap-1">
          <span>{WORD_LISTS[list].title}</span>
          <input
            className="input w-full"
            maxLength={WORD_LISTS[list].line_max}
            value={line}
            onChange={(event) => setLine(event.target.value)}
          />
          <span className="text-xs text-muted">{WORD_LISTS[list].hint}</span>
        </label>
        <Queries value={queries} onChange={setQueries} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button busy={state.busy === 'preview'} onClick={() => void actions.show({ words: [change] }, previewQueries(queries), kind)}>
          预览
        </Button>
        <Button
          look="primary"
          busy={state.busy === 'save'}
          onClick={() => void actions.saveWords([change]).then((done) => done && onSaved())}
        >
          保存
        </Button>
        <a className="btn btn-ghost" href="/admin/searchWords">
          全部用词
        </a>
      </div>
      <PreviewParts state={state} />
    </Panel>
  );
}

/** Which queries a preview compares. */
export function Queries({ value, onChange }: { value: string; onChange(text: string): void }) {
  return (
    <label className="grid gap-1">
      <span>预览哪些搜索词</span>
      <TextBox rows={3} maxLength={400} value={value} onValue={onChange} />
      <span className="text-xs text-muted">每行一个，最多五个</span>
    </label>
  );
}
