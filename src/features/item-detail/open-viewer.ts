import PhotoSwipe from 'photoswipe';
import { linkSheet } from '#client/sheets.ts';
import { $toasts, dismissToast, toastNote } from '#client/toast.ts';
import { PREVIEW_TEXTS } from '#contract/preview-texts.ts';
import { backCloses } from '#ui/back-closes.ts';
import style_url from '../../styles/viewer.css?url';
import { isLong, readingZoom } from './reading-zoom.ts';

export interface ViewerSlide {
  page_no: number;
  src: string;
  srcset: string;
  width: number;
  height: number;
  alt: string;
}

export interface ViewerOptions {
  slides: ViewerSlide[];
  /** Page that opens first. */
  page_no: number;
  /** Pages of the whole document, for the counter and the locked end. */
  total: number;
  /** 页, or 张 of pictures. */
  unit: string;
  /** The reader went forward at the last page they may see, and there are more. The viewer stays until `close` is called. */
  onLockedEnd(close: () => void): void;
}

/** Wide screens show all pages below the one that is read. */
const WIDE = '(min-width: 1024px) and (min-height: 600px)';
const THUMB_W = 96;
const STRIP_H = 92;

/** A press of an arrow down moves a picture that is higher than the screen by this share of it. */
const SCREENFUL = 0.8;

/** Spec 4: the warnings at the ends come at most twice a second. */
const WARN_EVERY_MS = 500;

/** Full-screen preview with arrow keys, swipe and zoom. A chunk of its own: PhotoSwipe is loaded with the first opening. */
export async function openViewer({ slides, page_no, total, unit, onLockedEnd }: ViewerOptions): Promise<void> {
  // by a link: a plain import would put the sheet into the head of the page, where visitors pay for it before their first paint
  await linkSheet(style_url);
  const locked = slides.length < total;
  const viewer = new PhotoSwipe({
    dataSource: slides.map(({ src, srcset, width, height, alt }) => ({ src, srcset, width, height, alt })),
    index: Math.max(
      0,
      slides.findIndex((slide) => slide.page_no === page_no),
    ),
    loop: false,
    // the page must not shine through: it is read like a page of its own
    bgOpacity: 1,
    paddingFn: () => ({ top: 0, right: 0, bottom: matchMedia(WIDE).matches && slides.length > 1 ? STRIP_H : 0, left: 0 }),
    showHideAnimationType: 'fade',
    zoomTitle: '缩放',
    closeTitle: '关闭',
    arrowPrevTitle: `上一${unit}`,
    arrowNextTitle: `下一${unit}`,
    errorMsg: '图片加载失败，请稍后再试',
    indexIndicatorSep: ' / ',
  });
  viewer.on('zoomLevelsUpdate', ({ zoomLevels: levels }) => {
    const { elementSize: size, panAreaSize: area } = levels;
    if (size && area) Object.assign(levels, readingZoom({ width: size.x, height: size.y }, { width: area.x, height: area.y }));
  });
  viewer.on('initialZoomPan', ({ slide }) => {
    if (isLong(slide)) slide.pan.y = slide.bounds.min.y;
  });
  let warned_ms = Number.NEGATIVE_INFINITY;
  const warn = (text: string) => {
    if (performance.now() - warned_ms < WARN_EVERY_MS) return;
    warned_ms = performance.now();
    toastNote(text);
  };
  const step = (by: 1 | -1) => {
    const index = viewer.currIndex + by;
    if (index < 0) return warn(PREVIEW_TEXTS.first);
    if (index < slides.length) return void viewer.goTo(index);
    if (!locked) return warn(PREVIEW_TEXTS.last);
    // the dialog that follows says how many pages are left: a message beside it would say it twice
    onLockedEnd(() => viewer.close());
  };
  viewer.next = () => step(1);
  viewer.prev = () => step(-1);
  const pan = (by: 1 | -1) => {
    const slide = viewer.currSlide;
    slide?.panTo(slide.pan.x, slide.pan.y - by * slide.panAreaSize.y * SCREENFUL);
  };
  const keys = new Map<string, () => unknown>([
    ['ArrowDown', () => pan(1)],
    ['ArrowUp', () => pan(-1)],
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
    ['Home', () => viewer.goTo(0)],
    ['End', () => viewer.goTo(slides.length - 1)],
  ]);
  viewer.on('keydown', (event) => {
    // a question that stands over the viewer has the keyboard
    if (document.querySelector('dialog:modal')) return event.preventDefault();
    const go = keys.get(event.originalEvent.key);
    if (!go) return;
    event.preventDefault();
    event.originalEvent.preventDefault();
    go();
  });
  // what was said at an end is wrong on the next page
  viewer.on('change', () => {
    for (const { id, kind } of $toasts.get()) if (kind === 'note') dismissToast(id);
  });
  // the library switches the arrows off at the ends; here they say what lies beyond
  const keepArrows = () => {
    for (const arrow of viewer.element?.querySelectorAll<HTMLButtonElement>('.pswp__button--arrow') ?? []) arrow.disabled = false;
  };
  viewer.on('change', () => queueMicrotask(keepArrows));
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'strip',
      order: 9,
      appendTo: 'root',
      className: 'viewer-strip',
      onInit: (element) => fillStrip(element, slides, unit, viewer),
    });
    viewer.ui?.registerElement({
      name: 'pages',
      order: 5,
      className: 'pswp__counter',
      onInit: (element) => {
        viewer.on('change', () => {
          element.textContent = `${slides[viewer.currIndex]?.page_no ?? 1} / ${total}`;
        });
      },
    });
  });
  viewer.addFilter('uiElement', (element, data) => {
    // our own counter counts the pages of the document, not of what is loaded
    if (data.name === 'counter') element.hidden = true;
    return element;
  });
  // the library ignores a close while it is still fading in
  const left = backCloses(() => {
    if (viewer.opener.isOpening) viewer.on('openingAnimationEnd', () => viewer.close());
    else viewer.close();
  });
  viewer.on('destroy', left);
  viewer.init();
}

/** Small pictures of all pages that are there; the one that is read is marked and in sight. */
function fillStrip(element: HTMLElement, slides: readonly ViewerSlide[], unit: string, viewer: PhotoSwipe): void {
  element.hidden = slides.length < 2;
  const buttons = slides.map((slide, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', `第 ${slide.page_no} ${unit}`);
    const image = new Image(THUMB_W, Math.round((THUMB_W * slide.height) / slide.width));
    Object.assign(image, { alt: '', loading: 'lazy', decoding: 'async', sizes: `${THUMB_W}px`, srcset: slide.srcset, src: slide.src });
    button.append(image);
    button.addEventListener('click', () => void viewer.goTo(index));
    return button;
  });
  element.append(...buttons);
  viewer.on('change', () => {
    for (const [index, button] of buttons.entries()) {
      if (index === viewer.currIndex) button.setAttribute('aria-current', 'page');
      else button.removeAttribute('aria-current');
    }
    buttons[viewer.currIndex]?.scrollIntoView({ inline: 'center', block: 'nearest' });
  });
}
