import { Problem } from '#server/errors.ts'
import { parseEmail } from '#server/mail/address.ts'

export type Details = { name?: string; reference?: string; primaryemail?: string; primaryphone?: string }

/** The specification's words (spec 1, sections 5 and 8). */
export const CREATE_FAILED = 'Please confirm the details you have provided'
export const NOT_VALID = 'Your account changes are not valid'

/** `undefined` fields are not looked at. */
export function findWrongDetails({ name, primaryemail, primaryphone }: Details): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (name === '') wrong.name = 'An account needs a name.'
  if (primaryemail && !parseEmail(primaryemail)) wrong.primaryemail = 'This is not an e-mail address.'
  if (primaryphone && !/^[+\d][\d ()/.-]{4,}$/.test(primaryphone))
    wrong.primaryphone = 'A phone number has digits, such as 021 555 0100.'
  return wrong
}

export function rejectDetails(wrong: Record<string, string>, sentence: string) {
  if (Object.keys(wrong).length > 0) throw new Problem(400, sentence, { fields: wrong })
}
