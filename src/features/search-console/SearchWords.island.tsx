import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { WORD_LISTS, type WordList } from '#contract/search-console.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { createWords } from './desk.store.ts';
import { PreviewParts } from './PreviewParts.tsx';
import { createPreview } from './preview.store.ts';
import { changeOf, linesOf, previewQueries, Queries } from './WordAdd.tsx';

const LISTS = Object.keys(WORD_LISTS) as WordList[];
const EXAMPLES = '年会\n婚礼方案\n发布会';

/** 搜索用词: the lists of words that staff keep, each change tried first; and what is learned from presses. */
export default function SearchWordsIsland() {
  const [screen] = useState(createWords);
  const state = useStore(screen.$state);
  useEffect(() => void screen.actions.open(), [screen]);
  const reload = () => void screen.actions.load();
  return (
    <ScreenFrame state={state} onRetry={reload}>
      {(words) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Lists key={JSON.stringify(words)} words={words} onSaved={reload} />
          <Learning onReplay={() => void screen.actions.replay()} />
        </div>
      )}
    </ScreenFrame>
  );
}

function Lists({ words, onSaved }: { words: Record<WordList, string[]>; onSaved(): void }) {
  const [{ $state, actions }] = useState(createPreview);
  const state = useStore($state);
  const [texts, setTexts] = useState(
    () => Object.fromEntries(LISTS.map((list) => [list, words[list].join('\n')])) as Record<WordList, string>,
  );
  const [queries, setQueries] = useState(EXAMPLES);
  const changes = LISTS.flatMap((list) => changeOf(list, words[list], texts[list]) ?? []);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
        {LISTS.map((list) => (
          <Panel
            key={list}
            title={WORD_LISTS[list].title}
            side={<span className="num text-xs text-muted">{linesOf(texts[list]).length} 行</span>}
          >
            <TextBox
              aria-label={WORD_LISTS[list].title}
              rows={12}
              maxLength={60_000}
              value={texts[list]}
              onValue={(text) => setTexts({ ...texts, [list]: text })}
            />
            <p className="mt-1 text-xs text-muted">{WORD_LISTS[list].hint}</p>
          </Panel>
        ))}
      </div>
      <Panel title="先预览，再保存">
        <Queries value={queries} onChange={setQueries} />
        <p className="mt-2 text-muted">
          {changes.length === 0
            ? '还没有改动。'
            : changes.map(({ list, add, remove }) => `${WORD_LISTS[list].title}：加 ${add.length} 行，删 ${remove.length} 行`).join('；')}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            disabled={changes.length === 0}
            busy={state.busy === 'preview'}
            onClick={() => void actions.show({ words: changes }, previewQueries(queries), '')}
          >
            预览
          </Button>
          <Button
            look="primary"
            disabled={changes.length === 0}
            busy={state.busy === 'save'}
            onClick={() => void actions.saveWords(changes).then((done) => done && onSaved())}
          >
            保存
          </Button>
        </div>
        <PreviewParts state={state} />
      </Panel>
    </>
  );
}

/** Learning from presses: what the first works would be without it, and all scores made again. */
function Learning({ onReplay }: { onReplay(): void }) {
  const [{ $state, actions }] = useState(createPreview);
  const state = useStore($state);
  const [queries, setQueries] = useState(EXAMPLES);
  return (
    <div id="learning">
      <Panel title="点击学习">
        <p className="mb-3 text-muted">
          搜同一个词的人打开、收藏和购买的作品会靠前一些；十五天后只算一半，同一位读者一天只算一次，发布者自己的不算。开关在
          <a className="link" href="/admin/settings">
            站点设置
          </a>
          的“搜索：学习点击”。
        </p>
        <Queries value={queries} onChange={setQueries} />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button busy={state.busy === 'preview'} onClick={() => void actions.show({ learning: false }, previewQueries(queries), '')}>
            看看关闭后会怎样
          </Button>
          <Button look="ghost" onClick={onReplay}>
            按记录重算
          </Button>
        </div>
        <PreviewParts state={state} />
      </Panel>
    </div>
  );
}
