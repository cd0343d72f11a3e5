// Props of every public page. The server renders the whole page; the browser hydrates only the part in `island`.
import type { ReactNode } from 'react';
import type { PageData } from '../../contract/pages.ts';

export type PageProps = { data: PageData; island?: ReactNode };
