import type { ReactNode } from 'react';
import type { Failure } from '#client/api-error.ts';
import type { OwnPage } from '#contract/center.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { OwnListState } from './own-list.store.ts';

export interface OwnListFrameProps<Row> {
  state: Pick<OwnListState<OwnPage<Row>>, 'data' | 'loading'> & { failure: Failure | null };
  list: { actions: { reload(): unknown; choose(change: { page: number }): void } };
  /** `children`: the link to what one does next. */
  empty: { title: string; hint: string; children: NonNullable<ReactNode> };
  keyOf: (row: Row) => string | number;
  /** Where more than one list stands on the page. */
  label?: string;
  children: (row: Row) => ReactNode;
}

/** The states of every list of the reader's own: loading, failed, empty, rows with pages. */
export function OwnListFrame<Row>({ state, list, empty, keyOf, label, children }: OwnListFrameProps<Row>) {
  const { data, failure, loading } = state;
  if (failure) return <ErrorState {...failure} onRetry={() => void list.actions.reload()} />;
  if (!data || (loading && data.list.length === 0)) return <Skeleton rows={4} row_class="h-24" />;
  if (data.list.length === 0) return <Empty {...empty} />;
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line" aria-label={label} aria-busy={loading || undefined}>
        {data.list.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      <Pager page={data.page} last={Math.ceil(data.total / data.limit)} busy={loading} onPage={(page) => list.actions.choose({ page })} />
    </>
  );
}
