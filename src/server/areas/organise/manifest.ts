import { DOOR_RESULT_TEXT, type DoorResult } from '#contract/door.ts';
import { KINDS } from '#contract/kinds.ts';
import { ITEM_STATUS_TEXT, type ItemStatus } from '#contract/publish.ts';
import { RECAP_STATE_TEXT, type RecapState, recapHref } from '#contract/recap.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { lockItem } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, showRows, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { takeDownByStaff } from '../../modules/publishing/index.ts';
import {
  type CheckinLine,
  checkinSource,
  type RecapLine,
  recapFiles,
  recapReview,
  recapSource,
  type TalkLine,
  takeDownRecap,
  talkSource,
} from '../../modules/salons/index.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import type { Manifest } from '../manifest.ts';
import { doorEndpoints, organiseEndpoints } from './routes.ts';

const resultText = (result: string): string =>
  result === 'undone' ? '已撤销' : result === 'joined' ? '线上进入' : (DOOR_RESULT_TEXT[result as DoorResult] ?? result);

/** Passages of all doors: who, where, and what was refused. */
const doorLog: StaffList = {
  key: 'salon_door',
  title: '沙龙检票记录',
  verb: 'salon.see',
  source: checkinSource,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'salon', title: '沙龙' },
    { key: 'seq', title: '票号', kind: 'number' },
    { key: 'holder', title: '来宾' },
    { key: 'way', title: '方向' },
    { key: 'result', title: '结果', kind: 'state' },
    { key: 'gate', title: '入口' },
    { key: 'by', title: '检票人' },
  ],
  filters: [choiceFilter('result', '结果', { ok: '放行', refused: '拒绝', undone: '已撤销', offline: '断网时扫码' }), ...BY_DAY],
  orders: BY_TIME,
  search: '沙龙编号或名称',
  screen: 'salonDoor',
  actions: [],
  show: showRows<CheckinLine>((line) => ({
    id: String(line.id),
    href: `${KINDS.salon.paths.detail}?id=${line.salon_id}`,
    cells: {
      at: Number(line.at),
      salon: line.salon,
      seq: line.seq === null ? null : Number(line.seq),
      holder: line.holder,
      way: `${line.direction === 'in' ? '入场' : '离场'}${line.offline ? '（断网）' : ''}`,
      result: resultText(line.result),
      gate: line.gate,
      by: line.by || '主办方',
    },
  })),
};

const recapList: StaffList = {
  key: 'salon_recap',
  title: '沙龙回顾',
  verb: 'salon.see',
  source: recapSource,
  columns: [
    { key: 'id', title: '沙龙', kind: 'number' },
    { key: 'title', title: '名称' },
    { key: 'owner', title: '主办方' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'pictures', title: '照片', kind: 'number' },
    { key: 'attended', title: '到场', kind: 'number' },
    { key: 'saved_at', title: '保存时间', kind: 'time' },
  ],
  filters: [
    stateFilter(
      { waiting: '审核中', published: '已发布', rejected: '已退回', draft: '草稿' },
      { waiting: 'waiting', rejected: 'failed', draft: 'over' },
    ),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '沙龙编号或名称',
  screen: 'salonRecaps',
  actions: [
    actsOf('salon.edit')('take_down', '撤下回顾', '读者不再看到，主办方看到原因，改好后可以再次提交。', (tx, id, reason) =>
      takeDownRecap(tx, Number(id), reason),
    ),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly RecapLine[];
    const owners = await publicUsers(
      ctx,
      lines.map(({ owner_id }) => Number(owner_id)),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: recapHref(Number(line.id)),
      cells: {
        id: Number(line.id),
        title: line.title,
        owner: owners.get(Number(line.owner_id)).nickname,
        state: RECAP_STATE_TEXT[line.state as RecapState],
        pictures: Number(line.pictures),
        attended: line.attended,
        saved_at: Number(line.saved_at),
      },
    }));
  },
};

const talkList: StaffList = {
  key: 'talk',
  title: '短分享',
  verb: 'salon.see',
  source: talkSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'owner', title: '发布者' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'views', title: '浏览', kind: 'number' },
    { key: 'created_at', title: '创建时间', kind: 'time' },
  ],
  filters: [
    stateFilter(
      { open: '已发布', waiting: '等待发布', closed: '已下架', draft: '草稿与退回' },
      { waiting: 'waiting', closed: 'over', draft: 'over' },
    ),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号或标题',
  screen: 'talks',
  actions: [
    {
      name: 'take_down',
      title: '下架短分享',
      about: '读者不再看到，发布者看到原因；重新上架要经过审核。',
      verb: 'salon.edit',
      needs_reason: true,
      async run(tx, id, reason) {
        const item = await lockItem(tx, Number(id));
        if (item?.kind !== KINDS.talk.code) throw notFound('短分享不存在');
        if (item.status !== 'published') throw conflict('只有已发布的短分享可以下架');
        await takeDownByStaff(tx, item, reason);
        await recordAudit(tx, 'talk.close', `item:${id}`, { reason });
      },
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly TalkLine[];
    const owners = await publicUsers(
      ctx,
      lines.map(({ publisher_id }) => Number(publisher_id)),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: `${KINDS.talk.paths.detail}?id=${line.id}`,
      cells: {
        id: Number(line.id),
        title: line.title || '未命名',
        owner: owners.get(Number(line.publisher_id)).nickname,
        state: ITEM_STATUS_TEXT[line.status as ItemStatus],
        views: Number(line.view_num),
        created_at: Number(line.created_at),
      },
    }));
  },
};

export const organiseLists: readonly StaffList[] = [doorLog, recapList, talkList];

/** Guests of salons: doors, the organiser's screens, and recaps. */
export const organiseArea: Manifest = {
  name: 'organise',
  endpoints: [...organiseEndpoints, ...doorEndpoints],
  reviewables: [recapReview],
  staff_lists: organiseLists,
  file_uses: [(ctx, file_ids) => recapFiles(ctx, file_ids)],
};
