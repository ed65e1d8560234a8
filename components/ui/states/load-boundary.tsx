"use client";

import { Component, type ReactNode } from "react";
import { Dialog } from "../dialogs/dialog";
import { ErrorState } from "./error-state";

type LoadBoundaryProps = {
  inDialog: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
  children: ReactNode;
};

/** The error name for a script that failed to load, in the bundler and here. */
export const notLoaded = "ChunkLoadError";

/** Shows that a part of the page failed to load. All other errors are passed on to the page. */
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
