// Shows an error and a reload button when a page throws; the header stays.

import { Component, type ReactNode } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";

interface State {
  error: Error | null;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <section className="narrow" role="alert">
        <h1>{messages.shell.crash.title}</h1>
        <p>{messages.shell.crash.advice}</p>
        <p className="quiet">{this.state.error.message}</p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          {messages.shell.crash.reload}
        </Button>
      </section>
    );
  }
}
