/** What may become of a deposit within the change that takes its job away; keeping it issues an invoice of it. */
export const depositChoices = ['refund', 'keep', 'credit', 'leave'] as const
export type DepositChoice = (typeof depositChoices)[number]
