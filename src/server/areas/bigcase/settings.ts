import { z } from 'zod';
import { defineSetting } from '../../modules/settings/index.ts';

/** What stands below the price of a big case. The specification says 7.5折 in one place and 8折 in another: which is promised is the operator's. */
export const sampleMemberNote = defineSetting(
  'sample_member_note',
  z.string().trim().max(60).default('方案会员可查看云相册并下载全部原图'),
  {
    group: '页面与联系方式',
    title: '大案例会员说明',
    about: '大案例详情页价格下方的一句话，例如“会员购买大案例享 8 折”；留空则不显示。实付价格不受影响。',
  },
);
