/** What an archive lacks where files lie in a bucket, and the command that brings them. */
export const BUCKET_LEFT_OUT = '文件在对象存储中，不在备份里（备份里有数据库、密钥与未传完的上传）';
export const BUCKET_TODO =
  '连同文件一起备份：DATA_DIR=另一个文件夹 node_modules/.bin/node src/cli.ts storage move --to local，每次只取回新增的；或为存储桶开启版本控制与跨地域复制';
