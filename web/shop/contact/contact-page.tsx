import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';

export default function ContactPage({ data }: PageProps) {
  return <Shell data={data}>x</Shell>;
}
