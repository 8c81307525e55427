/** How money came in, as people call it. */
export const paymentMethods = { transfer: 'Transfer', cash: 'Cash', card: 'Card', other: 'Other' } as const

export type PaymentMethod = keyof typeof paymentMethods
