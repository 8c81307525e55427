/** How money came in, as people call it. */
export const paymentMethods = { transfer: 'Transfer', cash: 'Cash', card: 'Card', other: 'Other' } as const

export type PaymentMethod = keyof typeof paymentMethods

export const methodName = (method: string) => paymentMethods[method as PaymentMethod] ?? paymentMethods.other

export const methodOptions = Object.entries(paymentMethods).map(([value, label]) => ({ value, label }))
