// Mail servers and the folder for backups: what an owner saves, or what the environment of the store sets.
import { type ComponentType, type FormEvent, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import {
  backupMinute,
  firstBackup,
  type InfrastructureKind,
  infrastructureVariables,
  mailSecurities,
} from '../../../contract/infrastructure-rules.ts';
import { Button } from '../../ui/button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Field } from '../../ui/field.tsx';
import { Chips } from '../chips.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { type Act, useAct } from '../kit/use-act.ts';
import { type ReadCall, useApi } from '../kit/use-api.ts';
import { Refusal } from '../refusal.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import { readInteger } from '../typed-amounts.ts';
import type { SectionId } from './sections.ts';
import { SettingsPanel } from './settings-panel.tsx';

type Infrastructure = AnswerFor<'GET /api/admin/infrastructure'>;
const answers = 'GET /api/admin/infrastructure';
/** What a mail server or a folder changes elsewhere. */
const renews: readonly ReadCall[] = [
  'GET /api/admin/launch',
  'GET /api/admin/backups',
  'GET /api/admin/system/checks',
  'GET /api/admin/owner-address',
];

const sectionIds = { smtp: 'smtp', imap: 'imap', backup: 'backup-folder' } as const satisfies Record<
  InfrastructureKind,
  SectionId
>;

type SectionProps<K extends InfrastructureKind> = { kind: K; form: ComponentType<{ saved: Infrastructure[K] }> };

/** One of the sections, with its saved or set values. */
function Section<K extends InfrastructureKind>({ kind, form: Form }: SectionProps<K>) {
  const { infrastructure: texts } = useSetupTexts();
  const query = useApi(answers, {});
  return (
    <SettingsPanel id={sectionIds[kind]} help={texts[`${kind}Help`]}>
      <Loaded query={query} failed={texts.failed} skeleton="h-48 w-full">
        {(all) => (
          <>
            {all[kind]?.set_by === 'environment' ? (
              <p className="max-w-prose">{texts.byEnvironment(infrastructureVariables[kind])}</p>
            ) : null}
            <div key={JSON.stringify(all[kind])}>
              <Form saved={all[kind]} />
            </div>
          </>
        )}
      </Loaded>
    </SettingsPanel>
  );
}

export const SmtpSection = () => <Section kind="smtp" form={SmtpForm} />;
export const ImapSection = () => <Section kind="imap" form={ImapForm} />;
export const BackupFolderSection = () => <Section kind="backup" form={BackupForm} />;

function SmtpForm({ saved }: { saved: Infrastructure['smtp'] }) {
  const { infrastructure: texts } = useSetupTexts();
  const server = useServer(saved, { tls: '465', starttls: '587' });
  const [from, setFrom] = useState({ name: saved?.from_name ?? '', address: saved?.from_address ?? '' });
  const save = useAct('PUT /api/admin/infrastructure/smtp', { answers, renews, done: { title: texts.smtpSaved } });
  const language = setLanguages[useTextSet()];
  const test = useAct('POST /api/admin/infrastructure/smtp/test');
  const body = { ...server.value, from_name: from.name.trim(), from_address: from.address.trim() };
  return (
    <InfrastructureForm
      kind="smtp"
      saved={saved}
      save={save}
      isComplete={body.host !== '' && body.from_address !== ''}
      onSave={() => save.run({ body })}
      test={
        saved ? (
          <Test act={test} label={texts.testSmtp} onTest={() => test.run({ body: { language } })}>
            {texts.sentTo(test.answer?.recipient ?? '')}
          </Test>
        ) : null
      }
    >
      <ServerFields kind="smtp" server={server} saved={saved} failedField={save.failedField} failure={save.failure} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={texts.fromName}
          name="smtp-from-name"
          maxLength={100}
          value={from.name}
          help={texts.fromNameHelp}
          error={save.failedField === 'from_name' ? save.failure : null}
          onChange={({ target }) => setFrom({ ...from, name: target.value })}
        />
        <Field
          label={texts.fromAddress}
          name="smtp-from-address"
          inputMode="email"
          maxLength={254}
          value={from.address}
          error={save.failedField === 'from_address' ? save.failure : null}
          onChange={({ target }) => setFrom({ ...from, address: target.value })}
        />
      </div>
    </InfrastructureForm>
  );
}

function ImapForm({ saved }: { saved: Infrastructure['imap'] }) {
  const { infrastructure: texts } = useSetupTexts();
  const server = useServer(saved, { tls: '993', starttls: '143' });
  const [folder, setFolder] = useState(saved?.folder ?? 'INBOX');
  const save = useAct('PUT /api/admin/infrastructure/imap', { answers, renews, done: { title: texts.imapSaved } });
  const test = useAct('POST /api/admin/infrastructure/imap/test');
  const body = { ...server.value, folder: folder.trim() };
  return (
    <InfrastructureForm
      kind="imap"
      saved={saved}
      save={save}
      isComplete={body.host !== '' && body.user !== '' && body.folder !== ''}
      onSave={() => save.run({ body })}
      test={
        saved ? (
          <Test act={test} label={texts.testImap} onTest={() => test.run({})}>
            {texts.imapWorks}
          </Test>
        ) : null
      }
    >
      <ServerFields kind="imap" server={server} saved={saved} failedField={save.failedField} failure={save.failure} />
      <Field
        label={texts.folder}
        name="imap-folder"
        maxLength={200}
        value={folder}
        onChange={({ target }) => setFolder(target.value)}
      />
    </InfrastructureForm>
  );
}

function BackupForm({ saved }: { saved: Infrastructure['backup'] }) {
  const { infrastructure: texts } = useSetupTexts();
  const [typed, setTyped] = useState({
    folder: saved?.folder ?? '',
    keep: String(saved?.keep ?? firstBackup.keep),
    hour: String(saved?.hour ?? firstBackup.hour),
  });
  const save = useAct('PUT /api/admin/infrastructure/backup', { answers, renews, done: { title: texts.backupSaved } });
  const body = { folder: typed.folder.trim(), keep: readInteger(typed.keep), hour: readInteger(typed.hour) };
  const isWhole = body.keep >= 1 && body.keep <= 1_000 && body.hour >= 0 && body.hour <= 23;
  return (
    <InfrastructureForm
      kind="backup"
      saved={saved}
      save={save}
      isComplete={body.folder !== '' && isWhole}
      onSave={() => save.run({ body })}
    >
      <Field
        label={texts.backupFolder}
        name="backup-folder"
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        placeholder="/var/backups/applaud"
        value={typed.folder}
        help={texts.backupFolderHelp}
        error={save.failedField === 'folder' ? save.failure : null}
        onChange={({ target }) => setTyped({ ...typed, folder: target.value })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={texts.hour}
          name="backup-hour"
          inputMode="numeric"
          maxLength={2}
          value={typed.hour}
          help={texts.hourHelp(backupMinute)}
          onChange={({ target }) => setTyped({ ...typed, hour: target.value })}
        />
        <Field
          label={texts.keep}
          name="backup-keep"
          inputMode="numeric"
          maxLength={4}
          value={typed.keep}
          help={texts.keepHelp}
          onChange={({ target }) => setTyped({ ...typed, keep: target.value })}
        />
      </div>
    </InfrastructureForm>
  );
}

type Security = (typeof mailSecurities)[number];
type SavedServer = { host: string; port: number; security: Security; user: string; has_password: boolean } | null;
type MailKind = 'smtp' | 'imap';

function useServer(saved: SavedServer, ports: Record<Security, string>) {
  const [typed, setTyped] = useState({
    host: saved?.host ?? '',
    port: String(saved?.port ?? ports.tls),
    security: saved?.security ?? ('tls' as const),
    user: saved?.user ?? '',
    password: '',
  });
  /** A usual port follows the choice of the encryption. */
  const choose = (security: Security) =>
    setTyped({ ...typed, security, port: typed.port === ports[typed.security] ? ports[security] : typed.port });
  const { password, ...rest } = typed;
  const value = {
    ...rest,
    host: rest.host.trim(),
    user: rest.user.trim(),
    port: readInteger(rest.port),
    ...(password === '' ? {} : { password }),
  };
  return { typed, value, choose, change: (part: Partial<typeof typed>) => setTyped({ ...typed, ...part }) };
}

type ServerFieldsProps = {
  kind: MailKind;
  server: ReturnType<typeof useServer>;
  saved: SavedServer;
  failedField: string | null;
  failure: string | null;
};

function ServerFields({ kind, server: { typed, choose, change }, saved, failedField, failure }: ServerFieldsProps) {
  const { infrastructure: texts } = useSetupTexts();
  const errorOf = (name: string) => (failedField === name ? failure : null);
  const field = (name: 'host' | 'port' | 'user' | 'password') => ({
    name: `${kind}-${name}`,
    value: typed[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <Field
          {...field('host')}
          label={texts.host}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
          placeholder={`${kind}.example.com`}
          // Here and below: the response has the words of the schema.
          error={errorOf('host') && texts.hostWrong(kind)}
        />
        <Field
          {...field('port')}
          label={texts.port}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          error={errorOf('port') && texts.portWrong}
        />
      </div>
      <div>
        <p aria-hidden="true" className="font-semibold">
          {texts.security}
        </p>
        <Chips
          legend={texts.security}
          options={mailSecurities.map((value) => ({ value, label: texts.securities[value] }))}
          value={typed.security}
          onChange={choose}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          {...field('user')}
          label={texts.user}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          help={kind === 'smtp' ? texts.userHelp : undefined}
        />
        <Field
          {...field('password')}
          label={texts.password}
          type="password"
          autoComplete="new-password"
          maxLength={1_000}
          help={saved?.has_password ? texts.passwordKept : texts.passwordHelp}
        />
      </div>
    </>
  );
}

type InfrastructureFormProps = {
  kind: InfrastructureKind;
  saved: { set_by: 'environment' | 'settings' } | null;
  save: Pick<Act<never>, 'isPending' | 'failure' | 'failedField'>;
  isComplete: boolean;
  test?: Elements;
  children: Elements;
  onSave: () => void;
};

const shownAtFields = ['host', 'port', 'user', 'password', 'from_name', 'from_address', 'folder'];

/** Fields that the environment sets are read-only; a test works all the same. */
function InfrastructureForm({ kind, saved, save, isComplete, test, children, onSave }: InfrastructureFormProps) {
  const { infrastructure: texts } = useSetupTexts();
  const isLocked = saved?.set_by === 'environment';
  const remove = useAct('DELETE /api/admin/infrastructure', { answers, renews, done: { title: texts.removed } });
  const isAtField = save.failedField !== null && shownAtFields.includes(save.failedField);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isComplete && !isLocked) onSave();
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <fieldset disabled={isLocked} className="grid gap-3">
        {children}
      </fieldset>
      <Refusal>{(isAtField ? null : save.failure) ?? remove.failure}</Refusal>
      {isLocked ? null : (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" variant="primary" waiting={save.isPending} disabled={!isComplete}>
            {texts.save[kind]}
          </Button>
          {saved ? (
            <Button
              size="sm"
              variant="quiet"
              waiting={remove.isPending}
              onClick={() => remove.run({ query: { kind } })}
            >
              {texts.remove}
            </Button>
          ) : null}
        </div>
      )}
      {test}
    </form>
  );
}

type TestProps = {
  act: Pick<
    Act<never, { problem: string | null; problem_coded?: { code: string } | undefined }>,
    'answer' | 'isPending' | 'failure'
  >;
  label: string;
  /** What a success means. */
  children: string;
  onTest: () => void;
};

function Test({ act: { answer, isPending, failure }, label, children, onTest }: TestProps) {
  const { infrastructure: texts } = useSetupTexts();
  return (
    <div className="grid gap-2 border-t border-hairline pt-3">
      <div>
        <Button size="sm" waiting={isPending} onClick={onTest}>
          {label}
        </Button>
      </div>
      <div role="status" className="max-w-prose break-words">
        {answer && !isPending ? (
          answer.problem === null ? (
            <p>{children}</p>
          ) : (
            <p className="text-red-ink">
              <span className="font-semibold">{`${texts.testFailed} `}</span>
              <ServerText of={answer.problem_coded}>{answer.problem}</ServerText>
            </p>
          )
        ) : null}
      </div>
      <Refusal>{failure}</Refusal>
    </div>
  );
}

/** What is done on the machine of the store: commands to copy. */
export function RestoreSection() {
  const { infrastructure: texts } = useSetupTexts();
  return (
    <SettingsPanel id="restore" help={texts.restoreHelp}>
      <ul className="grid gap-2">
        {restoreCommands.map((line) => (
          <li key={line} className="flex items-center justify-between gap-2 rounded-card bg-sunken px-3 py-2">
            <code className="min-w-0 break-all" translate="no">
              {line}
            </code>
            <CopyButton text={line} name={texts.theLine} />
          </li>
        ))}
      </ul>
    </SettingsPanel>
  );
}

const restoreCommands = [
  'npm run backup -- --verify FILE',
  'npm run store:import -- --from FILE',
  'npm run money:verify',
  'npm run audit:verify',
];
