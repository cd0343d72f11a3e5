// A section of the settings, under its title in the navigation.
import type { Elements } from '../../ui/elements.ts';
import { Panel } from '../panel.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { SectionId } from './sections.ts';

type SettingsPanelProps = {
  id: SectionId;
  /** The sentence that a column of small text begins with. Without it, the section has its own layout. */
  help?: string;
  children: Elements;
};

export function SettingsPanel({ id, help, children }: SettingsPanelProps) {
  const { settingsSections } = useTexts();
  const column = (
    <div className="grid gap-4 py-1 text-sm">
      <p className="max-w-prose text-muted">{help}</p>
      {children}
    </div>
  );
  return <Panel title={settingsSections[id]}>{help === undefined ? children : column}</Panel>;
}
