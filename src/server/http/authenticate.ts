/** The gateway's way from the `token` header to an actor: identity's door. */
export { authenticate, endedLogins, onLoginsEnded } from '../modules/identity/index.ts';
