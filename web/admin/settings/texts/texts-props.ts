import type { SettingsForm } from '../settings-form.ts';

/** `locked`: this admin may read the texts, and not save them. */
export type TextsProps = { form: SettingsForm; locked: boolean };
