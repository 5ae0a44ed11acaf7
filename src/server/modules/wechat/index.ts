export {
  bindWechat,
  checkWechatLogin,
  forgetWechat,
  noteScan,
  startWechatLogin,
  takeWechatCode,
  unlinkWechat,
  wechatJobs,
  wechatOf,
} from './wechat-login.ts';
