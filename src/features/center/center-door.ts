import { $session, loginUrl } from '#client/session.ts';
import { NEED_LOGIN } from '#contract/page-flags.ts';

// every page of the centre but the overview, which speaks to visitors itself: they sign in first and come back (spec 2.2)
if (!$session.get() && location.pathname !== '/personalCenter' && NEED_LOGIN.test(location.pathname)) location.replace(loginUrl());
