// Something asked of the server for a place: the answer, or why there is none.

import { useCallback, useEffect, useState } from "react";

export interface FetchState<Answer> {
  answer: Answer | null;
  error: Error | null;
  again(): void;
}

/** Asks when `question` or `key` changes, and whenever `again` is called; late answers to old questions are dropped. */
export function useFetch<Answer>(question: () => Promise<Answer>, key: string): FetchState<Answer> {
  const [round, setRound] = useState(0);
  const [got, setGot] = useState<{ answer: Answer | null; error: Error | null }>({
    answer: null,
    error: null,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question
  useEffect(() => {
    let wanted = true;
    question().then(
      (answer) => wanted && setGot({ answer, error: null }),
      (error: Error) => wanted && setGot((before) => ({ ...before, error })),
    );
    return () => {
      wanted = false;
    };
  }, [key, round]);

  const again = useCallback(() => setRound((count) => count + 1), []);
  return { ...got, again };
}
