"use client";

import { Component, type ReactNode } from "react";
import { Dialog } from "./dialog";
import { ErrorState } from "./error-state";

type LoadBoundaryProps = {
  inDialog: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
  children: ReactNode;
};

/** What a script that does not come is called, by the bundler and here. */
export const notLoaded = "ChunkLoadError";

/** Says in its place that a part of the page did not come. Every other fault is for the page. */
export class LoadBoundary extends Component<LoadBoundaryProps, { fault?: unknown }> {
  override state: { fault?: unknown } = {};

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override render() {
    const { inDialog, onRetry, onClose, children } = this.props;
    const { fault } = this.state;
    if (fault === undefined) return children;
    if (!(fault instanceof Error) || fault.name !== notLoaded) throw fault;
    const retry = () => {
      onRetry();
      this.setState({ fault: undefined });
    };
    const failure = <ErrorState error={fault} onRetry={retry} />;
    return inDialog ? (
      <Dialog open onOpenChange={() => onClose?.()} size="small" title="Not loaded">
        {failure}
      </Dialog>
    ) : (
      failure
    );
  }
}
