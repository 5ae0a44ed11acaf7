import { Paperclip } from 'lucide-react';
import { ApiError } from '#client/api-error.ts';
import type { HandIn } from '#contract/outputs/exercise.ts';
import { fetchHandInFile } from './screen-calls.ts';

/** What was handed in, its files (each with a link that is asked for by the press), and the teacher's word. */
export function HandInText({ one }: { one: HandIn }) {
  const open = async (file_id: number) => {
    try {
      location.assign((await fetchHandInFile(one.id, file_id)).url);
    } catch (error) {
      // the gateway has said it
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return (
    <>
      <p className="break-words whitespace-pre-line">{one.text}</p>
      {one.files.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label="附件">
          {one.files.map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <button type="button" className="btn btn-sm max-w-full" onClick={() => void open(id)}>
                <Paperclip size={16} aria-hidden="true" />
                <span className="truncate">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {one.word ? (
        <p className="rounded-field bg-tint p-3 break-words whitespace-pre-line">
          讲师评语{one.mark === null ? '' : `（${one.mark} 分）`}：{one.word}
        </p>
      ) : null}
    </>
  );
}
