/** `fields` names each field with a plain sentence; `data` is sent back (a 409 carries the current record). */
export class Problem extends Error {
  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503,
    message: string,
    readonly more: {
      code?: string
      fields?: Record<string, string>
      data?: unknown
      retryafter?: number
    } = {},
  ) {
    super(message)
  }
}

const RIGHTS =
  'You do not have sufficient rights to perform this action, please contact your system administrator'
export const EXPIRED =
  'Your account or evaluation period has expired, certain functionality will not be available'
export const SESSION_EXPIRED = 'Your session has expired'
export const UNEXPECTED = 'An unexpected server exception occured'

export function invalid(fields: Record<string, string>, message?: string): Problem {
  return new Problem(400, message ?? Object.values(fields)[0] ?? 'The input is not valid.', { fields })
}

/** The same answer for absent, archived away and another tenant's (decision B1). */
export const unknownAddress = () =>
  new Problem(404, 'The address may be mistyped, or what it showed was moved.')
export const notFound = (what = 'record') => new Problem(404, `This ${what} could not be found.`)

/** A record they may not know of is `notFound` instead. */
export const forbidden = (message = RIGHTS) => new Problem(403, message)

/** For a queue that is full. @param retryafter in seconds */
export const busyProblem = (what: string, code: string, retryafter: number) => () =>
  new Problem(503, `Too many ${what}. Please try again ${retryafter < 60 ? 'shortly' : 'in a minute'}.`, {
    code,
    retryafter,
  })

/** `current` is what stands now, so that what was typed can be kept beside it. */
export const conflict = (current: unknown, message = 'Someone else has changed this in the meantime.') =>
  new Problem(409, message, { code: 'conflict', data: current })
