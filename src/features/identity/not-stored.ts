/** What a login says that this browser does not store: the next page would not know who it is. */
export const NOT_STORED = '浏览器不允许本站保存登录状态，请在浏览器设置中允许后重新登录';
