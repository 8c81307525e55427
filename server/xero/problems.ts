import { Problem } from '#server/errors.ts'

// Specification 1 and 2, section 8, to the letter.
const CODE_EXPIRED = 'Code has expired'
const NOT_AUTHENTICATED = 'You are not authenticated to Xero'

export const notConnected = () => new Problem(400, NOT_AUTHENTICATED, { code: 'notconnected' })

/** The connection was there and has ended: somebody has to let Joblane in again. */
export const codeExpired = () => new Problem(400, CODE_EXPIRED, { code: 'codeexpired' })

/** No answer, or one that cannot be read: what was asked may have been done. */
export class XeroDown extends Problem {
  constructor(message = 'Xero cannot be reached at the moment. Nothing was changed here; please try again.') {
    super(503, message, { code: 'xerodown' })
  }
}

/** Another organisation was chosen while this one was asked. */
export class XeroLeft extends Problem {
  constructor() {
    super(409, 'Another organisation of Xero was chosen meanwhile. Please try again.', { code: 'xeroleft' })
  }
}

/** Its limits are reached. */
export class XeroBusy extends Problem {
  constructor(readonly waitms: number) {
    super(503, 'Xero takes no more calls of this organisation for now. Please try again later.', {
      code: 'xerobusy',
      retryafter: Math.ceil(waitms / 1000),
    })
  }
}

/** It understood, and said no: in its own words. `forbidden`: to whoever connected, and not to what was asked. */
export class XeroRefused extends Problem {
  constructor(
    readonly sentences: readonly string[],
    readonly why: 'validation' | 'forbidden' = 'validation',
  ) {
    super(400, `Xero refused it: ${sentences.join(' ')}`, { code: 'xerorefused' })
  }
}
