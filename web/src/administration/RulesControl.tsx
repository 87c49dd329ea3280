// The rules mode of the running server: which engine decides the moves of live games.

import { useState } from "react";
import { formatTime } from "../account/formatTime";
import {
  changeRules,
  fetchRules,
  type Mode,
  type RulesStatus,
  resetBreaker,
} from "../api/administration";
import { ErrorNotice } from "../components/ErrorNotice";
import { SelectField, Switch, TextField } from "../components/fields";
import { Loading } from "../components/Loading";
import { usePolling } from "../components/useFetch";
import { messages } from "../messages";
import { ActionForm } from "./ActionForm";

const MODES = ["started", "python", "shadow", "kernel"] as const;
const POLL_MS = 5_000;

export function RulesControl() {
  const words = messages.administration.rules;
  const { data, error, refetch } = usePolling(fetchRules, "rules", POLL_MS);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      <p className="quiet">{words.text}</p>
      {data.gate && <p>{words.gate({ mode: data.gate })}</p>}
      <RulesForm status={data} refetch={refetch} />
      {data.breaker_opened_at === null ? (
        <p>{words.breakerClosed}</p>
      ) : (
        <>
          <p role="alert">{words.breakerOpen({ date: formatTime(data.breaker_opened_at) })}</p>
          <ActionForm
            label={words.resetBreaker}
            run={async ({ reason }) => {
              await resetBreaker(reason);
              refetch();
            }}
          />
        </>
      )}
      <LiveGames modes={data.live_games} />
      <h3>{words.counters}</h3>
      <dl>
        {Object.entries(data.counters).map(([name, count]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function RulesForm({ status, refetch }: { status: RulesStatus; refetch(): void }) {
  const words = messages.administration.rules;
  const [mode, setMode] = useState<Mode | "started">(status.mode ?? "started");
  const [share, setShare] = useState(String(status.share * 100));
  const [unratedOnly, setUnratedOnly] = useState(status.unrated_only);
  const [kernel, setKernel] = useState(status.kernel);
  const [checked, setChecked] = useState(String(status.invariant_share * 100));
  return (
    <div className="form">
      <SelectField
        label={words.mode}
        value={mode}
        options={MODES.map((value) => ({
          value,
          label:
            value === "started"
              ? words.modes.started({ mode: status.started_mode })
              : words.modes[value],
        }))}
        onChange={setMode}
      />
      <TextField
        label={words.share}
        type="number"
        min={0}
        max={100}
        value={share}
        onChange={setShare}
      />
      <Switch label={words.unratedOnly} checked={unratedOnly} onChange={setUnratedOnly} />
      <Switch label={words.kernelOn} checked={kernel} onChange={setKernel} />
      <TextField
        label={words.invariantShare}
        type="number"
        min={0}
        max={100}
        value={checked}
        onChange={setChecked}
      />
      <ActionForm
        label={words.apply}
        run={async ({ reason }) => {
          await changeRules({
            reason,
            mode,
            share: Number(share) / 100,
            unrated_only: unratedOnly,
            kernel,
            invariant_share: Number(checked) / 100,
          });
          refetch();
        }}
      />
    </div>
  );
}

function LiveGames({ modes }: { modes: Record<string, number> }) {
  const words = messages.administration.rules;
  const found = Object.entries(modes);
  return (
    <>
      <h3>{words.liveGames}</h3>
      {found.length === 0 && <p>{words.noLiveGames}</p>}
      <ul>
        {found.map(([mode, count]) => (
          <li key={mode}>{words.liveMode({ mode, count })}</li>
        ))}
      </ul>
    </>
  );
}
