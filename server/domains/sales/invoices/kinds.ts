/** VAT Act s21(1)(a) to (e). */
export const reasons = {
  cancelled: 'The supply was cancelled',
  varied: 'The supply was fundamentally varied or altered',
  price: 'The agreed price was changed, by a discount or otherwise',
  returned: 'Goods or services were returned',
  error: 'The amount was stated in error',
} as const

export type Reason = keyof typeof reasons
export const reasonCodes = Object.keys(reasons) as [Reason, ...Reason[]]
