import type { ToolFacts } from '#contract/assistant-tools.ts';

/** A sheet of what a tool makes: what it was asked, then the lines of the result. */
export function ResultSheet({ asked, given }: ToolFacts['example']) {
  return (
    <span className="num grid min-h-full content-start gap-1 rounded-t-field bg-base-100 p-3 text-left text-xs shadow-soft">
      <b className="truncate">{asked}</b>
      {given.map((line) => (
        <span key={line} className="truncate border-t border-line pt-1 text-muted">
          {line}
        </span>
      ))}
    </span>
  );
}
