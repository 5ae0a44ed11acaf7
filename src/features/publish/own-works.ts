import { PUBLISH_TABS, type PublishedList, type PublishedRow, type PublishTab } from '#contract/publish.ts';
import type { OwnList, OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { deleteDraft, listMine, retryFile, scheduleItem, shelveItem } from './publish.api.ts';

export const PUBLISH_TAB_KEYS = Object.keys(PUBLISH_TABS) as PublishTab[];

/** What 我的发布 loads: own works of a kind (empty: of all) in a tab. */
export const loadMine = ({ tab, filters, page }: OwnListQuery): Promise<PublishedList> =>
  listMine(filters['kind'] ?? '', tab as PublishTab, page);

/** Between the last page and the publishing nothing is drawn any more, but the row still moves. */
export const rendersStill = ({ list }: PublishedList): boolean =>
  list.some(({ status, render }) => status === 'rendering' || (render !== null && render.status !== 'failed'));

/** Which row an action is about. */
type RowName = Pick<PublishedRow, 'id' | 'kind'>;

/** What can be done with an own work of the list, and what is said when it is done. */
export function publishActs({ actions: { act } }: Pick<OwnList<PublishedList>, 'actions'>) {
  const shelf = ({ kind, id }: RowName, action: 'up' | 'down') => shelveItem(kind, id, action);
  return {
    takeDown: (row: RowName) => act(row.id, () => shelf(row, 'down'), '已下架'),
    withdraw: (row: RowName) => act(row.id, () => shelf(row, 'down'), '已撤回为草稿'),
    restore: (row: RowName) =>
      act(
        row.id,
        () => shelf(row, 'up'),
        ({ status }) => (status === 'reviewing' ? '已提交审核' : '已恢复上架'),
      ),
    retry: (row: RowName) => act(row.id, () => retryFile({ id: row.id }), '已重新开始处理'),
    schedule: (row: RowName, publish_at: number) =>
      act(
        row.id,
        () => scheduleItem(row.id, publish_at),
        ({ status }) => (publish_at > 0 ? '发布时间已保存' : status === 'published' ? '已发布' : '已取消定时'),
      ),
    removeDraft: (row: RowName) => act(row.id, () => deleteDraft(row.kind, row.id), '删除成功'),
  };
}
