// The account's email address: add, confirm and remove it. Shown only if the server sends mails.

import { type FormEvent, useState } from "react";
import { addEmail, fetchEmail, removeEmail, sendLinkAgain } from "../api/email";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { usePasswordPrompt } from "./usePasswordPrompt";

const MAX_LENGTH = 254;

export function EmailAddress() {
  const { data, error, refetch } = useFetch(fetchEmail, "email");
  const { prompt, runSensitive } = usePasswordPrompt();
  const [typed, setTyped] = useState("");

  const add = (event: FormEvent) => {
    event.preventDefault();
    void runSensitive(async () => {
      await addEmail(typed.trim(), currentLanguage());
      showToast(messages.access.email.sent({ address: typed.trim() }));
      setTyped("");
      refetch();
    });
  };
  const sendAgain = async (address: string) => {
    try {
      await sendLinkAgain();
      showToast(messages.access.email.sent({ address }));
    } catch (failure) {
      showError(failure);
    }
    refetch();
  };
  const remove = () =>
    runSensitive(async () => {
      await removeEmail();
      showToast(messages.access.email.removed);
      refetch();
    });

  return (
    <section className="panel">
      <h2>{messages.access.email.title}</h2>
      <p className="quiet">{messages.access.email.text}</p>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data?.address && <p>{messages.access.email.current({ address: data.address })}</p>}
      {data?.pending && <p>{messages.access.email.pending({ address: data.pending })}</p>}
      {data && (data.address || data.pending) && (
        <div className="buttons">
          {data.pending && (
            <Button onClick={() => sendAgain(data.pending ?? "")}>
              {messages.access.email.sendAgain}
            </Button>
          )}
          <Button onClick={remove}>{messages.access.email.remove}</Button>
        </div>
      )}
      <form className="form" onSubmit={add}>
        <TextField
          label={data?.address ? messages.access.email.new : messages.access.email.address}
          type="email"
          autoComplete="email"
          value={typed}
          onChange={setTyped}
          required
          maxLength={MAX_LENGTH}
        />
        <div className="buttons">
          <Button type="submit">{messages.access.email.add}</Button>
        </div>
      </form>
      {prompt}
    </section>
  );
}
