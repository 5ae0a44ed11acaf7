export { wechatJobs } from './jobs.ts';
export {
  bindWechat,
  checkWechatLogin,
  forgetWechat,
  noteScan,
  startWechatLogin,
  takeWechatCode,
  unlinkWechat,
  wechatOf,
} from './wechat-login.ts';
