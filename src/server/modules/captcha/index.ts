export { checkCaptcha, newCaptcha } from './captcha.ts';
export { captchaJobs } from './jobs.ts';
