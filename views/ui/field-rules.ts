/** A number with a decimal comma or dot, thousands apart by spaces; empty, too. */
export const decimalPattern = (places: number) => {
  const space = '[ \\u00a0\\u202f]'
  return `^\\s*[+\\-]?(?:[0-9]{1,3}(?:${space}[0-9]{3})+|[0-9]*)(?:[.,][0-9]{1,${places}}0*)?\\s*$`
}

export const decimalError = (places: number) => `must be a number with at most ${places} decimals`

/** Why what is missing is refused, by the server and by a page that has no line to it. */
export const missing = {
  signer: 'Write down who signs.',
  signature: 'Nothing is drawn yet: the client signs with a finger.',
  receiver: 'Write down who received the goods.',
  unclocked: 'Nobody started this step: enter how long it took, 0 for no time.',
  quantity: 'Enter how much it is.',
  counts: 'Write what you counted at one place at least.',
  recount: 'Write what you counted.',
}

export const COUNTED_BELOW_ZERO = 'What is counted cannot be below zero.'
export const PICKED_BELOW_ZERO = 'What is picked cannot be below zero.'
export const PICKED_NOTHING = 'What is picked must be more than nothing.'

const PLACES = 6

/** Of a field for a quantity, where the page itself has to look at it: `least`, and what is said of less. */
export const quantityRules = (least: number, below: string) => ({
  pattern: decimalPattern(PLACES),
  'data-mismatch': `It ${decimalError(PLACES)}.`,
  'data-least': least,
  'data-below': below,
})
