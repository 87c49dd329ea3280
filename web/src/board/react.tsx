// The board as a React component.

import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { Key, Move, Seat, State } from "../rules/wire";
import "./index";
import type { ThemeName } from "./look";
import type {
  BoardElement,
  CellDetail,
  CounterDetail,
  Marks,
  Motion,
  NotationDetail,
  PointDetail,
  Trail,
} from "./types";

export interface BoardProps {
  state: State;
  /** The move that led to the state, to animate it. Without it the state appears at once. */
  move?: Move | null;
  marks?: Marks;
  /** The drawn trail; by default that of `move`. */
  trail?: Trail | null;
  theme?: ThemeName | "auto";
  motion?: Motion;
  coordinates?: boolean;
  /** "clear": seats that also differ in lightness. */
  colours?: "usual" | "clear";
  label?: string;
  className?: string;
  ref?: Ref<BoardElement>;
  onCell?(detail: CellDetail): void;
  onHover?(cell: Key | null): void;
  onNotation?(text: string): void;
  onCancel?(): void;
  /** The animation has finished or was stopped. */
  onAnimationEnd?(): void;
  /** The element that shows a seat's eliminated rings. */
  counterOf?(seat: Seat): Element | null;
}

const NO_MARKS: Marks = {};

export function Board(props: BoardProps) {
  const { state, move = null, marks = NO_MARKS, trail } = props;
  const board = useRef<BoardElement>(null);
  const latest = useRef(props);
  useImperativeHandle(props.ref, () => board.current as BoardElement);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = board.current as BoardElement;
    const listeners: Record<string, (detail: never) => void> = {
      cell: (detail: CellDetail) => latest.current.onCell?.(detail),
      point: ({ cell }: PointDetail) => latest.current.onHover?.(cell),
      notation: ({ text }: NotationDetail) => latest.current.onNotation?.(text),
      cancel: () => latest.current.onCancel?.(),
      counter: (detail: CounterDetail) => {
        detail.element = latest.current.counterOf?.(detail.seat) ?? null;
      },
    };
    const controller = new AbortController();
    for (const [name, listener] of Object.entries(listeners)) {
      const onEvent = (event: Event): void => listener((event as CustomEvent).detail as never);
      element.addEventListener(`ringrift-${name}`, onEvent, { signal: controller.signal });
    }
    return () => controller.abort();
  }, []);

  useLayoutEffect(() => {
    const element = board.current as BoardElement;
    if (element.state !== state) {
      void element.show(state, move).then(() => {
        if (element.state === state) latest.current.onAnimationEnd?.();
      });
    }
    if (trail !== undefined) element.trail = trail;
  }, [state, move, trail]);

  useLayoutEffect(() => {
    (board.current as BoardElement).marks = marks;
  }, [marks]);

  return (
    <ringrift-board
      ref={board}
      class={props.className}
      theme={props.theme}
      motion={props.motion}
      coordinates={props.coordinates === false ? "off" : "on"}
      colours={props.colours}
      label={props.label}
    />
  );
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "ringrift-board": {
        ref?: Ref<BoardElement>;
        class?: string | undefined;
        theme?: string | undefined;
        motion?: string | undefined;
        coordinates?: string | undefined;
        colours?: string | undefined;
        label?: string | undefined;
      };
    }
  }
}
