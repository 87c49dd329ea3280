import { useCallback, useEffect, useState } from "react";

interface FetchState<Data> {
  data: Data | null;
  error: Error | null;
  /** Fetches once more. The old data stays until the new data arrives. */
  refetch(): void;
}

/** Fetches when `key` changes and on `refetch`; drops outdated responses. */
export function useFetch<Data>(fetchData: () => Promise<Data>, key: string): FetchState<Data> {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ data: Data | null; error: Error | null }>({
    data: null,
    error: null,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for fetchData
  useEffect(() => {
    let current = true;
    fetchData().then(
      (data) => current && setResult({ data, error: null }),
      (error: Error) => current && setResult((before) => ({ ...before, error })),
    );
    return () => {
      current = false;
    };
  }, [key, attempt]);

  const refetch = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...result, refetch };
}

/** Fetches when `key` changes, and regularly while the page is visible. */
export function usePolling<Data>(
  fetchData: () => Promise<Data>,
  key: string,
  intervalMs: number,
): FetchState<Data> {
  const state = useFetch(fetchData, key);
  const { refetch } = state;
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!document.hidden) refetch();
    }, intervalMs);
    return () => window.clearInterval(timer);
  }, [refetch, intervalMs]);
  return state;
}
