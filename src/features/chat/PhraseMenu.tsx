import { useEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import type { Phrase } from './phrases.store.ts';

export const PHRASE_MENU = 'chat-phrases';
export const phraseOption = (at: number): string => `${PHRASE_MENU}-${at}`;

/** Sentences above the field, chosen by the arrow keys of the field or by a press. */
export function PhraseMenu({ options, at, onPick }: { options: readonly Phrase[]; at: number; onPick(phrase: Phrase): void }) {
  const chosen = useRef<HTMLDivElement>(null);
  // newer browsers answer by a promise, which is no clean-up
  useEffect(() => void chosen.current?.scrollIntoView({ block: 'nearest' }));
  return (
    <div id={PHRASE_MENU} role="listbox" aria-label="常用语" className="max-h-52 overflow-y-auto rounded-box border border-line">
      {options.map((one, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field keeps the focus and has the keys
        <div
          key={`${one.company}:${one.text}`}
          ref={i === at ? chosen : undefined}
          id={phraseOption(i)}
          role="option"
          aria-selected={i === at}
          className={classNames('flex cursor-pointer items-baseline gap-2 px-3 py-2 hover:bg-ground', i === at && 'bg-tint')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          <span className="line-clamp-2 min-w-0 flex-1 break-words">{one.text}</span>
          {one.company === '' ? null : <span className="max-w-32 shrink-0 truncate text-xs text-muted">{one.company}</span>}
        </div>
      ))}
    </div>
  );
}
