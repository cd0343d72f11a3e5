// A table of the shortcuts of all admin pages.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { allCommands } from './commands.ts';

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const { palette, shell, common } = usePageTexts();
  const always = [
    { keys: `Ctrl K ${palette.or} \u2318 K`, does: shell.searchLabel },
    { keys: '/', does: palette.searchKey },
    { keys: 'j k', does: palette.rowsKey },
    { keys: '?', does: palette.helpKey },
  ];
  const jumps = allCommands().flatMap(({ label, letter }) => (letter ? [{ keys: `g ${letter}`, does: label }] : []));
  return (
    <Dialog title={palette.help} onClose={onClose}>
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
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
