export { checkCaptcha } from './check-captcha.ts';
export { captchaJobs } from './jobs.ts';
export { newCaptcha } from './new-captcha.ts';
