import { pushAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { VISIT_CALLS, VISIT_RANGES, type VisitRange, type VisitTable } from '#contract/visits.ts';
import { saveCsv } from '#kit/console/save-csv.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** Visits of what the address names: range, kind and channel. */
export function createVisitsScreen() {
  const query = (): VisitQuery => {
    const asked = new URLSearchParams(location.search);
    return {
      range: VISIT_RANGES.find((days) => String(days) === asked.get('range')) ?? 30,
      kind: asked.get('kind') ?? '',
      channel: asked.get('channel') ?? '*',
    };
  };
  const screen = createScreen(() => fetchVisits(query()), { by_address: true });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      async choose(change: Partial<VisitQuery>) {
        const { range, kind, channel } = { ...query(), ...change };
        const address = new URLSearchParams({ range: String(range) });
        if (kind !== '') address.set('kind', kind);
        if (channel !== '*') address.set('channel', channel);
        pushAddress(`${location.pathname}?${address}`);
        await screen.actions.load();
      },
      save: (table: VisitTable, title: string) => saveCsv(`访问统计-${title}-近${query().range}天`, () => fetchVisitsCsv(query(), table)),
      async again() {
        try {
          await postVisitsAgain();
          toastSuccess('已开始重新统计，稍后刷新即可看到');
        } catch (error) {
          toastError(error instanceof ApiError ? error.msg : '暂时无法重新统计，请稍后再试');
        }
      },
    },
  };
}

interface VisitQuery {
  range: VisitRange;
  kind: string;
  channel: string;
}

const fetchVisits = (query: VisitQuery) => gateway('GET /admin/visits', { ...query }, SILENT);

const fetchVisitsCsv = ({ range, kind, channel }: VisitQuery, table: VisitTable) =>
  fetchCsv(`${VISIT_CALLS.csv}?${new URLSearchParams({ range: String(range), kind, channel, table })}`);

const postVisitsAgain = () => gateway('POST /admin/visits/again', {}, SILENT);
