/** What is wrong with a file, a row or a cell; the sentence stands by itself. `column` is the head's name. */
export type ImportProblem = { file: string; line: number | null; column: string | null; sentence: string }

/** All or nothing: a value, or every problem that stood in its way. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; problems: ImportProblem[] }

export function problem(file: string, sentence: string, line?: number, column?: string): ImportProblem {
  return { file, line: line ?? null, column: column ?? null, sentence }
}

/** One line for a terminal or a log: `orders.csv, line 12, orderDate: “soon” is not a date.` */
export function describe({ file, line, column, sentence }: ImportProblem): string {
  const place = [file, line && `line ${line}`, column].filter(Boolean).join(', ')
  return `${place}: ${sentence}`
}
