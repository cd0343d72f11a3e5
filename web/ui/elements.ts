// What may stand beside other elements: no bare text, which a browser's translation replaces ("Translated pages" in
// docs/architecture.md). A component that takes `ReactNode` gives it an element of its own.
import type { ReactElement } from 'react';

export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
