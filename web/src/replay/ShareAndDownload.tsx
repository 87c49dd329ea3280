// A link to the shown turn, and downloads of the record and of a picture.

import { lazy, Suspense, useState } from "react";
import { saveFile } from "../browser/saveFile";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Dialog } from "../components/Dialog";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import type { Embedded } from "../share/frameCode";

const EmbedForm = lazy(() => import("../share/EmbedForm"));

interface ShareAndDownloadProps {
  turn: number;
  /** The name of downloaded files, without their extension. */
  fileName: string;
  getLink(): Promise<string>;
  /** The shown turn of a game on this server, or else the shown position. */
  getEmbedded(): Promise<Embedded>;
  getText(): Promise<string>;
  getJson(): Promise<string>;
  getPicture(): string | null;
}

export function ShareAndDownload(props: ShareAndDownloadProps) {
  const { turn, fileName, getLink, getEmbedded, getText, getJson, getPicture } = props;
  const [choosing, setChoosing] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [embedded, setEmbedded] = useState<Embedded | null>(null);
  const replay = messages.replay;

  const share = async () => {
    const url = await getLink();
    try {
      await navigator.clipboard.writeText(url);
      showToast(replay.linkCopied);
    } catch {
      setLink(url); // the browser does not let the page copy
    }
  };
  const save = async (
    type: string,
    extension: string,
    content: Promise<string> | string | null,
  ) => {
    const written = await content;
    if (written !== null) saveFile(`${fileName}.${extension}`, type, written);
    setChoosing(false);
  };
  return (
    <section className="panel share-and-download">
      <div className="buttons">
        <Button kind="primary" onClick={() => share().catch(showError)}>
          {replay.share}
        </Button>
        <Button onClick={() => getEmbedded().then(setEmbedded, showError)}>{replay.embed}</Button>
        <Button onClick={() => setChoosing(true)}>{replay.download}</Button>
      </div>
      {link !== null && (
        <Dialog title={replay.shareTitle({ turn })} onClose={() => setLink(null)}>
          <CopyField label={replay.link} text={link} />
        </Dialog>
      )}
      {embedded !== null && (
        <Dialog title={replay.embedTitle} onClose={() => setEmbedded(null)}>
          <Suspense>
            <EmbedForm embedded={embedded} />
          </Suspense>
        </Dialog>
      )}
      {choosing && (
        <Dialog title={replay.download} onClose={() => setChoosing(false)}>
          <div className="download-choices">
            <Button onClick={() => save("text/plain", "rrg", getText()).catch(showError)}>
              {replay.downloadText}
            </Button>
            <Button onClick={() => save("application/jsonl", "jsonl", getJson()).catch(showError)}>
              {replay.downloadJson}
            </Button>
            <Button onClick={() => save("image/svg+xml", "svg", getPicture()).catch(showError)}>
              {replay.downloadPicture}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
