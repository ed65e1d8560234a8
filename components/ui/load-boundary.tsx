"use client";

import { Component, type ReactNode } from "react";
import { LoadFailure } from "./load-failure";

/** A part of the page whose script did not come: no connection, or the vault was upgraded since this page was loaded. */
export class PartNotLoaded extends Error {}

type LoadBoundaryProps = { inDialog: boolean; onRetry: () => void; onClose: (() => void) | undefined; children: ReactNode };

/** Says in its place that a part did not come. Every other fault is for the page. */
export class LoadBoundary extends Component<LoadBoundaryProps, { fault?: unknown }> {
  override state: { fault?: unknown } = {};

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    if (!(fault instanceof PartNotLoaded)) throw fault;
    const { inDialog, onRetry, onClose } = this.props;
    const retry = () => {
      onRetry();
      this.setState({ fault: undefined });
    };
    return <LoadFailure inDialog={inDialog} onRetry={retry} onClose={onClose} />;
  }
}
