export type ImportProblem = { file: string; line: number | null; column: string | null; sentence: string }

export type ImportResult<T> = { ok: true; value: T } | { ok: false; problems: ImportProblem[] }

export function problem(file: string, sentence: string, line?: number, column?: string): ImportProblem {
  return { file, line: line ?? null, column: column ?? null, sentence }
}

export const refuseFile = (file: string, sentence: string) => ({
  ok: false as const,
  problems: [problem(file, sentence)],
})

export const tooManyRows = (most: number) =>
  `The file has more than ${most.toLocaleString('en-ZA')} rows, and no more are taken at once. Split it into several files.`

export const sortByLine = (problems: ImportProblem[]) =>
  problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))

export function describeProblem({ file, line, column, sentence }: ImportProblem): string {
  const position = [file, line && `line ${line}`, column].filter(Boolean).join(', ')
  return `${position}: ${sentence}`
}
