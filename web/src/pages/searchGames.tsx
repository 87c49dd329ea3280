// The search for finished games: a form, saved searches, what was found, and its records.

import { type FormEvent, useState } from "react";
import { formatDate } from "../account/formatTime";
import { useSession } from "../account/loginSession";
import {
  deleteSearch,
  downloadGames,
  type FoundGames,
  fetchSearches,
  type GameQuery,
  saveSearch,
  searchGames,
} from "../api/explorer";
import type { GameInfo } from "../api/types";
import type { PageProps } from "../browser/route";
import { saveFile } from "../browser/saveFile";
import { Button } from "../components/Button";
import { SelectField, TextField } from "../components/fields";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { EMPTY_FORM, formOf, queryOf, type SearchForm } from "../explorer/searchForm";
import { GameCard } from "../lobby/GameCard";
import { describeSettings, seatName } from "../lobby/gameSummary";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS } from "../rules/editions";
import "../explorer/explorer.css";

const REASONS = [
  "ring_elimination",
  "territory_control",
  "last_player_standing",
  "stalemate",
  "resignation",
  "timeout",
  "abandonment",
] as const;
const LEVELS = Array.from({ length: 10 }, (_, at) => String(at + 1));

export default function SearchGamesPage({ route }: PageProps) {
  const account = useSession().account;
  const registered = account?.kind === "person";
  const [form, setForm] = useState<SearchForm>(() => ({
    ...EMPTY_FORM,
    position: new URLSearchParams(route.fragment).get("position") ?? "",
  }));
  const [query, setQuery] = useState<GameQuery | null>(null);
  const [found, setFound] = useState<FoundGames | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const run = async (wanted: GameQuery) => {
    setBusy(true);
    setFailure(null);
    try {
      setFound(await searchGames(wanted));
      setQuery(wanted);
    } catch (error) {
      setFound(null);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(queryOf(form)).catch(showError);
  };
  const loadMore = async () => {
    if (!query || !found) return;
    const page = await searchGames(query, found.next);
    setFound({ games: [...found.games, ...page.games], next: page.next });
  };
  const download = async () => {
    if (query) saveFile("ringrift-games.rrg", "text/plain", await downloadGames(query));
  };
  return (
    <div className="page search-games">
      <h1>{messages.shell.pages.searchGames}</h1>
      <p className="quiet">{messages.explorer.search.lead}</p>
      <form className="panel" onSubmit={submit}>
        <SearchFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
        <div className="buttons">
          <Button kind="primary" type="submit" busy={busy}>
            {messages.explorer.search.search}
          </Button>
          <Button onClick={() => setForm(EMPTY_FORM)}>{messages.explorer.search.reset}</Button>
        </div>
      </form>
      {registered && (
        <SavedSearches
          query={queryOf(form)}
          onChoose={(chosen) => {
            setForm(formOf(chosen));
            run(chosen).catch(showError);
          }}
        />
      )}
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      {found && (
        <section className="panel">
          <p role="status">
            {found.next === null
              ? messages.explorer.search.found({ count: found.games.length })
              : messages.explorer.search.foundMore({ count: found.games.length })}
          </p>
          {found.games.length === 0 && <p className="quiet">{messages.explorer.search.nothing}</p>}
          <ul className="plain found-games">
            {found.games.map(({ game, turns }) => (
              <GameCard
                key={game.id}
                game={game}
                to={`/replay/${game.id}`}
                title={game.seats.map(seatName).join(" – ")}
              >
                <small>{describeEnd(game)}</small>
                <small className="quiet">{describeSettings(game.settings)}</small>
                <small className="quiet">
                  {messages.explorer.search.turns({ count: turns })} ·{" "}
                  {formatDate(game.ended_at ?? game.created_at)}
                </small>
              </GameCard>
            ))}
          </ul>
          <div className="buttons">
            {found.next !== null && (
              <Button onClick={() => loadMore().catch(showError)}>
                {messages.explorer.search.more}
              </Button>
            )}
            {found.games.length > 0 && (
              <Button
                disabled={!registered}
                title={messages.explorer.search.downloadHint}
                onClick={() => download().catch(showError)}
              >
                {messages.explorer.search.download}
              </Button>
            )}
          </div>
          {found.games.length > 0 && (
            <small className="quiet">{messages.explorer.search.downloadHint}</small>
          )}
        </section>
      )}
    </div>
  );
}

function describeEnd({ seats, winner, reason }: GameInfo): string {
  const seat = seats.find((each) => each.seat === winner);
  const words: Record<string, string> = messages.explorer.search.reasons;
  if (!seat) return "";
  return messages.explorer.search.wonBy({
    name: seatName(seat),
    reason: words[reason ?? ""] ?? "",
  });
}

interface SearchFieldsProps {
  form: SearchForm;
  onChange(change: Partial<SearchForm>): void;
}

function SearchFields({ form, onChange }: SearchFieldsProps) {
  const any = { value: "" as const, label: messages.explorer.search.any };
  const numbers = (values: readonly string[]) => [
    any,
    ...values.map((value) => ({ value, label: value })),
  ];
  return (
    <div className="search-fields">
      <TextField
        label={messages.explorer.search.player}
        value={form.player}
        maxLength={100}
        onChange={(player) => onChange({ player })}
      />
      <TextField
        label={messages.explorer.search.opponent}
        value={form.opponent}
        maxLength={100}
        onChange={(opponent) => onChange({ opponent })}
      />
      <SelectField
        label={messages.explorer.search.level}
        value={form.level}
        options={numbers(LEVELS)}
        onChange={(level) => onChange({ level })}
      />
      <SelectField
        label={messages.explorer.search.result}
        value={form.result}
        disabled={form.player.trim() === ""}
        options={[
          any,
          { value: "won", label: messages.explorer.search.won },
          { value: "lost", label: messages.explorer.search.lost },
        ]}
        onChange={(result) => onChange({ result })}
      />
      <SelectField
        label={messages.explorer.search.board}
        value={form.board}
        options={[
          any,
          ...BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] })),
        ]}
        onChange={(board) => onChange({ board })}
      />
      <SelectField
        label={messages.explorer.search.players}
        value={form.players}
        options={numbers(["2", "3", "4"])}
        onChange={(players) => onChange({ players })}
      />
      <SelectField
        label={messages.explorer.search.edition}
        value={form.edition}
        options={[
          any,
          ...EDITIONS.map((value) => ({ value, label: messages.terms.editions[value] })),
        ]}
        onChange={(edition) => onChange({ edition })}
      />
      <SelectField
        label={messages.explorer.search.rated}
        value={form.rated}
        options={[
          any,
          { value: "yes", label: messages.explorer.search.ratedOnly },
          { value: "no", label: messages.explorer.search.unratedOnly },
        ]}
        onChange={(rated) => onChange({ rated })}
      />
      <SelectField
        label={messages.explorer.search.reason}
        value={form.reason}
        options={[
          any,
          ...REASONS.map((value) => ({
            value,
            label: messages.explorer.search.reasons[value],
          })),
        ]}
        onChange={(reason) => onChange({ reason })}
      />
      <TextField
        label={messages.explorer.search.minTurns}
        value={form.minTurns}
        inputMode="numeric"
        onChange={(minTurns) => onChange({ minTurns })}
      />
      <TextField
        label={messages.explorer.search.maxTurns}
        value={form.maxTurns}
        inputMode="numeric"
        onChange={(maxTurns) => onChange({ maxTurns })}
      />
      <TextField
        label={messages.explorer.search.since}
        type="date"
        value={form.since}
        onChange={(since) => onChange({ since })}
      />
      <TextField
        label={messages.explorer.search.until}
        type="date"
        value={form.until}
        onChange={(until) => onChange({ until })}
      />
      <TextField
        label={messages.explorer.search.position}
        hint={messages.explorer.search.positionHint}
        value={form.position}
        spellCheck={false}
        onChange={(position) => onChange({ position })}
      />
    </div>
  );
}

function SavedSearches({
  query,
  onChoose,
}: {
  query: GameQuery;
  onChoose(query: GameQuery): void;
}) {
  const { data, refetch } = useFetch(fetchSearches, "searches");
  const [name, setName] = useState("");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await saveSearch(name.trim(), query);
    setName("");
    refetch();
  };
  return (
    <section className="panel">
      <h2>{messages.explorer.search.saved}</h2>
      <ul className="plain saved-searches">
        {(data ?? []).map((search) => (
          <li key={search.id}>
            <Button onClick={() => onChoose(search.query)}>{search.name}</Button>
            <button
              type="button"
              className="close-button"
              aria-label={messages.explorer.search.delete({ name: search.name })}
              onClick={() => deleteSearch(search.id).then(refetch).catch(showError)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form className="save-search" onSubmit={(event) => save(event).catch(showError)}>
        <TextField
          label={messages.explorer.search.saveName}
          value={name}
          maxLength={60}
          onChange={setName}
        />
        <Button type="submit" disabled={name.trim() === ""}>
          {messages.explorer.search.save}
        </Button>
      </form>
    </section>
  );
}
