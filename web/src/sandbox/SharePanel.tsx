// Links, position string and record of the game, and the form to load another one.

import { lazy, Suspense, useEffect, useState } from "react";
import { saveFile } from "../browser/saveFile";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { encodeFragment } from "../play/urlFragment";
import { LoadGameForm } from "./LoadGameForm";
import { gameRecord } from "./savedGame";
import type { SandboxGame } from "./useSandboxGame";

const EmbedForm = lazy(() => import("../share/EmbedForm"));

interface SharePanelProps {
  engine: Engine;
  game: SandboxGame;
  onLoad(text: string): Promise<void>;
}

interface ShareTexts {
  position: string;
  record: string;
  link: string;
  gameLink: string;
}

export function SharePanel({ engine, game, onLoad }: SharePanelProps) {
  const [texts, setTexts] = useState<ShareTexts | null>(null);
  useEffect(() => {
    let current = true;
    buildTexts(engine, game).then((built) => current && setTexts(built), showError);
    return () => {
      current = false;
    };
  }, [engine, game]);
  return (
    <div className="share-panel">
      {texts && (
        <>
          <CopyField label={messages.sandbox.link} text={texts.link} />
          <CopyField label={messages.sandbox.gameLink} text={texts.gameLink} />
          <CopyField label={messages.sandbox.position} text={texts.position} />
          <details>
            <summary>{messages.sandbox.embed}</summary>
            <Suspense>
              <EmbedForm embedded={{ position: texts.position }} />
            </Suspense>
          </details>
          <Button onClick={() => downloadRecord(texts.record)}>{messages.sandbox.download}</Button>
        </>
      )}
      <LoadGameForm onLoad={onLoad} />
    </div>
  );
}

async function buildTexts(engine: Engine, game: SandboxGame): Promise<ShareTexts> {
  const position = await engine.toPositionString(game.view.state);
  const record = gameRecord(game);
  const url = (fragment: string, path: string) =>
    new URL(`${path}#${fragment}`, window.location.href).href;
  return {
    position,
    record,
    link: url(await encodeFragment({ position }), "/sandbox"),
    gameLink: url(await encodeFragment({ record }), "/replay"),
  };
}

function downloadRecord(record: string): void {
  saveFile("game.rrg", "text/plain", record);
}
