import { Problem } from '#server/errors.ts'

class LineProblem extends Problem {
  constructor(
    at: number,
    override readonly cause: Problem,
  ) {
    const { fields = {}, ...more } = cause.more
    const named = Object.entries(fields).map(([field, words]) => [`${at}.${field}`, words])
    super(cause.status, `Line ${at + 1}: ${cause.message}`, { ...more, fields: Object.fromEntries(named) })
  }
}

/** @throws LineProblem for what it refuses */
export function withLineNumber<T>(at: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof Problem ? new LineProblem(at, error) : error
  }
}

/** Of what names no line by its position, or one line alone. */
export function withPlainFields<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof LineProblem ? error.cause : error
  }
}
