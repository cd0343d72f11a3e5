// Privacy requests: export or erase all data of an email address.
import { useState } from 'react';
import { cleanAddress } from '../../../contract/email-address.ts';
import { EmailField } from '../email-field.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { PersonActs } from './person-acts.tsx';

export function DataPrivacySection() {
  const { people } = useSetupTexts();
  const [email, setEmail] = useState('');
  const wanted = cleanAddress(email);
  const incomplete = !/^[^@\s]+@[^@\s]+$/.test(wanted);

  return (
    <SettingsPanel id="people">
      <div className="grid gap-3 py-1">
        <p className="text-sm text-muted">{people.help}</p>
        <div className="max-w-md">
          <EmailField label={people.email} name="person-email" autoComplete="off" value={email} onEmail={setEmail} />
        </div>
        <PersonActs email={wanted} disabled={incomplete} onErased={() => setEmail('')} />
      </div>
    </SettingsPanel>
  );
}
