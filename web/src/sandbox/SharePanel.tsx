// Links, position string and record of the game, and the form to load another one.

import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { encodeFragment } from "../play/urlFragment";
import { LoadGameForm } from "./LoadGameForm";
import { gameRecord } from "./savedGame";
import type { SandboxGame } from "./useSandboxGame";

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
  const objectUrl = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = objectUrl;
  link.download = "game.rrg";
  link.click();
  URL.revokeObjectURL(objectUrl);
}
