// The color and the logo of the store, with samples of the color on light and dark pages.
import { useId, useRef, useState } from 'react';
import { brandColorProblem, brandPalette, logoLimits, readLogo } from '../../../contract/brand.ts';
import { brandColors } from '../../../contract/brand-mark.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { Button } from '../../ui/button.tsx';
import { useAct } from '../kit/use-act.ts';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { shownMessage, useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';

export function BrandSection({ form }: { form: SettingsForm }) {
  const { store: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  return (
    <Panel title={settingsSections.brand}>
      <p className="max-w-prose py-1 text-sm text-muted">{texts.brandHelp}</p>
      <div className="grid gap-6 py-1 sm:grid-cols-2">
        <ColorField form={form} />
        <LogoField form={form} />
      </div>
    </Panel>
  );
}

function ColorField({ form }: { form: SettingsForm }) {
  const { store: texts } = useSetupTexts();
  const typed = form.draft['brand.color'].trim().toLowerCase();
  const palette = brandColorProblem(typed) === null ? brandPalette(typed) : null;
  return (
    <div className="grid content-start gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <SettingField form={form} path="brand.color" help={texts.colorHelp} />
        </div>
        <input
          type="color"
          aria-label={texts.pickColor}
          value={/^#[0-9a-f]{6}$/.test(typed) ? typed : brandColors.light.brand}
          onChange={({ target }) => form.edit((copy) => Object.assign(copy, { 'brand.color': target.value }))}
          className="mt-6.5 h-10 w-12 shrink-0 rounded-card border border-edge bg-surface p-1"
        />
      </div>
      {palette ? (
        <ul className="grid grid-cols-2 gap-2 text-sm">
          {(['light', 'dark'] as const).map((theme) => (
            <Sample key={theme} theme={theme} color={palette[theme].brand} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** A drawing, because the admin's own theme must not change its colors, and its policy refuses style attributes. */
function Sample({ theme, color }: { theme: 'light' | 'dark'; color: string }) {
  const { store: texts } = useSetupTexts();
  const onColor = theme === 'light' ? '#ffffff' : '#1a0e0b';
  return (
    <li>
      <svg
        viewBox="0 0 160 56"
        aria-hidden="true"
        className="w-full rounded-card border border-hairline text-[15px] font-semibold"
      >
        <rect width="160" height="56" fill={brandColors[theme].ground} />
        <rect x="20" y="10" width="120" height="36" rx="8" fill={color} />
        <text x="80" y="33" textAnchor="middle" fill={onColor}>
          {texts.colorSample}
        </text>
      </svg>
      <span className="text-xs text-muted">{texts.sampleThemes[theme]}</span>
    </li>
  );
}

function LogoField({ form }: { form: SettingsForm }) {
  const { store: texts, fields } = useSetupTexts();
  const choice = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const change = (logo: string) => form.edit((copy) => Object.assign(copy, { 'brand.logo': logo }));
  const upload = useAct(
    async (api, file: File) => api.call('POST /api/admin/store-logo', { body: { image: await readBase64(file) } }),
    { onDone: (answer) => answer && change(answer.logo) },
  );
  const [isTooBig, setTooBig] = useState(false);
  const problem = isTooBig
    ? shownMessage(storeMessage('logo_too_big', { kilobytes: logoLimits.bytes / 1024 }))
    : upload.failure;
  const logo = readLogo(form.draft['brand.logo']);
  return (
    <fieldset aria-describedby={helpId} className="grid content-start gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{fields['brand.logo'].title}</legend>
      {logo ? (
        <img
          src={logo.path}
          width={logo.width}
          height={logo.height}
          alt={texts.logoAlt}
          className="h-12 w-auto max-w-48 rounded border border-hairline bg-ground object-contain p-1.5"
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          waiting={upload.isPending}
          disabled={upload.isPending}
          onClick={() => choice.current?.click()}
        >
          {texts.uploadLogo}
        </Button>
        {logo ? (
          <Button size="sm" onClick={() => change('')}>
            {texts.removeLogo}
          </Button>
        ) : null}
      </div>
      <input
        ref={choice}
        type="file"
        aria-label={texts.uploadLogo}
        accept="image/png,image/jpeg,image/webp"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after a failure.
          target.value = '';
          if (!file) return;
          setTooBig(file.size > logoLimits.bytes);
          if (file.size > logoLimits.bytes) upload.reset();
          else upload.run(file);
        }}
      />
      <Refusal>{problem}</Refusal>
      <p id={helpId} className="text-sm text-muted">
        {texts.logoHelp}
      </p>
    </fieldset>
  );
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
