import { conflict, Problem } from './errors.ts'

type Values = Record<string, unknown>

/** Somebody saved first: the record as it is now, and in `theirs` the words of each field that was typed differently. */
export class Clash extends Problem {
  readonly theirs: Record<string, string> = {}
}

/** `current` is what a call answers, `now` what is stored; `words` says a stored value as history does. */
export function clash(
  current: { version: number },
  now: Values,
  typed: Values,
  words: (name: string, value: unknown) => string,
): Clash {
  const { message, more } = conflict(current)
  const problem = new Clash(409, message, more)
  for (const [name, value] of Object.entries(typed))
    if (name in now && value !== undefined && now[name] !== value)
      problem.theirs[name] = words(name, now[name]) || 'nothing'
  return problem
}

/** For a dialog: what they saved stands beside each field, what was typed stays in it (decision A6). */
export function besideFields(error: unknown): never {
  if (!(error instanceof Clash)) throw error
  const theirs = Object.entries(error.theirs).map(([name, words]) => [name, `Now saved: ${words}`])
  const { version } = error.more.data as { version: number }
  throw new Problem(409, `${error.message} What you typed is kept: save again to put it over theirs.`, {
    ...error.more,
    fields: { ...Object.fromEntries(theirs), version: String(version) },
  })
}
