// An error boundary: a part of a page that fails is mounted again. When that fails, too, `failed` takes its place.
import { Component } from 'react';
import type { Elements } from './elements.ts';

type BoundaryProps = {
  children: Elements;
  onError: (error: unknown) => void;
  failed: Elements;
  /** The part has failed just now, before it had this boundary. */
  hasFailed?: boolean;
};

/** A failure so long after the last one is another one. */
const apartMs = 10_000;

export class Boundary extends Component<BoundaryProps, { isDown: boolean }> {
  static getDerivedStateFromError() {
    return { isDown: true };
  }

  override state = { isDown: false };
  failedAtMs = this.props.hasFailed ? performance.now() : -apartMs;

  override componentDidCatch(error: unknown): void {
    const nowMs = performance.now();
    const isFirst = nowMs - this.failedAtMs > apartMs;
    this.failedAtMs = nowMs;
    this.props.onError(error);
    if (isFirst) this.setState({ isDown: false });
  }

  override render() {
    const { children, failed } = this.props;
    return this.state.isDown ? failed : children;
  }
}
