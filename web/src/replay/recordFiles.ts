// A record as files: as it was loaded where possible, so that its signature stays true.

import type { Engine, RecordReplay } from "../engine/engine";
import { isRecordText } from "../records/readText";
import { writeRecordJson } from "../records/writeJson";
import { type RecordedGame, writeRecord } from "../records/writeText";

export interface RecordFiles {
  text(): Promise<string>;
  json(): Promise<string>;
}

export function recordFiles(engine: Engine, record: RecordReplay, loaded: string): RecordFiles {
  const inText = isRecordText(loaded);
  return {
    text: async () => (inText ? loaded : writeRecord(await recordedGame(engine, record))),
    json: async () => (inText ? writeRecordJson(await recordedGame(engine, record)) : loaded),
  };
}

async function recordedGame(engine: Engine, record: RecordReplay): Promise<RecordedGame> {
  const empty = (await engine.newGame(record.setup)).hash === record.start.hash;
  const initial = empty ? null : record.start.state;
  return { ...record, initial, end: record.end.state };
}
