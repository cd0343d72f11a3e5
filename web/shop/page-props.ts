// Props of every public page. The server renders the whole page; the browser hydrates only the part in `island`.
import type { PageData } from '../../contract/pages.ts';
import type { Elements } from '../ui/elements.ts';

export type PageProps = { data: PageData; island?: Elements };
