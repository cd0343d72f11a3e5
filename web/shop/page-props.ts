// What every public page is handed.
import type { PageData } from '../../contract/pages.ts';

export type PageProps = { data: PageData };
