import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';

export default function SuccessPage({ data }: PageProps) {
  return <Shell data={data}>x</Shell>;
}
