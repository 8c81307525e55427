/** VAT Act s21(1)(a) to (e). */
export const creditReasons = {
  cancelled: 'The supply was cancelled',
  varied: 'The supply was fundamentally varied or altered',
  price: 'The agreed price was changed, by a discount or otherwise',
  returned: 'Goods or services were returned',
  error: 'The amount was stated in error',
} as const

/** The choice of goods that were returned, of which nothing is ticked to come into stock by itself. */
export const DAMAGED = 'damaged'

export const DAMAGED_WORDS = 'Goods were returned that are not fit for sale'

export type CreditReason = keyof typeof creditReasons
export const reasonCodes = Object.keys(creditReasons) as [CreditReason, ...CreditReason[]]
