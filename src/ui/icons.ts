/**
 * The icons of the product: one set, drawn by the server as inline SVG. One import a file, because the barrel holds 1,800.
 * Islands take the same names from `lucide-react`.
 */
export { default as Bell } from '@lucide/astro/icons/bell';
export { default as ChevronDown } from '@lucide/astro/icons/chevron-down';
export { default as ChevronLeft } from '@lucide/astro/icons/chevron-left';
export { default as ChevronRight } from '@lucide/astro/icons/chevron-right';
export { default as Crown } from '@lucide/astro/icons/crown';
export { default as Download } from '@lucide/astro/icons/download';
export { default as Eye } from '@lucide/astro/icons/eye';
export { default as Flame } from '@lucide/astro/icons/flame';
export { default as FolderOpen } from '@lucide/astro/icons/folder-open';
export { default as Headset } from '@lucide/astro/icons/headset';
export { default as Heart } from '@lucide/astro/icons/heart';
export { default as Images } from '@lucide/astro/icons/images';
export { default as Lock } from '@lucide/astro/icons/lock';
export { default as LogOut } from '@lucide/astro/icons/log-out';
export { default as Megaphone } from '@lucide/astro/icons/megaphone';
export { default as Menu } from '@lucide/astro/icons/menu';
export { default as PartyPopper } from '@lucide/astro/icons/party-popper';
export { default as Presentation } from '@lucide/astro/icons/presentation';
export { default as Rocket } from '@lucide/astro/icons/rocket';
export { default as Search } from '@lucide/astro/icons/search';
export { default as SearchX } from '@lucide/astro/icons/search-x';
export { default as ShieldCheck } from '@lucide/astro/icons/shield-check';
export { default as Smartphone } from '@lucide/astro/icons/smartphone';
export { default as Sparkles } from '@lucide/astro/icons/sparkles';
export { default as Store } from '@lucide/astro/icons/store';
export { default as Upload } from '@lucide/astro/icons/upload';
export { default as User } from '@lucide/astro/icons/user';
export { default as Users } from '@lucide/astro/icons/users';
export { default as X } from '@lucide/astro/icons/x';
