import { ownRows } from '../../db/own-rows.ts';
import { notice_settings } from './tables.ts';

// for the package of somebody's data
export const noticeSettingRows = ownRows(notice_settings, notice_settings.user_id, [notice_settings.user_id], {
  ours: [notice_settings.mail_code_hash, notice_settings.mail_code_at, notice_settings.mail_tries],
});
