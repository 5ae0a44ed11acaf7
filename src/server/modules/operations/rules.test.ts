import { describe, expect, it } from 'vitest';
import {
  archiveName,
  archivesOf,
  daysUntil,
  isBackupDue,
  isDiskLow,
  isRehearsalDue,
  lastBackupTime,
  type Watched,
  warningsOf,
} from './rules.ts';
import { quantile, TIME_CLASSES_MS } from './samples.ts';

const GB = 1024 ** 3;
/** Shanghai time. */
const at = (text: string) => new Date(`${text}+08:00`);

describe('when a backup is due', () => {
  it('is once after its hour, whatever hour that is', () => {
    expect(lastBackupTime(at('2026-05-02T03:05:00'), 3)).toEqual(at('2026-05-02T03:00:00'));
    expect(lastBackupTime(at('2026-05-02T02:05:00'), 3)).toEqual(at('2026-05-01T03:00:00'));
    expect(lastBackupTime(at('2026-05-02T00:05:00'), 23)).toEqual(at('2026-05-01T23:00:00'));
  });

  it('is due until one succeeded, also when the site did not run at that hour', () => {
    const now = at('2026-05-02T09:05:00');
    expect(isBackupDue(now, 3, null)).toBe(true);
    expect(isBackupDue(now, 3, at('2026-05-01T03:05:00'))).toBe(true);
    expect(isBackupDue(now, 3, at('2026-05-02T03:05:00'))).toBe(false);
    expect(isBackupDue(at('2026-05-03T02:05:00'), 3, at('2026-05-02T03:05:00'))).toBe(false);
  });

  it('rehearses after so many days, and never for 0', () => {
    const now = at('2026-05-08T03:10:00');
    expect(isRehearsalDue(now, 7, null)).toBe(true);
    expect(isRehearsalDue(now, 7, at('2026-05-01T03:15:00'))).toBe(true);
    expect(isRehearsalDue(now, 7, at('2026-05-02T03:15:00'))).toBe(false);
    expect(isRehearsalDue(now, 0, null)).toBe(false);
  });
});

it('names archives so that they sort by age, and takes nobody else’s file for one', () => {
  expect(archiveName(at('2026-05-02T03:05:09'))).toBe('cemao-20260502-030509.tar.gz');
  const names = [
    'cemao-20260502-030509.tar.gz',
    'cemao-20260503-030500.tar.gz',
    'before-upgrade.tar.gz',
    'cemao-old.tar.gz',
    '.cemao-backup-12',
  ];
  expect(archivesOf(names)).toEqual(['cemao-20260503-030500.tar.gz', 'cemao-20260502-030509.tar.gz']);
});

it('a disk is low below 15 % or 5 GB', () => {
  expect(isDiskLow({ free_bytes: 16 * GB, total_bytes: 100 * GB })).toBe(false);
  expect(isDiskLow({ free_bytes: 14 * GB, total_bytes: 100 * GB })).toBe(true);
  expect(isDiskLow({ free_bytes: 4 * GB, total_bytes: 10 * GB })).toBe(true);
});

describe('warnings', () => {
  const now = at('2026-05-02T09:00:00');
  const well: Watched = {
    now,
    disks: [{ title: '数据目录', free_bytes: 50 * GB, total_bytes: 100 * GB }],
    certificate: { ends_at: at('2026-07-01T00:00:00'), fault: '' },
    backup: { scheduled: true, needed: true, last_done: at('2026-05-02T03:05:00'), fault: '', rehearsal_fault: '' },
    undelivered: { num: 0, failure: '' },
    stalls: [],
  };
  const said = (change: Partial<Watched>) => warningsOf({ ...well, ...change });
  const backup = (change: Partial<Watched['backup']>) => said({ backup: { ...well.backup, ...change } });

  it('are none where all is well, nor for a site of one’s own machine without backups', () => {
    expect(warningsOf(well)).toEqual([]);
    expect(said({ certificate: null })).toEqual([]);
    expect(backup({ scheduled: false, needed: false, last_done: null })).toEqual([]);
  });

  it('tell of disks, certificates, backups and rehearsals, each with what is wrong', () => {
    expect(said({ disks: [{ title: '备份文件夹', free_bytes: GB, total_bytes: 100 * GB }] })).toEqual([
      '备份文件夹所在的磁盘只剩 1.0 GB（共 100.0 GB）：请清理或扩容',
    ]);
    expect(said({ certificate: { ends_at: at('2026-05-20T00:00:00'), fault: '' } })).toEqual([expect.stringContaining('还有 17 天到期')]);
    expect(said({ certificate: { ends_at: at('2026-05-01T00:00:00'), fault: 'CERT_HAS_EXPIRED' } })[0]).toContain('已经过期');
    expect(said({ certificate: { ends_at: at('2026-07-01T00:00:00'), fault: 'ERR_TLS_CERT_ALTNAME_INVALID' } })[0]).toContain(
      '不被浏览器信任',
    );
    expect(backup({ fault: '磁盘空间不足' })).toEqual(['最近一次备份失败：磁盘空间不足']);
    expect(backup({ last_done: null })).toEqual(['还没有做过备份']);
    expect(backup({ last_done: at('2026-04-30T03:05:00') })).toEqual(['最近两天没有成功的备份']);
    expect(backup({ last_done: at('2026-05-01T03:05:00') })).toEqual([]);
    expect(backup({ scheduled: false })).toEqual([expect.stringContaining('BACKUP_DIR')]);
    expect(backup({ rehearsal_fault: '账本不符' })).toEqual(['最近一次恢复演练失败：账本不符']);
    expect(said({ undelivered: { num: 3, failure: '535 authentication failed' } })).toEqual([
      '3 条邮件或短信没有发出，正在重试：535 authentication failed',
    ]);
  });

  it('A0 name the calls that held the event loop, the longest three', () => {
    const stalls = [900, 400, 320, 250, 60].map((ms) => ({ ms, call: `POST /user/chat/send/${ms}` }));
    expect(said({ stalls })).toEqual([900, 400, 320].map((ms) => `事件循环被占用 ${ms} 毫秒：POST /user/chat/send/${ms}`));
    expect(said({ stalls: [{ ms: 199, call: 'GET /' }] })).toEqual([]);
  });

  it('count whole days, and below zero when it is over', () => {
    expect(daysUntil(at('2026-05-03T08:59:59'), now)).toBe(0);
    expect(daysUntil(at('2026-05-02T08:59:59'), now)).toBe(-1);
  });
});

it('finds quantiles inside of classes of times', () => {
  const times = new Array<number>(TIME_CLASSES_MS.length + 1).fill(0);
  expect(quantile(times, 0.5)).toBeNull();
  // 90 answers between 10 and 20 ms, 10 between 500 and 1000 ms
  times[TIME_CLASSES_MS.indexOf(20)] = 90;
  times[TIME_CLASSES_MS.indexOf(1_000)] = 10;
  expect(quantile(times, 0.5)).toBeCloseTo(10 + (10 * 50) / 90);
  expect(quantile(times, 0.95)).toBeCloseTo(750);
  // longer than the last class: at least that
  times[TIME_CLASSES_MS.length] = 1_000;
  expect(quantile(times, 0.99)).toBe(10_000);
});
