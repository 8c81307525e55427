/** What may become of a deposit within the change that takes its job away; keeping it issues an invoice first. */
export const depositChoices = ['refund', 'credit', 'leave'] as const
export type DepositChoice = (typeof depositChoices)[number]
