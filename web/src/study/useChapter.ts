// A chapter that is shown and edited: its tree, the shown path with its positions, and saving.

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine, PositionView, Step } from "../engine/engine";
import { useLegalMoves } from "../play/useLegalMoves";
import { type LoadedChapter, loadChapter, PositionCache, writeChapter } from "./chapterRecord";
import { ChapterSaver, readDraft, removeDraft, revisionOf, type SaveState } from "./chapterSaver";
import type { StudySource } from "./studySource";
import {
  addSteps,
  nodesAt,
  type Path,
  type StudyNode,
  type StudyTree,
  settledPath,
} from "./studyTree";

export interface OpenChapter {
  id: string;
  chapter: LoadedChapter;
  path: Path;
  nodes: StudyNode[];
  /** The shown position and the steps that lead to it. */
  view: PositionView;
  steps: Step[];
  pending: boolean;
  save: { state: SaveState; message: string };
  select(path: Path): void;
  change(tree: StudyTree, path?: Path): void;
  /** Adds the steps that `make` returns for the shown position. */
  play(make: (from: PositionView) => Promise<Step[]>): Promise<void>;
  /** The chapter as a record, with all changes. */
  record(): Promise<string>;
}

interface Content {
  id: string;
  chapter: LoadedChapter;
  path: Path;
}

/** `edition` changes when the chapter is to be loaded again. */
export function useChapter(
  engine: Engine,
  source: StudySource,
  id: string | null,
  name: string,
  editable: boolean,
  edition: number,
): { open: OpenChapter | null; failure: string | null } {
  const cache = useMemo(() => new PositionCache(engine), [engine]);
  const [content, setContent] = useState<Content | null>(null);
  const [line, setLine] = useState<{ content: Content; steps: Step[] } | null>(null);
  const [save, setSave] = useState<{ state: SaveState; message: string }>({
    state: "saved",
    message: "",
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const saver = useRef<ChapterSaver | null>(null);
  const latestName = useRef(name);
  latestName.current = name;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the edition loads the chapter again
  useEffect(() => {
    if (id === null) return;
    let current = true;
    const onState = (state: SaveState, message: string) => {
      if (current) setSave({ state, message });
    };
    const open = async () => {
      setFailure(null);
      const stored = await source.loadChapter(id);
      const draft = editable ? readDraft(source.key, id) : null;
      const differs = draft !== null && draft.record !== stored.record;
      const loaded = await loadChapter(engine, cache, differs ? draft.record : stored.record);
      if (!current) return;
      const opened = new ChapterSaver(
        source,
        id,
        differs ? revisionOf(draft, stored) : stored.revision,
        onState,
      );
      saver.current = opened;
      onState("saved", "");
      setContent({ id, chapter: loaded, path: settledPath(loaded.tree, []) });
      if (differs) opened.change(draft.record);
      else removeDraft(source.key, id);
    };
    open().catch((error) => {
      if (current) setFailure(error instanceof Error ? error.message : String(error));
    });
    return () => {
      current = false;
      saver.current?.flush().catch(() => undefined);
      saver.current?.close();
      saver.current = null;
    };
  }, [engine, cache, source, id, editable, edition]);

  useEffect(() => {
    if (!content) return;
    let current = true;
    cache
      .line(content.chapter.start, nodesAt(content.chapter.tree, content.path))
      .then((steps) => {
        if (current) setLine({ content, steps });
      })
      .catch(showError);
    return () => {
      current = false;
    };
  }, [cache, content]);

  const steps = line?.steps;
  const position = line ? (steps?.at(-1)?.view ?? line.content.chapter.start) : null;
  const view = useLegalMoves(engine, position);

  const show = useCallback((next: Content) => setContent(next), []);
  const change = useCallback(
    (tree: StudyTree, path?: Path) => {
      if (!content) return;
      const chapter = { ...content.chapter, tree };
      const kept = nodesAt(tree, path ?? content.path).map((node) => node.id);
      show({ ...content, chapter, path: kept });
      if (!editable || !saver.current) return;
      const target = saver.current;
      writeChapter(cache, chapter, latestName.current)
        .then((record) => target.change(record))
        .catch(showError);
    },
    [cache, content, editable, show],
  );

  if (!content || !line || line.content.id !== id || !view || !steps)
    return { open: null, failure };
  const shown = line.content;
  return {
    failure,
    open: {
      id: shown.id,
      chapter: content.chapter,
      path: content.path,
      nodes: nodesAt(content.chapter.tree, content.path),
      view,
      steps,
      pending,
      save,
      select: (path) => show({ ...content, path }),
      change,
      play: async (make) => {
        setPending(true);
        try {
          const made = await make(view);
          const { tree, path } = addSteps(
            content.chapter.tree,
            content.path,
            made,
            view.state.turnNumber,
          );
          cache.remember(nodesAt(tree, path).slice(-made.length), made);
          if (tree === content.chapter.tree) show({ ...content, path });
          else change(tree, path);
        } finally {
          setPending(false);
        }
      },
      record: () => writeChapter(cache, content.chapter, latestName.current),
    },
  };
}
