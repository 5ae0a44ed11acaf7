/** What the tabs of security, devices and privacy do. Each throws ApiError; those of lists were shown by then. */
export {
  askExport,
  closeAccount,
  deletePasskey,
  endDevice,
  endOtherDevices,
  fetchClosing,
  sendOwnCode,
  unlinkWechat,
} from './setting.api.ts';
