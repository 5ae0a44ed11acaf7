import { X } from 'lucide-react';
import { useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { checkTags, TAGS_MAX } from '#contract/publish.ts';
import { FieldShell } from '#ui/Field.tsx';

export interface TagsInputProps {
  tags: string[];
  /** Offered for one press. */
  hot: string[];
  error?: string | undefined;
  onChange(tags: string[]): void;
}

/** Tags as chips: Enter or a comma adds, Backspace in the empty field takes the last one back. */
export function TagsInput({ tags, hot, error, onChange }: TagsInputProps) {
  const [text, setText] = useState('');
  // a word that is too long stays in the field, to be shortened
  const too_long = checkTags([text.trim()]);
  const add = (words: string) => {
    const typed = words
      .split(/[,，、\n]/)
      .map((word) => word.trim())
      .filter(Boolean);
    const added = typed.filter((word) => checkTags([word]) === null);
    if (added.length > 0) onChange([...new Set([...tags, ...added])].slice(0, TAGS_MAX));
    setText(typed.find((word) => checkTags([word]) !== null) ?? '');
  };
  const offered = hot.filter((tag) => !tags.includes(tag));
  const full = tags.length >= TAGS_MAX;
  return (
    <FieldShell
      label="标签"
      error={too_long ?? error}
      hint={
        <span className="num">
          {tags.length}/{TAGS_MAX}，按回车添加
        </span>
      }
    >
      {(control) => (
        <div className="grid gap-2">
          {tags.length > 0 && (
            <ul className="flex flex-wrap gap-2" aria-label="已添加的标签">
              {tags.map((tag) => (
                <li key={tag} className="flex items-center rounded-full bg-tint pl-3 text-primary">
                  {tag}
                  <button
                    type="button"
                    className="grid size-8 place-items-center rounded-full"
                    aria-label={`移除标签 ${tag}`}
                    onClick={() => onChange(tags.filter((other) => other !== tag))}
                  >
                    <X size={14} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            className="input w-full"
            value={text}
            disabled={full}
            placeholder={full ? '已达上限' : '例如：国潮、沉浸式、户外'}
            onChange={(event) => (/[,，、]/.test(event.target.value) ? add(event.target.value) : setText(event.target.value))}
            onBlur={() => add(text)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event)) {
                event.preventDefault();
                add(text);
              } else if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1));
            }}
          />
          {offered.length > 0 && !full && (
            <p className="flex flex-wrap items-center gap-1 text-xs text-muted">
              常用：
              {offered.map((tag) => (
                <button key={tag} type="button" className="rounded-full bg-ground px-3 py-1 hover:text-primary" onClick={() => add(tag)}>
                  {tag}
                </button>
              ))}
            </p>
          )}
        </div>
      )}
    </FieldShell>
  );
}
