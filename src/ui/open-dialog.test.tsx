import { beforeEach, expect, it, vi } from 'vitest';

const render = vi.fn();
vi.mock('react-dom/client', () => ({ createRoot: () => ({ render, unmount: () => undefined }) }));

const page = Object.assign(new EventTarget(), {
  createElement: () => ({ remove: () => undefined }),
  body: { appendChild: (host: unknown) => host },
});

beforeEach(() => {
  vi.resetModules();
  render.mockClear();
  vi.stubGlobal('document', page);
});

const press = () => page.dispatchEvent(new Event('pointerdown'));
interface Props {
  close: (result: string) => void;
}
const Report = (_props: Props) => null;
const Login = (_props: Props) => null;
const closeOf = (at: number): Props['close'] => render.mock.calls[at]?.[0].props.close;

it('two presses whose code came late open one dialog, and both learn what closed it', async () => {
  const { openDialog } = await import('./open-dialog.tsx');
  press();
  press();
  const [first, second] = [
    openDialog<string>((close) => <Report close={close} />),
    openDialog<string>((close) => <Report close={close} />),
  ];
  expect(render).toHaveBeenCalledTimes(1);
  closeOf(0)('sent');
  expect(await Promise.all([first, second])).toEqual(['sent', 'sent']);
  void openDialog<string>((close) => <Report close={close} />);
  expect(render).toHaveBeenCalledTimes(2);
});

it('another dialog, and the same by a press in it, opens over the first', async () => {
  const { openDialog } = await import('./open-dialog.tsx');
  press();
  void openDialog<string>((close) => <Report close={close} />);
  void openDialog<string>((close) => <Login close={close} />);
  press();
  void openDialog<string>((close) => <Report close={close} />);
  expect(render).toHaveBeenCalledTimes(3);
});
