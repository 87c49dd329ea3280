import { words } from "../strings";
import { Link } from "./router";

/** An address that leads nowhere. */
export function Lost() {
  return (
    <section className="narrow">
      <h1>{words.shell.lost.title}</h1>
      <p>{words.shell.lost.advice}</p>
      <Link className="button primary" to="/">
        {words.shell.lost.home}
      </Link>
    </section>
  );
}
