// What every public page is handed. The server draws the whole page; the browser takes over only the part in `island`.
import type { ReactNode } from 'react';
import type { PageData } from '../../contract/pages.ts';

export type PageProps = { data: PageData; island?: ReactNode };
