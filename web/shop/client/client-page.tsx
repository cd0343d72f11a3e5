import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';

export default function ClientPage({ data }: PageProps) {
  return <Shell data={data}>x</Shell>;
}
