import { Link } from "../browser/router";
import { messages } from "../messages";

export function NotFound() {
  return (
    <section className="narrow">
      <h1>{messages.shell.notFound.title}</h1>
      <p>{messages.shell.notFound.advice}</p>
      <Link className="button primary" to="/">
        {messages.shell.notFound.home}
      </Link>
    </section>
  );
}
