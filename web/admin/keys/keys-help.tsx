// A table of the shortcuts of all admin pages.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { commands } from './commands.ts';

const always = [
  { keys: 'Ctrl K or \u2318 K', does: 'Find a page, an order or an act' },
  { keys: '/', does: 'Search' },
  { keys: '?', does: 'This help' },
];

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const jumps = commands.flatMap(({ label, letter }) => (letter ? [{ keys: `g ${letter}`, does: label }] : []));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {[...always, ...jumps].map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-card border border-hairline bg-sunken px-2 py-0.5 font-semibold whitespace-nowrap">
                {keys}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex justify-end">
        <Button size="sm" variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
