// The opening explorer: a board, and what was played from its position.

import { useEffect, useState } from "react";
import { useSession } from "../account/loginSession";
import type { OpeningPool } from "../api/explorer";
import type { PageProps } from "../browser/route";
import { Button } from "../components/Button";
import { SelectField } from "../components/fields";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { OpeningPanel } from "../explorer/OpeningPanel";
import { turnStart } from "../explorer/openingTurns";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import { canRedo, canUndo, jumpTo, stepThroughHistory } from "../play/history";
import { decodeFragment } from "../play/urlFragment";
import { useNavigationKeys } from "../play/useNavigationKeys";
import { BOARD_NAMES } from "../rules/boards";
import type { BoardName, Setup } from "../rules/wire";
import { loadShared } from "../sandbox/loadGame";
import { allSeats, DEFAULT_SETUP, describeSeats, newSettings } from "../sandbox/sandboxSettings";
import { useSandboxGame } from "../sandbox/useSandboxGame";
import "../sandbox/sandbox.css";
import "../study/study.css";
import "../explorer/explorer.css";

const TWO_PLAYERS: Setup = { ...DEFAULT_SETUP, players: 2, swap: true };

export default function OpeningsPage({ route }: PageProps) {
  const engine = useEngine();
  const loggedIn = useSession().account !== null;
  const { game, startNew, load } = useSandboxGame(engine);
  const [pool, setPool] = useState<OpeningPool>("rated");
  const [board, setBoard] = useState<BoardName>(TWO_PLAYERS.board);
  const [players, setPlayers] = useState("2");
  const { fragment } = route;

  useEffect(() => {
    let current = true;
    const open = async () => {
      const shared = await loadShared(engine, await decodeFragment(fragment));
      if (!current) return;
      if (shared) load({ ...shared, at: 0 });
      else await startNew(newSettings(TWO_PLAYERS));
    };
    open().catch(showError);
    return () => {
      current = false;
    };
  }, [engine, fragment, load, startNew]);
  useNavigationKeys((step) => game?.jump(stepThroughHistory(game.history, step).at));

  if (!game) return <Loading />;
  const { history, settings, view } = game;
  const from = turnStart(history);
  const atTurn = jumpTo(history, from);
  const turnView = atTurn.steps[from - 1]?.view ?? history.start;
  const pools: OpeningPool[] = loggedIn ? ["own", "rated", "engine"] : ["rated", "engine"];
  const startThere = () => {
    const count = Number(players) as 2 | 3 | 4;
    return startNew(newSettings({ ...TWO_PLAYERS, board, players: count, swap: count === 2 }));
  };
  return (
    <>
      <h1 className="visually-hidden">{messages.shell.pages.openings}</h1>
      <GameView
        view={view}
        start={history.start}
        steps={history.steps}
        at={history.at}
        ownSeats={allSeats(settings)}
        seats={describeSeats(settings).map((seat) => ({ ...seat, kind: "" }))}
        pending={game.pending}
        onMove={(move) => game.play(move).catch(showError)}
        onJump={game.jump}
        log={{
          label: messages.explorer.turns,
          content: (
            <div className="explorer-log">
              <OpeningPanel
                engine={engine}
                view={turnView}
                midTurn={history.steps.slice(from, history.at).some((step) => !step.bookkeeping)}
                pool={pool}
                pools={pools}
                onPool={setPool}
                onPlay={(steps) => {
                  game.jump(from);
                  load({
                    settings,
                    startPosition: game.startPosition,
                    start: history.start,
                    steps: [...history.steps.slice(0, from), ...steps],
                    at: from + steps.length,
                  });
                }}
              />
            </div>
          ),
        }}
        controls={
          <div className="buttons controls">
            <Button disabled={!canUndo(history)} onClick={game.undo}>
              {messages.study.undo}
            </Button>
            <Button disabled={!canRedo(history)} onClick={game.redo}>
              {messages.study.redo}
            </Button>
          </div>
        }
        aside={
          <section className="panel explorer-setup">
            <h2>{messages.explorer.setup}</h2>
            <p className="quiet">{messages.explorer.lead}</p>
            {!loggedIn && <p className="quiet">{messages.explorer.logIn}</p>}
            <SelectField
              label={messages.explorer.board}
              value={board}
              options={BOARD_NAMES.map((value) => ({
                value,
                label: messages.terms.boards[value],
              }))}
              onChange={setBoard}
            />
            <SelectField
              label={messages.explorer.players}
              value={players}
              options={["2", "3", "4"].map((value) => ({ value, label: value }))}
              onChange={setPlayers}
            />
            <Button onClick={() => startThere().catch(showError)}>{messages.explorer.start}</Button>
          </section>
        }
      />
    </>
  );
}
