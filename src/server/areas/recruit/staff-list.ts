import { JOB_PATHS } from '#contract/job.ts';
import { ITEM_STATUS_TEXT, type ItemStatus } from '#contract/publish.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { lockItem } from '../../modules/catalog/index.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { takeDownByStaff } from '../../modules/publishing/index.ts';
import { type JobStaffLine, jobSource } from '../../modules/recruiting/index.ts';
import { enterpriseNames } from '../../modules/verification/index.ts';
import { recordAudit } from '../../outbox/outbox.ts';

/** Jobs of the console with how many applied. */
export const jobList: StaffList = {
  key: 'recruit',
  title: '招聘',
  verb: 'job.see',
  source: jobSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '职位' },
    { key: 'enterprise', title: '企业' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'applicants', title: '投递', kind: 'number' },
    { key: 'unseen', title: '未查看', kind: 'number' },
    { key: 'created_at', title: '创建时间', kind: 'time' },
  ],
  filters: [stateFilter({ open: '招聘中', waiting: '等待发布', closed: '已停止', draft: '草稿与退回' }), ...BY_DAY],
  orders: BY_TIME,
  search: '编号或职位名称开头',
  found: { title: 'title', beside: ['id', 'enterprise', 'state'] },
  actions: [
    {
      name: 'take_down',
      title: '下架职位',
      about: '读者不再看到，企业看到原因；重新上架要经过审核。',
      verb: 'job.close',
      needs_reason: true,
      async run(tx, id, reason) {
        const item = await lockItem(tx, Number(id));
        if (!item) throw notFound('职位不存在');
        if (item.status !== 'published') throw conflict('只有招聘中的职位可以下架');
        await takeDownByStaff(tx, item, reason);
        await recordAudit(tx, 'job.close', `item:${id}`, { reason });
      },
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly JobStaffLine[];
    const nameOf = await enterpriseNames(
      ctx,
      lines.map(({ publisher_id }) => Number(publisher_id)),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: JOB_PATHS.detail(line.id),
      cells: {
        id: Number(line.id),
        title: line.title || '未命名',
        enterprise: nameOf(Number(line.publisher_id)),
        state: ITEM_STATUS_TEXT[line.status as ItemStatus],
        applicants: line.applicants,
        unseen: line.unseen,
        created_at: Number(line.created_at),
      },
    }));
  },
};
