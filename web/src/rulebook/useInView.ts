// Whether something is about to come into sight; boards are drawn only then.

import { type RefObject, useEffect, useState } from "react";

const LOAD_MARGIN = "600px";

export function useInView(place: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (inView || !place.current) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setInView(true);
      },
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [inView, place]);
  return inView;
}
