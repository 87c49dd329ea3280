// The HTML code that embeds a game or a position, with the look that it shall have.

import { useState } from "react";
import { CopyField } from "../components/CopyField";
import { SelectField } from "../components/fields";
import { messages } from "../messages";
import {
  EMBED_THEMES,
  type Embedded,
  type EmbedTheme,
  FRAME_SIZES,
  type FrameSize,
  frameCode,
} from "./frameCode";

export default function EmbedForm({ embedded }: { embedded: Embedded }) {
  const [theme, setTheme] = useState<EmbedTheme>("auto");
  const [size, setSize] = useState<FrameSize>("medium");
  const text = messages.embed;
  const title = "game" in embedded ? text.frameTitle : text.position;
  return (
    <>
      <p>{"game" in embedded ? text.explainGame : text.explainPosition}</p>
      <SelectField
        label={text.theme}
        value={theme}
        onChange={setTheme}
        options={EMBED_THEMES.map((value) => ({ value, label: text.themes[value] }))}
      />
      <SelectField
        label={text.size}
        value={size}
        onChange={setSize}
        options={FRAME_SIZES.map((value) => ({ value, label: text.sizes[value] }))}
      />
      <CopyField label={text.code} text={frameCode(embedded, { theme, size, title })} />
    </>
  );
}
