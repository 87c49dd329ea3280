// Inline Markdown: bold, italics, code, links, pictures and rule numbers.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "emphasis"; inner: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "link"; to: string; inner: Inline[] }
  | { kind: "picture"; name: string; alt: string }
  /** A single rule, or the first and last of a range. */
  | { kind: "rule"; first: string; last: string };

interface InlineSyntax {
  pattern: RegExp;
  read(found: RegExpExecArray): Inline;
}

const INLINE_SYNTAX: InlineSyntax[] = [
  { pattern: /`([^`]+)`/, read: ([, text = ""]) => ({ kind: "code", text }) },
  {
    // A picture; in some documents it links to the sandbox, as the board does here anyway.
    pattern: /\[!\[([^\]]*)\]\((?:[^)]*\/)?([\w-]+)\.svg\)\]\[[^\]]*\]/,
    read: ([, alt = "", name = ""]) => ({ kind: "picture", name, alt }),
  },
  {
    pattern: /!\[([^\]]*)\]\((?:[^)]*\/)?([\w-]+)\.svg\)/,
    read: ([, alt = "", name = ""]) => ({ kind: "picture", name, alt }),
  },
  {
    pattern: /\[([^\]]+)\]\(([^)]+)\)/,
    read: ([, text = "", to = ""]) => ({ kind: "link", to, inner: parseInline(text) }),
  },
  {
    pattern: /\*\*(.+?)\*\*/,
    read: ([, text = ""]) => ({ kind: "strong", inner: parseInline(text) }),
  },
  {
    pattern: /\*(\S.*?)\*/,
    read: ([, text = ""]) => ({ kind: "emphasis", inner: parseInline(text) }),
  },
  {
    pattern: /\b(R\d{3})(?:–(R\d{3}))?\b/,
    read: ([, first = "", last]) => ({ kind: "rule", first, last: last ?? first }),
  },
];

export function parseInline(source: string): Inline[] {
  const found: Inline[] = [];
  let rest = source;
  while (rest !== "") {
    const next = findFirstMatch(rest);
    if (!next) {
      found.push({ kind: "text", text: rest });
      break;
    }
    if (next.at.index > 0) found.push({ kind: "text", text: rest.slice(0, next.at.index) });
    found.push(next.read(next.at));
    rest = rest.slice(next.at.index + next.at[0].length);
  }
  return found;
}

function findFirstMatch(text: string): { at: RegExpExecArray; read: InlineSyntax["read"] } | null {
  let first: { at: RegExpExecArray; read: InlineSyntax["read"] } | null = null;
  for (const { pattern, read } of INLINE_SYNTAX) {
    const at = pattern.exec(text);
    if (at && (first === null || at.index < first.at.index)) first = { at, read };
  }
  return first;
}

/** Returns the text without markup, for labels and search. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((each) => {
      switch (each.kind) {
        case "text":
        case "code":
          return each.text;
        case "picture":
          return "";
        case "rule":
          return each.first === each.last ? each.first : `${each.first}–${each.last}`;
        default:
          return plainText(each.inner);
      }
    })
    .join("");
}

/** Returns the rule numbers mentioned; `ranges` expands ranges, otherwise they are skipped. */
export function ruleNumbers(text: readonly Inline[], ranges: boolean): string[] {
  return text.flatMap((each) => {
    if ("inner" in each) return ruleNumbers(each.inner, ranges);
    if (each.kind !== "rule") return [];
    if (each.first === each.last) return [each.first];
    return ranges ? ruleRange(each.first, each.last) : [];
  });
}

function ruleRange(first: string, last: string): string[] {
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
  return Array.from({ length: to - from + 1 }, (_, i) => `R${String(from + i).padStart(3, "0")}`);
}
