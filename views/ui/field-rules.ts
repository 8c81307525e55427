/** A number with a decimal comma or dot, thousands apart by spaces, below zero as a page writes it too; or empty. */
export const decimalPattern = (places: number) => {
  const space = '[ \\u00a0\\u202f]'
  return `^\\s*[+\\-−]?(?:[0-9]{1,3}(?:${space}[0-9]{3})+|[0-9]*)(?:[.,][0-9]{1,${places}}0*)?\\s*$`
}

/** Fifteen digits: only up to there does every decimal survive the trip through a JSON number and back. */
export const MAX_DECIMAL = 999_999_999_999_999

export const tooLargeError = (noun: string) => `The ${noun} is too large.`

export const decimalError = (places: number) => `must be a number with at most ${places} decimals`

/** Why what is missing is refused, by the server and by a page that has no line to it. */
export const missing = {
  signer: 'Write down who signs.',
  signature: 'The signature is missing: the client draws it in the box, with a finger or the mouse.',
  receiver: 'Write down who received the goods.',
  unclocked: 'Nobody started this step: enter how long it took, 0 for no time.',
  skipreason: 'Say why this step is skipped.',
  quantity: 'Enter how much it is.',
  counts: 'Write what you counted at one place at least.',
  recount: 'Write what you counted.',
  file: 'Please choose a file to upload',
  filename: 'File description cannot be empty',
}

export const PASSED_BY = 'Passed by: nothing was entered, so nothing is written of it.'
export const COUNTED_BELOW_ZERO = 'What is counted cannot be below zero.'
export const PICKED_BELOW_ZERO = 'What is picked cannot be below zero.'
export const PICKED_NOTHING = 'What is picked must be more than nothing.'

export const QUANTITY_PLACES = 6

/** Of a field for a quantity, where the page itself has to look at it: `least`, and what is said of less. Of more than can be stored, too. */
export const quantityRules = (least: number, below: string) => ({
  pattern: decimalPattern(QUANTITY_PLACES),
  'data-mismatch': `It ${decimalError(QUANTITY_PLACES)}.`,
  'data-least': least,
  'data-below': below,
  'data-most': MAX_DECIMAL / 10 ** QUANTITY_PLACES,
  'data-above': tooLargeError('quantity'),
})

export const mostFileBytes = (mb: number) => mb * 1024 * 1024
export const fileTooLarge = (mb: number) => `A file may have at most ${mb} MB.`

/** Of a field for a file, or of the box around one. */
export const fileRules = (mb: number) => ({
  'data-missing': missing.file,
  'data-most': mostFileBytes(mb),
  'data-above': fileTooLarge(mb),
})

/** Above a form, where what is wrong stands beside its fields. */
export const CORRECT_MARKED = 'Please correct what is marked.'
