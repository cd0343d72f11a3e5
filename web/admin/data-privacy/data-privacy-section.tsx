// Privacy requests: export or erase all data of an email address.
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../panel.tsx';
import { PersonActs } from './person-acts.tsx';

export function DataPrivacySection() {
  const [email, setEmail] = useState('');
  const wanted = email.trim();
  const incomplete = !/^[^@\s]+@[^@\s]+$/.test(wanted);

  return (
    <Panel title="Personal data">
      <div className="grid gap-3 py-1">
        <p className="text-sm text-muted">
          When somebody asks what the store keeps about them, or to be forgotten. Make sure first that the request comes
          from the owner of the address.
        </p>
        <div className="max-w-md">
          <Field
            label="Email of the person"
            type="email"
            name="person-email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </div>
        <PersonActs email={wanted} disabled={incomplete} onErased={() => setEmail('')} />
      </div>
    </Panel>
  );
}
