import type { ConfirmPrompt } from './confirm.ts'

/** Before what setup made to try things on goes. */
export const askSampleRemoval = (reference: string): ConfirmPrompt => ({
  question: `Remove the sample job ${reference}? Its lines, notes, files, time and draft invoice go with it, and its money leaves all figures. Your items, clients, prices and settings stay. It cannot be undone.`,
  yes: 'Remove the sample',
  danger: true,
})
