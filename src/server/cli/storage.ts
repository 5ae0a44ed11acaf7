import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { StartError } from '../kernel/errors.ts';
import { createStorage } from '../providers/create-providers.ts';
import { storageInUse } from '../providers/storage/in-use.ts';
import { checkFiles, copyFiles, type MoveProgress, removeFiles } from '../providers/storage/move-files.ts';
import { checkBucket } from '../providers/storage/s3/check-bucket.ts';
import { type Command, print } from './command.ts';

const PROGRESS_MS = 1_000;
/** Named one by one. */
const SHOWN = 20;
const USAGE = '用法：node src/cli.ts storage move --to s3|local [--check] [--prune] [--remove-source]';

const FLAGS = {
  to: { type: 'string' },
  check: { type: 'boolean', default: false },
  prune: { type: 'boolean', default: false },
  'remove-source': { type: 'boolean', default: false },
} as const;

export const storageCommand: Command = {
  usage: 'move --to s3|local [--check] [--prune] [--remove-source]',
  about:
    '把文件复制到对象存储或复制回来，中断后再运行即可接着做，网站可以照常运行；--check 只逐个核对，--prune 删去目标中多出的，--remove-source 全部核对无误后删除原处的',
  async run(args) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: FLAGS });
    const { to, check, prune, 'remove-source': remove } = values;
    if (positionals.join() !== 'move' || (to !== 's3' && to !== 'local') || (check && (prune || remove))) throw new StartError(USAGE);
    const config = readConfig();
    refuseTheLivingSide(config, to, { prune, remove });
    const source = createStorage(config, to === 's3' ? 'local' : 's3');
    const target = createStorage(config, to);
    if (config.providers.s3) await checkBucket(config.providers.s3);
    if (!check) {
      const copied = await shown('复制', (onProgress) => copyFiles(source, target, onProgress));
      print(
        `已复制 ${copied.copied} 个文件共 ${megabytes(copied.copied_bytes)}；目标中现有这 ${copied.files} 个文件共 ${megabytes(copied.bytes)}`,
      );
      if (!prune && !remove) return 0;
    }
    const report = await shown('核对', (onProgress) => checkFiles(source, target, onProgress));
    print(
      `核对：${report.files} 个文件共 ${megabytes(report.bytes)} 一致，${report.differing.length} 个缺失或不同，目标多出 ${report.extra.length} 个`,
    );
    for (const file of report.differing.slice(0, SHOWN)) print(`  不同：${file}`);
    if (report.differing.length > SHOWN) print(`  另有 ${report.differing.length - SHOWN} 个`);
    if (prune && report.extra.length > 0) {
      await removeFiles(target, report.extra);
      print(`已从目标删去多出的 ${report.extra.length} 个文件`);
    }
    if (report.differing.length > 0) {
      if (remove) print('原处的文件一个也没有删除');
      return 1;
    }
    if (remove) {
      // what came meanwhile was not compared and stays
      await removeFiles(source, report.same);
      print(`已从原处删除 ${report.same.length} 个文件`);
    }
    return 0;
  },
};

/** What the site serves is never removed: extra files of a target go before the site moves there, the source's after. */
function refuseTheLivingSide(config: Config, to: Config['storage'], { prune, remove }: { prune: boolean; remove: boolean }): void {
  // a shell without the site's variables must not decide it alone
  const living = [config.storage, storageInUse(config.data_dir) ?? config.storage];
  if (remove && living.some((kind) => kind !== to)) {
    throw new StartError(`网站还在使用原处的文件：先用 STORAGE=${to} 启动网站，并在这里也设置 STORAGE=${to}，再删除原处的文件`);
  }
  if (prune && living.includes(to)) throw new StartError('网站已在使用目标中的文件：新写入的只在那里，不能当作多出的删去');
}

async function shown<T extends MoveProgress>(what: string, work: (onProgress: (now: MoveProgress) => void) => Promise<T>): Promise<T> {
  let latest: MoveProgress | null = null;
  const timer = setInterval(() => {
    if (latest) print(`${what}中：看过 ${latest.files} 个文件（${megabytes(latest.bytes)}），复制 ${latest.copied} 个`);
  }, PROGRESS_MS);
  try {
    return await work((now) => {
      latest = now;
    });
  } finally {
    clearInterval(timer);
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
