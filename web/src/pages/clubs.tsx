// Clubs: yours, all of them, and a form to found one.

import { type FormEvent, useState } from "react";
import { useSession } from "../account/loginSession";
import { type ClubAccess, type ClubInfo, createClub, fetchClubs } from "../api/people";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { ErrorNotice } from "../components/ErrorNotice";
import { describeError } from "../components/errorText";
import { SelectField, TextField } from "../components/fields";
import { Loading } from "../components/Loading";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import "../people/people.css";
import "../style/lobby.css";

export default function ClubsPage() {
  const { account } = useSession();
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useFetch(fetchClubs, `clubs ${account?.id}`);
  const words = messages.people.clubs;
  const mine = data?.filter(({ role }) => role !== null) ?? [];
  return (
    <div className="lobby page">
      <div className="heading-row">
        <h1>{words.title}</h1>
        {account?.kind === "person" ? (
          <Button kind="primary" onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        ) : (
          <Link to="/account">{messages.people.account}</Link>
        )}
      </div>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <p className="panel">{words.none}</p>}
      {mine.length > 0 && <ClubList title={words.yours} clubs={mine} />}
      {data && data.length > 0 && <ClubList title={words.all} clubs={data} />}
      {creating && <CreateClub onClose={() => setCreating(false)} />}
    </div>
  );
}

function ClubList({ title, clubs }: { title: string; clubs: readonly ClubInfo[] }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      <ul className="plain person-list">
        {clubs.map((club) => (
          <li key={club.id}>
            <Link to={`/club/${club.id}`}>{club.name}</Link>
            <span className="quiet">{club.description.slice(0, 100)}</span>
            <small>{messages.people.clubs.members({ count: club.members })}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CreateClub({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [access, setAccess] = useState<ClubAccess>("open");
  const [error, setError] = useState<string | null>(null);
  const words = messages.people.clubs;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      navigate(`/club/${(await createClub(name.trim(), description, access)).id}`);
    } catch (failure) {
      setError(describeError(failure).text);
    }
  };
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label={words.name}
          value={name}
          required
          minLength={3}
          maxLength={40}
          error={error}
          onChange={setName}
        />
        <TextField
          label={words.description}
          value={description}
          maxLength={1000}
          onChange={setDescription}
        />
        <SelectField
          label={words.access}
          value={access}
          onChange={setAccess}
          options={[
            { value: "open", label: words.open },
            { value: "request", label: words.request },
          ]}
        />
        <Button kind="primary" type="submit">
          {words.create}
        </Button>
      </form>
    </Dialog>
  );
}
