import { Fragment } from 'react';
import type { AssistantSource } from '#contract/assistant.ts';
import { type TextBlock, textBlocks, textParts } from '#contract/assistant-text.ts';

/** An answer as text of ours: nothing in it is markup, and the only links are those to its sources. */
export function AnswerText({ text, sources }: { text: string; sources: readonly AssistantSource[] }) {
  return (
    <div className="answer-text">
      {textBlocks(text).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at their end
        <Block key={at} block={block} sources={sources} />
      ))}
    </div>
  );
}

function Block({ block, sources }: { block: TextBlock; sources: readonly AssistantSource[] }) {
  switch (block.is) {
    case 'heading':
      return (
        <h3>
          <Line text={block.text} sources={sources} />
        </h3>
      );
    case 'text':
      return (
        <p className="whitespace-pre-line">
          <Line text={block.text} sources={sources} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items only grow at their end
            <li key={at}>
              <Line text={item} sources={sources} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, and keys must be able to move it
        <section className="scroll-row" tabIndex={0} aria-label="表格">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                  <th key={at} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows only grow at their end
                <tr key={at}>
                  {row.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                    <td key={column}>
                      <Line text={cell} sources={sources} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      );
  }
}

function Line({ text, sources }: { text: string; sources: readonly AssistantSource[] }) {
  return textParts(text).map((part, at) => {
    const source = part.source > 0 ? sources.find(({ n }) => n === part.source) : undefined;
    const key = at;
    if (source?.path === '') {
      return (
        <span key={key} className="answer-cite num" title={`${source.title}，${source.kind}`}>
          {source.n}
          <span className="sr-only">
            ：{source.title}，{source.kind}
          </span>
        </span>
      );
    }
    if (source) {
      return (
        <a key={key} className="answer-cite num" href={source.path} title={source.title}>
          {source.n}
          <span className="sr-only">：出处《{source.title}》</span>
        </a>
      );
    }
    return part.bold ? <strong key={key}>{part.text}</strong> : <Fragment key={key}>{part.text}</Fragment>;
  });
}
