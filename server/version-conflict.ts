import { conflict, Problem } from './errors.ts'

type Values = Record<string, unknown>

/** `theirs`: the words of each field that was typed differently. */
export class VersionConflict extends Problem {
  readonly theirs: Record<string, string> = {}
}

export function versionConflict(
  current: { version: number },
  now: Values,
  typed: Values,
  words: (name: string, value: unknown) => string,
): VersionConflict {
  const { message, more } = conflict(current)
  const problem = new VersionConflict(409, message, more)
  for (const [name, value] of Object.entries(typed))
    if (name in now && value !== undefined && now[name] !== value)
      problem.theirs[name] = words(name, now[name]) || 'nothing'
  return problem
}

/** For the form of a part of a dialog, whose fields have a word before: the dialog has some of the same names. */
export const prefixErrors =
  (prefix: string) =>
  (error: unknown): never => {
    if (!(error instanceof Problem)) throw error
    const { status, message, more } = error instanceof VersionConflict ? asFormError(error) : error
    const fields = Object.entries(more.fields ?? {}).map(([name, text]) => [prefix + name, text])
    throw new Problem(status, message, { ...more, fields: Object.fromEntries(fields) })
  }

/** What they saved stands beside each field, what was typed stays in it (decision A6). */
export function asFormError({ message, more, theirs }: VersionConflict): Problem {
  const said = Object.entries(theirs).map(([name, words]) => [name, `Now saved: ${words}`])
  const { version } = more.data as { version: number }
  return new Problem(409, `${message} What you typed is kept: save again to put it over theirs.`, {
    ...more,
    fields: { ...Object.fromEntries(said), version: String(version) },
  })
}
